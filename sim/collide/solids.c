// Contact direction of boxes and cylinders: the direction along which their supports overlap least.
//
// Two boxes: one of their six face normals or nine products of edges (separating axes).
// With a cylinder the faces, caps and products are tried likewise; all other directions (rim on
// edge, side on corner, ...) come from the closest points of both solids shrunk by a few
// millimetres: these do not overlap yet in a usual contact, and their direction turns smoothly.
#include "sim/collide/box.h"

static const double ROUND_BONUS = 5e-5; // [m] against the shrunk solids' direction
static const double SHRINK = 5e-3;      // [m]
static const double SHRINK_SHARE = 0.3; // of the smallest half extent, at most

struct sim_solid sim_solid_of(const struct sim_shape *shape, const struct sim_pose *pose) {
    const struct sim_mat3 m = sim_mat3_from_quat(pose->q);
    struct sim_solid solid = {shape->kind == SIM_SHAPE_BOX,
                              {shape->half.x, shape->half.y, shape->half.z},
                              pose->p,
                              {{m.m[0][0], m.m[1][0], m.m[2][0]},
                               {m.m[0][1], m.m[1][1], m.m[2][1]},
                               {m.m[0][2], m.m[1][2], m.m[2][2]}},
                              NULL,
                              NULL};
    if (shape->kind == SIM_SHAPE_HULL) {
        solid.hull = shape->hull;
        solid.centre = sim_add(pose->p, sim_mat3_mul(&m, shape->hull->centre));
    } else if (!solid.box) {
        solid.half[0] = solid.half[1] = shape->radius[0];
        solid.half[2] = shape->half_length;
    }
    return solid;
}

static struct sim_vec3 balls_support(const struct sim_balls *balls, struct sim_vec3 n) {
    const double length = sim_length(n);
    int best = 0;
    double most = -HUGE_VAL;
    for (int i = 0; i < balls->count; i++) {
        const double reach = sim_dot(n, balls->centre[i]) + length * balls->radius[i];
        if (reach > most) {
            most = reach;
            best = i;
        }
    }
    return length > 0.0 ? sim_add_scaled(balls->centre[best], n, balls->radius[best] / length)
                        : balls->centre[best];
}

struct sim_vec3 sim_solid_support(const struct sim_solid *solid, struct sim_vec3 n, double shrink) {
    if (solid->balls != NULL)
        return balls_support(solid->balls, n);
    if (solid->hull != NULL) {
        const struct sim_hull *hull = solid->hull;
        const struct sim_vec3 p = hull->corners[sim_hull_support(hull, sim_solid_local(solid, n))];
        return sim_add_scaled(solid->centre, sim_solid_world(solid, p), 1.0 - shrink / hull->inner);
    }
    const double c[3] = {sim_dot(n, solid->axis[0]), sim_dot(n, solid->axis[1]),
                         sim_dot(n, solid->axis[2])};
    double reach[3] = {copysign(solid->half[0] - shrink, c[0]),
                       copysign(solid->half[1] - shrink, c[1]),
                       copysign(solid->half[2] - shrink, c[2])};
    if (!solid->box) {
        const double rho = sqrt(c[0] * c[0] + c[1] * c[1]);
        reach[0] = rho > 0.0 ? (solid->half[0] - shrink) * c[0] / rho : 0.0;
        reach[1] = rho > 0.0 ? (solid->half[0] - shrink) * c[1] / rho : 0.0;
    }
    struct sim_vec3 p = solid->centre;
    for (int i = 0; i < 3; i++)
        p = sim_add_scaled(p, solid->axis[i], reach[i]);
    return p;
}

double sim_solid_reach(const struct sim_solid *solid, struct sim_vec3 n) {
    if (solid->hull != NULL) {
        const struct sim_vec3 v = sim_solid_local(solid, n);
        const struct sim_hull *hull = solid->hull;
        return sim_dot(n, solid->centre) + sim_dot(v, hull->corners[sim_hull_support(hull, v)]);
    }
    const double c[3] = {sim_dot(n, solid->axis[0]), sim_dot(n, solid->axis[1]),
                         sim_dot(n, solid->axis[2])};
    const double across = solid->box ? solid->half[0] * fabs(c[0]) + solid->half[1] * fabs(c[1])
                                     : solid->half[0] * sqrt(c[0] * c[0] + c[1] * c[1]);
    return sim_dot(n, solid->centre) + across + solid->half[2] * fabs(c[2]);
}

// Keeps n, or its reverse if that overlaps less, when it overlaps less than the best so far by
// bonus.
static void try_direction(const struct sim_solid *a, const struct sim_solid *b, struct sim_vec3 n,
                          enum sim_normal_source source, double bonus, struct sim_direction *best) {
    for (int k = 0; k < 2; k++, n = sim_neg(n)) {
        const double overlap = sim_solid_reach(b, n) + sim_solid_reach(a, sim_neg(n));
        if (overlap < best->overlap - bonus) {
            best->n = n;
            best->overlap = overlap;
            best->source = source;
        }
    }
}

static void try_faces(const struct sim_solid *a, const struct sim_solid *b,
                      struct sim_direction *best) {
    for (int i = a->box ? 0 : 2; i < 3; i++)
        try_direction(a, b, a->axis[i], SIM_NORMAL_FACE_A, 0.0, best);
    for (int i = b->box ? 0 : 2; i < 3; i++)
        try_direction(a, b, b->axis[i], SIM_NORMAL_FACE_B, 0.0, best);
}

// Edge against edge, side against edge, side against side.
static void try_products(const struct sim_solid *a, const struct sim_solid *b,
                         struct sim_direction *best) {
    const double bonus = sim_face_bonus(best->overlap);
    struct sim_direction edge = {.overlap = HUGE_VAL};
    for (int i = a->box ? 0 : 2; i < 3; i++) {
        for (int j = b->box ? 0 : 2; j < 3; j++) {
            const struct sim_vec3 n = sim_cross(a->axis[i], b->axis[j]);
            const double sine = sim_length(n);
            if (sine > 1e-3)
                try_direction(a, b, sim_scale(n, 1.0 / sine), SIM_NORMAL_OTHER, 0.0, &edge);
        }
    }
    if (edge.overlap < best->overlap - bonus)
        *best = edge;
}

static double shrink_of(const struct sim_solid *solid) {
    return fmin(SHRINK, SHRINK_SHARE * fmin(solid->half[0], fmin(solid->half[1], solid->half[2])));
}

// Radial directions through the other body's centre: the way out of deep overlap for parallel
// sides.
static void try_radials(const struct sim_solid *a, const struct sim_solid *b,
                        struct sim_direction *best) {
    const struct sim_vec3 d = sim_sub(a->centre, b->centre);
    const struct sim_solid *round[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 z = round[i]->axis[2];
        const struct sim_vec3 n = sim_add_scaled(d, z, -sim_dot(d, z));
        if (!round[i]->box && sim_length(n) > 1e-9)
            try_direction(a, b, sim_unit(n), SIM_NORMAL_OTHER, ROUND_BONUS, best);
    }
}

// Where even the shrunk solids overlap the radial directions are good for parallel sides, all
// others are found by an expanding polytope.
static void try_deep(const struct sim_solid *a, const struct sim_solid *b,
                     struct sim_direction *best) {
    try_radials(a, b, best);
    struct sim_direction deep = {.source = SIM_NORMAL_OTHER};
    deep.overlap = sim_solid_least_overlap(a, b, &deep.n);
    if (deep.overlap < best->overlap - ROUND_BONUS)
        *best = deep;
}

static struct sim_vec3 midway(struct sim_vec3 p, struct sim_vec3 q) {
    return sim_scale(sim_add(p, q), 0.5);
}

static struct sim_vec3 witness_of(const struct sim_solid *a, const struct sim_solid *b,
                                  struct sim_vec3 n, const struct sim_closest *core) {
    if (core->distance > 1e-6)
        return midway(core->on_a, core->on_b);
    return midway(sim_solid_support(a, sim_neg(n), 0.0), sim_solid_support(b, n, 0.0));
}

struct sim_vec3 sim_solid_witness(const struct sim_solid *a, const struct sim_solid *b,
                                  struct sim_vec3 n) {
    const struct sim_closest core = sim_solid_distance(a, shrink_of(a), b, shrink_of(b));
    return witness_of(a, b, n, &core);
}

void sim_collide_solids(const struct sim_shape *a, const struct sim_pose *pose_a,
                        const struct sim_shape *b, const struct sim_pose *pose_b,
                        struct sim_contacts *contacts) {
    const struct sim_solid solid_a = sim_solid_of(a, pose_a), solid_b = sim_solid_of(b, pose_b);
    struct sim_direction best = {.n = {0.0, 0.0, 1.0}, .overlap = HUGE_VAL};
    try_faces(&solid_a, &solid_b, &best);
    // The second comparison refuses poses that are not numbers.
    if (!(best.overlap > -contacts->margin) || !(best.overlap < HUGE_VAL))
        return;
    try_products(&solid_a, &solid_b, &best);
    if (!(best.overlap > -contacts->margin))
        return;
    const struct sim_closest core =
        sim_solid_distance(&solid_a, shrink_of(&solid_a), &solid_b, shrink_of(&solid_b));
    if (core.distance > 1e-6)
        try_direction(&solid_a, &solid_b,
                      sim_scale(sim_sub(core.on_a, core.on_b), 1.0 / core.distance),
                      SIM_NORMAL_OTHER, ROUND_BONUS, &best);
    else
        try_deep(&solid_a, &solid_b, &best);
    best.witness = witness_of(&solid_a, &solid_b, best.n, &core);
    if (best.overlap > -contacts->margin)
        sim_add_patch(&solid_a, &solid_b, &best, contacts);
}
