// The tower of an exercise as its file describes it; docs/instructor.md has the keys.
#pragma once

#include "data/exercise/keys.h"

struct dat_tower {
    int logs;               // that the goals ask for, 0: there is none
    double x, y;            // [m] of its middle, in the coordinates of the terrain file
    double heading;         // [rad] of the lowest logs
    double spacing;         // [m] between the axes of a layer's logs
    struct dat_place place; // in the exercise's file
};
