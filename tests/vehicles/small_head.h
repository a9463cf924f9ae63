#pragma once

// A harvester head on a bench, for the tests of vehicles/: a frame that stands in the air, four
// jaws that slide towards the stem with a bounded force, a roller in each of them, and a saw bar
// that swings about the vertical. The stem stands upright in it; the cut plane is at the frame's
// origin.

#include "tests/vehicles/small_site.h"
#include "vehicles/part/activation.h"
#include "vehicles/part/head.h"

enum { BENCH_JAWS = 4, BENCH_FRAME = 0, BENCH_JAW = 1, BENCH_ROLLER = 5, BENCH_BAR = 9 };
enum { BENCH_BODIES = 10, BENCH_SAW = 8, BENCH_JOINTS = 9 };
enum { BENCH_TOP_BAR = BENCH_BODIES, BENCH_TOP_SAW = BENCH_JOINTS }; // with a top saw

static const double bench_force = 3000.0;       // [N] of each jaw
static const double bench_roller_radius = 0.15; // [m]
static const double bench_feed_speed = 2.0;     // [m/s]
static const double bench_area_rate = 0.10;     // [m^2/s]
static const double bench_height = 10.0;        // [m] of the frame's origin above the ground
static const double bench_top = 2.0;            // [m] of a top saw beyond the saw

struct bench {
    struct sim_material material;
    struct sim_shape shapes[BENCH_BODIES + 1];
    struct sim_visual visuals[BENCH_BODIES + 1];
    struct sim_model_body bodies[BENCH_BODIES + 1];
    struct sim_model_joint joints[BENCH_JOINTS + 1];
    struct sim_model_input inputs[4]; // grip, feed, saw, top saw
    struct veh_activation_def activation;
    struct veh_head_def head;
    struct veh_saw_def top_saw;
    struct veh_machine_def def;
};

static inline struct sim_pose bench_at(double x, double y, double z) {
    return (struct sim_pose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

static inline void bench_body(struct bench *b, int i, const char *name, struct sim_pose pose,
                              double mass) {
    (void)snprintf(b->bodies[i].name, sizeof b->bodies[i].name, "%s", name);
    b->bodies[i].pose = pose;
    b->bodies[i].first_shape = i;
    b->bodies[i].shape_count = 1;
    b->shapes[i] = (struct sim_shape){.kind = SIM_SHAPE_BOX,
                                      .pose = sim_pose_identity(),
                                      .half = {0.1, 0.1, 0.1},
                                      .mass = mass,
                                      .material = 0};
}

static inline struct sim_model_joint *bench_joint(struct bench *b, int i, const char *name,
                                                  enum sim_joint_kind kind, int parent, int child,
                                                  struct sim_vec3 axis, struct sim_vec3 anchor) {
    struct sim_model_joint *joint = &b->joints[i];
    *joint = (struct sim_model_joint){.def = sim_default_joint_def(),
                                      .parent = parent,
                                      .child = child,
                                      .input = {-1, -1},
                                      .lock_input = -1};
    (void)snprintf(joint->name, sizeof joint->name, "%s", name);
    joint->def.kind = kind;
    joint->def.anchor = anchor;
    joint->def.axis[0] = axis;
    joint->def.axis[1] = sim_perpendicular(axis);
    joint->def.free_axis[0].motor.mode = SIM_MOTOR_VELOCITY;
    return joint;
}

// Jaw and roller i: 0 and 1 low, 2 and 3 high, even ones on the side of +y.
static inline void bench_jaw(struct bench *b, int i) {
    const double side = i % 2 == 0 ? 1.0 : -1.0, y = 0.45 * side, z = i < 2 ? 0.5 : 1.3;
    bench_body(b, BENCH_JAW + i, "jaw", bench_at(-0.3, y, z), 40.0);
    bench_body(b, BENCH_ROLLER + i, "roller", bench_at(0.0, y, z), 20.0);
    b->shapes[BENCH_ROLLER + i] =
        (struct sim_shape){.kind = SIM_SHAPE_CAPSULE,
                           .pose = {{0, 0, 0}, sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0)},
                           .radius = {bench_roller_radius, bench_roller_radius},
                           .half_length = 0.1,
                           .mass = 20.0,
                           .collides = true};
    struct sim_model_joint *jaw =
        bench_joint(b, i, "jaw", SIM_JOINT_PRISMATIC, BENCH_FRAME, BENCH_JAW + i,
                    sim_vec3(0.0, -side, 0.0), b->bodies[BENCH_JAW + i].pose.p);
    jaw->input[0] = 0;
    jaw->input_scale[0] = 0.5;
    jaw->def.free_axis[0].motor.force_low = -bench_force;
    jaw->def.free_axis[0].motor.force_high = bench_force;
    jaw->def.free_axis[0].limited = true;
    jaw->def.free_axis[0].upper = 0.28;
    struct sim_model_joint *roller =
        bench_joint(b, 4 + i, "roller", SIM_JOINT_HINGE, BENCH_JAW + i, BENCH_ROLLER + i,
                    sim_vec3(side, 0.0, 0.0), b->bodies[BENCH_ROLLER + i].pose.p);
    // Turns so that the surface at the stem moves down: the head climbs, and the length of a stem
    // whose top points up grows.
    roller->input[0] = 1;
    roller->input_scale[0] = bench_feed_speed / bench_roller_radius;
    roller->def.free_axis[0].motor.force_low = -2000.0;
    roller->def.free_axis[0].motor.force_high = 2000.0;
}

// At home the bar points to -y; it swings towards +x, where the stem stands.
static inline void bench_saw(struct bench *b, int bar, int joint, int input, double z) {
    bench_body(b, bar, "bar", bench_at(-0.4, 0.0, z), 5.0);
    b->shapes[bar].pose = bench_at(0.0, -0.4, 0.0);
    b->shapes[bar].half = (struct sim_vec3){0.04, 0.4, 0.005};
    struct sim_model_joint *saw = bench_joint(b, joint, "saw", SIM_JOINT_HINGE, BENCH_FRAME, bar,
                                              sim_vec3(0.0, 0.0, 1.0), sim_vec3(-0.4, 0.0, z));
    saw->input[0] = input;
    saw->input_base[0] = -5.0; // [rad/s] home
    saw->input_scale[0] = 10.0;
    saw->def.free_axis[0].motor.force_low = -600.0;
    saw->def.free_axis[0].motor.force_high = 600.0;
    saw->def.free_axis[0].limited = true;
    saw->def.free_axis[0].lower = -0.01;
    saw->def.free_axis[0].upper = 2.6;
}

static inline void bench_make(struct bench *b, double friction) {
    static const char *const inputs[] = {"grip", "feed", "saw"};
    memset(b, 0, sizeof *b);
    b->material = (struct sim_material){.name = "roller", .friction = friction, .stiffness = 6e6};
    bench_body(b, BENCH_FRAME, "frame", bench_at(0.0, 0.0, 0.0), 500.0);
    b->bodies[BENCH_FRAME].fixed = true;
    for (int i = 0; i < BENCH_JAWS; i++)
        bench_jaw(b, i);
    bench_saw(b, BENCH_BAR, BENCH_SAW, 2, 0.0);
    for (int i = 0; i < 3; i++) {
        b->inputs[i].low = i < 2 ? -1.0 : 0.0;
        b->inputs[i].high = 1.0;
        (void)snprintf(b->inputs[i].name, sizeof b->inputs[i].name, "%s", inputs[i]);
    }
    b->def = (struct veh_machine_def){
        .model = {.name = "bench",
                  .materials = &b->material,
                  .material_count = 1,
                  .shapes = b->shapes,
                  .visuals = b->visuals,
                  .shape_count = BENCH_BODIES,
                  .bodies = b->bodies,
                  .body_count = BENCH_BODIES,
                  .joints = b->joints,
                  .joint_count = BENCH_JOINTS,
                  .inputs = b->inputs,
                  .input_count = 3},
        .parts = {{&veh_part_activation, &b->activation}, {&veh_part_head, &b->head}},
        .part_count = 2};
    b->activation = (struct veh_activation_def){{-3.0, -3.0, 0.0}, {3.0, 3.0, 0.0}};
    b->head = (struct veh_head_def){.body = BENCH_FRAME,
                                    .stem = sim_pose_identity(),
                                    .saw = {.joint = BENCH_SAW,
                                            .input = 2,
                                            .area_rate = bench_area_rate,
                                            .chain_speed = 40.0,
                                            .least_press = 0.15,
                                            .bar = 0.8},
                                    .saw_reach_m = 0.6,
                                    .rollers = {{4, 5, 6, 7}, BENCH_JAWS},
                                    .roller_radius = bench_roller_radius,
                                    // Jaws that have moved by q leave 0.6 m - 2 q between rollers.
                                    .feelers = {{0, 2}, 2},
                                    .feeler_thickness = {{0.0, 0.28}, {0.6, 0.04}, 2},
                                    .wheel_place = 0.5,
                                    .wheel_travel = 1.0,
                                    .wheel_pulse = 0.001,
                                    .grip_input = 0,
                                    .feed_input = 1};
}

// A second saw, before the bench is placed.
static inline void bench_add_top_saw(struct bench *b) {
    bench_saw(b, BENCH_TOP_BAR, BENCH_TOP_SAW, 3, bench_top);
    b->inputs[3] = (struct sim_model_input){.name = "top_saw", .high = 1.0};
    b->def.model.shape_count++;
    b->def.model.body_count++;
    b->def.model.joint_count++;
    b->def.model.input_count++;
    b->top_saw = (struct veh_saw_def){.joint = BENCH_TOP_SAW,
                                      .input = 3,
                                      .place = bench_top,
                                      .area_rate = 0.5 * bench_area_rate,
                                      .chain_speed = 40.0,
                                      .least_press = 0.15,
                                      .bar = 0.8};
    b->def.parts[b->def.part_count++] = (struct veh_part_def){&veh_part_top_saw, &b->top_saw};
}

// Turns the bench on its side: the stem lies along x, its top ahead, between jaws beside it.
static inline void bench_lay(struct bench *b) {
    const struct sim_pose turn = {{0.0, 0.0, 0.0}, sim_quat_rpy(0.0, 0.5 * SIM_PI, 0.0)};
    for (int i = 0; i < b->def.model.body_count; i++)
        b->bodies[i].pose = sim_pose_mul(turn, b->bodies[i].pose);
    for (int i = 0; i < b->def.model.joint_count; i++) {
        struct sim_joint_def *def = &b->joints[i].def;
        def->anchor = sim_pose_point(turn, def->anchor);
        for (int k = 0; k < 2; k++)
            def->axis[k] = sim_rotate(turn.q, def->axis[k]);
    }
}

// Hangs the frame, which is fixed, at bench_height over the middle of a level site, once the bench
// has all its parts.
static inline void bench_place(struct small_site *s, struct bench *b) {
    small_site_init(s, 0.0);
    for (int i = 0; i < b->def.model.body_count; i++)
        b->bodies[i].pose.p.z += bench_height;
    for (int i = 0; i < b->def.model.joint_count; i++)
        b->joints[i].def.anchor.z += bench_height;
    assert_int_equal(veh_worksite_add_machine(&s->site, &b->def, 0.0, 0.0, 0.0), 0);
}

static inline void bench_start(struct small_site *s, struct bench *b, double friction) {
    bench_make(b, friction);
    bench_place(s, b);
}

// A spruce stem upright in the head, butt down, its butt that far [m] below the cut plane.
static inline int bench_stem(struct small_site *s, double length, double below) {
    const struct ter_stem stem = spruce_log(length);
    return veh_stem_create(&s->site, &stem, bench_at(0.0, 0.0, bench_height - below),
                           VEH_STEM_FELLED, -1);
}

// Fixes the stem where it is until the joint is destroyed. (veh_stem_freeze would let it go at
// once, because a tool is near.)
static inline struct sim_joint_id bench_clamp(struct small_site *s, int stem) {
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_RIGID;
    def.a = s->site.ground;
    def.b = s->site.stems.items[stem].body;
    def.anchor = sim_body_centre(s->site.world, def.b);
    return sim_joint_create(s->site.world, &def);
}

static inline void bench_hold(struct small_site *s, struct veh_controls levers, double seconds) {
    const int steps = (int)(seconds / 0.01 + 0.5);
    for (int i = 0; i < steps; i++)
        veh_worksite_step(&s->site, &levers);
}

static inline struct veh_controls bench_lever(enum veh_control control, double value) {
    struct veh_controls levers = {{0.0}};
    levers.value[control] = value;
    return levers;
}

// Steps until an event of this kind comes, at most so long; -1: it did not.
static inline double bench_wait(struct small_site *s, struct veh_controls levers,
                                enum veh_event_kind kind, double seconds, struct veh_event *event) {
    const int steps = (int)(seconds / 0.01 + 0.5);
    *event = (struct veh_event){0};
    for (int i = 0; i < steps; i++) {
        const struct veh_event *events;
        veh_worksite_step(&s->site, &levers);
        const int count = veh_worksite_events(&s->site, &events);
        for (int k = 0; k < count; k++)
            if (events[k].kind == kind) {
                *event = events[k];
                return 0.01 * (i + 1);
            }
    }
    return -1.0;
}
