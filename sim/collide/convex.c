// Convex shapes as the contacts of meshes need them: supports, sides, the way out.
#include "sim/collide/convex.h"

static struct sim_aabb bounds_of(const struct sim_convex *c) {
    const struct sim_vec3 x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
    if (c->is_rod)
        return sim_rod_bounds(&c->rod);
    return (struct sim_aabb){
        {-sim_convex_reach(c, sim_neg(x)), -sim_convex_reach(c, sim_neg(y)),
         -sim_convex_reach(c, sim_neg(z))},
        {sim_convex_reach(c, x), sim_convex_reach(c, y), sim_convex_reach(c, z)}};
}

static void measure(struct sim_convex *c) {
    for (int i = 0; i < 3; i++) {
        c->low[i] = -sim_convex_reach(c, sim_neg(c->axis[i]));
        c->high[i] = sim_convex_reach(c, c->axis[i]);
    }
    c->bounds = bounds_of(c);
}

struct sim_convex sim_convex_of(const struct sim_shape *shape, const struct sim_pose *pose) {
    struct sim_convex c = {.is_rod =
                               shape->kind == SIM_SHAPE_SPHERE || shape->kind == SIM_SHAPE_CAPSULE};
    if (c.is_rod) {
        c.rod = sim_rod_of(shape, pose);
        c.centre = c.rod.centre;
        c.axis[2] = c.rod.axis;
        c.axis[0] = sim_perpendicular(c.rod.axis);
        c.axis[1] = sim_cross(c.axis[2], c.axis[0]);
    } else {
        c.solid = sim_solid_of(shape, pose);
        c.centre = c.solid.centre;
        for (int i = 0; i < 3; i++)
            c.axis[i] = c.solid.axis[i];
    }
    measure(&c);
    return c;
}

struct sim_convex sim_convex_of_hull(const struct sim_hull *hull, struct sim_vec3 at) {
    struct sim_convex c = {.centre = at};
    c.axis[0] = sim_vec3(1.0, 0.0, 0.0);
    c.axis[1] = sim_vec3(0.0, 1.0, 0.0);
    c.axis[2] = sim_vec3(0.0, 0.0, 1.0);
    c.solid = (struct sim_solid){.centre = at, .hull = hull};
    for (int i = 0; i < 3; i++)
        c.solid.axis[i] = c.axis[i];
    measure(&c);
    return c;
}

struct sim_convex sim_convex_moved(const struct sim_convex *convex, struct sim_vec3 d) {
    struct sim_convex c = *convex;
    c.rod.centre = sim_add(c.rod.centre, d);
    c.solid.centre = sim_add(c.solid.centre, d);
    c.centre = sim_add(c.centre, d);
    for (int i = 0; i < 3; i++) {
        c.low[i] += sim_dot(d, c.axis[i]);
        c.high[i] += sim_dot(d, c.axis[i]);
    }
    c.bounds.low = sim_add(c.bounds.low, d);
    c.bounds.high = sim_add(c.bounds.high, d);
    return c;
}

// Place along the rod that reaches farthest along n.
static double rod_end(const struct sim_rod *rod, struct sim_vec3 n) {
    return sim_dot(n, rod->axis) + rod->slope >= 0.0 ? rod->half : -rod->half;
}

double sim_convex_reach(const struct sim_convex *convex, struct sim_vec3 n) {
    if (!convex->is_rod)
        return sim_solid_reach(&convex->solid, n);
    const struct sim_rod *rod = &convex->rod;
    return sim_dot(n, rod->centre) + rod->radius +
           rod->half * fabs(sim_dot(n, rod->axis) + rod->slope);
}

struct sim_vec3 sim_convex_support(const struct sim_convex *convex, struct sim_vec3 n) {
    if (!convex->is_rod)
        return sim_solid_support(&convex->solid, n, 0.0);
    const double s = rod_end(&convex->rod, n);
    return sim_add_scaled(sim_rod_at(&convex->rod, s), n, sim_rod_radius(&convex->rod, s));
}

// The ball of the rod whose surface p is nearest to: where the gap |p - c - s a| - r - k s is
// least.
static struct sim_vec3 towards_rod(const struct sim_rod *rod, struct sim_vec3 p) {
    const struct sim_vec3 d = sim_sub(p, rod->centre);
    const double along = sim_dot(d, rod->axis);
    const double beside = sim_length(sim_add_scaled(d, rod->axis, -along));
    const double shift = beside * rod->slope / sqrt(1.0 - rod->slope * rod->slope);
    const double s = sim_clamp(along + shift, -rod->half, rod->half);
    return sim_unit_or(sim_sub(sim_rod_at(rod, s), p), sim_perpendicular(rod->axis));
}

static struct sim_vec3 towards_cylinder(const struct sim_solid *c, struct sim_vec3 p) {
    const struct sim_vec3 d = sim_sub(p, c->centre);
    const double z = sim_dot(d, c->axis[2]);
    const struct sim_vec3 flat = sim_add_scaled(d, c->axis[2], -z);
    const double rho = sim_length(flat);
    const struct sim_vec3 out = sim_unit_or(flat, c->axis[0]);
    const double over_r = rho - c->half[0], over_z = fabs(z) - c->half[2];
    if (over_r > 0.0 && over_z > 0.0)
        return sim_neg(
            sim_unit(sim_add(sim_scale(out, over_r), sim_scale(c->axis[2], copysign(over_z, z)))));
    if (over_z > 0.0)
        return sim_scale(c->axis[2], z > 0.0 ? -1.0 : 1.0);
    return sim_neg(out); // its caps are tried as faces anyway
}

struct sim_vec3 sim_convex_towards(const struct sim_convex *convex, struct sim_vec3 p) {
    if (convex->is_rod)
        return towards_rod(&convex->rod, p);
    const struct sim_solid *solid = &convex->solid;
    if (sim_solid_is_cylinder(solid))
        return towards_cylinder(solid, p);
    const struct sim_vec3 v = sim_solid_local(solid, sim_sub(p, solid->centre));
    struct sim_vec3 n;
    if (solid->hull != NULL) {
        (void)sim_hull_distance(solid->hull, v, &n);
        return sim_neg(sim_solid_world(solid, n));
    }
    // Outside of a box; inside, its faces are enough.
    n = sim_sub(v, sim_vec3(sim_clamp(v.x, -solid->half[0], solid->half[0]),
                            sim_clamp(v.y, -solid->half[1], solid->half[1]),
                            sim_clamp(v.z, -solid->half[2], solid->half[2])));
    return sim_neg(sim_solid_world(solid, sim_unit(n)));
}

void sim_convex_side(const struct sim_convex *convex, struct sim_vec3 m, bool whole,
                     struct sim_side *side) {
    if (!convex->is_rod) {
        sim_solid_side(&convex->solid, m, whole, side);
        return;
    }
    const struct sim_rod *rod = &convex->rod;
    side->count = rod->half > 0.0 ? 2 : 1;
    side->normal = m;
    for (int k = 0; k < side->count; k++) {
        const double s = k == 0 ? -rod->half : rod->half;
        side->p[k] = sim_add_scaled(sim_rod_at(rod, s), m, sim_rod_radius(rod, s));
        side->corner[k] = (uint32_t)k;
        side->edge[k] = 2;
    }
}
