// Planar joint: b stays in a plane of a with normal u; it slides along s and t and turns about u.
//
//   u . (v_b(p) - v_a(p)) = k_er / h  u . (p_a - p_b),   p on b, so that the arm on a grows
//   s . (w_b - w_a) = k_er / h  s . (u_b x u_a),   the same for t
#include "sim/joint/builder.h"

static void rows(struct sim_row_builder *r) {
    struct sim_row *row = sim_row_add(r, r->gain * sim_dot(r->e[0], r->gap));
    sim_row_linear(r, row, r->e[0], 1.0);
    const struct sim_vec3 error = sim_cross(r->f[0], r->e[0]);
    for (int i = 1; i < 3; i++) {
        row = sim_row_add(r, r->gain * sim_dot(r->e[i], error));
        sim_row_angular(r, row, r->e[i], 1.0);
    }
}

static struct sim_vec3 direction(const struct sim_row_builder *r, int axis) {
    return axis < 2 ? r->e[axis + 1] : r->e[0];
}

static double coordinate(const struct sim_row_builder *r, int axis) {
    if (axis < 2)
        return -sim_dot(r->gap, r->e[axis + 1]);
    return sim_joint_hinge.coordinate(r, 0);
}

static double angle_error(const struct sim_row_builder *r) {
    return sim_joint_hinge.angle_error(r);
}

const struct joint_kind sim_joint_planar = {.axes = 3,
                                            .directions = 2,
                                            .chosen = 1,
                                            .slides = {true, true, false},
                                            .along = {1, -1, 0},
                                            .open = 2 | 4,
                                            .rows = rows,
                                            .direction = direction,
                                            .coordinate = coordinate,
                                            .angle_error = angle_error};
