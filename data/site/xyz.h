// Terrain from a list of points (.xyz), as surveying offices deliver elevation models: x, y and
// height [m] per line, separated by blanks, tabs, commas or semicolons, in any order. The points
// lie on a square grid with its sides along x and y, whose spacing is found. Empty lines, lines
// that begin with '#', and a first line of words are skipped.
//
// Missing points, local origin and warnings are as with .asc (data/site/asc.h).
#pragma once

#include "data/text/diagnostics.h"
#include "terrain/ground.h"

// Reads text into ground, which the caller finishes where the result is true. False with errors in
// d.
bool dat_read_xyz(const char *text, struct ter_ground *ground, struct dat_diagnostics *d);
