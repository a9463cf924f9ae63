#include "terrain/segment.h"

#include <assert.h>

#include "sim/base/math.h"

// [J/m^2] of a crack along the grain in green wood that bending opens and shears at once; in pure
// opening spruce takes about 300 (Larsen and Gustafsson 1990), in pure shear a multiple.
static const double fracture_energy = 600.0;

// Integrals over the segment beyond u0.
struct integrals {
    double area, first, along, across; // [m^2], [m^3] of u, [m^4] of u^2, of v^2
};

static const double lost_by_rot = 0.9; // of the strength of decayed wood (own estimate)

static struct integrals integrate(double r, double u0) {
    const double r2 = r * r, alpha = sim_acos(sim_clamp(u0 / r, -1.0, 1.0));
    const double s = sim_sin(alpha), c = sim_cos(alpha), s4 = 0.25 * sim_sin(4.0 * alpha);
    return (struct integrals){
        .area = r2 * (alpha - s * c),
        .first = 2.0 / 3.0 * r2 * r * s * s * s,
        .along = 0.25 * r2 * r2 * (alpha - s4),
        .across = r2 * r2 / 12.0 * (3.0 * alpha - 2.0 * sim_sin(2.0 * alpha) + s4),
    };
}

// Half the chord at u.
static double half_chord(double r, double u) {
    return sqrt(fmax(r * r - u * u, 0.0));
}

// The sound wood beyond u0, with decayed wood for the part of it that it bears.
static struct integrals bearing(double radius, double core, double u0) {
    struct integrals sound = integrate(radius, u0);
    if (!(core > 0.0))
        return sound;
    const struct integrals decayed = integrate(core, u0);
    sound.area -= lost_by_rot * decayed.area;
    sound.first -= lost_by_rot * decayed.first;
    sound.along -= lost_by_rot * decayed.along;
    sound.across -= lost_by_rot * decayed.across;
    return sound;
}

struct ter_segment ter_segment_of(double radius, double left, double back) {
    return ter_segment_with_rot(radius, 0.0, left, back);
}

struct ter_segment ter_segment_with_rot(double radius, double core, double left, double back) {
    assert(radius > 0.0 && back >= 0.0 && back < left && left <= 2.0 * radius * (1.0 + 1e-9));
    assert(core >= 0.0 && core < radius);
    const double u0 = fmax(radius - left, -radius), u1 = radius - back;
    const struct integrals all = bearing(radius, core, u0), taken = bearing(radius, core, u1);
    struct ter_segment segment = {.radius = radius, .left = left, .back = back};
    segment.area = all.area - taken.area;
    segment.centroid = (all.first - taken.first) / segment.area;
    segment.inertia = all.along - taken.along - segment.area * segment.centroid * segment.centroid;
    segment.inertia_across = all.across - taken.across;
    segment.modulus = segment.inertia / fmax(u1 - segment.centroid, segment.centroid - u0);
    const double widest = sim_clamp(0.0, u0, u1);
    segment.across = segment.inertia_across / half_chord(radius, widest);
    return segment;
}

double ter_segment_strength(const struct ter_segment *segment, enum ter_species species) {
    return ter_species_bending_strength(species) * segment->modulus;
}

double ter_segment_strength_across(const struct ter_segment *segment, enum ter_species species) {
    return ter_species_bending_strength(species) * segment->across;
}

double ter_segment_splitting(const struct ter_segment *segment, enum ter_species species) {
    const double r = segment->radius;
    const double whole = 0.25 * SIM_PI * r * r * r * r;
    double chord = 2.0 * half_chord(r, r - segment->left);
    if (segment->back > 0.0)
        chord = fmin(chord, 2.0 * half_chord(r, r - segment->back));
    const double softer = 1.0 / segment->inertia - 1.0 / whole;
    if (!(softer > 0.0))
        return (double)INFINITY;
    return sqrt(2.0 * ter_species_elasticity(species) * chord * fracture_energy / softer);
}
