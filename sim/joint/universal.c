// Universal joint (Jung 3.2.5) and articulated steering (Jung 6.1.3): u is fixed in a, c is fixed
// in b, both stay perpendicular. Steering turns about u, the frames twist against each other about
// c.
//
//   d/dt (u . c) = (c x u) . (w_b - w_a)   =>   (c x u) . (w_b - w_a) = -k_er / h  u . c
#include "sim/joint/builder.h"

static void rows(struct sim_row_builder *r) {
    sim_rows_anchor(r);
    const struct sim_vec3 u = r->e[0], c = r->f[1];
    struct sim_row *row = sim_row_add(r, -r->gain * sim_dot(u, c));
    sim_row_angular(r, row, sim_cross(c, u), 1.0);
}

static struct sim_vec3 direction(const struct sim_row_builder *r, int axis) {
    return axis == 0 ? r->e[0] : r->f[1];
}

// Steering: angle from e1 to c about u. Twist: angle from u to f0 about c.
static double coordinate(const struct sim_row_builder *r, int axis) {
    const struct sim_vec3 u = r->e[0], c = r->f[1];
    if (axis == 0)
        return sim_atan2(sim_dot(c, r->e[2]), sim_dot(c, r->e[1]));
    return sim_atan2(sim_dot(c, sim_cross(u, r->f[0])), sim_dot(u, r->f[0]));
}

static double angle_error(const struct sim_row_builder *r) {
    return sim_dot(r->e[0], r->f[1]);
}

const struct joint_kind sim_joint_universal = {.axes = 2,
                                               .along = {0, 1},
                                               .directions = 2,
                                               .pivots = true,
                                               .rows = rows,
                                               .direction = direction,
                                               .coordinate = coordinate,
                                               .angle_error = angle_error};
