// For sim/shape/hull.c only: the triangles of a convex hull.
#pragma once

#include "sim/shape/shape.h"

#define SIM_HULL_GRID 1048576 // cells that the largest extent of the points is divided into

struct sim_hull_triangle {
    int v[3];    // points, counter-clockwise seen from outside
    int next[3]; // the triangle beyond the edge v[i] v[i + 1]
};

// The hull of the points as they lie on the grid: a closed surface whatever the points are.
// *triangles is the caller's to free. NULL, or what is wrong in a sentence.
const char *sim_hull_triangles(const struct sim_vec3 *points, int count,
                               struct sim_hull_triangle **triangles, int *triangle_count);
