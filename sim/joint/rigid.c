// Rigid joint: one body in the contact graph (Jung 4.1), or six rows if unification is forbidden.
#include "sim/joint/builder.h"

static struct sim_vec3 turn(const struct sim_row_builder *r) {
    return sim_quat_log(sim_quat_mul(r->fa.q, sim_quat_conj(r->fb.q)));
}

static void rows(struct sim_row_builder *r) {
    sim_rows_anchor(r);
    const struct sim_vec3 error = turn(r);
    for (int i = 0; i < 3; i++) {
        struct sim_row *row = sim_row_add(r, r->gain * sim_dot(r->e[i], error));
        sim_row_angular(r, row, r->e[i], 1.0);
    }
}

static struct sim_vec3 direction(const struct sim_row_builder *r, int axis) {
    return r->e[axis];
}

static double coordinate(const struct sim_row_builder *r, int axis) {
    (void)r;
    (void)axis;
    return 0.0;
}

static double angle_error(const struct sim_row_builder *r) {
    return sim_length(turn(r));
}

const struct joint_kind sim_joint_rigid = {.axes = 0,
                                           .directions = 0,
                                           .rows = rows,
                                           .direction = direction,
                                           .coordinate = coordinate,
                                           .angle_error = angle_error};
