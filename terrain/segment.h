// The cross-section that a saw has left of a round stem: a segment of a circle, or the strip
// between two cuts from opposite sides, and what it bears as a hinge of wood.
//
// u runs from the stem's axis to the side that is left, v along the cut. With alpha =
// acos(u0 / r), where the cut lies at u0:
//
//   A = r^2 (alpha - sin alpha cos alpha),   A u_c = 2/3 r^3 sin^3 alpha
//   int u^2 dA = r^4 / 4 (alpha - sin(4 alpha) / 4)
//   int v^2 dA = r^4 / 12 (3 alpha - 2 sin(2 alpha) + sin(4 alpha) / 4)
//
// A strip is the difference of two segments.
#pragma once

#include "terrain/species.h"

struct ter_segment {
    double radius;          // [m] of the stem
    double left;            // [m] thickness of what the first cut has left, up to the diameter
    double back;            // [m] of it that a cut from the other side has taken
    double area;            // [m^2]
    double centroid;        // [m] u of it
    double inertia;         // [m^4] about the line through the centroid along the cut
    double inertia_across;  // [m^4] about the line through the centroid across the cut
    double modulus, across; // [m^3] section moduli about these two lines
};

// radius > 0, 0 <= back < left <= 2 radius.
struct ter_segment ter_segment_of(double radius, double left, double back);
// The same of a stem whose heart is decayed up to the radius core [m], below radius: that bears a
// tenth of what sound wood bears.
struct ter_segment ter_segment_with_rot(double radius, double core, double left, double back);
// [N m] The moment about the line along the cut at which the wood breaks, as a beam: modulus of
// rupture times section modulus; and about the line across the cut.
double ter_segment_strength(const struct ter_segment *segment, enum ter_species species);
double ter_segment_strength_across(const struct ter_segment *segment, enum ter_species species);
// [N m] The moment about the line along the cut that splits the stem upwards from the end of the
// cut: the energy that bending releases per length of crack is that of its two new surfaces,
//
//   M^2 / (2 E) (1 / I - 1 / I_whole) = b G
//
// with the chord b along the cut, the shorter of two. Infinite without a cut.
double ter_segment_splitting(const struct ter_segment *segment, enum ter_species species);
