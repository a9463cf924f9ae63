#pragma once

#include "data/text/diagnostics.h"
#include "terrain/ground.h"
#include "terrain/stand.h"

// Trees from a table: id;x;y;species;dbh_cm;height_m;crown_base_m;crown_width_m;status, and their
// defects rot_m;sweep_cm;fork_m;top_m;dead. Required are x, y [m], species and dbh_cm. Without id
// the trees are numbered, without height the height curve of their species gives it (fitted to the
// measured trees of the species, else the default curve), without crown the species' formulas do;
// without status a tree is standing. A line
// '#crs=25832' before the header names the coordinate system (an EPSG number).
//
// Coordinates are those of the terrain file: ground tells its local origin, and the heights that
// the trees stand on. Without ground (NULL) coordinates stay as they are, z is 0, and places are
// not checked.

#define DAT_STAND_MAX_TREES 2000000
#define DAT_STAND_MAX_DENSITY 500 // trees in a square of ter_stand_cell: 50,000 per hectare

// Reads text into stand, which is initialised here, indexed, and finished by the caller where the
// result is true. crs (may be NULL) is 0 where the file names none. False with errors in d.
bool dat_read_stand(const char *text, const struct ter_ground *ground, struct ter_stand *stand,
                    int *crs, struct dat_diagnostics *d);
