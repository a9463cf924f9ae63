#include "vehicles/part/valve.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "vehicles/site.h"

static const double mm = 1e-3, cm3 = 1e-6; // [m], [m^3]
static const double litre = 1e-3;          // [m^3]
static const double oil_damping = 0.03;    // [s] d: of what swings at 1 Hz, a damping ratio of 0.1
static const double spool_rest = 1e-3;     // of its travel: nearer than this it has arrived
static const double at_limit = 1.0 - 1e-9; // of a pressure, which is a rounded force per area

// ---- definition ----

static const struct veh_key keys[] = {
    VEH_KEY(valve, name, NAME, NULL, "its name, unique among the file's valves"),
    VEH_KEY(valve, joint, JOINT, NULL,
            "the joint that it moves, a slide or a hinge. The `input` of its motor is the lever, "
            "`scale` the speed with the lever full out; a positive speed extends a cylinder. The "
            "motor's `force` is left out: it is pressure times area"),
    VEH_KEY_RANGE(valve, bore_mm, NUMBER, "mm", "", 5, 1000, "of a cylinder"),
    VEH_KEY_RANGE(valve, rod_mm, NUMBER, "mm", "0", 0, 1000, "diameter of its rod"),
    VEH_KEY_RANGE(valve, displacement_cm3, NUMBER, "cm^3", "", 0.1, 1e7,
                  "of a motor and its gear, per turn of the joint; instead of `bore_mm`"),
    VEH_KEY_RANGE(valve, pressure_bar, NUMBER, "bar", NULL, 1, 1000,
                  "limit; that of the pump holds, too"),
    VEH_KEY_RANGE(valve, relief_ratio, NUMBER, "", "1.2", 1, 3,
                  "of the pressure at which the load pushes oil out of the shut valve to the "
                  "limit"),
    VEH_KEY_RANGE(valve, flow_l_per_min, NUMBER, "l/min", "1000", 0.1, 1e4,
                  "that the open spool lets through"),
    VEH_KEY_RANGE(valve, dead_band, NUMBER, "", "0", 0, 0.5,
                  "share of the lever's travel in which the spool stays shut"),
    VEH_KEY_RANGE(valve, progression, NUMBER, "", "0", 0, 1,
                  "0: the flow is proportional to the travel beyond the dead band, 1: to its "
                  "square; between, a mixture"),
    VEH_KEY_RANGE(valve, response_s, NUMBER, "s", "0", 0, 2,
                  "time constant with which the spool follows the lever"),
    VEH_KEY_RANGE(valve, oil_l, NUMBER, "l", "0", 0, 1000,
                  "oil that the load compresses, in the actuator with the piston in its middle and "
                  "in the hose; 0: it is rigid"),
    VEH_KEY_RANGE(valve, floats, INTEGER, "", "0", 0, 1,
                  "1: the shut spool holds nothing, the actuator is free"),
    VEH_KEY_RANGE(valve, priority, INTEGER, "", "2", 1, 9,
                  "1 is served first where the pump gives less than all ask for"),
    VEH_KEY(valve, burst_input, INPUT, "",
            "a fault: while it is 0.5 or more a hose has burst, and there is no pressure. An "
            "exercise can let it burst, too"),
    VEH_KEY_RANGE(valve, burst_valve, INTEGER, "", "0", 0, 1,
                  "1: a valve at the actuator, which holds the load when the hose bursts"),
    VEH_KEY(valve, hinge, JOINT, "",
            "the hinge that the cylinder moves: its limits are compared "
            "with the cylinder's lengths"),
    VEH_KEY_RANGE(valve, closed_mm, NUMBER, "mm", "", 10, 1e5,
                  "distance of the pins with the rod in; with `hinge`"),
    VEH_KEY_RANGE(valve, stroke_mm, NUMBER, "mm", "", 1, 1e5, "travel of the rod; with `hinge`"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_valve_state, spool),  VEH_STATE(veh_valve_state, target),
    VEH_STATE(veh_valve_state, spring), VEH_STATE(veh_valve_state, checked),
    VEH_STATE(veh_valve_state, burst),
};

static struct veh_actuator actuator_of(const struct veh_valve_def *def) {
    return def->bore_mm > 0.0 ? veh_cylinder(def->bore_mm * mm, def->rod_mm * mm)
                              : veh_rotary_motor(def->displacement_cm3 * cm3);
}

// ---- the cylinder in its triangle ----

// The pin at the other end of the cylinder's barrel or rod, -1: it has none.
static int pin_at(const struct sim_model *model, int body, int not_this) {
    for (int i = 0; i < model->joint_count; i++)
        if (i != not_this && (model->joints[i].parent == body || model->joints[i].child == body))
            return i;
    return -1;
}

// Distance of the cylinder's pins with the hinge turned by angle from the pose of the file. The
// hinge's child carries one of the two.
static bool length_at(const struct sim_model *model, const struct veh_valve_def *def, double angle,
                      double *length) {
    const struct sim_model_joint *cylinder = &model->joints[def->joint];
    const struct sim_model_joint *hinge = &model->joints[def->hinge];
    const int pin[2] = {pin_at(model, cylinder->parent, def->joint),
                        pin_at(model, cylinder->child, def->joint)};
    if (pin[0] < 0 || pin[1] < 0)
        return false;
    struct sim_vec3 p[2];
    const struct sim_quat turn = sim_quat_exp(sim_scale(hinge->def.axis[0], angle));
    int turned = 0;
    for (int i = 0; i < 2; i++) {
        const struct sim_model_joint *joint = &model->joints[pin[i]];
        const struct sim_vec3 arm = sim_sub(joint->def.anchor, hinge->def.anchor);
        const bool on_child = joint->parent == hinge->child || joint->child == hinge->child;
        p[i] = on_child ? sim_rotate(turn, arm) : arm;
        turned += on_child;
    }
    *length = sim_length(sim_sub(p[0], p[1]));
    return turned == 1;
}

static const int reach_samples = 64; // of the hinge's range: its longest may be between the limits

// [mm] shortest and longest that the hinge's limits ask for.
static bool reach_of(const struct sim_model *model, const struct veh_valve_def *def, double *low,
                     double *high) {
    const struct sim_axis *axis = &model->joints[def->hinge].def.free_axis[0];
    *low = (double)INFINITY, *high = 0.0;
    for (int i = 0; i <= reach_samples; i++) {
        double length = 0.0;
        const double share = (double)i / reach_samples;
        if (!length_at(model, def, axis->lower + share * (axis->upper - axis->lower), &length))
            return false;
        *low = fmin(*low, length / mm);
        *high = fmax(*high, length / mm);
    }
    return true;
}

static const char *reach_problem(const struct veh_valve_def *def, const struct sim_model *model,
                                 char *text, size_t size) {
    const bool given = def->closed_mm > 0.0 && def->stroke_mm > 0.0;
    if (def->hinge < 0)
        return def->closed_mm > 0.0 || def->stroke_mm > 0.0
                   ? "'closed_mm' and 'stroke_mm' need 'hinge'"
                   : NULL;
    if (!given)
        return "'hinge' needs 'closed_mm' and 'stroke_mm'";
    const struct sim_model_joint *hinge = &model->joints[def->hinge];
    if (def->stroke_mm >= def->closed_mm)
        return "'stroke_mm' is not less than 'closed_mm': the rod would not fit into the barrel";
    if (hinge->def.kind != SIM_JOINT_HINGE || !hinge->def.free_axis[0].limited)
        return "'hinge' is not a joint of kind hinge with 'limits_deg'";
    double low, high;
    if (!reach_of(model, def, &low, &high))
        return "the cylinder has no pin on each side of 'hinge'";
    if (low >= def->closed_mm - 1.0 && high <= def->closed_mm + def->stroke_mm + 1.0)
        return NULL;
    (void)snprintf(text, size,
                   "the cylinder is %.0f to %.0f mm long, but the limits of its hinge '%s' need "
                   "%.0f to %.0f mm",
                   def->closed_mm, def->closed_mm + def->stroke_mm, hinge->name, low, high);
    return text;
}

// ---- problems ----

static const char *actuator_problem(const struct veh_valve_def *def, bool slides) {
    if ((def->bore_mm > 0.0) == (def->displacement_cm3 > 0.0))
        return "a valve has either 'bore_mm' or 'displacement_cm3'";
    if (def->bore_mm > 0.0 && !slides)
        return "'bore_mm' on a joint that turns, expected 'displacement_cm3'";
    if (def->displacement_cm3 > 0.0 && slides)
        return "'displacement_cm3' on a joint that slides, expected 'bore_mm'";
    if (def->bore_mm > 0.0 && def->rod_mm >= def->bore_mm)
        return "'rod_mm' is not less than 'bore_mm'";
    return NULL;
}

static const char *problem(const void *definition, const struct sim_model *model, char *text,
                           size_t size) {
    const struct veh_valve_def *def = definition;
    if (def->joint < 0)
        return NULL; // it has been reported
    const struct sim_model_joint *joint = &model->joints[def->joint];
    if (sim_joint_kind_axes(joint->def.kind) == 0)
        return "the joint has no axis to move";
    const char *wrong = actuator_problem(def, sim_joint_kind_slides(joint->def.kind, 0));
    if (wrong != NULL)
        return wrong;
    if (joint->def.free_axis[0].motor.mode != SIM_MOTOR_VELOCITY || joint->input[0] < 0)
        return "the joint needs a motor of mode velocity with an 'input', which is the lever";
    return reach_problem(def, model, text, size);
}

// The bounds of the motor without a pump, as where the model is simulated alone.
static int drives(const void *definition, struct sim_model *model) {
    const struct veh_valve_def *def = definition;
    if (def->joint < 0 || model == NULL)
        return def->joint;
    const struct veh_actuator actuator = actuator_of(def);
    struct sim_motor *motor = &model->joints[def->joint].def.free_axis[0].motor;
    motor->force_high = def->pressure_bar * veh_bar * actuator.out;
    motor->force_low = -def->pressure_bar * veh_bar * actuator.in;
    return def->joint;
}

// ---- the step ----

// A valve with its joint, as the functions below see it.
struct view {
    const struct veh_valve_def *def;
    struct veh_valve_state *valve;
    struct sim_world *world;
    struct sim_joint_id joint;
    struct veh_actuator actuator;
};

static struct view look(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_valve_def *def = part->def;
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    return (struct view){def, part->state, site->world, instance->joints[def->joint],
                         actuator_of(def)};
}

// Pressure [Pa] in the last step that resists the target, 0 where the load runs ahead.
static double load_pressure(const struct view *v, double target) {
    const double force = sim_joint_motor_force(v->world, v->joint, 0);
    return force * target > 0.0 ? fabs(force) / veh_actuator_side(&v->actuator, force) : 0.0;
}

// Without a valve the lever is the opening.
static struct veh_spool spool_of(const struct veh_machine_def *def, int joint) {
    for (int i = 0; i < def->part_count; i++) {
        const struct veh_valve_def *valve = def->parts[i].def;
        if (def->parts[i].kind == &veh_part_valve && valve->joint == joint)
            return (struct veh_spool){valve->dead_band, valve->progression};
    }
    return (struct veh_spool){0.0, 0.0};
}

double veh_valve_lever(const struct veh_machine_def *def, int joint, double opening) {
    const struct veh_spool spool = spool_of(def, joint);
    return veh_spool_lever(&spool, opening);
}

double veh_valve_opening(const struct veh_machine_def *def, int joint, double lever) {
    const struct veh_spool spool = spool_of(def, joint);
    return veh_spool_opening(&spool, lever);
}

static void follow_lever(const struct view *v, double lever) {
    const double h = sim_world_step_size(v->world), to_go = lever - v->valve->spool;
    v->valve->spool =
        fabs(to_go) < spool_rest ? lever : v->valve->spool + to_go * h / (h + v->def->response_s);
}

double veh_valve_ask(struct veh_worksite *site, struct veh_part *part, double pressure) {
    assert(pressure > 0.0);
    const struct view v = look(site, part);
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    const struct sim_model_joint *joint = &instance->model->joints[v.def->joint];
    const struct veh_spool spool = {v.def->dead_band, v.def->progression};
    const double lever = instance->applied[joint->input[0]];
    struct sim_motor *motor = &sim_joint_free_axis(site->world, v.joint, 0)->motor;
    follow_lever(&v, lever);
    // Signals and a base of the motor are added to the lever as they are.
    const double asked =
        motor->target + joint->input_scale[0] * (veh_spool_opening(&spool, v.valve->spool) - lever);
    const double side = veh_actuator_side(&v.actuator, asked);
    const double most = v.def->flow_l_per_min * veh_litre_per_minute / side;
    motor->target = sim_clamp(asked, -most, most);
    // At the pressure limit a function takes no more oil than it moves.
    const double limit = fmin(v.def->pressure_bar * veh_bar, pressure);
    const bool slow = load_pressure(&v, motor->target) >= at_limit * limit;
    return side * fabs(slow ? sim_joint_speed(site->world, v.joint, 0) : motor->target);
}

// The check valve shuts when the load pushes back against the whole pressure, and opens when the
// pressure is enough for what it holds.
static bool checks(const struct view *v, double target, double limit) {
    const bool at_most = load_pressure(v, target) >= at_limit * limit;
    const bool pushed_back = sim_joint_speed(v->world, v->joint, 0) * target < 0.0;
    return at_most && (pushed_back || v->valve->checked);
}

// Without pressure the load is held by the valve at the actuator alone.
static bool holds(const struct view *v, double target) {
    if (v->valve->burst)
        return v->def->burst_valve != 0;
    return v->def->floats == 0 || fabs(target) > 0.0;
}

// The oil as a spring and damper between the valve's target and the actuator.
static void compress(const struct view *v, struct sim_motor *motor) {
    motor->damping = 0.0;
    if (v->def->oil_l <= 0.0)
        return;
    const double h = sim_world_step_size(v->world);
    const double force = sim_joint_motor_force(v->world, v->joint, 0);
    const double stiffness =
        veh_oil_spring(veh_actuator_side(&v->actuator, force), v->def->oil_l * litre);
    v->valve->spring += (force - v->valve->spring) * h / (h + oil_damping);
    motor->damping = stiffness * (h + oil_damping);
    motor->target += v->valve->spring / motor->damping;
}

void veh_valve_give(struct veh_worksite *site, struct veh_part *part, double share,
                    double pressure) {
    assert(share >= 0.0 && share <= 1.0 && pressure > 0.0);
    const struct view v = look(site, part);
    struct sim_motor *motor = &sim_joint_free_axis(site->world, v.joint, 0)->motor;
    const double most = v.def->pressure_bar * veh_bar, limit = fmin(most, pressure);
    const double target = v.valve->burst ? 0.0 : share * motor->target;
    const double held = holds(&v, target) ? v.def->relief_ratio * most : 0.0;
    const double driven = v.valve->burst ? 0.0 : limit;
    v.valve->checked = checks(&v, target, limit);
    motor->target = v.valve->target = v.valve->checked ? 0.0 : target;
    motor->force_high = v.actuator.out * (motor->target > 0.0 ? driven : held);
    motor->force_low = -v.actuator.in * (motor->target < 0.0 ? driven : held);
    compress(&v, motor);
}

double veh_valve_pressure_asked(const struct veh_worksite *site, const struct veh_part *part) {
    const struct view v = look(site, part);
    return v.valve->checked ? v.def->pressure_bar * veh_bar : load_pressure(&v, v.valve->target);
}

double veh_valve_flow(const struct veh_worksite *site, const struct veh_part *part) {
    const struct view v = look(site, part);
    const double speed = sim_joint_speed(v.world, v.joint, 0);
    return speed * v.valve->target > 0.0 ? veh_actuator_side(&v.actuator, speed) * fabs(speed)
                                         : 0.0;
}

double veh_valve_power(const struct veh_worksite *site, const struct veh_part *part) {
    const struct view v = look(site, part);
    return sim_joint_motor_force(v.world, v.joint, 0) * sim_joint_speed(v.world, v.joint, 0);
}

// ---- fault ----

static const char *hose(const void *definition) {
    return ((const struct veh_valve_def *)definition)->name;
}

static void watch_hose(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_valve_def *def = part->def;
    struct veh_valve_state *valve = part->state;
    const struct sim_instance *instance = &site->machines[part->machine].instance;
    const bool burst = (def->burst_input >= 0 && instance->input[def->burst_input] >= 0.5) ||
                       veh_fault_is_on(site, VEH_FAULT_HOSE, def->name);
    if (burst && !valve->burst)
        veh_site_event(site, &veh_part_valve,
                       (struct veh_event){.kind = VEH_EVENT_HOSE_BURST,
                                          .machine = part->machine,
                                          .stem = -1,
                                          .tree = -1,
                                          .text = def->name});
    valve->burst = burst;
}

// ---- measures ----

static double pressure(const struct veh_worksite *site, const struct veh_part *part) {
    const struct view v = look(site, part);
    const double force = sim_joint_motor_force(v.world, v.joint, 0);
    return fabs(force) / veh_actuator_side(&v.actuator, force) / veh_bar;
}

static double flow(const struct veh_worksite *site, const struct veh_part *part) {
    return veh_valve_flow(site, part) / veh_litre_per_minute;
}

static const struct veh_measure measures[] = {
    [VEH_VALVE_PRESSURE] = {"pressure_bar", "bar", "on the side that carries the load", pressure},
    [VEH_VALVE_FLOW] = {"flow_l_per_min", "l/min", "from the pump", flow},
};

const struct veh_part_kind veh_part_valve = {
    .id = VEH_PART_VALVE,
    .role = "the functions that the pump of `hydraulics` drives",
    .title = "a valve",
    .help = "The spool of one cylinder or hydraulic motor, its relief valve, and the valves that "
            "hold the load while the lever is let go. A load that is heavier than the pressure "
            "limit lifts stands still; one that is heavier than the relief valve's setting sinks.",
    .needs = &veh_part_hydraulics,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_valve_def),
    .problem = problem,
    .drives = drives,
    .hose = hose,
    .state_size = sizeof(struct veh_valve_state),
    .state = VEH_STATE_TABLE(state),
    .before = watch_hose,
    .events = VEH_EVENT_BIT(HOSE_BURST),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
};
