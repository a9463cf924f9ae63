// The branches of a tree, one by one. A branch is no object: it follows from the tree's species,
// size and number (the stem's seed), so that the same tree has the same branches in every session
// and on every processor, and a million trees need no memory for theirs.
//
// Whorls stand a year's height growth apart. In the green crown a branch's thickness grows with the
// distance s from the tip as (s / crown length)^0.6; below it dead branches thin out towards the
// ground. Resistance to the knives, mass, picture and slash are all taken from these.
#pragma once

#include "terrain/stem.h"

struct ter_branch {
    int number;      // among all the tree's branches
    double height;   // [m] along the tree: middle of its base
    double diameter; // [m] over bark at its base
    double length;   // [m]
    double azimuth;  // [rad] about the stem's z axis, from its x axis
    double angle;    // [rad] between the branch and the stem's upper part
    bool dead;
};

// Visits the branches of the tree that the stem is a piece of, whether they are still there or not,
// with their bases between two heights, whorl by whorl upwards:
//   struct ter_branch_walk walk = ter_branches(stem, low, high);
//   while (ter_branch_next(&walk, &branch)) ...
struct ter_branch_walk {
    const struct ter_stem *stem; // must outlive the walk
    double low, high;            // [m] along the tree
    int whorl, next;
};
struct ter_branch_walk ter_branches(const struct ter_stem *stem, double low, double high);
bool ter_branch_next(struct ter_branch_walk *walk, struct ter_branch *branch);

// Broken off; neither cut off nor broken off.
bool ter_branch_is_broken(const struct ter_stem *stem, const struct ter_branch *branch);
bool ter_branch_is_left(const struct ter_stem *stem, const struct ter_branch *branch);
// Sets the share of those that the bits say.
void ter_branches_share(struct ter_stem *stem);
// Breaks branches off that are left. Returns their mass [kg].
double ter_branches_break(struct ter_stem *stem, const struct ter_branch branches[], int count);
// Moment [N m] at the base of a branch whose tip is bent aside by that way [m], as a cantilever of
// its thickness; and the one that breaks it, its section modulus times the strength of green wood:
//
//   M = E I 3 w / l^2,   M = pi d^3 / 32 sigma
double ter_branch_moment(const struct ter_stem *stem, const struct ter_branch *branch, double way);
double ter_branch_strength(const struct ter_stem *stem, const struct ter_branch *branch);

// Part of the mass of all the tree's branches, in an arbitrary unit: d^2.5, of a dry dead branch a
// fifth of that.
double ter_branch_weight(const struct ter_branch *branch);

// Work [J] of an edge that has gone x [m] into the branch's base, for a force of per_diameter [N/m]
// times the diameter where it is deepest. The force is a parabola over the thickness, so that the
// whole cut takes 2/3 of its peak times the diameter.
double ter_branch_work(const struct ter_branch *branch, double per_diameter, double x);
