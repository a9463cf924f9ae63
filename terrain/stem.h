// A stem or a piece of one: the stretch [from, to] of a tree, measured along the tree from the
// ground. Its frame has the origin in the middle of the lower cut (the butt) and z along the stem
// towards the tip. A stem is a plain value and owns nothing.
#pragma once

#include <stdint.h>

#include "sim/shape/shape.h"
#include "terrain/defects.h"
#include "terrain/species.h"

#define TER_STEM_MAX_SHAPES 6

// Branches of a tree that blows have broken off, by their numbers (terrain/branch.h). Those with
// higher numbers, in the tips of the tallest trees, do not break.
enum { TER_BREAKABLE = 1024 };
struct ter_broken {
    uint32_t bits[TER_BREAKABLE / 32];
    double share; // of the weight of all the tree's branches, 0 to 1
};

struct ter_stem {
    enum ter_species species;
    double dbh, height; // [m] of the tree it comes from
    double from, to;    // [m] along that tree
    double crown_base;  // [m] along that tree: lowest branch
    // [m] along that tree: it is bare below bare_to, and between bare_from and limbs_from, above
    // which no knife has been. A stem that was gripped in its middle has branches left below.
    double bare_to, bare_from, limbs_from;
    double plate;               // [m] radius of the plate of roots and soil at its butt, 0: none
    uint32_t seed;              // of that tree: its branches follow from it (terrain/branch.h)
    struct ter_defects defects; // of that tree
    struct ter_broken broken;   // likewise
};

// The tree above a cut at stump_height [m] with all its branches.
struct ter_stem ter_stem_whole(enum ter_species species, double dbh, double height,
                               double crown_base, double stump_height);
double ter_stem_length(const struct ter_stem *stem); // [m]
// Diameter over bark [m] at z [m] from the butt; z is clamped to the piece.
double ter_stem_diameter(const struct ter_stem *stem, double z);
// Volume over bark [m^3] between z0 and z1 [m], from the taper function.
double ter_stem_volume(const struct ter_stem *stem, double z0, double z1);
double ter_stem_density(const struct ter_stem *stem); // [kg/m^3] of its wood with bark
// [m/N] by which the tree, clamped at the height low, gives way to a push across it at the height
// high, both [m] along the tree: the cantilever of its taper; 0 where high is not above low.
double ter_stem_yielding(const struct ter_stem *stem, double low, double high);
// Mass, centre and inertia in the stem's frame: wood with bark, the branches that are left, and the
// plate of roots (terrain/root_plate.h). The bow of a swept stem moves the centre; its inertia is
// that of a straight one.
struct sim_mass ter_stem_mass(const struct ter_stem *stem);
// [m] x of the centre of ter_stem_mass(), without a walk through all branches.
double ter_stem_centre_bow(const struct ter_stem *stem);
// Removes the branches below z [m] from the butt; they do not grow again for a smaller z.
void ter_stem_delimb(struct ter_stem *stem, double z);
// Removes those between two heights [m] along the tree. Of three stretches that do not touch, the
// branches between the upper two go, too.
void ter_stem_bare(struct ter_stem *stem, double low, double high);
bool ter_stem_is_bare(const struct ter_stem *stem, double height); // [m] along the tree
// The bare stretch [*low, *high] that the height is in; both are the height where it is in none.
void ter_stem_bare_around(const struct ter_stem *stem, double height, double *low, double *high);
double ter_stem_branch_mass(const struct ter_stem *stem); // [kg] of the branches that are left
// Cuts at z [m] from the butt, 0 < z < length: the lower piece keeps the frame and the plate of
// roots, the upper one's frame lies at (0, 0, z) of the old one.
void ter_stem_split(const struct ter_stem *stem, double z, struct ter_stem *lower,
                    struct ter_stem *upper);

// Positions z [m] of the reference diameters between which the stem is taken as conical (Jung
// 6.1.3): the two ends and up to three more, placed so that the largest deviation from the
// taper function is smallest. In ascending order; returns their number, 3 to 5.
#define TER_STEM_MAX_REFERENCES 5
int ter_stem_references(const struct ter_stem *stem, double z[TER_STEM_MAX_REFERENCES]);
// The collision shapes in the stem's frame: tapered capsules between reference diameters, only one
// where a bare log is as good as conical, whose outer caps end at the cuts, or one cylinder if the
// piece is shorter than it is thick, and two boxes where it has a plate of roots. Their masses add
// up approximately to that of ter_stem_mass(), which is the one for the body. Returns their number.
int ter_stem_shapes(const struct ter_stem *stem, int material,
                    struct sim_shape shapes[TER_STEM_MAX_SHAPES]);
