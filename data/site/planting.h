// Reading a recipe for a stand, stand.yaml: terrain/planting.h draws the trees from it. The keys
// are described by data/site/planting_keys.c.
#pragma once

#include "data/text/diagnostics.h"
#include "terrain/planting.h"

// Reads text into *planting, places in the local coordinates of ground; NULL: there is no terrain,
// and places stay as they are. file is the name for messages. False with errors in d.
bool dat_read_planting(const char *text, const char *file, const struct ter_ground *ground,
                       struct ter_planting *planting, struct dat_diagnostics *d);
// The same, and grows the trees; road may be NULL, and a seed that is not negative replaces the
// recipe's. The stand is initialised here, indexed, and
// finished by the caller where the result is true.
bool dat_grow_stand(const char *text, const char *file, const struct ter_ground *ground,
                    const struct ter_road *road, int64_t seed, struct ter_stand *stand,
                    struct dat_diagnostics *d);
