#pragma once

#include "data/text/diagnostics.h"
#include "terrain/ground.h"
#include "terrain/road.h"

// A road's centre line from a table x;y;width_m: at least two points, in the order of driving, with
// the width [m] of the carriageway. Coordinates are those of the terrain file, as for
// dat_read_stand(); ground may be NULL.

// A larger turn of the centre line at a point is a warning: its points are probably in the wrong
// order.
static const double dat_road_max_turn_deg = 120.0;

// Reads text into road, which is initialised here and finished by the caller where the result is
// true. False with errors in d.
bool dat_read_road(const char *text, const struct ter_ground *ground, struct ter_road *road,
                   struct dat_diagnostics *d);
