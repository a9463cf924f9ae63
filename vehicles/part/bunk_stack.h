// A load that has been stacked before anything begins: for exercises that start with one, tests and
// benchmarks.
#pragma once

#include "vehicles/part/bunk.h"
#include "vehicles/worksite.h"

// Number of the logs of the stem that an empty bunk holds, stacked as below; none if they are
// longer than the loading space or thicker than the room between its stakes.
int veh_bunk_room(const struct veh_bunk_def *bunk, const struct ter_stem *stem);

// Lays up to count logs of the stem in layers into the machine's bunk, from its front edge to the
// rear, and joins them to it at once. The butts of a layer point to the front, those of the next
// one to the rear. *height: [m] above the floor where the lowest layer lies; becomes that of the
// uppermost layer's top. Nothing else may be in the way. Returns how many it has laid: fewer than
// count where the loading space is full, none where the logs are longer than it or the machine has
// no bunk.
int veh_bunk_stack(struct veh_worksite *site, int machine, const struct ter_stem *stem, int count,
                   double *height);
