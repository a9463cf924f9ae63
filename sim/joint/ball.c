// Ball joint (Jung 3.2.3): the anchors stay together.
//
//   v_b(p) - v_a(p) = k_er / h (p_a - p_b)                                              (3.30)
//
// For limits and springs, the rotation is divided into swing and twist about the axis u, which is
// fixed in both bodies (u_a, u_b):
//   swing  s = angle(u_a, u_b) in [0, pi],       sd = n . (w_b - w_a),   n = u_a x u_b / |...|
//   twist  t = 2 atan2(q . u_a, q_w),            td = (u_a + u_b) . (w_b - w_a) / (1 + u_a . u_b)
// with q = q_b q_a^-1. The twist is singular at s = pi.
#include "sim/joint/builder.h"

static const double straight = 1e-12; // [rad] below this, n is rounding noise
static const double folded = 1e-3;    // lower bound of 1 + cos(swing) as a divisor

static void rows(struct sim_row_builder *r) {
    sim_rows_anchor(r);
}

static struct sim_vec3 angular_velocity(const struct sim_world *world, int body) {
    return body >= 0 ? world->bodies.items[body].w : sim_vec3(0.0, 0.0, 0.0);
}

// n; if the two directions coincide, the axis about which they are separating.
static struct sim_vec3 swing_axis(const struct sim_row_builder *r) {
    const struct sim_vec3 across = sim_cross(r->e[0], r->f[0]);
    if (sim_dot(across, across) > straight * straight)
        return sim_unit(across);
    const struct sim_vec3 w =
        sim_sub(angular_velocity(r->world, r->joint->b), angular_velocity(r->world, r->joint->a));
    return sim_unit_or(sim_add_scaled(w, r->e[0], -sim_dot(w, r->e[0])), r->e[1]);
}

static struct sim_vec3 direction(const struct sim_row_builder *r, int axis) {
    if (axis == 0)
        return swing_axis(r);
    const double sum = 1.0 + sim_dot(r->e[0], r->f[0]);
    return sim_scale(sim_add(r->e[0], r->f[0]), 1.0 / fmax(sum, folded));
}

static double coordinate(const struct sim_row_builder *r, int axis) {
    if (axis == 0)
        return sim_atan2(sim_length(sim_cross(r->e[0], r->f[0])), sim_dot(r->e[0], r->f[0]));
    const struct sim_quat q = sim_quat_mul(r->fb.q, sim_quat_conj(r->fa.q));
    const double t = 2.0 * sim_atan2(sim_dot(sim_vec3(q.x, q.y, q.z), r->e[0]), q.w);
    return t > SIM_PI ? t - 2.0 * SIM_PI : t <= -SIM_PI ? t + 2.0 * SIM_PI : t;
}

static double angle_error(const struct sim_row_builder *r) {
    (void)r;
    return 0.0;
}

const struct joint_kind sim_joint_ball = {.axes = 2,
                                          .optional = 1,
                                          .along = {-1, 0},
                                          .pivots = true,
                                          .rows = rows,
                                          .direction = direction,
                                          .coordinate = coordinate,
                                          .angle_error = angle_error};
