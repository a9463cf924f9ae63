// The brake's pedal takes the drive's lever back, faster than the valve alone would close; as the
// discs close, they separate the axles from the transmission. The wheels' locks then hold the
// standing machine. Beyond the terrain, where the ground is not known, the lever is taken back by
// itself where it leads farther out: only the way back is open.
#include "vehicles/part/drive.h"

#include <assert.h>
#include <stdio.h>

#include "vehicles/part/axles.h"
#include "vehicles/part/brake.h"
#include "vehicles/part/engine.h"
#include "vehicles/site.h"

static const double brake_rate = 2.0; // [1/s] of full speed, with the pedal pressed down
static const double bar = 1e5;        // [Pa]
static const double cm3 = 1e-6;       // [m^3]
static const double standing = 0.2;   // [m/s] below which the gear is changed
static const double creep = 0.05;     // [m/s] for power per speed: slower, only the pressure counts
static const double swivel_time = 0.05; // [s] in which the motor swivels
static const double least_swivel = 0.1; // of the pump, whose power then still holds the machine

static const struct veh_key keys[] = {
    VEH_KEY(drive, body, BODY, NULL,
            "body whose x axis points forward and whose speed is measured"),
    VEH_KEY(drive, drive_input, INPUT, NULL, "forward and back; the brake takes it back"),
    VEH_KEY(drive, steer_joint, JOINT, "", "articulated steering"),
    VEH_KEY_RANGE(drive, speed_max, NUMBER, "m/s", "2", 0.01, 100,
                  "speed at full input; with `axles` in the work gear, at the engine's "
                  "`working_rpm`"),
    VEH_KEY(drive, wheels, BODIES, "",
            "the machine is set down on the plane through the ground below them, and the "
            "demonstrator steers by them; left out: a rectangle of 5 m by 2.4 m around the origin"),
    VEH_KEY(
        drive, axles, DIFFERENTIALS, "",
        "the axles that a hydrostatic transmission drives; each has a motor with `drive_input`, "
        "`scale` its rate at `speed_max` and `force` what it bears. Left out: the motors alone "
        "drive the machine"),
    VEH_KEY(drive, axle_locks, DIFFERENTIALS, "",
            "differentials with a motor without an input, which hold left and right together with "
            "their `force` while the differential locks are closed"),
    VEH_KEY(drive, balanced, JOINTS, "",
            "hinges of bogies whose gears are driven by a shaft through the pivot, so that the "
            "drive's torque reacts on the frame and not on the bogie's beam"),
    VEH_KEY_RANGE(drive, road_speed_max, NUMBER, "m/s", "", 0.01, 100,
                  "speed at full input in the road gear; left out: there is only the work gear"),
    VEH_KEY_RANGE(drive, pump_cm3, NUMBER, "cm^3", "", 1, 1e4,
                  "displacement of the pump, per turn; with `axles`"),
    VEH_KEY_RANGE(drive, pump_rpm, NUMBER, "1/min", "", 1, 2e4,
                  "its speed at the engine's `working_rpm`; with `axles`"),
    VEH_KEY_RANGE(drive, motor_cm3, NUMBER, "cm^3", "", 1, 1e4,
                  "largest displacement of the motor, per turn; with `axles`"),
    VEH_KEY_RANGE(drive, motor_min_cm3, NUMBER, "cm^3", "", 1, 1e4,
                  "smallest one, at which the machine is fastest; with `axles`"),
    VEH_KEY_RANGE(drive, pressure_bar, NUMBER, "bar", "", 1, 1000, "limit; with `axles`"),
    VEH_KEY_RANGE(drive, efficiency, NUMBER, "", "0.75", 0.05, 1,
                  "power at the wheels per power at the engine's shaft"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_drive_state, most),
    VEH_STATE(veh_drive_state, moving),
    VEH_STATE(veh_drive_state, rest),
    VEH_STATE(veh_drive_state, wound),
    VEH_STATE(veh_drive_state, road),
    VEH_STATE(veh_drive_state, road_wanted),
    VEH_STATE(veh_drive_state, locked),
    VEH_STATE(veh_drive_state, gear_was_pressed),
    VEH_STATE(veh_drive_state, lock_was_pressed),
    VEH_STATE(veh_drive_state, lifted),
    VEH_STATE(veh_drive_state, tip_told),
};

// ---- definition ----

static const char *transmission_problem(const struct veh_drive_def *def, char *text, size_t size) {
    const double flow = def->pump_cm3 * def->pump_rpm;
    if (def->axles.count == 0)
        return flow > 0.0 || def->axle_locks.count > 0 || def->road_speed_max > 0.0
                   ? "the drive has a transmission but no 'axles'"
                   : NULL;
    if (!(flow > 0.0))
        return "the pump gives no flow: a drive with 'axles' needs 'pump_cm3' and 'pump_rpm'";
    if (!(def->motor_cm3 > 0.0) || !(def->motor_min_cm3 > 0.0) || !(def->pressure_bar > 0.0))
        return "a drive with 'axles' needs 'motor_cm3', 'motor_min_cm3' and 'pressure_bar'";
    if (def->motor_min_cm3 > def->motor_cm3)
        return "'motor_min_cm3' is above 'motor_cm3'";
    if (!(def->road_speed_max > 0.0) || def->road_speed_max > def->speed_max)
        return NULL;
    (void)snprintf(text, size,
                   "gears out of order: 'road_speed_max' is %g m/s, expected more than the %g m/s "
                   "of 'speed_max'",
                   def->road_speed_max, def->speed_max);
    return text;
}

static const char *problem(const void *definition, const struct sim_model *model, char *text,
                           size_t size) {
    const struct veh_drive_def *def = definition;
    for (int i = 0; i < def->axles.count; i++) {
        const struct sim_model_differential *axle = &model->differentials[def->axles.index[i]];
        if (axle->def.motor && axle->input == def->drive_input && fabs(axle->input_scale) > 0.0)
            continue;
        (void)snprintf(text, size, "axle '%s' needs a motor with the drive's input and a 'scale'",
                       axle->name);
        return text;
    }
    for (int i = 0; i < def->axle_locks.count; i++) {
        const struct sim_model_differential *lock = &model->differentials[def->axle_locks.index[i]];
        if (lock->def.motor && lock->input < 0)
            continue;
        (void)snprintf(text, size, "axle lock '%s' needs a motor with a 'force' and no 'input'",
                       lock->name);
        return text;
    }
    return transmission_problem(def, text, size);
}

const struct veh_drive_def *veh_drive_def(const struct veh_machine_def *def) {
    return veh_machine_def_part(def, &veh_part_drive);
}

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

// ---- transmission ----

// [m^3/s] at the engine's working speed.
static double pump_flow(const struct veh_drive_def *def) {
    return def->pump_cm3 * cm3 * def->pump_rpm / 60.0;
}

static double gear_speed(const struct veh_drive_def *def, bool road) {
    return road ? def->road_speed_max : def->speed_max;
}

// [N] at the pressure limit.
static double most_force(const struct veh_drive_def *def, bool road) {
    return def->efficiency * def->pressure_bar * bar * pump_flow(def) *
           (def->motor_cm3 / def->motor_min_cm3) / gear_speed(def, road);
}

static double mean_speed(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    double sum = 0.0;
    for (int i = 0; i < def->axles.count; i++) {
        const struct veh_axle axle = veh_axle_at(site, part, i);
        sum += veh_axle_speed(site, part, &axle);
    }
    return def->axles.count > 0 ? sum / def->axles.count : 0.0;
}

static double whole_force(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    double sum = 0.0;
    for (int i = 0; i < def->axles.count; i++) {
        const struct veh_axle axle = veh_axle_at(site, part, i);
        sum += veh_axle_force(site, &axle);
    }
    return sum;
}

// Power at the wheels in the last step.
static double wheel_power(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    double sum = 0.0;
    for (int i = 0; i < def->axles.count; i++) {
        const struct veh_axle axle = veh_axle_at(site, part, i);
        sum += veh_axle_force(site, &axle) * veh_axle_speed(site, part, &axle);
    }
    return sum;
}

struct bounds {
    double drive, retard; // [N] with the motion and against it
};

static struct bounds bound_force(struct veh_worksite *site, struct veh_part *part, double lever) {
    const struct veh_drive_def *def = part->def;
    struct veh_drive_state *drive = part->state;
    const double most = most_force(def, drive->road);
    const double pace = veh_engine_pace(site, part->machine);
    const double oil =
        def->pressure_bar * bar * pump_flow(def) * pace * fmax(fabs(lever), least_swivel);
    const double speed = fabs(drive->moving);
    // At its limit it would take all that it can, else what it took in the last step.
    const double force = fabs(whole_force(site, part));
    const double pull = force >= 0.99 * drive->most ? most : fmin(force, most);
    const double wish = fmin(pull * speed / def->efficiency, oil);
    const double power = fmin(veh_engine_ask(site, part->machine, VEH_ENGINE_DRIVE, wish), oil);
    const double back = veh_engine_retarding(site, part->machine);
    const double divisor = fmax(speed, creep);
    return (struct bounds){fmin(most, def->efficiency * power / divisor),
                           fmin(most, back / (def->efficiency * divisor))};
}

// [N] that the axle adds to the whole force, by strength, and what the shaft brings from others.
static double axle_share(const struct veh_worksite *site, const struct veh_part *part,
                         const struct veh_axle *axle, double force, double shaft) {
    const struct veh_drive_def *def = part->def;
    double strength = 0.0;
    for (int i = 0; i < def->axles.count; i++)
        strength += veh_axle_at(site, part, i).strength;
    return sim_clamp(force * axle->strength / strength + shaft, -axle->strength, axle->strength);
}

static void drive_axle(struct veh_worksite *site, const struct veh_part *part, int i, double target,
                       struct bounds bounds, double shaft) {
    const struct veh_drive_state *drive = part->state;
    const struct veh_axle axle = veh_axle_at(site, part, i);
    const double forward = drive->moving < 0.0 ? bounds.retard : bounds.drive;
    const double backward = drive->moving < 0.0 ? bounds.drive : bounds.retard;
    const double per_metre = fabs(axle.per_metre);
    const double high = axle_share(site, part, &axle, forward, shaft) / per_metre;
    const double low = axle_share(site, part, &axle, -backward, shaft) / per_metre;
    struct sim_differential_def *d = sim_differential(site->world, axle.id);
    d->rate = target * axle.per_metre;
    d->force_high = axle.per_metre > 0.0 ? high : -low;
    d->force_low = axle.per_metre > 0.0 ? low : -high;
}

static void lock_axles(struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    const struct veh_drive_state *drive = part->state;
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    const double share = drive->locked ? drive->rest : 0.0;
    for (int i = 0; i < def->axle_locks.count; i++) {
        const int index = def->axle_locks.index[i];
        struct sim_differential_def *d =
            sim_differential(site->world, instance->differentials[index]);
        d->force_high = share * instance->model->differentials[index].def.force_high;
        d->force_low = share * instance->model->differentials[index].def.force_low;
    }
}

static void actuate(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    struct veh_drive_state *drive = part->state;
    if (def->axles.count == 0)
        return;
    const double lever = site->machines[part->machine].instance.applied[def->drive_input];
    const double asked =
        lever * gear_speed(def, drive->road) * veh_engine_pace(site, part->machine);
    const double h = sim_world_step_size(site->world);
    drive->moving += (mean_speed(site, part) - drive->moving) * h / (h + swivel_time);
    drive->rest = 1.0 - veh_brake_share(&site->machines[part->machine]);
    struct bounds bounds = bound_force(site, part, lever);
    drive->most = bounds.drive;
    bounds.drive *= drive->rest;
    bounds.retard *= drive->rest;
    const struct veh_shaft shaft = veh_axles_shaft(site, part);
    for (int i = 0; i < def->axles.count; i++)
        drive_axle(site, part, i, asked, bounds, shaft.force[i]);
    lock_axles(site, part);
    veh_axles_balance(site, part);
}

static void after(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    const double power = wheel_power(site, part);
    veh_engine_take(site, part->machine,
                    power > 0.0 ? power / def->efficiency : power * def->efficiency);
}

// ---- controls ----

static double pedal_of(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    const struct veh_machine *machine = &site->machines[part->machine];
    const double lever = machine->instance.input[def->drive_input];
    const bool out = lever * beyond_terrain(site, part->machine) > 0.0;
    return out || veh_brake_parked(machine) ? 1.0 : machine->controls.value[VEH_BRAKE];
}

static void brake(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    struct sim_instance *instance = &site->machines[part->machine].instance;
    const double pedal = pedal_of(site, part);
    if (pedal <= 0.0)
        return;
    instance->input[def->drive_input] *= 1.0 - pedal;
    const double most = brake_rate * pedal * sim_world_step_size(site->world);
    instance->applied[def->drive_input] -=
        sim_clamp(instance->applied[def->drive_input], -most, most);
}

static void watch_buttons(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_drive_def *def = part->def;
    const struct veh_controls *controls = &site->machines[part->machine].controls;
    struct veh_drive_state *drive = part->state;
    if (veh_button_pressed(controls->value[VEH_GEAR], &drive->gear_was_pressed) &&
        def->road_speed_max > 0.0)
        drive->road_wanted = !drive->road_wanted;
    if (fabs(drive->moving) < standing)
        drive->road = drive->road_wanted;
    if (veh_button_pressed(controls->value[VEH_DIFF_LOCK], &drive->lock_was_pressed))
        drive->locked = !drive->locked && def->axle_locks.count > 0;
}

static void before(struct veh_worksite *site, struct veh_part *part) {
    watch_buttons(site, part);
    brake(site, part);
}

static unsigned controls(const void *definition) {
    const struct veh_drive_def *def = definition;
    return (def->road_speed_max > 0.0 ? 1u << VEH_GEAR : 0u) |
           (def->axle_locks.count > 0 ? 1u << VEH_DIFF_LOCK : 0u);
}

// ---- measures ----

static double speed(const struct veh_worksite *site, const struct veh_part *part) {
    return veh_machine_speed(site, part->machine);
}

static double gear(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_drive_state *)part->state)->road ? 2.0 : 1.0;
}

static double locked(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_drive_state *)part->state)->locked;
}

static double force(const struct veh_worksite *site, const struct veh_part *part) {
    return 1e-3 * whole_force(site, part);
}

static double power(const struct veh_worksite *site, const struct veh_part *part) {
    return 1e-3 * wheel_power(site, part);
}

static const struct veh_measure measures[] = {
    [VEH_DRIVE_SPEED] = {"speed_m_per_s", "m/s", "of the machine along its x axis", speed},
    [VEH_DRIVE_GEAR] = {"gear", "", "1: work gear, 2: road gear", gear},
    [VEH_DRIVE_LOCKED] = {"locked", "", "1 while the differential locks are closed, else 0",
                          locked},
    [VEH_DRIVE_FORCE] = {"force_kN", "kN", "tractive force of the transmission", force},
    [VEH_DRIVE_POWER] = {"power_kW", "kW", "of the transmission at the wheels", power},
};

const struct veh_part_kind veh_part_drive = {
    .id = VEH_PART_DRIVE,
    .role = "role: how the machine drives",
    .title = "the drive",
    .help =
        "A role names what the machine's logic needs. Roles of a part use the part's own names; "
        "each role exists once. A drive with `axles` has a hydrostatic transmission: its speed "
        "follows the engine's, its force is bounded by the pressure and, at speed, by the power.",
    .needed_by = 1u << VEH_HARVESTER | 1u << VEH_FORWARDER,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_drive_def),
    .problem = problem,
    .state_size = sizeof(struct veh_drive_state),
    .state = VEH_STATE_TABLE(state),
    .before = before,
    .actuate = actuate,
    .after = after,
    .controls = controls,
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .base = base,
    .settle = veh_watch_stability,
    .events = VEH_EVENT_BIT(TIP_NEAR),
};
