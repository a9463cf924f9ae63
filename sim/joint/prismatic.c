// Prismatic joint (Jung 3.2.6): no turning, and no motion across the axis u, which is fixed in a.
//
//   w_b - w_a = k_er / h  r,   r: rotation vector that takes b's frame to a's
//   s . (v_b(p) - v_a(p)) = k_er / h  s . (p_a - p_b),   the same for t
//
// with s, t perpendicular to u and p on b, so that the arm on a grows with the slide.
#include "sim/joint/builder.h"

static struct sim_vec3 turn(const struct sim_row_builder *r) {
    return sim_quat_log(sim_quat_mul(r->fa.q, sim_quat_conj(r->fb.q)));
}

static void rows(struct sim_row_builder *r) {
    const struct sim_vec3 error = turn(r);
    for (int i = 0; i < 3; i++) {
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
    (void)axis;
    return -sim_dot(r->gap, r->e[0]);
}

static double angle_error(const struct sim_row_builder *r) {
    return sim_length(turn(r));
}

const struct joint_kind sim_joint_prismatic = {.axes = 1,
                                               .directions = 1,
                                               .slides = {true},
                                               .along = {0},
                                               .open = 1,
                                               .rows = rows,
                                               .direction = direction,
                                               .coordinate = coordinate,
                                               .angle_error = angle_error};
