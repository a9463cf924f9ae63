// Invariants of a world between two steps, for tests and debug builds.
#pragma once

#include "sim/state/ids.h"

// NULL, or a sentence that says which invariant does not hold: references between bodies, joints,
// controls, groups, clusters, items and contacts. Takes about as long as a step.
const char *sim_world_validate(const struct sim_world *world);
