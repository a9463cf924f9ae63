// Rails and planes hold a point of b on a line or in a plane of a, and let b turn as it likes
// (Schmitt and Thuering 2000, section 4). With u, s, t perpendicular to each other and fixed in a:
//
//   rail:   s . (v_b(p) - v_a(p)) = k_er / h  s . (p_a - p_b),   the same for t
//   plane:  u . (v_b(p) - v_a(p)) = k_er / h  u . (p_a - p_b)
//
// p is on b, so that the arm on a grows with the slide. Limits make a piece of the line or a
// rectangle of the plane, an outline a polygon of it (sim/joint/outline.c).
#include "sim/joint/builder.h"

static void hold(struct sim_row_builder *r, int axis) {
    struct sim_row *row = sim_row_add(r, r->gain * sim_dot(r->e[axis], r->gap));
    sim_row_linear(r, row, r->e[axis], 1.0);
}

static void rail_rows(struct sim_row_builder *r) {
    hold(r, 1);
    hold(r, 2);
}

static void plane_rows(struct sim_row_builder *r) {
    hold(r, 0);
}

static struct sim_vec3 rail_direction(const struct sim_row_builder *r, int axis) {
    (void)axis;
    return r->e[0];
}

static struct sim_vec3 plane_direction(const struct sim_row_builder *r, int axis) {
    return r->e[axis + 1];
}

static double rail_coordinate(const struct sim_row_builder *r, int axis) {
    return -sim_dot(r->gap, rail_direction(r, axis));
}

static double plane_coordinate(const struct sim_row_builder *r, int axis) {
    return -sim_dot(r->gap, plane_direction(r, axis));
}

static double no_angle(const struct sim_row_builder *r) {
    (void)r;
    return 0.0;
}

const struct joint_kind sim_joint_rail = {.axes = 1,
                                          .directions = 1,
                                          .slides = {true},
                                          .along = {0},
                                          .open = 1,
                                          .rows = rail_rows,
                                          .direction = rail_direction,
                                          .coordinate = rail_coordinate,
                                          .angle_error = no_angle};

const struct joint_kind sim_joint_plane = {.axes = 2,
                                           .directions = 2,
                                           .chosen = 1,
                                           .slides = {true, true},
                                           .along = {1, -1},
                                           .open = 2 | 4,
                                           .rows = plane_rows,
                                           .direction = plane_direction,
                                           .coordinate = plane_coordinate,
                                           .angle_error = no_angle};
