// A path holds a point of b on a curve that is fixed in a, and lets b turn as it likes, as a rail
// does on a line. q is the place on the curve nearest to the point, u the curve's direction there,
// and s, t are perpendicular to it:
//
//   s . (v_b(p) - v_a(p)) = k_er / h  s . (q - p),   the same for t
//
// The coordinate is the way along the curve since creation; it also tells where to look for q.
#include "sim/joint/builder.h"
#include "sim/shape/curve.h"

// The place of the point on the curve, in the world.
static struct sim_curve_place place_of(const struct sim_row_builder *r) {
    const struct joint *joint = r->joint;
    const struct sim_vec3 p = sim_unrotate(r->fa.q, sim_neg(r->gap));
    struct sim_curve_place place =
        sim_curve_near(r->world->curves.items[joint->curve], p, joint->length + joint->position[0]);
    place.p = sim_pose_point(r->fa, place.p);
    place.direction = sim_rotate(r->fa.q, place.direction);
    return place;
}

static void rows(struct sim_row_builder *r) {
    const struct sim_curve_place place = place_of(r);
    const struct sim_vec3 s = sim_perpendicular(place.direction);
    const struct sim_vec3 across[2] = {s, sim_cross(place.direction, s)};
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 gap = sim_sub(place.p, r->fb.p);
        struct sim_row *row = sim_row_add(r, r->gain * sim_dot(across[i], gap));
        sim_row_linear(r, row, across[i], 1.0);
    }
}

static struct sim_vec3 direction(const struct sim_row_builder *r, int axis) {
    (void)axis;
    return place_of(r).direction;
}

static double coordinate(const struct sim_row_builder *r, int axis) {
    (void)axis;
    return place_of(r).way - r->joint->length;
}

static double no_angle(const struct sim_row_builder *r) {
    (void)r;
    return 0.0;
}

static double distance(const struct sim_row_builder *r) {
    return sim_length(sim_sub(place_of(r).p, r->fb.p));
}

const struct joint_kind sim_joint_path = {.axes = 1,
                                          .slides = {true},
                                          .along = {-1},
                                          .open = 7,
                                          .rows = rows,
                                          .direction = direction,
                                          .coordinate = coordinate,
                                          .angle_error = no_angle,
                                          .slide_error = distance};
