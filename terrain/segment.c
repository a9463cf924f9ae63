#include "terrain/segment.h"

#include <assert.h>

#include "sim/base/math.h"

// [J/m^2] of a crack along the grain in green wood that bending opens and shears at once; in pure
// opening spruce takes about 300 (Larsen and Gustafsson 1990), in pure shear a multiple.
static const double fracture_energy = 600.0;

struct ter_segment ter_segment_of(double radius, double left) {
    assert(radius > 0.0 && left > 0.0 && left <= 2.0 * radius * (1.0 + 1e-9));
    const double r = radius, r2 = r * r, u0 = sim_clamp(r - left, -r, r);
    const double alpha = sim_acos(u0 / r), s = sim_sin(alpha), c = sim_cos(alpha);
    struct ter_segment segment = {.radius = r, .left = left};
    segment.area = r2 * (alpha - s * c);
    segment.centroid = 2.0 / 3.0 * r2 * r * s * s * s / segment.area;
    segment.inertia = 0.25 * r2 * r2 * (alpha - 0.25 * sim_sin(4.0 * alpha)) -
                      segment.area * segment.centroid * segment.centroid;
    segment.inertia_across =
        r2 * r2 / 12.0 * (3.0 * alpha - 2.0 * sim_sin(2.0 * alpha) + 0.25 * sim_sin(4.0 * alpha));
    segment.modulus = segment.inertia / fmax(r - segment.centroid, segment.centroid - u0);
    segment.across = segment.inertia_across / (u0 < 0.0 ? r : r * s);
    return segment;
}

double ter_segment_strength(const struct ter_segment *segment, enum ter_species species) {
    return ter_species_bending_strength(species) * segment->modulus;
}

double ter_segment_strength_across(const struct ter_segment *segment, enum ter_species species) {
    return ter_species_bending_strength(species) * segment->across;
}

double ter_segment_splitting(const struct ter_segment *segment, enum ter_species species) {
    const double r = segment->radius, u0 = r - segment->left;
    const double whole = 0.25 * SIM_PI * r * r * r * r;
    const double chord = 2.0 * sqrt(fmax(r * r - u0 * u0, 0.0));
    const double softer = 1.0 / segment->inertia - 1.0 / whole;
    if (!(softer > 0.0))
        return (double)INFINITY;
    return sqrt(2.0 * ter_species_elasticity(species) * chord * fracture_energy / softer);
}
