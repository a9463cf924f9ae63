#pragma once

// A crane of a slewing column and two arms on a base that cannot move, for the tests of vehicles/.
// It may have a cylinder under its boom, and a load that hangs from its tip.

#include "tests/vehicles/small_site.h"
#include "vehicles/part/aid.h"
#include "vehicles/part/crane.h"

enum { CRANE_BASE, CRANE_COLUMN, CRANE_BOOM, CRANE_JIB, CRANE_BODIES = 8, CRANE_JOINTS = 8 };
static const double boom_length = 3.5, jib_length = 3.0, hinge_height = 2.0; // [m]
static const double slew_rate = 0.6, boom_rate = 0.4, jib_rate = 0.6;        // [rad/s]

struct small_crane {
    struct sim_shape shapes[CRANE_BODIES];
    struct sim_visual visuals[CRANE_BODIES];
    struct sim_model_body bodies[CRANE_BODIES];
    struct sim_model_joint joints[CRANE_JOINTS];
    struct sim_model_input inputs[3]; // slew, boom, jib
    struct veh_crane_def crane;
    struct veh_aid_def aid;
    struct veh_machine_def def;
};

// A beam along x from its frame at (x, z).
static inline int crane_body(struct small_crane *c, const char *name, double x, double z,
                             double length, double mass) {
    const int i = c->def.model.body_count++;
    c->bodies[i] = (struct sim_model_body){
        .pose = {{x, 0.0, z}, {1, 0, 0, 0}}, .first_shape = i, .shape_count = 1};
    (void)snprintf(c->bodies[i].name, sizeof c->bodies[i].name, "%s", name);
    c->shapes[i] = (struct sim_shape){.kind = SIM_SHAPE_BOX,
                                      .pose = {{0.5 * length, 0.0, 0.0}, {1, 0, 0, 0}},
                                      .half = {0.5 * length, 0.1, 0.15},
                                      .mass = mass,
                                      .material = -1};
    c->def.model.shape_count = c->def.model.body_count;
    return i;
}

static inline struct sim_model_joint *crane_joint(struct small_crane *c, enum sim_joint_kind kind,
                                                  int parent, int child, struct sim_vec3 axis,
                                                  double x, double z) {
    struct sim_model_joint *joint = &c->joints[c->def.model.joint_count++];
    *joint = sim_default_model_joint();
    joint->parent = parent;
    joint->child = child;
    joint->def.kind = kind;
    joint->def.anchor = sim_vec3(x, 0.0, z);
    joint->def.axis[0] = axis;
    joint->def.axis[1] = sim_perpendicular(axis);
    return joint;
}

static inline void crane_drive(struct small_crane *c, struct sim_model_joint *joint, int input,
                               const char *lever, double scale) {
    (void)snprintf(c->inputs[input].name, sizeof c->inputs[input].name, "%s", lever);
    c->inputs[input].low = -1.0;
    c->inputs[input].high = 1.0;
    joint->input[0] = input;
    joint->input_scale[0] = scale;
    joint->def.free_axis[0].motor =
        (struct sim_motor){.mode = SIM_MOTOR_VELOCITY, .force_low = -2e5, .force_high = 2e5};
}

static inline void crane_limit(struct sim_model_joint *joint, double lower, double upper) {
    joint->def.free_axis[0].limited = true;
    joint->def.free_axis[0].lower = lower;
    joint->def.free_axis[0].upper = upper;
}

static const struct sim_vec3 crane_up = {0.0, 0.0, 1.0}, crane_side = {0.0, -1.0, 0.0};

static inline void small_crane_make(struct small_crane *c) {
    memset(c, 0, sizeof *c);
    c->def.model = (struct sim_model){.name = "crane",
                                      .shapes = c->shapes,
                                      .visuals = c->visuals,
                                      .bodies = c->bodies,
                                      .joints = c->joints,
                                      .inputs = c->inputs,
                                      .input_count = 3};
    crane_body(c, "base", 0.0, 0.5, 0.5, 5000.0);
    c->bodies[CRANE_BASE].fixed = true;
    crane_body(c, "column", 0.0, 1.0, 0.5, 500.0);
    crane_body(c, "boom", 0.0, hinge_height, boom_length, 400.0);
    crane_body(c, "jib", boom_length, hinge_height, jib_length, 250.0);
    crane_drive(c, crane_joint(c, SIM_JOINT_HINGE, CRANE_BASE, CRANE_COLUMN, crane_up, 0.0, 1.0), 0,
                "slew", slew_rate);
    crane_drive(
        c, crane_joint(c, SIM_JOINT_HINGE, CRANE_COLUMN, CRANE_BOOM, crane_side, 0.0, hinge_height),
        1, "boom", boom_rate);
    crane_drive(c,
                crane_joint(c, SIM_JOINT_HINGE, CRANE_BOOM, CRANE_JIB, crane_side, boom_length,
                            hinge_height),
                2, "jib", jib_rate);
    crane_limit(&c->joints[1], -0.5, 1.2);
    crane_limit(&c->joints[2], -2.4, 0.0);
    c->crane = (struct veh_crane_def){.slew = 0,
                                      .boom = 1,
                                      .jib = 2,
                                      .telescope = -1,
                                      .slew_input = 0,
                                      .boom_input = 1,
                                      .jib_input = 2,
                                      .telescope_input = -1,
                                      .tip_body = CRANE_JIB,
                                      .tip = {jib_length, 0.0, 0.0}};
    c->aid = (struct veh_aid_def){
        .tip_speed = 1.0, .ramp = 0.5, .end_share = 0.1, .end_opening = 0.2, .swing_damping = 0.3};
    c->def.parts[0] = (struct veh_part_def){&veh_part_crane, &c->crane};
    c->def.parts[1] = (struct veh_part_def){&veh_part_aid, &c->aid};
    c->def.part_count = 2;
}

// The pins of the cylinder: on the column, and on the boom.
static const double pin_x = 0.5, pin_z = 1.0, eye_x = 1.5; // [m]
static const double cylinder_rate = 0.2;                   // [m/s]

// Moves the drive of the boom from its hinge to a cylinder below it.
static inline void small_crane_add_cylinder(struct small_crane *c) {
    const struct sim_vec3 along = sim_unit(sim_vec3(eye_x - pin_x, 0.0, hinge_height - pin_z));
    const struct sim_quat q = sim_quat_between(sim_vec3(1.0, 0.0, 0.0), along);
    const double x = 0.5 * (pin_x + eye_x), z = 0.5 * (pin_z + hinge_height);
    const int barrel = crane_body(c, "barrel", x, z, 0.1, 40.0);
    const int rod = crane_body(c, "rod", x, z, 0.1, 30.0);
    c->bodies[barrel].pose.q = c->bodies[rod].pose.q = q;
    c->joints[1].input[0] = -1;
    c->joints[1].def.free_axis[0].motor.mode = SIM_MOTOR_OFF;
    crane_joint(c, SIM_JOINT_HINGE, CRANE_COLUMN, barrel, crane_side, pin_x, pin_z);
    crane_drive(c, crane_joint(c, SIM_JOINT_PRISMATIC, barrel, rod, along, x, z), 1, "boom",
                cylinder_rate);
    crane_joint(c, SIM_JOINT_HINGE, CRANE_BOOM, rod, crane_side, eye_x, hinge_height);
}

// A ball on a rod without mass, which swings freely.
static inline int small_crane_add_load(struct small_crane *c, double length, double mass) {
    const double x = boom_length + jib_length;
    const int load = crane_body(c, "load", x, hinge_height, 0.2, mass);
    c->shapes[load] = (struct sim_shape){.kind = SIM_SHAPE_SPHERE,
                                         .pose = {{0.0, 0.0, -length}, {1, 0, 0, 0}},
                                         .radius = {0.05},
                                         .mass = mass,
                                         .material = -1};
    struct sim_model_joint *joint = crane_joint(c, SIM_JOINT_UNIVERSAL, CRANE_JIB, load,
                                                sim_vec3(0.0, 1.0, 0.0), x, hinge_height);
    joint->def.axis[1] = sim_vec3(1.0, 0.0, 0.0);
    return load;
}

static inline void small_crane_start(struct small_crane *c, struct small_site *s) {
    small_site_init(s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s->site, &c->def, 0.0, 0.0, 0.0), 0);
}
