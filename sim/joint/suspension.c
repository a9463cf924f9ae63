// Wheel suspension in one joint (Jung 3.4.4): the wheel b slides along u, which is fixed in the
// chassis a, and spins about s, which is fixed in the wheel; steered, it also turns about u.
//
//   t . (v_b(p) - v_a(p)) = k_er / h  t . (p_a - p_b)   for the two t perpendicular to u (3.104)
//   not steered:  u . (w_b - w_a) and (u x s_a) . (w_b - w_a) keep the axes s_a, s_b parallel
//   steered:      (s x u) . (w_b - w_a) = -k_er / h  u . s                              (3.111)
//
// Spring and damper along u are those of free axis 0 (3.105, 3.107), the drive is the motor of axis
// 1 (3.109), the steering servo that of axis 2 (3.110).
#include "sim/joint/builder.h"

static void slide_rows(struct sim_row_builder *r) {
    for (int i = 1; i < 3; i++) {
        struct sim_row *row = sim_row_add(r, r->gain * sim_dot(r->e[i], r->gap));
        sim_row_linear(r, row, r->e[i], 1.0);
    }
}

static double slide(const struct sim_row_builder *r) {
    return -sim_dot(r->gap, r->e[0]);
}

// ---- not steered: s is e1 in a and f1 in b ----

static void straight_rows(struct sim_row_builder *r) {
    slide_rows(r);
    const struct sim_vec3 error = sim_cross(r->f[1], r->e[1]);
    for (int i = 0; i < 3; i += 2) {
        struct sim_row *row = sim_row_add(r, r->gain * sim_dot(r->e[i], error));
        sim_row_angular(r, row, r->e[i], 1.0);
    }
}

static struct sim_vec3 straight_direction(const struct sim_row_builder *r, int axis) {
    return r->e[axis];
}

static double straight_coordinate(const struct sim_row_builder *r, int axis) {
    if (axis == 0)
        return slide(r);
    return sim_atan2(sim_dot(r->f[2], r->e[0]), sim_dot(r->f[2], r->e[2]));
}

static double straight_error(const struct sim_row_builder *r) {
    return sim_length(sim_cross(r->f[1], r->e[1]));
}

const struct joint_kind sim_joint_suspension = {.axes = 2,
                                                .directions = 2,
                                                .slides = {true, false},
                                                .along = {0, 1},
                                                .open = 1,
                                                .rows = straight_rows,
                                                .direction = straight_direction,
                                                .coordinate = straight_coordinate,
                                                .angle_error = straight_error};

// ---- steered: a universal joint that slides ----

static void steered_rows(struct sim_row_builder *r) {
    slide_rows(r);
    const struct sim_vec3 u = r->e[0], s = r->f[1];
    struct sim_row *row = sim_row_add(r, -r->gain * sim_dot(u, s));
    sim_row_angular(r, row, sim_cross(s, u), 1.0);
}

static struct sim_vec3 steered_direction(const struct sim_row_builder *r, int axis) {
    return axis == 1 ? r->f[1] : r->e[0];
}

static double steered_coordinate(const struct sim_row_builder *r, int axis) {
    if (axis == 0)
        return slide(r);
    return sim_joint_universal.coordinate(r, axis == 2 ? 0 : 1);
}

static double steered_error(const struct sim_row_builder *r) {
    return sim_joint_universal.angle_error(r);
}

const struct joint_kind sim_joint_steered_suspension = {.axes = 3,
                                                        .directions = 2,
                                                        .slides = {true, false, false},
                                                        .along = {0, 1, 0},
                                                        .open = 1,
                                                        .rows = steered_rows,
                                                        .direction = steered_direction,
                                                        .coordinate = steered_coordinate,
                                                        .angle_error = steered_error};
