// Hinge (Jung 3.2.4): a ball joint and two rows that keep the axes u_a, u_b parallel.
//
//   s . (w_b - w_a) = k_er / h  s . (u_b x u_a),   the same for t;   s, t perpendicular to u_a
//
// The coordinate is the angle from e1 (fixed in a) to f1 (fixed in b) about u.
#include "sim/joint/builder.h"

static void rows(struct sim_row_builder *r) {
    sim_rows_anchor(r);
    const struct sim_vec3 error = sim_cross(r->f[0], r->e[0]);
    for (int i = 1; i < 3; i++) {
        struct sim_row *row = sim_row_add(r, r->gain * sim_dot(r->e[i], error));
        sim_row_angular(r, row, r->e[i], 1.0);
    }
}

static struct sim_vec3 direction(const struct sim_row_builder *r, int axis) {
    (void)axis;
    return r->e[0];
}

static double coordinate(const struct sim_row_builder *r, int axis) {
    (void)axis;
    return sim_atan2(sim_dot(r->f[1], r->e[2]), sim_dot(r->f[1], r->e[1]));
}

static double angle_error(const struct sim_row_builder *r) {
    return sim_length(sim_cross(r->f[0], r->e[0]));
}

const struct joint_kind sim_joint_hinge = {.axes = 1,
                                           .along = {0},
                                           .directions = 1,
                                           .pivots = true,
                                           .rows = rows,
                                           .direction = direction,
                                           .coordinate = coordinate,
                                           .angle_error = angle_error};
