// Traction: a chain holds the driving machine back, the faster it gets out the less, and pulls the
// machine in neutral.
#include <stdlib.h>
#include <string.h>

#include "vehicles/part/drive.h"
#include "vehicles/part/engine.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

static const double soft_soil = 500e3; // [Pa] cone index
static const double slow = 0.35;       // of the drive's lever
static const double gravity = 9.81;    // [m/s^2]
static const double start_up = 6.0;    // [s]
static const double average = 1.0;     // [s]
static const double change = 2.0;      // [s] until all gives in after the chain's speed changed
static const double hitch = 0.7;       // [m] its height above the ground
static const double tow_speed = 1.0;   // [m/s]
static const double slip_of_pull = 0.2;
static const double pull_of_slip = 0.6; // of the weight

static double weight_of(const struct veh_rig *rig) {
    double mass = 0.0;
    for (int i = 0; i < veh_rig_machine(rig)->def->model.body_count; i++)
        mass += sim_body_mass(rig->site.world, veh_rig_body(rig, i));
    return gravity * mass;
}

// The frame that is farthest in that direction along x.
static struct sim_body_id end_frame(const struct veh_rig *rig, double direction) {
    const struct veh_machine_def *machine = veh_rig_machine(rig)->def;
    const struct veh_drive_def *drive = veh_drive_def(machine);
    const struct sim_body_id own = veh_rig_body(rig, drive->body);
    if (drive->steer_joint < 0)
        return own;
    const struct sim_model_joint *joint = &machine->model.joints[drive->steer_joint];
    const struct sim_body_id frame[2] = {veh_rig_body(rig, joint->parent),
                                         veh_rig_body(rig, joint->child)};
    const double ahead =
        sim_body_centre(rig->site.world, frame[1]).x - sim_body_centre(rig->site.world, frame[0]).x;
    return frame[ahead * direction > 0.0];
}

static struct veh_chain hook(struct veh_rig *rig, double direction) {
    const struct sim_body_id frame = end_frame(rig, direction);
    struct sim_vec3 point = sim_body_centre(rig->site.world, frame);
    point.z = hitch;
    return veh_rig_chain(rig, frame, point, sim_vec3(direction, 0.0, 0.0));
}

// [rad/s] Mean of all wheels about the machine's y.
static double spin_of(const struct veh_rig *rig) {
    const struct veh_list *wheels = &veh_drive_def(veh_rig_machine(rig)->def)->wheels;
    const struct sim_vec3 y =
        sim_rotate(veh_machine_pose(&rig->site, 0).q, sim_vec3(0.0, 1.0, 0.0));
    double sum = 0.0;
    for (int i = 0; i < wheels->count; i++)
        sum += sim_dot(
            y, sim_body_angular_velocity(rig->site.world, veh_rig_body(rig, wheels->index[i])));
    return sum / wheels->count;
}

// ---- pull over slip ----

struct pull {
    double slip, force, power; // 1, [N], [W] of the wheels
};

// While the chain gets out with that speed. resistance [N]: of rolling.
static struct pull pull_at(struct veh_rig *rig, struct veh_chain chain, double speed, double radius,
                           double resistance) {
    struct pull p = {0};
    veh_chain_let_out(rig, chain, speed);
    veh_rig_run(rig, change);
    const int steps = (int)lround(average / sim_world_step_size(rig->site.world));
    double rim = 0.0;
    for (int i = 0; i < steps; i++) {
        p.force += veh_chain_mean(rig, chain, sim_world_step_size(rig->site.world)) / steps;
        rim += radius * spin_of(rig) / steps;
    }
    p.slip = rim > speed ? 1.0 - speed / rim : 0.0;
    p.power = (p.force + resistance) * rim;
    return p;
}

// y where the curve passes x for the first time; NaN: it does not.
static double passes(const double *x, const double *y, int count, double at) {
    for (int i = 1; i < count; i++)
        if ((x[i - 1] <= at && at <= x[i]) || (x[i] <= at && at <= x[i - 1]))
            return x[i] == x[i - 1]
                       ? y[i]
                       : y[i - 1] + (at - x[i - 1]) / (x[i] - x[i - 1]) * (y[i] - y[i - 1]);
    return (double)NAN;
}

// [m] Speed of the machine per spin of its wheels on hard ground, where they hardly slip.
static bool measure_radius(const struct veh_machine_def *machine, double *radius) {
    struct veh_rig rig;
    if (!veh_rig_init(&rig, &(struct veh_rig_def){.machine = machine}))
        return false;
    rig.levers.value[VEH_DRIVE] = slow;
    veh_rig_run(&rig, start_up);
    *radius = veh_machine_speed(&rig.site, 0) / spin_of(&rig);
    veh_rig_finish(&rig);
    return true;
}

// A run with one position of the lever, and what it gives.
struct run {
    double lever, cone_index, radius, resistance; // 1, [Pa], [m], [N]
    double speed, most, power, engine;            // [m/s], [N], [W], [kW]
};

static bool measure_pull(const struct veh_machine_def *machine, struct run *run,
                         struct veh_curve *curve) {
    static const double out[] = {0.98, 0.95, 0.92, 0.9, 0.85, 0.8, 0.75, 0.7,
                                 0.6,  0.5,  0.4,  0.3, 0.2,  0.1, 0.0};
    struct veh_rig rig;
    if (!veh_rig_init(&rig,
                      &(struct veh_rig_def){.machine = machine, .cone_index = run->cone_index}))
        return false;
    rig.levers.value[VEH_DRIVE] = run->lever;
    veh_rig_run(&rig, start_up);
    run->speed = veh_machine_speed(&rig.site, 0);
    const double weight = weight_of(&rig);
    const struct veh_chain chain = hook(&rig, -1.0);
    veh_curve_add(curve, 1.0 - run->speed / (run->radius * spin_of(&rig)), 0.0);
    for (size_t i = 0; i < sizeof out / sizeof out[0]; i++) {
        const struct pull p =
            pull_at(&rig, chain, out[i] * run->speed, run->radius, run->resistance);
        veh_curve_add(curve, p.slip, p.force / weight);
        run->most = fmax(run->most, p.force);
        run->power = fmax(run->power, p.power);
        run->engine = fmax(run->engine,
                           veh_machine_measure(&rig.site, 0, &veh_part_engine, VEH_ENGINE_POWER));
    }
    veh_rig_finish(&rig);
    return true;
}

// ---- rolling resistance ----

// The machine without what drives or brakes its wheels; borrows all else from the other.
struct neutral {
    struct veh_machine_def def;
    struct veh_drive_def drive;
    struct sim_model_joint *joints;
    struct sim_model_differential *differentials;
};

static bool drives(const struct veh_drive_def *drive, int input) {
    return input >= 0 && input == drive->drive_input;
}

static void idle_joints(struct neutral *n) {
    for (int i = 0; i < n->def.model.joint_count; i++)
        for (int a = 0; a < SIM_JOINT_AXES; a++)
            if (drives(&n->drive, n->joints[i].input[a]))
                n->joints[i].def.free_axis[a].motor.mode = SIM_MOTOR_OFF;
}

static void idle_axles(struct neutral *n) {
    for (int i = 0; i < n->def.model.differential_count; i++) {
        struct sim_model_differential *d = &n->differentials[i];
        bool idle = drives(&n->drive, d->input);
        for (int k = 0; k < n->drive.axle_locks.count; k++)
            idle = idle || n->drive.axle_locks.index[k] == i;
        if (idle)
            d->def.force_low = d->def.force_high = 0.0;
    }
}

// All parts but those that drive, brake or lock.
static void keep_parts(struct neutral *n, const struct veh_machine_def *machine) {
    n->def.part_count = 0;
    for (int i = 0; i < machine->part_count; i++) {
        struct veh_part_def part = machine->parts[i];
        const int id = part.kind->id;
        if (id == VEH_PART_LOCK || id == VEH_PART_BRAKE || id == VEH_PART_ENGINE)
            continue;
        if (id == VEH_PART_DRIVE)
            part.def = &n->drive;
        n->def.parts[n->def.part_count++] = part;
    }
}

static bool neutral_init(struct neutral *n, const struct veh_machine_def *machine) {
    const struct sim_model *model = &machine->model;
    *n = (struct neutral){.def = *machine, .drive = *veh_drive_def(machine)};
    n->joints = malloc(((size_t)model->joint_count + 1) * sizeof *n->joints);
    n->differentials = malloc(((size_t)model->differential_count + 1) * sizeof *n->differentials);
    if (n->joints == NULL || n->differentials == NULL)
        return false;
    if (model->joint_count > 0)
        memcpy(n->joints, model->joints, (size_t)model->joint_count * sizeof *n->joints);
    if (model->differential_count > 0)
        memcpy(n->differentials, model->differentials,
               (size_t)model->differential_count * sizeof *n->differentials);
    n->def.model.joints = n->joints;
    n->def.model.differentials = n->differentials;
    idle_joints(n);
    idle_axles(n);
    n->drive.axles.count = n->drive.axle_locks.count = 0;
    keep_parts(n, machine);
    return true;
}

static void neutral_finish(struct neutral *n) {
    free(n->joints);
    free(n->differentials);
}

static bool tow(const struct veh_machine_def *machine, double *force, struct veh_sheet *sheet) {
    struct veh_rig rig;
    if (!veh_rig_init(&rig,
                      &(struct veh_rig_def){.machine = machine, .cone_index = veh_forest_soil}))
        return false;
    veh_rig_run(&rig, change);
    const struct veh_chain chain = hook(&rig, 1.0);
    veh_chain_let_out(&rig, chain, -tow_speed);
    veh_rig_run(&rig, start_up);
    *force = veh_chain_mean(&rig, chain, 2.0 * start_up);
    sheet->figure[VEH_FIGURE_ROLLING] = *force / weight_of(&rig);
    veh_rig_finish(&rig);
    return true;
}

// The slip that pulls so much; 1: it spins before.
static double slip_at(const struct veh_curve *curve, double pull) {
    const double slip = passes(curve->y, curve->x, curve->count, pull);
    return isnan(slip) ? 1.0 : slip;
}

static void fill(const struct run *slow_run, const struct run *full, struct veh_sheet *sheet) {
    const struct veh_curve *firm = &sheet->curve[VEH_CURVE_PULL];
    const struct veh_curve *soft = &sheet->curve[VEH_CURVE_SOFT_PULL];
    sheet->figure[VEH_FIGURE_SPEED] = 3.6 * full->speed;
    sheet->figure[VEH_FIGURE_PULL] = 1e-3 * slow_run->most;
    sheet->figure[VEH_FIGURE_WHEEL_POWER] = 1e-3 * full->power;
    sheet->figure[VEH_FIGURE_SLIP_PULL] = passes(firm->x, firm->y, firm->count, slip_of_pull);
    sheet->figure[VEH_FIGURE_SOFT_SLIP_PULL] = passes(soft->x, soft->y, soft->count, slip_of_pull);
    sheet->figure[VEH_FIGURE_PULL_SLIP] = slip_at(firm, pull_of_slip);
    if (full->engine > 0.0)
        sheet->figure[VEH_FIGURE_ENGINE_POWER] = full->engine;
}

// Slowly for the slip, so that the engine's power does not bound it; at full lever for the power.
static bool measure(const struct veh_machine_def *machine, struct veh_sheet *sheet) {
    struct neutral neutral;
    struct veh_curve unused = {.count = 0};
    struct run run = {.lever = slow, .cone_index = veh_forest_soil};
    const bool towed = neutral_init(&neutral, machine) && tow(&neutral.def, &run.resistance, sheet);
    neutral_finish(&neutral);
    if (!towed || !measure_radius(machine, &run.radius))
        return false;
    struct run soft = run, full = run;
    soft.cone_index = soft_soil;
    full.lever = 1.0;
    if (!measure_pull(machine, &run, &sheet->curve[VEH_CURVE_PULL]) ||
        !measure_pull(machine, &soft, &sheet->curve[VEH_CURVE_SOFT_PULL]) ||
        !measure_pull(machine, &full, &unused))
        return false;
    fill(&run, &full, sheet);
    return true;
}

const struct veh_measurement veh_measure_pull = {
    "pull", "pull over slip, rolling resistance, power at the wheels", measure};
