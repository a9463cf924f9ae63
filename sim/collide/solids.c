// Contact direction of boxes and cylinders: the direction along which their supports overlap least.
//
// Faces, caps and products of axes are tried as for two boxes (sim/collide/boxes.c); all other
// directions (rim on edge, side on corner, ...) come from the closest points of both solids shrunk
// by a few millimetres: these do not overlap yet in a usual contact, and their direction turns
// smoothly.
#include "sim/collide/kinds.h"
#include "sim/collide/solid.h"

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

// Radial directions through the other solid's centre.
static void try_radials(const struct sim_solid *a, const struct sim_solid *b,
                        struct sim_direction *best) {
    const struct sim_vec3 d = sim_sub(a->centre, b->centre);
    const struct sim_solid *round[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 z = round[i]->axis[2];
        const struct sim_vec3 n = sim_add_scaled(d, z, -sim_dot(d, z));
        if (!round[i]->box && sim_length(n) > 1e-9)
            try_direction(a, b, sim_unit(n), SIM_NORMAL_OTHER, sim_round_bonus, best);
    }
}

// Where even the shrunk solids overlap: the radial directions are good for parallel sides, and an
// expanding polytope finds all others.
static void try_deep(const struct sim_solid *a, const struct sim_solid *b,
                     struct sim_direction *best) {
    try_radials(a, b, best);
    struct sim_direction deep = {.source = SIM_NORMAL_OTHER};
    deep.overlap = sim_solid_least_overlap(a, b, &deep.n);
    if (deep.overlap < best->overlap - sim_round_bonus)
        *best = deep;
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
    const struct sim_closest core = sim_solid_cores(&solid_a, &solid_b);
    if (core.distance > 1e-6)
        try_direction(&solid_a, &solid_b,
                      sim_scale(sim_sub(core.on_a, core.on_b), 1.0 / core.distance),
                      SIM_NORMAL_OTHER, sim_round_bonus, &best);
    else
        try_deep(&solid_a, &solid_b, &best);
    best.witness = sim_solid_witness_of(&solid_a, &solid_b, best.n, &core);
    if (best.overlap > -contacts->margin)
        sim_add_patch(&solid_a, &solid_b, &best, contacts);
}
