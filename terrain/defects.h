// Defects of a tree: what makes its wood weaker, its stem worse to feed, and its logs worth less.
//
// Rot is decayed heartwood that has come up from the roots: a cone, `ter_rot_share` of the stem's
// radius wide at the ground and 0 wide at the height `rot`, as butt rot of spruce is. Sweep is a
// bow of the lowest `ter_sweep_height` of the stem, a parabola in its x-z plane; above, the stem is
// straight. A dead tree has dried out and has no foliage.
//
// Grades say how good a stretch of a stem is: 1 is sound and straight, TER_GRADES is fit for fuel.
#pragma once

#include <stdbool.h>

struct ter_stem;

#define TER_GRADES 4

// Own estimates.
static const double ter_rot_share = 0.6;    // of the radius
static const double ter_sweep_height = 5.0; // [m]
static const double ter_fork_reach = 0.3;   // [m] below a fork, where the pith has already divided

struct ter_defects {
    double rot;   // [m] height that rot has reached, 0: sound
    double sweep; // [m] of the lowest 5 m: largest distance from the chord of its ends, 0: straight
    double fork;  // [m] height at which the stem divides into two tops, 0: it has one
    bool dead;
};

// Radius [m] of the decayed wood at z [m] from the stem's butt.
double ter_stem_rot_radius(const struct ter_stem *stem, double z);
// Share of the cross-section there that is decayed, 0 to 1.
double ter_stem_rot_share(const struct ter_stem *stem, double z);
// The middle of the stem at z [m] from the butt: its x [m] in the stem's frame.
double ter_stem_bow(const struct ter_stem *stem, double z);
// Whether the stem divides between z0 and z1 [m] from its butt.
bool ter_stem_forks(const struct ter_stem *stem, double z0, double z1);
// The worst grade of the stretch from z0 to z1 [m] as one log: TER_GRADES where it is decayed or
// forks, at least 3 of a dead tree, by sweep 1 up to 1 cm/m, 2 up to 2 cm/m, 3 up to 4 cm/m. The
// limits of 1 and 2 cm/m are those of classes B and C of the German framework agreement for
// roundwood (RVR 2020), for logs of 20 to 34 cm.
int ter_stem_grade(const struct ter_stem *stem, double z0, double z1);
