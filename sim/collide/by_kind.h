// Inside of the narrow phase: pairs of shapes by their kinds.
#pragma once

#include "sim/collide/kinds.h"

// sim_collide() of shapes of which neither has a tree of spheres, into an empty list.
SIM_COLLIDE(sim_collide_by_kind);
