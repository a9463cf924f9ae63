// Traces of machines on the forest floor: ruts, and the branches that a head cuts off. A grid of
// cells beside the ground, of which tiles exist where a wheel or a head has been.
//
// The n-th equal wheel deepens a rut to z_n = z_1 n^(1/3) (Saarilahti 1991; the exponent for medium
// soil), so that the cubes of depths add up, also those of unequal wheels.
#pragma once

#include "sim/base/array.h"
#include "terrain/ground.h"

#define TER_TRAIL_CELLS 8 // of a tile's side

static const double ter_trail_cell = 0.25; // [m] side
static const double ter_rut_limit = 0.1;   // [m] shallower ones are no damage

struct ter_trail_tile {
    int place;                                       // among all places for tiles, row by row
    double cube[TER_TRAIL_CELLS * TER_TRAIL_CELLS];  // [m^3] depth cubed, per cell
    double brash[TER_TRAIL_CELLS * TER_TRAIL_CELLS]; // [kg/m^2] fresh branches
};

struct ter_ruts {
    double deepest; // [m]
    double area;    // [m^2]
    double volume;  // [m^3]
};

struct ter_trails {
    double x0, y0;                          // [m] corner of the first place
    int columns, rows;                      // of the places for tiles
    int *tile;                              // owned: index of the tile at each place, -1: none
    SIM_ARRAY(struct ter_trail_tile) tiles; // in the order in which wheels came there
    struct ter_ruts ruts;                   // deeper than ter_rut_limit
};

// Rectangle under a wheel.
struct ter_footprint {
    double x, y;          // [m] middle
    double dx, dy;        // unit, along the wheel
    double length, width; // [m]
};

// [m] From its cube [m^3], 0 or more.
double ter_rut_depth(double cube);
// Covers the ground; false: out of memory. finish accepts a zeroed struct.
bool ter_trails_init(struct ter_trails *trails, const struct ter_ground *ground);
void ter_trails_finish(struct ter_trails *trails);
// [m] Depth of the rut at (x, y), 0 outside the ground.
double ter_trails_rut(const struct ter_trails *trails, double x, double y);
// Means over the cells with their middle in the footprint, 0 outside the ground.
struct ter_bed {
    double cube;  // [m^3] of the rut's depth
    double brash; // [kg/m^2]
};
// A wheel presses for that share of its pass: adds as much of its cube [m^3] to that of the rut's
// depth, and breaks branches. Returns what it found.
struct ter_bed ter_trails_press(struct ter_trails *trails, const struct ter_footprint *footprint,
                                double cube, double share);
// Strews branches evenly around (x, y) [m]: all of their mass [kg] lies there, unless no cell of
// the disc is on the ground. radius [m] of at least two cells.
void ter_trails_strew(struct ter_trails *trails, double x, double y, double radius, double mass);
// Sets the branches [kg/m^2] of the cell at (x, y) [m]. Nothing happens outside the ground.
void ter_trails_cover(struct ter_trails *trails, double x, double y, double brash);
// Sets the depth [m] of the rut in the cell at (x, y) [m], which others have driven: it is not
// among the ruts that are counted. Nothing happens outside the ground.
void ter_trails_sink(struct ter_trails *trails, double x, double y, double depth);
// Factor of the cone index under a mat of branches [kg/m^2].
double ter_brash_factor(double brash);
// Finds anew which tile is where; for tiles that were restored.
void ter_trails_index(struct ter_trails *trails);
