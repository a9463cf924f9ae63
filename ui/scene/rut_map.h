// The traces of machines around the eye as a map for a texture: depth and direction of the ruts,
// and the branches on the ground. The map is a window of the site's trails that repeats: each tile
// has its slot by its place alone, so that a window that moves leaves all other tiles in place.
//
// The trails keep no directions. A rut runs across the steepest slope of its sides: the eigenvector
// of the smaller eigenvalue of the structure tensor of its depth (Bigun & Granlund 1987).
#pragma once

#include "sim/base/math.h"
#include "terrain/trails.h"

#define UI_RUT_TILES 64                                  // of the map's side
#define UI_RUT_CELLS (TER_TRAIL_CELLS * TER_TRAIL_CELLS) // of a tile
#define UI_RUT_SIDE (UI_RUT_TILES * TER_TRAIL_CELLS)     // cells of the map
#define UI_RUT_SLOTS (UI_RUT_TILES * UI_RUT_TILES)

static const double ui_rut_deepest = 0.5;     // [m] is 255; deeper ones are drawn alike
static const double ui_rut_most_brash = 20.0; // [kg/m^2] is 255

enum ui_rut_channel {
    UI_RUT_DEPTH,
    UI_RUT_COSINE, // of twice the rut's angle from x, 1 to 255 for -1 to 1; less than a unit vector
    UI_RUT_SINE,   // where ruts cross. Without meaning where the depth is 0
    UI_RUT_BRASH,
    UI_RUT_CHANNELS
};

struct ui_rut_tile {
    int column, row; // of the site's tiles; column -1: nothing is here
    unsigned char cell[UI_RUT_CELLS][UI_RUT_CHANNELS]; // row by row
};

struct ui_rut_map {
    double x0, y0; // [m] corner of the site's first tile
    double x, y;   // [m] middle of the window
    int used;      // tiles that are on the trails
    // A tile is at (row mod UI_RUT_TILES) * UI_RUT_TILES + column mod UI_RUT_TILES.
    struct ui_rut_tile tile[UI_RUT_SLOTS];
};

// Empty. The map needs no finish.
void ui_rut_map_init(struct ui_rut_map *map);
// Shows the trails around the eye; only tiles that differ from the last call's are worked on.
void ui_rut_map_fill(struct ui_rut_map *map, const struct ter_trails *trails, struct sim_vec3 eye);
