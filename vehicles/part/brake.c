#include "vehicles/part/brake.h"

#include <assert.h>
#include <stdio.h>

#include "vehicles/part/drive.h"
#include "vehicles/part/engine.h"
#include "vehicles/site.h"

static const double neutral = 0.02; // of the drive's lever
static const double closed = 0.5;   // share of the parking brake's torque that counts as closed

static const struct veh_key keys[] = {
    VEH_KEY(brake, joints, JOINTS, NULL, "hinges of the wheels that are braked"),
    VEH_KEY_RANGE(brake, service_nm, NUMBER, "N m", NULL, 1, 1e6,
                  "on each of them with the pedal pressed down"),
    VEH_KEY_RANGE(brake, parking_nm, NUMBER, "N m", NULL, 1, 1e6,
                  "on each of them with the parking brake closed"),
    VEH_KEY_RANGE(brake, hold_below, NUMBER, "m/s", "0.2", 0, 10,
                  "speed below which the parking brake closes by itself while the drive's lever is "
                  "let go; 0: it does not"),
    VEH_KEY_RANGE(brake, response_s, NUMBER, "s", "0.1", 0, 2,
                  "time constant with which the discs close"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_brake_state, service),
    VEH_STATE(veh_brake_state, parking),
    VEH_STATE(veh_brake_state, parked),
    VEH_STATE(veh_brake_state, was_pressed),
};

static const char *problem(const void *definition, const struct sim_model *model, char *text,
                           size_t size) {
    const struct veh_brake_def *def = definition;
    if (def->joints.count == 0)
        return "'joints' is empty, expected the hinges of the wheels";
    for (int i = 0; i < def->joints.count; i++) {
        const struct sim_model_joint *joint = &model->joints[def->joints.index[i]];
        const char *wrong = NULL;
        if (sim_joint_kind_axes(joint->def.kind) == 0 || sim_joint_kind_slides(joint->def.kind, 0))
            wrong = "does not turn, expected the hinge of a wheel";
        else if (joint->brake_input[0] >= 0 || joint->def.free_axis[0].brake > 0.0)
            wrong = "has a 'brake' of its own, expected none";
        if (wrong == NULL)
            continue;
        (void)snprintf(text, size, "joint '%s' %s", joint->name, wrong);
        return text;
    }
    return NULL;
}

bool veh_brake_parked(const struct veh_machine *machine) {
    const struct veh_part *part = veh_machine_part(machine, &veh_part_brake);
    return part != NULL && ((const struct veh_brake_state *)part->state)->parked;
}

double veh_brake_share(const struct veh_machine *machine) {
    const struct veh_part *part = veh_machine_part(machine, &veh_part_brake);
    const struct veh_brake_state *brake = part != NULL ? part->state : NULL;
    return brake != NULL ? fmax(brake->service, brake->parking) : 0.0;
}

// The machine stands, and nobody asks it to drive.
static bool stands(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_brake_def *def = part->def;
    const struct veh_machine *machine = &site->machines[part->machine];
    const struct veh_drive_def *drive = veh_drive_def(machine->def);
    const struct sim_instance *instance = &machine->instance;
    return drive != NULL && fabs(instance->input[drive->drive_input]) < neutral &&
           fabs(instance->applied[drive->drive_input]) < neutral &&
           fabs(veh_machine_speed(site, part->machine)) < def->hold_below;
}

static double follow(double share, double aim, double h, double response) {
    return share + (aim - share) * h / (h + response);
}

static void before(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_brake_def *def = part->def;
    const struct veh_controls *controls = &site->machines[part->machine].controls;
    struct veh_brake_state *brake = part->state;
    if (veh_button_pressed(controls->value[VEH_PARKING_BRAKE], &brake->was_pressed))
        brake->parked = !brake->parked;
    const bool shut = brake->parked || !veh_engine_runs(site, part->machine) || stands(site, part);
    const double h = sim_world_step_size(site->world);
    brake->service = follow(brake->service, controls->value[VEH_BRAKE], h, def->response_s);
    // The drive pushes the discs apart at once.
    brake->parking = shut ? follow(brake->parking, 1.0, h, def->response_s) : 0.0;
}

// Pedal and spring press the same discs together, so the stronger one counts.
static double torque(const struct veh_brake_def *def, const struct veh_brake_state *brake) {
    return fmax(brake->service * def->service_nm, brake->parking * def->parking_nm);
}

static void actuate(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_brake_def *def = part->def;
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    for (int i = 0; i < def->joints.count; i++)
        sim_joint_free_axis(site->world, instance->joints[def->joints.index[i]], 0)->brake =
            torque(def, part->state);
}

static double sum(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    const struct veh_brake_def *def = part->def;
    return 1e-3 * def->joints.count * torque(def, part->state);
}

static double parking(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_brake_state *)part->state)->parking > closed;
}

static const struct veh_measure measures[] = {
    [VEH_BRAKE_TORQUE] = {"torque_kNm", "kNm", "with which the brakes can hold, all together", sum},
    [VEH_BRAKE_PARKING] = {"parking", "", "1 while the parking brake is closed, else 0", parking},
};

static unsigned controls(const void *def) {
    (void)def;
    return 1u << VEH_PARKING_BRAKE | 1u << VEH_BRAKE;
}

const struct veh_part_kind veh_part_brake = {
    .id = VEH_PART_BRAKE,
    .role = "role: the brakes at the wheels",
    .title = "the brakes",
    .help = "Discs at the wheels for the pedal and for the parking brake, which also closes when "
            "the engine stops and while the machine stands.",
    .needs = &veh_part_drive,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_brake_def),
    .problem = problem,
    .state_size = sizeof(struct veh_brake_state),
    .state = VEH_STATE_TABLE(state),
    .before = before,
    .actuate = actuate,
    .controls = controls,
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
};
