// Links hold two points to each other rather than two frames: a rod between two eyes, a thread, a
// strut, a spring, a cylinder whose own inertia does not matter. With the anchors p_a and p_b,
// d = p_b - p_a and u = d / |d|:
//
//   |d|' = u . (v_b(p_b) - v_a(p_a))
//
// Both velocities may be taken at p_b: a's point moves by w_a x d between the two, across u. So the
// one row is that of a slide along u, and limits, motors, springs and brakes are those of a free
// axis. Its coordinate is the length less that at creation.
//
// A link leaves the length free; a distance holds it (Schmitt and Thuering 2000, section 2):
//
//   u . (v_b(p_b) - v_a(p_a)) = k_er / h  (l - |d|)
#include "sim/joint/builder.h"

static const double shortest = 1e-9; // [m] below which a length has no direction

static double length(const struct sim_row_builder *r) {
    return sim_length(r->gap);
}

// If the two points meet, the direction is arbitrary; a's first axis is as good as any.
static struct sim_vec3 direction_at(const struct sim_row_builder *r, double length) {
    return length > shortest ? sim_scale(r->gap, -1.0 / length) : r->e[0];
}

static struct sim_vec3 direction(const struct sim_row_builder *r, int axis) {
    (void)axis;
    return direction_at(r, length(r));
}

static double coordinate(const struct sim_row_builder *r, int axis) {
    (void)axis;
    return length(r) - r->joint->length;
}

static void no_rows(struct sim_row_builder *r) {
    (void)r;
}

static void hold(struct sim_row_builder *r, double held) {
    const double l = length(r);
    struct sim_row *row = sim_row_add(r, r->gain * (held - l));
    sim_row_linear(r, row, direction_at(r, l), 1.0);
}

// A blocked link is a distance of the length at which it was blocked.
static void hold_blocked(struct sim_row_builder *r) {
    hold(r, sim_length(r->joint->held.p));
}

static void hold_created(struct sim_row_builder *r) {
    hold(r, r->joint->length);
}

static double no_angle(const struct sim_row_builder *r) {
    (void)r;
    return 0.0;
}

static double link_error(const struct sim_row_builder *r) {
    return r->joint->blocked ? length(r) - sim_length(r->joint->held.p) : 0.0;
}

static double distance_error(const struct sim_row_builder *r) {
    return coordinate(r, 0);
}

const struct joint_kind sim_joint_link = {.axes = 1,
                                          .slides = {true},
                                          .along = {-1},
                                          .open = 7,
                                          .points = true,
                                          .rows = no_rows,
                                          .blocked_rows = hold_blocked,
                                          .direction = direction,
                                          .coordinate = coordinate,
                                          .angle_error = no_angle,
                                          .slide_error = link_error};

const struct joint_kind sim_joint_distance = {.along = {-1, -1, -1},
                                              .open = 7,
                                              .points = true,
                                              .rows = hold_created,
                                              .blocked_rows = hold_created,
                                              .direction = direction,
                                              .coordinate = coordinate,
                                              .angle_error = no_angle,
                                              .slide_error = distance_error};
