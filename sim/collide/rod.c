// Rods and their contacts with convex solids.
#include "sim/collide/rod.h"

#include <assert.h>

static const double merge = 0.5; // of the radius: the lowest place takes over a spot this near
static const double least_gain = 2e-5; // [m] by which the lowest place must be deeper to be added

struct sim_rod sim_rod_of(const struct sim_shape *shape, const struct sim_pose *pose) {
    assert(shape->kind == SIM_SHAPE_SPHERE || shape->kind == SIM_SHAPE_CAPSULE);
    struct sim_rod rod = {pose->p, {0.0, 0.0, 1.0}, 0.0, shape->radius[0], 0.0};
    if (shape->kind != SIM_SHAPE_CAPSULE)
        return rod;
    const double h = shape->half_length, r0 = shape->radius[0], r1 = shape->radius[1];
    rod.axis = sim_rotate(pose->q, sim_vec3(0.0, 0.0, 1.0));
    if (fabs(r1 - r0) >= 2.0 * h) {
        rod.centre = sim_add_scaled(pose->p, rod.axis, r1 > r0 ? h : -h);
        rod.radius = fmax(r0, r1);
        return rod;
    }
    rod.half = h;
    rod.radius = 0.5 * (r0 + r1);
    rod.slope = (r1 - r0) / (2.0 * h);
    return rod;
}

struct sim_aabb sim_rod_bounds(const struct sim_rod *rod) {
    const struct sim_vec3 p = sim_rod_at(rod, -rod->half), q = sim_rod_at(rod, rod->half);
    const double r = sim_rod_radius(rod, -rod->half), s = sim_rod_radius(rod, rod->half);
    return (struct sim_aabb){
        {fmin(p.x - r, q.x - s), fmin(p.y - r, q.y - s), fmin(p.z - r, q.z - s)},
        {fmax(p.x + r, q.x + s), fmax(p.y + r, q.y + s), fmax(p.z + r, q.z + s)}};
}

void sim_rod_keep(struct sim_rod_spots *spots, struct sim_rod_spot spot) {
    if (!(spot.gap < spots->contacts->margin))
        return;
    for (int i = 0; i < spots->count; i++)
        if (fabs(spots->spot[i].s - spot.s) < sim_rod_together)
            return;
    assert(spots->count < SIM_ROD_MAX_SPOTS);
    spots->spot[spots->count++] = spot;
}

void sim_rod_add(const struct sim_rod_spots *spots, const struct sim_rod_spot *spot) {
    const struct sim_vec3 on_a = sim_add_scaled(sim_rod_at(spots->rod, spot->s), spot->normal,
                                                -sim_rod_radius(spots->rod, spot->s));
    sim_contacts_add(spots->contacts, sim_pose_point(*spots->frame, on_a),
                     sim_rotate(spots->frame->q, spot->normal), -spot->gap, spot->feature);
}

void sim_rod_add_all(struct sim_rod_spots *spots, struct sim_rod_spot lowest) {
    struct sim_rod_spot *spot = spots->spot;
    int nearest = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < spots->count; i++) {
        if (nearest < 0 || fabs(spot[i].s - lowest.s) < fabs(spot[nearest].s - lowest.s))
            nearest = i;
        least = fmin(least, spot[i].gap);
    }
    // It moves on continuously from there, for example when a log that lies across an edge tilts.
    if (nearest >= 0 && fabs(spot[nearest].s - lowest.s) <
                            merge * sim_rod_radius(spots->rod, lowest.s) + sim_rod_together) {
        lowest.feature = spot[nearest].feature;
        spot[nearest] = lowest;
    } else if (!(lowest.gap > least - least_gain)) {
        spot[spots->count++] = lowest;
    }
    for (int i = 0; i < spots->count; i++)
        sim_rod_add(spots, &spot[i]);
}

void sim_rod_try_escape(const struct sim_rod *rod, struct sim_vec3 n, double reach,
                        struct sim_rod_escape *best) {
    const double overlap = reach + rod->radius - sim_dot(n, rod->centre) +
                           rod->half * fabs(sim_dot(n, rod->axis) - rod->slope);
    if (overlap < best->overlap)
        *best = (struct sim_rod_escape){n, reach, overlap};
}

bool sim_rod_across(const struct sim_rod *rod, struct sim_vec3 edge, struct sim_vec3 n[2]) {
    const struct sim_vec3 flat = sim_add_scaled(rod->axis, edge, -sim_dot(rod->axis, edge));
    const double m = sim_length(flat);
    if (m < 1e-6 || fabs(rod->slope) >= m)
        return false;
    const double cosine = rod->slope / m, sine = sqrt(1.0 - cosine * cosine);
    const struct sim_vec3 along = sim_scale(flat, 1.0 / m), across = sim_cross(edge, along);
    n[0] = sim_add_scaled(sim_scale(along, cosine), across, sine);
    n[1] = sim_add_scaled(sim_scale(along, cosine), across, -sine);
    return true;
}

void sim_rod_add_inside(const struct sim_rod_spots *spots, const struct sim_rod_escape *escape,
                        double low, double high, double lowest) {
    const bool one = !(high - low > sim_rod_together);
    const double place[2] = {one ? lowest : low, high};
    for (uint32_t k = 0; k < (one ? 1U : 2U); k++) {
        const double s = place[k];
        const double gap = sim_dot(escape->normal, sim_rod_at(spots->rod, s)) -
                           sim_rod_radius(spots->rod, s) - escape->reach;
        const struct sim_rod_spot spot = {s, gap, escape->normal, SIM_ROD_INSIDE + k};
        sim_rod_add(spots, &spot);
    }
}
