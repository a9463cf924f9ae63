// A stand drawn by chance: species, diameters and places from a few figures and a seed. The same
// definition gives the same trees on every computer.
//
// Places:
//   rows      rows of trees, `row_distance` apart, parallel to the strip roads
//   planted   a square grid in which each plant is up to a tenth of the distance off
//   natural   simple sequential inhibition (Diggle 1983, Statistical Analysis of Spatial Point
//             Patterns, 4.7): places are drawn evenly, and one that is nearer than
//             `ter_planting_clear` mean distances to a tree is drawn anew
// Diameters follow a Weibull distribution from 0 (Bailey and Dell 1973, Forest Science 19:97-104)
//   F(d) = 1 - exp(-(d/b)^c),   b = dg / sqrt(Gamma(1 + 2/c))
// with the quadratic mean diameter dg; trees below 4 cm and above 3 dg are drawn anew. Heights lie
// on the height curve of the species through (dg, hg) and scatter by 5 % about it.
// Defects are drawn from a second source of chance, so that a stand with them has the trees of one
// without.
#pragma once

#include <stdint.h>

#include "terrain/ground.h"
#include "terrain/road.h"
#include "terrain/stand.h"

#define TER_PLANTING_SPECIES 6
#define TER_PLANTING_CORNERS 64

enum ter_planting_pattern { TER_PLANTING_NATURAL, TER_PLANTING_PLANTED, TER_PLANTING_ROWS };

// Shares of the trees that have each defect, [0..1].
struct ter_defect_shares {
    double rot, sweep, fork, broken_top, dead;
};

struct ter_planting_species {
    enum ter_species species;
    double share;    // of the stems, all together 1
    double diameter; // [m] dg
    double height;   // [m] hg
    double shape;    // c
};

struct ter_planting {
    uint64_t seed;
    enum ter_planting_pattern pattern;
    double density;      // [1/m^2] of the area that is neither road nor strip road
    double row_distance; // [m] of rows only
    struct ter_planting_species species[TER_PLANTING_SPECIES];
    int species_count;
    struct ter_defect_shares defects;
    double marked;        // share of the trees that is marked to be felled, preferably thin ones
    double strip_spacing; // [m] between the middles of strip roads, 0: none
    double strip_width;   // [m]
    double heading;       // [rad] of strip roads and rows, from the x axis to the y axis
    double corner[TER_PLANTING_CORNERS][2]; // [m] of the area, local; none: the whole terrain
    int corners;
};

// Share of the mean distance 1/sqrt(density) that natural trees keep. Sequential inhibition jams at
// 0.83.
static const double ter_planting_clear = 0.6;

// Number of trees that the planting would have on that ground, for a limit before it is made.
double ter_planting_expected(const struct ter_planting *planting, const struct ter_ground *ground);
// Adds the trees to the stand, which is empty, without its grid. road may be NULL. progress, which
// may be NULL too, is told the share that is done, 1 at the end. False: out of memory.
bool ter_planting_grow(const struct ter_planting *planting, const struct ter_ground *ground,
                       const struct ter_road *road, struct ter_stand *stand,
                       void (*progress)(double share));

// Top height [m] (of the 100 thickest trees per hectare) of the species at that age, for a stand
// that has the top height site_index at 100 years. age 20 to 120 [years].
double ter_top_height(enum ter_species species, double age, double site_index);
// Quadratic mean diameter [m] of an ordinary stand with that mean height [m]: the inverse of
// ter_default_height_curve().
double ter_ordinary_diameter(double height);
