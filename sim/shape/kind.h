// Inside of sim/shape: what the other files ask of a kind of shape. Each kind has its file, which
// fills one struct sim_shape_traits; sim/shape/kinds.c finds it by the kind.
#pragma once

#include <stddef.h>

#include "sim/shape/shape.h"

// Filled without designators, so that the compiler names a field that is missing.
struct sim_shape_traits {
    const char *name;
    bool borrowed; // see sim_shape_is_borrowed()
    // Whether a is the larger of two shapes of this kind; some order is enough.
    bool (*larger)(const struct sim_shape *a, const struct sim_shape *b);
    // NULL, or what is wrong with the sizes in a sentence.
    const char *(*problem)(const struct sim_shape *shape);
    double (*volume)(const struct sim_shape *shape); // [m^3]
    // Centre and inertia, in the shape's own frame, of a solid of mass->mass > 0.
    void (*mass)(const struct sim_shape *shape, struct sim_mass *mass);
    // World bounds; m: the orientation of pose.
    struct sim_aabb (*bounds)(const struct sim_shape *shape, const struct sim_pose *pose,
                              const struct sim_mat3 *m);
    double (*outer_radius)(const struct sim_shape *shape); // [m] see sim_shape_radius()
    double (*inner_radius)(const struct sim_shape *shape); // [m] see sim_shape_inner_radius()
};

#define SIM_SHAPE_DECLARE_TRAITS(KIND, kind) extern const struct sim_shape_traits sim_shape_##kind;
SIM_SHAPE_KINDS(SIM_SHAPE_DECLARE_TRAITS)
#undef SIM_SHAPE_DECLARE_TRAITS

static inline bool sim_shape_is_size(double x) {
    return isfinite(x) && x > 0.0;
}

// Whether the first of the numbers in which a and b differ is larger in a.
static inline bool sim_shape_sizes_larger(const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++)
        if (a[i] < b[i] || a[i] > b[i])
            return a[i] > b[i];
    return false;
}

// Centre and inertia [m^2] per kg of a solid of mass->mass.
static inline void sim_shape_scale_unit_mass(struct sim_vec3 centre, const struct sim_mat3 *inertia,
                                             struct sim_mass *mass) {
    mass->centre = centre;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mass->inertia.m[i][j] = mass->mass * inertia->m[i][j];
}
