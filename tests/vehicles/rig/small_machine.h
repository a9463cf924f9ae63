#pragma once

// A machine whose figures follow from formulas, for the tests of the rig: a frame on four wheels,
// a crane of a pillar, a boom and a jib whose hinges have motors of their own, and a tool that
// hangs from its tip. Each body is a small box; the wheels are soft, the rest is stiff.

#include <stdio.h>
#include <string.h>

#include "tests/near.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/drive.h"
#include "vehicles/rig/rig.h"
#include "vehicles/rig/sheet.h"

enum {
    SMALL_FRAME,
    SMALL_PILLAR,
    SMALL_BOOM,
    SMALL_JIB,
    SMALL_TOOL,
    SMALL_WHEEL,
    SMALL_BODIES = 9
};
enum { SMALL_SLEW, SMALL_LIFT, SMALL_FOLD, SMALL_HANG, SMALL_AXLE, SMALL_JOINTS = 8 };
enum { SMALL_INPUT_SLEW, SMALL_INPUT_BOOM, SMALL_INPUT_JIB, SMALL_INPUT_DRIVE, SMALL_INPUTS };

static const double small_gravity = 9.81;
static const double small_frame_mass = 14000.0, small_wheel_mass = 500.0; // [kg]
static const double small_pillar_mass = 500.0, small_boom_mass = 400.0, small_jib_mass = 200.0;
static const double small_radius = 0.6;                        // [m]
static const double small_base = 1.5, small_track = 1.0;       // [m] half wheelbase, half track
static const double small_frame_height = 1.0;                  // [m] of its centre
static const double small_pivot = 2.5;                         // [m] height of the boom's hinge
static const double small_boom = 4.0, small_jib = 3.0;         // [m]
static const double small_lift_torque = 120e3;                 // [N m] of the boom's hinge
static const double small_slew_torque = 60e3;                  // [N m]
static const double small_speed = 0.3;                         // [rad/s] of each hinge
static const double small_tool_mass = 300.0, small_hang = 1.0; // [kg], [m] below the tip
static const double small_box = 0.4;                           // [m] edge of each body
static const double small_hang_damping = 100.0;                // [N m s/rad]
static const double small_wheel_torque = 4.5e3;                // [N m]
static const double small_tyre = 1.0e6;                        // [N/m]

struct small_machine {
    struct sim_material material;
    struct sim_shape shapes[SMALL_BODIES];
    struct sim_visual visuals[SMALL_BODIES];
    struct sim_model_body bodies[SMALL_BODIES];
    struct sim_model_joint joints[SMALL_JOINTS];
    struct sim_model_input inputs[SMALL_INPUTS];
    struct veh_drive_def drive;
    struct veh_crane_def crane;
    struct veh_machine_def def;
};

static inline void small_body(struct small_machine *m, int i, const char *name, double x, double y,
                              double z, double mass) {
    (void)snprintf(m->bodies[i].name, sizeof m->bodies[i].name, "%s", name);
    m->bodies[i].pose = (struct sim_pose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
    m->bodies[i].first_shape = i;
    m->bodies[i].shape_count = 1;
    m->shapes[i] = (struct sim_shape){.kind = SIM_SHAPE_BOX,
                                      .pose = sim_pose_identity(),
                                      .half = {0.5 * small_box, 0.5 * small_box, 0.5 * small_box},
                                      .mass = mass,
                                      .material = 0};
}

static inline void small_hinge(struct small_machine *m, int i, int parent, int child, int input,
                               struct sim_vec3 anchor, struct sim_vec3 axis, double torque) {
    struct sim_model_joint *joint = &m->joints[i];
    *joint = sim_default_model_joint();
    joint->def.kind = SIM_JOINT_HINGE;
    joint->parent = parent;
    joint->child = child;
    joint->def.anchor = anchor;
    joint->def.axis[0] = axis;
    joint->def.axis[1] = sim_perpendicular(axis);
    joint->input[0] = input;
    joint->input_scale[0] = small_speed;
    joint->def.free_axis[0].motor =
        (struct sim_motor){.mode = SIM_MOTOR_VELOCITY, .force_low = -torque, .force_high = torque};
}

static inline void small_wheels(struct small_machine *m) {
    for (int i = 0; i < 4; i++) {
        const double x = i & 1 ? small_base : -small_base, y = i & 2 ? small_track : -small_track;
        const int body = SMALL_WHEEL + i;
        // Deeper by what its load presses the tyre in.
        small_body(m, body, "wheel", x, y, small_radius, small_wheel_mass);
        m->shapes[body].kind = SIM_SHAPE_CYLINDER;
        m->shapes[body].pose.q = sim_quat_rpy(0.5 * SIM_PI, 0.0, 0.0);
        m->shapes[body].radius[0] = m->shapes[body].radius[1] = small_radius;
        m->shapes[body].half_length = 0.2;
        m->shapes[body].collides = true;
        small_hinge(m, SMALL_AXLE + i, SMALL_FRAME, body, SMALL_INPUT_DRIVE, m->bodies[body].pose.p,
                    sim_vec3(0.0, 1.0, 0.0), small_wheel_torque);
        m->joints[SMALL_AXLE + i].input_scale[0] = 1.0 / small_radius;
        m->drive.wheels.index[m->drive.wheels.count++] = body;
    }
}

// The slewing axis goes through the middle of the machine; boom and jib are level and straight, so
// their masses are half way along each.
static inline void small_crane(struct small_machine *m) {
    const struct sim_vec3 up = {0.0, 0.0, 1.0}, left = {0.0, -1.0, 0.0};
    small_body(m, SMALL_PILLAR, "pillar", 0.0, 0.0, 2.0, small_pillar_mass);
    small_body(m, SMALL_BOOM, "boom", 0.5 * small_boom, 0.0, small_pivot, small_boom_mass);
    small_body(m, SMALL_JIB, "jib", small_boom + 0.5 * small_jib, 0.0, small_pivot, small_jib_mass);
    small_hinge(m, SMALL_SLEW, SMALL_FRAME, SMALL_PILLAR, SMALL_INPUT_SLEW, sim_vec3(0.0, 0.0, 1.5),
                up, small_slew_torque);
    small_hinge(m, SMALL_LIFT, SMALL_PILLAR, SMALL_BOOM, SMALL_INPUT_BOOM,
                sim_vec3(0.0, 0.0, small_pivot), left, small_lift_torque);
    small_hinge(m, SMALL_FOLD, SMALL_BOOM, SMALL_JIB, SMALL_INPUT_JIB,
                sim_vec3(small_boom, 0.0, small_pivot), left, 1e6);
    small_body(m, SMALL_TOOL, "tool", small_boom + small_jib, 0.0, small_pivot - small_hang,
               small_tool_mass);
    small_hinge(m, SMALL_HANG, SMALL_JIB, SMALL_TOOL, -1,
                sim_vec3(small_boom + small_jib, 0.0, small_pivot), sim_vec3(0.0, 1.0, 0.0), 0.0);
    m->joints[SMALL_HANG].def.kind = SIM_JOINT_UNIVERSAL;
    m->joints[SMALL_HANG].def.axis[1] = sim_vec3(1.0, 0.0, 0.0);
    for (int i = 0; i < 2; i++)
        m->joints[SMALL_HANG].def.free_axis[i].damping = small_hang_damping;
    m->joints[SMALL_HANG].def.free_axis[0].motor.mode = SIM_MOTOR_OFF;
    m->crane = (struct veh_crane_def){.slew = SMALL_SLEW,
                                      .boom = SMALL_LIFT,
                                      .jib = SMALL_FOLD,
                                      .telescope = -1,
                                      .slew_input = SMALL_INPUT_SLEW,
                                      .boom_input = SMALL_INPUT_BOOM,
                                      .jib_input = SMALL_INPUT_JIB,
                                      .telescope_input = -1,
                                      .telescope_stages = 1,
                                      .tip_body = SMALL_JIB,
                                      .tip = {0.5 * small_jib, 0.0, 0.0}};
    m->joints[SMALL_LIFT].def.free_axis[0].limited = true;
    m->joints[SMALL_LIFT].def.free_axis[0].lower = -0.8;
    m->joints[SMALL_LIFT].def.free_axis[0].upper = 1.2;
    m->joints[SMALL_FOLD].def.free_axis[0].limited = true;
    m->joints[SMALL_FOLD].def.free_axis[0].lower = -2.2;
    m->joints[SMALL_FOLD].def.free_axis[0].upper = 0.0;
}

static inline void small_machine_init(struct small_machine *m) {
    static const char *const inputs[SMALL_INPUTS] = {"slew", "boom", "jib", "drive"};
    memset(m, 0, sizeof *m);
    m->material = (struct sim_material){
        .name = "tyre", .friction = 0.8, .stiffness = small_tyre, .damping = 4e3};
    small_body(m, SMALL_FRAME, "frame", 0.0, 0.0, small_frame_height, small_frame_mass);
    small_crane(m);
    small_wheels(m);
    for (int i = 0; i < SMALL_INPUTS; i++) {
        m->inputs[i] = (struct sim_model_input){.low = -1.0, .high = 1.0};
        (void)snprintf(m->inputs[i].name, sizeof m->inputs[i].name, "%s", inputs[i]);
    }
    m->drive.body = SMALL_FRAME;
    m->drive.drive_input = SMALL_INPUT_DRIVE;
    m->drive.steer_joint = -1;
    m->drive.speed_max = 1.0;
    m->def = (struct veh_machine_def){
        .model = {.name = "small machine",
                  .materials = &m->material,
                  .material_count = 1,
                  .shapes = m->shapes,
                  .visuals = m->visuals,
                  .shape_count = SMALL_BODIES,
                  .bodies = m->bodies,
                  .body_count = SMALL_BODIES,
                  .joints = m->joints,
                  .joint_count = SMALL_JOINTS,
                  .inputs = m->inputs,
                  .input_count = SMALL_INPUTS},
        .parts = {{&veh_part_drive, &m->drive}, {&veh_part_crane, &m->crane}},
        .part_count = 2};
}

static inline double small_mass(void) {
    return small_frame_mass + small_pillar_mass + small_boom_mass + small_jib_mass +
           small_tool_mass + 4.0 * small_wheel_mass;
}

// [kg m] Of boom, jib and tool about the hinge, straight and level.
static inline double small_moment(void) {
    return small_boom_mass * 0.5 * small_boom + small_jib_mass * (small_boom + 0.5 * small_jib) +
           small_tool_mass * (small_boom + small_jib);
}

// [N/m] Of a tyre: at each of two points its material and the ground's, 6 MN/m, are in a row.
static inline double small_stiffness(void) {
    return 2.0 / (1.0 / small_tyre + 1.0 / 6e6);
}
