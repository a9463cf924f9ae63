// The ground of a site, which owns the heights of a sim_heightfield.
#pragma once

#include <stdbool.h>

#include "sim/shape/shape.h"

struct ter_ground {
    struct sim_heightfield field; // field.heights points to heights
    double *heights;              // [m] owned, rows * columns, y grows with the row
    // Map coordinates of the local origin: map = local + origin. Zero where the file already has
    // local coordinates; large ones (UTM) would lose digits in single-precision graphics.
    double origin_x, origin_y; // [m]
    int filled;                // number of missing samples that were filled from their neighbours
};

// Level ground at height 0. columns, rows >= 2, spacing > 0; sample (0, 0) lies at (x0, y0). False:
// out of memory. ter_ground_finish() accepts a zeroed struct. Do not copy a ground to another place
// while a body uses &ground->field.
bool ter_ground_init(struct ter_ground *ground, int columns, int rows, double x0, double y0,
                     double spacing);
void ter_ground_finish(struct ter_ground *ground);
double ter_ground_x_max(const struct ter_ground *ground); // [m] the field's far border
double ter_ground_y_max(const struct ter_ground *ground);
bool ter_ground_contains(const struct ter_ground *ground, double x, double y);
// Height [m], and the unit normal if normal is not NULL; outside the field, those of its border.
double ter_ground_height(const struct ter_ground *ground, double x, double y,
                         struct sim_vec3 *normal);

// The collision shape of the ground, for a fixed body at the origin.
struct sim_shape ter_ground_shape(const struct ter_ground *ground, int material);
