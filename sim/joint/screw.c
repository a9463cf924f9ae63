// Screw (Jung 3.4.1): a cylindrical joint whose slide s and turn t are coupled by the pitch p.
//
//   u . (v_b(x) - v_a(x)) - p / (2 pi)  u . (w_b - w_a) = k_er / h  (p / (2 pi) t - s) (3.78, 3.82)
//
// t includes whole turns, which the pose alone does not give (n of 3.82).
#include "sim/joint/builder.h"

static double pitch_per_radian(const struct sim_row_builder *r) {
    return r->joint->pitch / (2.0 * SIM_PI);
}

static void rows(struct sim_row_builder *r) {
    sim_joint_cylindrical.rows(r);
    const double k = pitch_per_radian(r);
    const double slide = -sim_dot(r->gap, r->e[0]), turn = r->joint->position[1];
    struct sim_row *row = sim_row_add(r, r->gain * (k * turn - slide));
    sim_row_linear(r, row, r->e[0], 1.0);
    sim_row_angular(r, row, r->e[0], -k);
}

static struct sim_vec3 direction(const struct sim_row_builder *r, int axis) {
    return sim_joint_cylindrical.direction(r, axis);
}

static double coordinate(const struct sim_row_builder *r, int axis) {
    return sim_joint_cylindrical.coordinate(r, axis);
}

static double angle_error(const struct sim_row_builder *r) {
    return sim_joint_cylindrical.angle_error(r);
}

static double slide_error(const struct sim_row_builder *r) {
    return r->joint->position[0] - pitch_per_radian(r) * r->joint->position[1];
}

const struct joint_kind sim_joint_screw = {.axes = 2,
                                           .directions = 1,
                                           .slides = {true, false},
                                           .along = {0, 0},
                                           .open = 1,
                                           .rows = rows,
                                           .direction = direction,
                                           .coordinate = coordinate,
                                           .angle_error = angle_error,
                                           .slide_error = slide_error};
