#include "vehicles/part/engine.h"

#include <assert.h>
#include <stdio.h>

#include "vehicles/site.h"

static const double rpm = 2.0 * SIM_PI / 60.0; // [rad/s]
static const double stall_share = 0.5;         // of the idle speed, below which it stalls
static const double fire_share = 0.6;          // of the idle speed, to which the starter turns it
static const double start_time = 1.2;          // [s] that the starter turns
static const double throttle_from = 0.97;      // of the full-load speed
static const double fuel_density = 0.84;       // [kg/l]
static const double per_kwh = 1e-3 / 3.6e6;    // [kg/J] of 1 g/kWh

static const struct veh_key keys[] = {
    VEH_KEY_RANGE(engine, torque, POLYLINE, "", NULL, 0, 1e5,
                  "at full load: points [speed in 1/min, torque in N m] in ascending order of "
                  "speed; below the first the torque falls to zero at standstill"),
    VEH_KEY_RANGE(engine, idle_rpm, NUMBER, "1/min", "850", 100, 1e4, "idle speed"),
    VEH_KEY_RANGE(engine, working_rpm, NUMBER, "1/min", NULL, 100, 1e4,
                  "speed without a load while a lever is moved"),
    VEH_KEY_RANGE(engine, droop, NUMBER, "", "0.05", 0.005, 0.3,
                  "share of the speed that the governor gives up at full load"),
    VEH_KEY_RANGE(engine, inertia_kg_m2, NUMBER, "kg m^2", NULL, 0.01, 1e3,
                  "with the flywheel and the pumps"),
    VEH_KEY_RANGE(engine, rise_s, NUMBER, "s", "1", 0, 10,
                  "time in which the torque rises from zero to full load"),
    VEH_KEY_RANGE(engine, friction_nm, NUMBER, "N m", "0", 0, 1e4,
                  "of the engine itself; burns fuel at any load"),
    VEH_KEY_RANGE(
        engine, braking_nm, NUMBER, "N m", "0", 0, 1e4,
        "with which the engine holds back the drive when it gets no fuel, its friction included"),
    VEH_KEY_RANGE(engine, auxiliary_nm, NUMBER, "N m", "0", 0, 1e4,
                  "fan, generator and pumps that run idle"),
    VEH_KEY_RANGE(engine, consumption_g_per_kwh, NUMBER, "g/kWh", "185", 100, 500,
                  "fuel per work, that against friction included"),
    VEH_KEY_RANGE(engine, idle_after_s, NUMBER, "s", "0", 0, 600,
                  "time with all levers let go after which the engine idles; 0: it never does"),
    VEH_KEY_RANGE(
        engine, anti_stall, NUMBER, "", "0.2", 0, 0.9,
        "where the speed falls below that of full load, drive and pump are throttled, "
        "completely at this share below it; 0: they take what displacement and pressure ask "
        "for, and can stall the engine"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_engine_state, speed),       VEH_STATE(veh_engine_state, torque),
    VEH_STATE(veh_engine_state, load),        VEH_STATE(veh_engine_state, fuel),
    VEH_STATE(veh_engine_state, fuel_rate),   VEH_STATE(veh_engine_state, let_go),
    VEH_STATE(veh_engine_state, cranking),    VEH_STATE(veh_engine_state, wish),
    VEH_STATE(veh_engine_state, stopped),     VEH_STATE(veh_engine_state, starter),
    VEH_STATE(veh_engine_state, was_pressed),
};

// ---- definition ----

// [N m] at full load and a speed [rad/s].
static double full_torque(const struct veh_engine_def *def, double speed) {
    const struct veh_polyline *c = &def->torque;
    assert(c->count >= 2);
    const double x = speed / rpm;
    if (x <= c->x[0])
        return c->y[0] * fmax(x, 0.0) / c->x[0];
    for (int i = 1; i < c->count; i++)
        if (x < c->x[i])
            return c->y[i - 1] +
                   (c->y[i] - c->y[i - 1]) * (x - c->x[i - 1]) / (c->x[i] - c->x[i - 1]);
    return c->y[c->count - 1];
}

static const char *problem(const void *definition, const struct sim_model *model, char *text,
                           size_t size) {
    (void)model;
    const struct veh_engine_def *def = definition;
    const double last = def->torque.x[def->torque.count - 1];
    const double idle = full_torque(def, def->idle_rpm * rpm);
    if (!(def->torque.x[0] > 0.0))
        return "the first point of 'torque' is at standstill, expected a speed above 0";
    if (def->idle_rpm >= def->working_rpm)
        return "'idle_rpm' is not below 'working_rpm'";
    if (def->working_rpm > last)
        (void)snprintf(text, size, "'working_rpm' is %g, beyond the last point of 'torque' at %g",
                       def->working_rpm, last);
    else if (idle <= def->auxiliary_nm)
        (void)snprintf(text, size,
                       "at idle speed the engine gives %.0f N m, expected more than the %.0f N m "
                       "of 'auxiliary_nm'",
                       idle, def->auxiliary_nm);
    else
        return NULL;
    return text;
}

static void begin(struct veh_part *part) {
    const struct veh_engine_def *def = part->def;
    struct veh_engine_state *engine = part->state;
    engine->speed = def->working_rpm * rpm;
}

// ---- power ----

// [N m] without fuel.
static double drag(const struct veh_engine_def *def) {
    return fmax(def->braking_nm, def->friction_nm);
}

// NULL: the machine has none.
static struct veh_engine_state *engine_of(const struct veh_worksite *site, int machine,
                                          const struct veh_engine_def **def) {
    const struct veh_part *part = veh_machine_part(&site->machines[machine], &veh_part_engine);
    if (part == NULL)
        return NULL;
    *def = part->def;
    return part->state;
}

bool veh_engine_runs(const struct veh_worksite *site, int machine) {
    const struct veh_engine_def *def;
    const struct veh_engine_state *engine = engine_of(site, machine, &def);
    return engine == NULL || !engine->stopped;
}

double veh_engine_pace(const struct veh_worksite *site, int machine) {
    const struct veh_engine_def *def;
    const struct veh_engine_state *engine = engine_of(site, machine, &def);
    if (engine == NULL)
        return 1.0;
    return engine->stopped ? 0.0 : engine->speed / (def->working_rpm * rpm);
}

static double set_speed(const struct veh_engine_def *def, const struct veh_engine_state *engine) {
    const bool idle = def->idle_after_s > 0.0 && engine->let_go >= def->idle_after_s;
    return rpm * (idle ? def->idle_rpm : def->working_rpm);
}

// Power [W] for drive and pumps. Without protection they take what displacement and pressure ask
// for, whether the engine has it or not.
static double available(const struct veh_engine_def *def, const struct veh_engine_state *engine) {
    if (engine->stopped)
        return 0.0;
    if (!(def->anti_stall > 0.0))
        return (double)INFINITY;
    const double full_load = (1.0 - def->droop) * set_speed(def, engine);
    const double sag = throttle_from - engine->speed / full_load;
    const double throttle = sim_clamp(1.0 - sag / def->anti_stall, 0.0, 1.0);
    const double torque = full_torque(def, engine->speed) - def->auxiliary_nm;
    return throttle * fmax(torque, 0.0) * engine->speed;
}

double veh_engine_ask(struct veh_worksite *site, int machine, enum veh_engine_consumer consumer,
                      double wish) {
    assert(wish >= 0.0 && consumer < VEH_ENGINE_CONSUMERS);
    const struct veh_engine_def *def;
    struct veh_engine_state *engine = engine_of(site, machine, &def);
    if (engine == NULL)
        return (double)INFINITY;
    engine->wish[consumer] = wish;
    double sum = 0.0;
    for (int i = 0; i < VEH_ENGINE_CONSUMERS; i++)
        sum += engine->wish[i];
    const double power = available(def, engine);
    return sum > power ? power * wish / sum : power - (sum - wish);
}

void veh_engine_take(struct veh_worksite *site, int machine, double power) {
    const struct veh_engine_def *def;
    struct veh_engine_state *engine = engine_of(site, machine, &def);
    if (engine != NULL) // at least as fast as it stalls, for the quotient
        engine->load += power / fmax(engine->speed, stall_share * def->idle_rpm * rpm);
}

double veh_engine_retarding(const struct veh_worksite *site, int machine) {
    const struct veh_engine_def *def;
    const struct veh_engine_state *engine = engine_of(site, machine, &def);
    if (engine == NULL)
        return (double)INFINITY;
    return engine->stopped
               ? 0.0
               : (drag(def) + def->auxiliary_nm) * engine->speed + engine->wish[VEH_ENGINE_PUMP];
}

// ---- the step ----

static bool any_lever(const struct veh_controls *controls) {
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (i != VEH_BRAKE && fabs(controls->value[i]) > 0.02)
            return true;
    return false;
}

// The button stops the engine, or turns the starter until the engine fires.
static void watch_button(struct veh_engine_state *engine, double value) {
    if (!veh_button_pressed(value, &engine->was_pressed))
        return;
    engine->starter = engine->stopped && !engine->starter;
    engine->stopped = true;
    engine->cranking = 0.0;
}

// Without a pump nothing moves but the pedal. Parts have set inputs of their own before.
static void let_go(struct veh_machine *machine) {
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (i != VEH_BRAKE)
            sim_instance_set_input(&machine->instance, machine->control_input[i], 0.0);
}

static void before(struct veh_worksite *site, struct veh_part *part) {
    struct veh_machine *machine = &site->machines[part->machine];
    struct veh_engine_state *engine = part->state;
    watch_button(engine, machine->controls.value[VEH_ENGINE]);
    engine->let_go =
        any_lever(&machine->controls) ? 0.0 : engine->let_go + sim_world_step_size(site->world);
    if (engine->stopped)
        let_go(machine);
}

static void crank(const struct veh_engine_def *def, struct veh_engine_state *engine, double h) {
    const double fires = fire_share * def->idle_rpm * rpm;
    engine->cranking += h;
    engine->speed = fmax(engine->speed, fires * fmin(engine->cranking / start_time, 1.0));
    if (engine->cranking < start_time)
        return;
    engine->starter = engine->stopped = false;
    engine->torque = 0.0;
}

// The governor's torque at the speed that it leads to, which is linear in it.
static double governed_torque(const struct veh_engine_def *def,
                              const struct veh_engine_state *engine, double load, double h) {
    const double full = full_torque(def, engine->speed);
    const double set = set_speed(def, engine), gain = full / (def->droop * set);
    const double j = def->inertia_kg_m2 / h;
    const double next = (j * engine->speed + gain * set - load) / (j + gain);
    const double risen =
        fmax(engine->torque, 0.0) + (def->rise_s > 0.0 ? full * h / def->rise_s : full);
    return sim_clamp(gain * (set - next), -drag(def), fmin(full, risen));
}

static void turn(const struct veh_engine_def *def, struct veh_engine_state *engine, double h) {
    const double load = engine->load + def->auxiliary_nm;
    engine->torque = engine->stopped ? -def->friction_nm : governed_torque(def, engine, load, h);
    engine->speed = fmax(engine->speed + (engine->torque - load) * h / def->inertia_kg_m2, 0.0);
    const double work = fmax(engine->torque + def->friction_nm, 0.0) * engine->speed;
    engine->fuel_rate = engine->stopped ? 0.0 : def->consumption_g_per_kwh * per_kwh * work;
    engine->fuel += h * engine->fuel_rate;
    engine->load = 0.0;
}

static void after(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_engine_def *def = part->def;
    struct veh_engine_state *engine = part->state;
    const double h = sim_world_step_size(site->world);
    turn(def, engine, h);
    if (engine->starter)
        crank(def, engine, h);
    if (engine->stopped || engine->speed >= stall_share * def->idle_rpm * rpm)
        return;
    engine->stopped = true;
    veh_site_event(
        site, &veh_part_engine,
        (struct veh_event){
            .kind = VEH_EVENT_ENGINE_STALLED, .machine = part->machine, .stem = -1, .tree = -1});
}

// ---- measures ----

static double speed(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_engine_state *)part->state)->speed / rpm;
}

static double load(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    const struct veh_engine_state *engine = part->state;
    const double full = full_torque(part->def, engine->speed);
    return full > 0.0 ? 100.0 * sim_clamp(engine->torque / full, 0.0, 1.0) : 0.0;
}

static double power(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    const struct veh_engine_state *engine = part->state;
    return 1e-3 * engine->torque * engine->speed;
}

static double fuel(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_engine_state *)part->state)->fuel / fuel_density;
}

static double fuel_rate(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_engine_state *)part->state)->fuel_rate * 3600.0 / fuel_density;
}

static const struct veh_measure measures[] = {
    [VEH_ENGINE_SPEED] = {"speed_1_per_min", "1/min", "of the engine", speed},
    [VEH_ENGINE_LOAD] = {"load_percent", "percent", "torque per torque at full load", load},
    [VEH_ENGINE_POWER] = {"power_kW", "kW", "at the flywheel", power},
    [VEH_ENGINE_FUEL] = {"fuel_l", "l", "burnt since the start", fuel},
    [VEH_ENGINE_FUEL_RATE] = {"fuel_l_per_h", "l/h", "burnt at present", fuel_rate},
};

static unsigned controls(const void *def) {
    (void)def;
    return 1u << VEH_ENGINE;
}

const struct veh_part_kind veh_part_engine = {
    .id = VEH_PART_ENGINE,
    .role = "role: the engine that drives `drive` and `hydraulics`",
    .title = "the engine",
    .help = "A diesel with a governor. The pump of `hydraulics` and the pump of `drive` turn with "
            "it: their speeds in the file are those at `working_rpm`. Where both together want "
            "more power than the engine has, they share it in proportion.",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_engine_def),
    .problem = problem,
    .state_size = sizeof(struct veh_engine_state),
    .state = VEH_STATE_TABLE(state),
    .begin = begin,
    .before = before,
    .after = after,
    .controls = controls,
    .events = VEH_EVENT_BIT(ENGINE_STALLED),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
};
