// Obstacles in which the machine of an exercise would stand, or into which it would reach, at the
// start.
#pragma once

#include "data/exercise/exercise.h"

enum dat_obstacle {
    DAT_OBSTACLE_NONE,
    DAT_OBSTACLE_EDGE,  // a body lies beyond the edge of the terrain
    DAT_OBSTACLE_TREE,  // index: of the stand
    DAT_OBSTACLE_LOG,   // index: of the scenario
    DAT_OBSTACLE_LYING, // index: of what lies
    DAT_OBSTACLE_PILE,  // index: of the scenario
    DAT_OBSTACLE_BEARER // a landing's
};

struct dat_start_conflict {
    enum dat_obstacle obstacle;
    int index;
    const char *body; // the machine's body that meets it; borrowed from the exercise
};

// The first obstacle found. The machine and the site are loaded, start_x and start_y set. Colliding
// shapes count as boxes along the axes of the machine, which stands level.
struct dat_start_conflict dat_start_examine(const struct dat_exercise *exercise);
