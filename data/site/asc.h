#pragma once

#include "data/text/diagnostics.h"
#include "terrain/ground.h"

// Terrain from an ESRI ASCII grid (.asc), as surveying offices deliver it. Keys in any case and
// order: ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter, cellsize, nodata_value
// (default -9999); then the heights [m], the northern row first, with any line breaks.
//
// A value is the height in the middle of its cell, so that the corner registration puts the first
// sample half a cell inside the corner. Missing heights are filled with the mean of their
// neighbours where the hole is at most DAT_GRID_HOLE samples deep from its rim; larger holes are
// errors. Where the coordinates are larger than 10 km (a national grid), a local origin on full 100
// m is taken off.

// Samples far off their neighbours (data/site/relief.h) are warnings.
//
// Reads text into ground, which the caller finishes where the result is true. False with errors in
// d.
bool dat_read_asc(const char *text, struct ter_ground *ground, struct dat_diagnostics *d);

// The same for a map of the soil: cone indices [kPa] instead of heights, from 50 to 100 000. In map
// they are [Pa], at places in the local coordinates of the terrain, which the map must cover but
// for one of its cells; NULL: there is no terrain to compare with.
bool dat_read_soil(const char *text, const struct ter_ground *terrain, struct ter_ground *map,
                   struct dat_diagnostics *d);
