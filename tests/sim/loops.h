// Closed loops of bars and hinges that move in space, shared by tests.
#pragma once

#include "tests/sim/physics.h"

enum { LOOPS_MOST = 12 };

struct loops_linkage {
    struct sim_world *world;
    int bodies, joints;
    struct sim_body_id body[LOOPS_MOST];
    struct sim_joint_id joint[LOOPS_MOST];
    double mass; // [kg] of all bars
};

static inline void loops_bar(struct loops_linkage *l, struct sim_vec3 from, struct sim_vec3 to,
                             double mass) {
    const struct sim_vec3 d = sim_sub(to, from), u = sim_unit(d), s = sim_perpendicular(u);
    const struct sim_vec3 t = sim_cross(u, s);
    const struct sim_mat3 axes = {{{u.x, s.x, t.x}, {u.y, s.y, t.y}, {u.z, s.z, t.z}}};
    const double across = mass * (sim_dot(d, d) / 12.0 + 0.05 * 0.05);
    struct sim_body_def def = sim_default_body_def();
    def.pose = (struct sim_pose){sim_scale(sim_add(from, to), 0.5), sim_quat_from_mat3(&axes)};
    def.has_mass = true;
    def.mass.mass = mass;
    def.mass.inertia = sim_mat3_diag(mass * 0.05 * 0.05, across, across);
    l->body[l->bodies++] = sim_body_create(l->world, &def);
    l->mass += mass;
}

static inline void loops_join(struct loops_linkage *l, enum sim_joint_kind kind,
                              struct sim_body_id a, struct sim_body_id b, struct sim_vec3 anchor,
                              struct sim_vec3 axis) {
    const struct sim_joint_def def = physics_joint(kind, a, b, anchor, sim_unit(axis));
    l->joint[l->joints++] = physics_join(l->world, &def);
}

// Three bars between hinges at the corners of a skew quadrilateral whose opposite sides are equal,
// the fourth side being the ground; each hinge's axis is perpendicular to both sides that meet
// there. It is Bennett's: the sines of the angles between axes are as the sides, and it moves,
// though 20 rows hold three bodies. kind: of the joints, from the ground to the ground.
static inline void loops_bennett_of(struct loops_linkage *l, const enum sim_joint_kind kind[4]) {
    const double p = 0.5, q = 0.3, c = 0.1, turn = 1.1;
    const struct sim_quat tilt = sim_quat_exp(sim_vec3(0.3, 0.4, 0.2));
    struct sim_vec3 corner[4] = {
        {p, 0, c}, {q * cos(turn), q * sin(turn), -c}, {-p, 0, c}, {0, 0, 0}};
    corner[3] = sim_vec3(-corner[1].x, -corner[1].y, -c);
    for (int i = 0; i < 4; i++)
        corner[i] = sim_rotate(tilt, corner[i]);
    for (int i = 0; i < 3; i++)
        loops_bar(l, corner[i], corner[i + 1], 1.0 + 0.3 * i);
    for (int i = 0; i < 4; i++)
        loops_join(l, kind[i], i > 0 ? l->body[i - 1] : physics_ground,
                   i < 3 ? l->body[i] : physics_ground, corner[i],
                   sim_cross(sim_sub(corner[(i + 1) % 4], corner[i]),
                             sim_sub(corner[(i + 3) % 4], corner[i])));
}

// second: kind of the joint between the first two bars.
static inline void loops_bennett(struct loops_linkage *l, enum sim_joint_kind second) {
    const enum sim_joint_kind kind[] = {SIM_JOINT_HINGE, second, SIM_JOINT_HINGE, SIM_JOINT_HINGE};
    loops_bennett_of(l, kind);
}

// Sarrus's: legs of two bars and three parallel hinges guide a platform along a line, with axes at
// right angles for two legs. With three legs four rows are redundant, with two legs one.
static inline void loops_sarrus_along(struct loops_linkage *l, struct sim_vec3 line, int legs,
                                      double height) {
    const struct sim_vec3 z = sim_unit(line), x = sim_perpendicular(z);
    const struct sim_vec3 y = sim_cross(z, x);
    const struct sim_mat3 axes = {{{x.x, x.y, x.z}, {y.x, y.y, y.z}, {z.x, z.y, z.z}}};
    const double half = 0.3, knee = half + sqrt(0.25 - 0.25 * height * height);
#define PLACE(...) sim_mat3_mul(&axes, sim_vec3(__VA_ARGS__))
    loops_bar(l, PLACE(-0.2, 0, height), PLACE(0.2, 0, height), 0.2);
    for (int i = 0; i < legs; i++) {
        const double turn = legs == 2 ? i * SIM_PI / 2.0 : 2.0 * SIM_PI * i / legs;
        const double c = cos(turn), s = sin(turn), mass = legs > 2 && i == 0 ? 3.0 : 1.0;
        const struct sim_vec3 axis = PLACE(-s, c, 0), foot = PLACE(half * c, half * s, 0),
                              middle = PLACE(knee * c, knee * s, 0.5 * height),
                              top = PLACE(half * c, half * s, height);
        loops_bar(l, foot, middle, mass);
        loops_bar(l, middle, top, mass);
        const struct sim_body_id *bar = &l->body[l->bodies - 2];
        loops_join(l, SIM_JOINT_HINGE, physics_ground, bar[0], foot, axis);
        loops_join(l, SIM_JOINT_HINGE, bar[0], bar[1], middle, axis);
        loops_join(l, SIM_JOINT_HINGE, bar[1], l->body[0], top, axis);
    }
#undef PLACE
}

// The line is tilted so that the legs' weight keeps them from stretching.
static inline void loops_sarrus(struct loops_linkage *l, int legs, double height) {
    loops_sarrus_along(l, sim_vec3(-4.5, -4.5, -2.0), legs, height);
}

// A flat parallelogram of bars with the sides a, b between the points 0, a, a + b, b.
static inline void loops_four_bar(struct loops_linkage *l, struct sim_vec3 a, struct sim_vec3 b,
                                  struct sim_vec3 axis) {
    const struct sim_vec3 corner[4] = {{0, 0, 0}, b, sim_add(a, b), a};
    for (int i = 0; i < 3; i++)
        loops_bar(l, corner[i], corner[i + 1], 1.0);
    for (int i = 0; i < 4; i++)
        loops_join(l, SIM_JOINT_HINGE, i > 0 ? l->body[i - 1] : physics_ground,
                   i < 3 ? l->body[i] : physics_ground, corner[i], axis);
}
