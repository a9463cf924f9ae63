// Harvested production (.hpr, StanForD 2010) read as a stand: every stem that a harvester felled
// stands again, marked to be felled. docs/formats.md says which elements are used and how.
#pragma once

#include "data/text/diagnostics.h"
#include "terrain/ground.h"
#include "terrain/stand.h"

// Reads text into stand, which is initialised here, indexed, and finished by the caller where the
// result is true. With ground in map coordinates the stems stand at their UTM coordinates, *crs is
// the EPSG number of the zone, and a stem off the terrain is an error. On ground with coordinates
// of its own, the middle of the stems is put on the middle of the terrain, and without ground
// (NULL) on (0, 0); *crs (may be NULL) is 0 then. False with errors in d.
bool dat_read_hpr(const char *text, const struct ter_ground *ground, struct ter_stand *stand,
                  int *crs, struct dat_diagnostics *d);
