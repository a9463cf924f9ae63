// Cylindrical joint: slides along and turns about the same axis u, which is fixed in a.
//
//   s . (w_b - w_a) = k_er / h  s . (u_b x u_a),   the same for t;   s, t perpendicular to u
//   s . (v_b(p) - v_a(p)) = k_er / h  s . (p_a - p_b),   the same for t
#include "sim/joint/builder.h"

static void rows(struct sim_row_builder *r) {
    const struct sim_vec3 error = sim_cross(r->f[0], r->e[0]);
    for (int i = 1; i < 3; i++) {
        struct sim_row *row = sim_row_add(r, r->gain * sim_dot(r->e[i], error));
        sim_row_angular(r, row, r->e[i], 1.0);
    }
    for (int i = 1; i < 3; i++) {
        struct sim_row *row = sim_row_add(r, r->gain * sim_dot(r->e[i], r->gap));
        sim_row_linear(r, row, r->e[i], 1.0);
    }
}

static struct sim_vec3 direction(const struct sim_row_builder *r, int axis) {
    (void)axis;
    return r->e[0];
}

static double coordinate(const struct sim_row_builder *r, int axis) {
    if (axis == 0)
        return -sim_dot(r->gap, r->e[0]);
    return sim_atan2(sim_dot(r->f[1], r->e[2]), sim_dot(r->f[1], r->e[1]));
}

static double angle_error(const struct sim_row_builder *r) {
    return sim_length(sim_cross(r->f[0], r->e[0]));
}

const struct joint_kind sim_joint_cylindrical = {.axes = 2,
                                                 .directions = 1,
                                                 .slides = {true, false},
                                                 .along = {0, 0},
                                                 .open = 1,
                                                 .rows = rows,
                                                 .direction = direction,
                                                 .coordinate = coordinate,
                                                 .angle_error = angle_error};
