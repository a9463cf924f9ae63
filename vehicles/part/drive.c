// The brake's pedal takes the drive's lever back, faster than the valve alone would close; the
// wheels' locks then hold the standing machine. Beyond the terrain, where the ground is not known,
// the same happens by itself to a lever that leads farther out: only the way back is open.
#include "vehicles/part/drive.h"

#include <assert.h>

#include "vehicles/site.h"

static const double brake_rate = 2.0; // [1/s] of full speed, with the pedal pressed down

static const struct veh_key keys[] = {
    VEH_KEY(drive, body, BODY, NULL,
            "body whose x axis points forward and whose speed is measured"),
    VEH_KEY(drive, drive_input, INPUT, NULL, "forward and back; the brake takes it back"),
    VEH_KEY(drive, steer_joint, JOINT, "", "articulated steering"),
    VEH_KEY_RANGE(drive, speed_max, NUMBER, "m/s", "2", 0.01, 100, "speed at full input"),
    VEH_KEY(drive, wheels, BODIES, "",
            "the machine is set down on the plane through the ground below them, and the "
            "demonstrator steers by them; left out: a rectangle of 5 m by 2.4 m around the origin"),
};

const struct veh_drive_def *veh_drive_def(const struct veh_machine_def *def) {
    return veh_machine_def_part(def, &veh_part_drive);
}

static double speed(const struct veh_worksite *site, const struct veh_part *part) {
    return veh_machine_speed(site, part->machine);
}

static const struct veh_measure measures[] = {
    [VEH_DRIVE_SPEED] = {"speed_m_per_s", "m/s", "of the machine along its x axis", speed},
};

static const double least_side = 0.5; // [m] wheels in one line still give a plane

static void widen(double *low, double *high) {
    const double middle = 0.5 * (*low + *high), half = 0.5 * fmax(*high - *low, least_side);
    *low = middle - half;
    *high = middle + half;
}

static void base(const struct sim_model *model, const void *def, struct veh_base *base) {
    const struct veh_drive_def *drive = def;
    base->body = drive->body;
    for (int i = 0; i < drive->wheels.count; i++) {
        const struct sim_vec3 p = model->bodies[drive->wheels.index[i]].pose.p;
        base->rear = i == 0 ? p.x : fmin(base->rear, p.x);
        base->front = i == 0 ? p.x : fmax(base->front, p.x);
        base->right = i == 0 ? p.y : fmin(base->right, p.y);
        base->left = i == 0 ? p.y : fmax(base->left, p.y);
    }
    widen(&base->rear, &base->front);
    widen(&base->right, &base->left);
}

struct veh_axles veh_drive_axles(const struct veh_machine_def *def) {
    const struct veh_drive_def *drive = veh_drive_def(def);
    assert(drive != NULL && drive->steer_joint >= 0);
    const struct sim_model *model = &def->model;
    const struct sim_pose frame = model->bodies[drive->body].pose;
    const struct sim_vec3 joint =
        sim_pose_local(frame, model->joints[drive->steer_joint].def.anchor);
    double sum[2] = {0.0, 0.0};
    int count[2] = {0, 0};
    for (int i = 0; i < drive->wheels.count; i++) {
        const struct sim_vec3 wheel =
            sim_pose_local(frame, model->bodies[drive->wheels.index[i]].pose.p);
        const int side = wheel.x < joint.x;
        sum[side] += fabs(wheel.x - joint.x);
        count[side]++;
    }
    return (struct veh_axles){count[0] > 0 ? sum[0] / count[0] : 2.5,
                              count[1] > 0 ? sum[1] / count[1] : 2.5};
}

// [m] beyond the edge of the terrain, positive where forward leads farther out, negative where
// backward does; 0 on the terrain.
static double beyond_terrain(const struct veh_worksite *site, int machine) {
    const struct ter_ground *ground = site->def.ground;
    const struct sim_pose pose = veh_machine_pose(site, machine);
    const struct sim_vec3 forward = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    const double x = sim_clamp(pose.p.x, ground->field.x0, ter_ground_x_max(ground));
    const double y = sim_clamp(pose.p.y, ground->field.y0, ter_ground_y_max(ground));
    return (pose.p.x - x) * forward.x + (pose.p.y - y) * forward.y;
}

static void brake(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    struct veh_machine *machine = &site->machines[part->machine];
    struct sim_instance *instance = &machine->instance;
    double pedal = machine->controls.value[VEH_BRAKE];
    if (instance->input[def->drive_input] * beyond_terrain(site, part->machine) > 0.0)
        pedal = 1.0;
    if (pedal <= 0.0)
        return;
    instance->input[def->drive_input] *= 1.0 - pedal;
    const double most = brake_rate * pedal * sim_world_step_size(site->world);
    instance->applied[def->drive_input] -=
        sim_clamp(instance->applied[def->drive_input], -most, most);
}

const struct veh_part_kind veh_part_drive = {
    .id = VEH_PART_DRIVE,
    .role = "role: how the machine drives",
    .title = "the drive",
    .help =
        "A role names what the machine's logic needs. Roles of a part use the part's own names; "
        "each role exists once.",
    .needed_by = 1u << VEH_HARVESTER | 1u << VEH_FORWARDER,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_drive_def),
    .before = brake,
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .base = base,
};
