// Random valid models: chains, trees and loops of all kinds of joints, redundant constraints,
// limits, motors, springs, brakes, resistances, guides and magnets, mass ratios up to 1:10,000;
// between points of their bodies rods, threads, struts, springs and cylinders, and ropes that bend.
#pragma once

#include <math.h>

#include "sim/contact/magnet.h"
#include "sim/joint/guide.h"
#include "sim/joint/resistance.h"
#include "sim/world.h"
#include "tests/near.h"
#include "tests/random.h"

static uint64_t random_state;

static double share(void) {
    return random_unit(&random_state);
}

static double between(double low, double high) {
    return random_between(&random_state, low, high);
}

static int pick(int count) {
    return (int)(share() * count);
}

static struct sim_vec3 direction(void) {
    for (;;) {
        // One after the other: the order within braces is the compiler's choice.
        struct sim_vec3 v;
        v.x = between(-1.0, 1.0);
        v.y = between(-1.0, 1.0);
        v.z = between(-1.0, 1.0);
        const double l = sim_length(v);
        if (l > 0.1 && l <= 1.0)
            return sim_scale(v, 1.0 / l);
    }
}

#define MOST_BODIES 24

struct model {
    struct sim_world *world;
    struct sim_body_id body[MOST_BODIES];
    struct sim_joint_id joint[2 * MOST_BODIES];
    int axes[2 * MOST_BODIES]; // free ones of each joint
    int bodies, joints;
    struct sim_magnet_id magnet; // the none id: there is none
    bool free;                   // nothing from outside acts on it but gravity
    struct sim_joint_def last;   // of its joints
};

static void add_body(struct model *m, struct sim_vec3 p) {
    // Log-uniform over four decades.
    const double mass = pow(10.0, between(-1.0, 3.0));
    const double size = 0.1 * cbrt(mass);
    struct sim_shape shape = {
        .kind = SIM_SHAPE_BOX, .pose = sim_pose_identity(), .mass = mass, .collides = true};
    shape.half.x = size * between(0.3, 1.0);
    shape.half.y = size * between(0.3, 1.0);
    shape.half.z = size * between(0.3, 1.0);
    struct sim_body_def def = sim_default_body_def();
    def.pose.p = p;
    def.pose.q = sim_quat_axis_angle(direction(), between(-3.0, 3.0));
    def.shapes = &shape;
    def.shape_count = 1;
    assert_null(sim_body_def_problem(&def));
    m->body[m->bodies++] = sim_body_create(m->world, &def);
}

static void dress_axis(struct sim_axis *axis) {
    if (share() < 0.3) {
        axis->limited = true;
        axis->lower = between(-1.0, 0.0);
        axis->upper = between(0.0, 1.0);
    }
    if (share() < 0.4) {
        axis->motor.mode = share() < 0.5 ? SIM_MOTOR_VELOCITY : SIM_MOTOR_SERVO;
        axis->motor.target = between(-1.0, 1.0);
        axis->motor.force_high = pow(10.0, between(0.0, 4.0));
        axis->motor.force_low = -axis->motor.force_high;
    }
    if (share() < 0.2) {
        axis->stiffness = pow(10.0, between(0.0, 5.0));
        axis->damping = 0.1 * axis->stiffness;
    }
    if (share() < 0.1) // slip
        axis->motor.damping = pow(10.0, between(-1.0, 4.0));
    if (share() < 0.1)
        axis->stop = (struct sim_softness){pow(10.0, between(2.0, 6.0)), share() * 1e3};
    if (share() < 0.1)
        axis->brake = pow(10.0, between(-1.0, 4.0));
}

// Forces on single bodies: a resistance, a guide.
static void dress_body(struct model *m, struct sim_body_id body) {
    if (share() < 0.1) {
        struct sim_resistance_def def = sim_default_resistance_def();
        def.body = body;
        def.direction = direction();
        def.point = sim_scale(direction(), 0.2);
        def.turns = share() < 0.3;
        def.with_body = share() < 0.5;
        def.force_high = pow(10.0, between(0.0, 5.0));
        def.force_low = share() < 0.5 ? 0.0 : -def.force_high;
        assert_null(sim_resistance_def_problem(&def));
        sim_resistance_create(m->world, &def);
        m->free = false;
    }
    if (share() < 0.05) {
        struct sim_guide_def def = sim_default_guide_def();
        def.body = body;
        def.mode = share() < 0.5 ? SIM_GUIDE_VELOCITY : SIM_GUIDE_POSE;
        def.axes = sim_quat_axis_angle(direction(), between(-3.0, 3.0));
        def.velocity = direction();
        def.angular_velocity = direction();
        def.target.p = sim_scale(direction(), between(0.0, 3.0));
        def.target.q = sim_quat_axis_angle(direction(), between(-3.0, 3.0));
        def.ki = share() < 0.3 ? 3.0 : 0.0;
        def.force = share() < 0.8 ? pow(10.0, between(0.0, 4.0)) : 0.0;
        def.torque = share() < 0.8 ? pow(10.0, between(-1.0, 3.0)) : 0.0;
        assert_null(sim_guide_def_problem(&def));
        sim_guide_create(m->world, &def);
        m->free = false;
    }
}

// A magnet on a body that collides, and a loose ball in touch with it.
static void add_magnet(struct model *m, struct sim_body_id body) {
    struct sim_magnet_def def = sim_default_magnet_def();
    def.body = body;
    def.on = true;
    if (share() < 0.5)
        def.break_force = pow(10.0, between(1.0, 5.0));
    assert_null(sim_magnet_def_problem(&def));
    m->magnet = sim_magnet_create(m->world, &def);
    const struct sim_shape ball = {.kind = SIM_SHAPE_SPHERE,
                                   .pose = sim_pose_identity(),
                                   .radius = {0.1, 0.1},
                                   .mass = pow(10.0, between(-1.0, 3.0)),
                                   .collides = true};
    struct sim_body_def bait = sim_default_body_def();
    bait.pose.p = sim_add_scaled(sim_body_centre(m->world, body), direction(), 0.05);
    bait.shapes = &ball;
    bait.shape_count = 1;
    assert_null(sim_body_def_problem(&bait));
    sim_body_create(m->world, &bait);
}

static void add_joint(struct model *m, struct sim_body_id a, struct sim_body_id b,
                      struct sim_vec3 anchor) {
    static const enum sim_joint_kind kinds[] = {
        SIM_JOINT_HINGE,       SIM_JOINT_HINGE,       SIM_JOINT_BALL,
        SIM_JOINT_UNIVERSAL,   SIM_JOINT_PRISMATIC,   SIM_JOINT_RIGID,
        SIM_JOINT_CYLINDRICAL, SIM_JOINT_ARTICULATED, SIM_JOINT_PLANAR,
        SIM_JOINT_SUSPENSION,  SIM_JOINT_SCREW,       SIM_JOINT_STEERED_SUSPENSION};
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = kinds[pick((int)(sizeof kinds / sizeof kinds[0]))];
    def.forbid_unification = share() < 0.5;
    def.a = a;
    def.b = b;
    def.anchor = anchor;
    def.axis[0] = direction();
    def.axis[1] = sim_perpendicular(def.axis[0]);
    for (int i = 0; i < SIM_JOINT_AXES; i++)
        dress_axis(&def.free_axis[i]);
    assert_null(sim_joint_def_problem(&def));
    m->axes[m->joints] = sim_joint_kind_axes(def.kind);
    m->joint[m->joints++] = sim_joint_create(m->world, &def);
    m->last = def;
}

// The last joint a second time, without what drives it: all of its rows are redundant.
static void add_redundant(struct model *m) {
    for (int i = 0; i < SIM_JOINT_AXES; i++)
        m->last.free_axis[i] = (struct sim_axis){0};
    m->axes[m->joints] = sim_joint_kind_axes(m->last.kind);
    m->joint[m->joints++] = sim_joint_create(m->world, &m->last);
}

// Couples axes of two joints that have one.
static void add_differential(struct model *m) {
    struct sim_differential_def def = sim_default_differential_def();
    const int a = pick(m->joints), b = pick(m->joints);
    def.joint[0] = m->joint[a];
    def.joint[1] = m->joint[b];
    def.ratio[1] = between(-3.0, 3.0);
    def.positional = share() < 0.5;
    def.motor = share() < 0.5;
    def.rate = between(-1.0, 1.0);
    def.force_high = pow(10.0, between(0.0, 4.0));
    def.force_low = -def.force_high;
    if (a != b && m->axes[a] > 0 && m->axes[b] > 0)
        sim_differential_create(m->world, &def);
}

// Mass points that hang from a body in a row, on rods, threads and springs.
static void add_string(struct model *m, struct sim_body_id from) {
    struct sim_vec3 p = sim_body_centre(m->world, from);
    struct sim_body_id last = from;
    for (int left = 1 + pick(5); left > 0; left--) {
        const struct sim_vec3 next = sim_add_scaled(p, direction(), between(0.1, 0.5));
        struct sim_body_def body = sim_default_body_def();
        body.pose.p = next;
        body.has_mass = true;
        body.mass.mass = pow(10.0, between(-0.5, 1.0));
        body.drag = share() < 0.2 ? pow(10.0, between(-2.0, 2.0)) : 0.0;
        const struct sim_body_id point = sim_body_create(m->world, &body);
        struct sim_joint_def def = sim_default_joint_def();
        def.kind = share() < 0.6 ? SIM_JOINT_DISTANCE : SIM_JOINT_LINK;
        def.a = last;
        def.b = point;
        def.anchor = p;
        def.anchor_b = next;
        if (def.kind == SIM_JOINT_LINK && share() < 0.5) {
            def.free_axis[0].limited = true;
            def.free_axis[0].lower = -HUGE_VAL;
        } else if (def.kind == SIM_JOINT_LINK) {
            def.free_axis[0].stiffness = pow(10.0, between(0.0, 3.0));
            def.free_axis[0].damping = 0.1 * def.free_axis[0].stiffness;
        }
        assert_null(sim_joint_def_problem(&def));
        sim_joint_create(m->world, &def);
        m->free = m->free && !(body.drag > 0.0);
        last = point;
        p = next;
    }
}

// A rod, thread, strut, spring or cylinder between points of two bodies.
static void add_element(struct model *m, struct sim_body_id a, struct sim_body_id b) {
    enum { ROD, THREAD, STRUT, SPRING, CYLINDER, ELEMENTS };
    const int element = pick(ELEMENTS);
    struct sim_joint_def def = sim_default_joint_def();
    struct sim_axis *axis = &def.free_axis[0];
    def.kind = element == ROD ? SIM_JOINT_DISTANCE : SIM_JOINT_LINK;
    def.a = a;
    def.b = b;
    def.anchor = sim_add_scaled(sim_body_centre(m->world, a), direction(), 0.1);
    def.anchor_b = sim_add_scaled(sim_body_centre(m->world, b), direction(), 0.1);
    axis->limited = element == THREAD || element == STRUT;
    axis->lower = element == THREAD ? -HUGE_VAL : -between(0.0, 0.1);
    axis->upper = element == STRUT ? HUGE_VAL : between(0.0, 0.1);
    if (element == SPRING) {
        axis->stiffness = pow(10.0, between(1.0, 5.0));
        axis->damping = share() < 0.5 ? 0.1 * axis->stiffness : 0.0;
        axis->rest = between(-0.2, 0.2);
    }
    if (element == CYLINDER) {
        axis->motor.mode = share() < 0.5 ? SIM_MOTOR_VELOCITY : SIM_MOTOR_SERVO;
        axis->motor.target = between(-0.2, 0.2);
        axis->motor.force_high = pow(10.0, between(0.0, 4.0));
        axis->motor.force_low = -axis->motor.force_high;
    }
    assert_null(sim_joint_def_problem(&def));
    sim_joint_create(m->world, &def);
}

// A rope of springs that resists bending, from one body to another. Its rows do not turn with the
// bend, so that a rope which turns as a whole keeps its angular momentum only as far as it is
// straight.
static void add_rope(struct model *m, struct sim_body_id from, struct sim_body_id to) {
    const int parts = 3 + pick(6);
    const struct sim_vec3 begin = sim_body_centre(m->world, from);
    const struct sim_vec3 way = sim_sub(sim_body_centre(m->world, to), begin);
    const double mass = pow(10.0, between(-1.0, 0.5)), stiffness = pow(10.0, between(2.0, 4.0));
    struct sim_differential_def bend = sim_default_differential_def();
    bend.bends = true;
    bend.ratio[1] = 1.0;
    bend.softness.stiffness = pow(10.0, between(-2.0, 1.0));
    bend.softness.damping = 0.05 * bend.softness.stiffness;
    struct sim_body_id last = from;
    for (int i = 1; i <= parts; i++) {
        struct sim_body_def body = sim_default_body_def();
        body.pose.p = sim_add_scaled(begin, way, (double)i / parts);
        body.has_mass = true;
        body.mass.mass = mass;
        struct sim_joint_def link = sim_default_joint_def();
        link.kind = SIM_JOINT_LINK;
        link.a = last;
        link.b = i < parts ? sim_body_create(m->world, &body) : to;
        link.anchor = sim_add_scaled(begin, way, (double)(i - 1) / parts);
        link.anchor_b = body.pose.p;
        link.free_axis[0].stiffness = stiffness;
        link.free_axis[0].damping = 0.05 * stiffness;
        assert_null(sim_joint_def_problem(&link));
        bend.joint[0] = bend.joint[1];
        bend.joint[1] = sim_joint_create(m->world, &link);
        assert_null(sim_differential_def_problem(&bend));
        if (i > 1)
            sim_differential_create(m->world, &bend);
        last = link.b;
    }
    m->free = false;
}

// The same seed and definition give the same model.
static inline void build(struct model *m, uint64_t seed, const struct sim_world_def *def) {
    random_state = seed * 2862933555777941757u + 3037000493u;
    *m = (struct model){.world = sim_world_create(def), .free = true};
    assert_non_null(m->world);
    const int bodies = 2 + pick(MOST_BODIES - 2);
    const bool chain = share() < 0.3, hangs = share() < 0.6;
    struct sim_vec3 place[MOST_BODIES];
    for (int i = 0; i < bodies; i++) {
        const int parent = i == 0 ? -1 : chain ? i - 1 : pick(i);
        const struct sim_vec3 step = sim_scale(direction(), between(0.3, 1.5));
        place[i] = parent < 0 ? step : sim_add(place[parent], step);
        add_body(m, place[i]);
        if (parent >= 0 || hangs)
            add_joint(m, parent >= 0 ? m->body[parent] : (struct sim_body_id){0}, m->body[i],
                      sim_add_scaled(place[i], step, -0.5));
    }
    // Loops: more constraints than freedoms are common, and they agree in the pose they are made
    // in.
    for (int loops = pick(4); loops > 0 && bodies > 2; loops--) {
        const int a = pick(bodies), b = pick(bodies);
        if (a != b)
            add_joint(m, m->body[a], m->body[b], sim_scale(sim_add(place[a], place[b]), 0.5));
    }
    for (int i = 0; i < bodies; i++)
        dress_body(m, m->body[i]);
    if (share() < 0.3)
        add_magnet(m, m->body[pick(bodies)]);
    if (share() < 0.3 && m->joints > 0)
        add_redundant(m);
    if (share() < 0.3 && m->joints > 1)
        add_differential(m);
    if (share() < 0.2)
        add_string(m, m->body[pick(bodies)]);
    for (int elements = share() < 0.4 ? 1 + pick(3) : 0; elements > 0; elements--) {
        const int a = pick(bodies), b = pick(bodies);
        if (a != b)
            add_element(m, m->body[a], m->body[b]);
    }
    if (share() < 0.2) {
        const int a = pick(bodies), b = pick(bodies);
        if (a != b)
            add_rope(m, m->body[a], m->body[b]);
    }
    m->free = m->free && !hangs;
}
