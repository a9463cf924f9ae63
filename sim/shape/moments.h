// Mass properties of a solid bounded by triangles, as a sum over the tetrahedra between them and
// the origin (exact for a closed surface).
#pragma once

#include "sim/shape/shape.h"

// Integrals over the solid. Zeroed: nothing.
struct sim_moments {
    double volume;           // [m^3]
    struct sim_vec3 first;   // int x dV [m^4]
    struct sim_mat3 product; // int x x^T dV [m^5]
};

// Adds the tetrahedron of the origin and a triangle that runs counter-clockwise seen from outside;
// its volume is negative where the origin lies on the outer side.
void sim_moments_add(struct sim_moments *moments, struct sim_vec3 a, struct sim_vec3 b,
                     struct sim_vec3 c);
// The solid with an even density and a mass of 1 kg; the volume must be positive.
struct sim_mass sim_moments_unit_mass(const struct sim_moments *moments);
