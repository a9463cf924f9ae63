// A forest road: a centre line with a width. It is drawn and driven along; the ground below it
// remains that of the heightfield.
#pragma once

#include <stdbool.h>

#include "sim/base/math.h"

struct ter_road_point {
    double x, y;  // [m]
    double width; // [m] of the carriageway
};

struct ter_road {
    struct ter_road_point *points; // owned
    int count, capacity;
};

// A place on a road.
struct ter_road_place {
    double along;    // [m] from the first point
    double x, y;     // [m] on the centre line
    double heading;  // [rad] of the road there, from the x axis to the y axis
    double width;    // [m]
    double distance; // [m] to the point asked for by ter_road_nearest(), else 0
};

void ter_road_init(struct ter_road *road);
void ter_road_finish(struct ter_road *road); // accepts a zeroed struct
// Appends a copy of the point. False: out of memory.
bool ter_road_add(struct ter_road *road, const struct ter_road_point *point);
double ter_road_length(const struct ter_road *road); // [m]
// The place `along` [m] from the first point, clamped to the road. This and the next function need
// at least two points, no two of them in succession at the same place.
struct ter_road_place ter_road_at(const struct ter_road *road, double along);
// The place nearest to (x, y) [m].
struct ter_road_place ter_road_nearest(const struct ter_road *road, double x, double y);
// [m] of the way from (x0, y0) to (x1, y1): to the road, along it, and off it again; straight where
// that is nearer than the road is to both.
double ter_road_way(const struct ter_road *road, double x0, double y0, double x1, double y1);
