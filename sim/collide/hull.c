// Contact direction of a hull and a box, a cylinder or another hull: the direction along which they
// overlap least. The faces of both are tried; all other directions come from the closest points
// (sim/collide/gjk.c), the cylinder being shrunk by a few millimetres so that its direction turns
// smoothly, or, where these overlap as well, from an expanding polytope (sim/collide/epa.c). The
// patch of points is that of boxes and cylinders.
#include "sim/collide/solid.h"

// [m] Solids nearer than this are not apart, as their direction would be mostly rounding.
static const double polytopes_touch = 1e-4;
static const double round_touch = 1e-6; // that of a cylinder's core turns smoothly

// Of a ball around the solid's centre.
static double radius_of(const struct sim_solid *solid) {
    if (solid->hull != NULL)
        return solid->hull->outer;
    const double x = solid->half[0], y = solid->box ? solid->half[1] : 0.0, z = solid->half[2];
    return sqrt(x * x + y * y + z * z);
}

// Round solids only: the direction of two polytopes is that of two of their features anyway.
static double shrink_of(const struct sim_solid *solid) {
    return sim_solid_is_cylinder(solid) ? sim_solid_shrink(solid) : 0.0;
}

// Tries the direction perpendicular to a face of a solid. m: its outward normal, reach: how far [m]
// it lies along it; other: the other solid; sign: +1 where the face is b's. False: the solids are
// apart.
static bool try_face(const struct sim_solid *other, struct sim_vec3 m, double reach, double sign,
                     double margin, struct sim_direction *best) {
    const double overlap = reach + sim_solid_reach(other, sim_neg(m));
    if (overlap < best->overlap) {
        best->n = sim_scale(m, sign);
        best->overlap = overlap;
        best->source = sign > 0.0 ? SIM_NORMAL_FACE_B : SIM_NORMAL_FACE_A;
    }
    return overlap > -margin;
}

// False where a face shows that the solids are apart.
static bool try_faces(const struct sim_solid *solid, const struct sim_solid *other, double sign,
                      double margin, struct sim_direction *best) {
    if (solid->hull != NULL) {
        for (int f = 0; f < solid->hull->face_count; f++) {
            const struct sim_hull_face *face = &solid->hull->faces[f];
            const struct sim_vec3 m = sim_solid_world(solid, face->normal);
            if (!try_face(other, m, sim_dot(m, solid->centre) + face->offset, sign, margin, best))
                return false;
        }
        return true;
    }
    for (int i = solid->box ? 0 : 2; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            const struct sim_vec3 m = k == 0 ? solid->axis[i] : sim_neg(solid->axis[i]);
            if (!try_face(other, m, sim_solid_reach(solid, m), sign, margin, best))
                return false;
        }
    return true;
}

// Tries the direction that is not perpendicular to any face, and sets the witness.
static void try_other(const struct sim_solid *a, const struct sim_solid *b,
                      struct sim_direction *best) {
    const struct sim_closest core = sim_solid_distance(a, shrink_of(a), b, shrink_of(b));
    const bool round = sim_solid_is_cylinder(a) || sim_solid_is_cylinder(b);
    const bool apart = core.distance > (round ? round_touch : polytopes_touch);
    const double bonus = round ? sim_round_bonus : sim_face_bonus(best->overlap);
    struct sim_vec3 n = best->n;
    double overlap = HUGE_VAL;
    if (apart) {
        n = sim_scale(sim_sub(core.on_a, core.on_b), 1.0 / core.distance);
        overlap = sim_solid_reach(b, n) + sim_solid_reach(a, sim_neg(n));
    } else if (best->overlap > bonus) { // what overlaps does so by more than nothing
        overlap = sim_solid_least_overlap(a, b, &n);
    }
    if (overlap < best->overlap - bonus) {
        best->n = n;
        best->overlap = overlap;
        best->source = SIM_NORMAL_OTHER;
    }
    const struct sim_vec3 p = apart ? core.on_a : sim_solid_support(a, sim_neg(best->n), 0.0);
    const struct sim_vec3 q = apart ? core.on_b : sim_solid_support(b, best->n, 0.0);
    best->witness = sim_scale(sim_add(p, q), 0.5);
}

void sim_collide_hulls(const struct sim_shape *a, const struct sim_pose *pose_a,
                       const struct sim_shape *b, const struct sim_pose *pose_b,
                       struct sim_contacts *contacts) {
    const struct sim_solid solid_a = sim_solid_of(a, pose_a), solid_b = sim_solid_of(b, pose_b);
    const double margin = contacts->margin;
    struct sim_direction best = {.n = {0.0, 0.0, 1.0}, .overlap = HUGE_VAL};
    // Written so that poses that are not numbers are refused.
    if (!(sim_length(sim_sub(solid_a.centre, solid_b.centre)) <
          radius_of(&solid_a) + radius_of(&solid_b) + margin) ||
        !try_faces(&solid_a, &solid_b, -1.0, margin, &best) ||
        !try_faces(&solid_b, &solid_a, 1.0, margin, &best))
        return;
    try_other(&solid_a, &solid_b, &best);
    if (best.overlap > -margin)
        sim_add_patch(&solid_a, &solid_b, &best, contacts);
}
