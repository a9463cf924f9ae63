// Shape kind: heightfield, and its surface.
#include <assert.h>

#include "sim/shape/kind.h"

// Vertical bounds of a heightfield: what has sunk into the ground still collides, and looking for
// the highest of all samples in every step would cost more than it saves.
static const double field_reach = 1e4; // [m]

// Two heightfields never meet.
static bool larger(const struct sim_shape *a, const struct sim_shape *b) {
    (void)a;
    (void)b;
    return false;
}

static const char *problem(const struct sim_shape *shape) {
    const struct sim_heightfield *field = shape->field;
    if (shape->mass > 0.0)
        return "a heightfield has no mass";
    if (field == NULL || field->heights == NULL)
        return "a heightfield needs samples";
    if (field->columns < 2 || field->rows < 2)
        return "a heightfield needs at least 2 x 2 samples";
    if (!sim_shape_is_size(field->spacing))
        return "the spacing of a heightfield must be positive";
    if (!isfinite(field->x0) || !isfinite(field->y0))
        return "the origin of a heightfield must be finite";
    for (long i = 0; i < (long)field->rows * field->columns; i++)
        if (!isfinite(field->heights[i]))
            return "the heights of a heightfield must be finite";
    return NULL;
}

static double no_volume(const struct sim_shape *shape) {
    (void)shape;
    return 0.0;
}

static void no_mass(const struct sim_shape *shape, struct sim_mass *mass) {
    (void)shape;
    mass->mass = 0.0;
}

static struct sim_aabb bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                              const struct sim_mat3 *m) {
    (void)m;
    const struct sim_heightfield *field = shape->field;
    const struct sim_vec3 at = pose->p;
    const double x = at.x + field->x0, y = at.y + field->y0;
    return (struct sim_aabb){{x, y, at.z - field_reach},
                             {x + field->spacing * (field->columns - 1),
                              y + field->spacing * (field->rows - 1), at.z + field_reach}};
}

// The field continues beyond its border.
static double outer_radius(const struct sim_shape *shape) {
    (void)shape;
    return HUGE_VAL;
}

static double inner_radius(const struct sim_shape *shape) {
    (void)shape;
    return 0.0;
}

const struct sim_shape_traits sim_shape_heightfield = {
    "heightfield", true, larger, problem, no_volume, no_mass, bounds, outer_radius, inner_radius};

// Neighbouring samples i - 1, i, i + 1, i + 2 of a cell, kept inside the field, and the weight that
// makes a difference over two of them a slope: at the border it spans one spacing only.
struct around {
    int index[4];
    double weight[2];
};

static struct around around_cell(int i, int count, double spacing) {
    const bool low = i == 0, high = i + 2 >= count;
    return (struct around){{low ? i : i - 1, i, i + 1, high ? i + 1 : i + 2},
                           {(low ? 1.0 : 0.5) / spacing, (high ? 1.0 : 0.5) / spacing}};
}

// The normal is interpolated between the samples' slopes (central differences): the facets' own
// normals would jump at every edge and shake whatever rolls over them.
static struct sim_vec3 smooth_normal(const struct sim_heightfield *f, int i, int j, double u,
                                     double v, bool level_x, bool level_y) {
    const struct around x = around_cell(i, f->columns, f->spacing);
    const struct around y = around_cell(j, f->rows, f->spacing);
    double along[2], across[2];
    for (int k = 0; k < 2; k++) {
        const double *row = f->heights + (long)y.index[k + 1] * f->columns;
        const double g0 = (row[x.index[2]] - row[x.index[0]]) * x.weight[0];
        const double g1 = (row[x.index[3]] - row[x.index[1]]) * x.weight[1];
        along[k] = g0 + u * (g1 - g0);
        const double *low = f->heights + (long)y.index[k] * f->columns;
        const double *high = f->heights + (long)y.index[k + 2] * f->columns;
        const double h0 = (high[x.index[1]] - low[x.index[1]]) * y.weight[k];
        const double h1 = (high[x.index[2]] - low[x.index[2]]) * y.weight[k];
        across[k] = h0 + u * (h1 - h0);
    }
    const double gx = level_x ? 0.0 : along[0] + v * (along[1] - along[0]);
    const double gy = level_y ? 0.0 : across[0] + v * (across[1] - across[0]);
    const double s = 1.0 / sqrt(1.0 + gx * gx + gy * gy);
    return sim_vec3(-gx * s, -gy * s, s);
}

double sim_heightfield_height(const struct sim_heightfield *f, double x, double y,
                              struct sim_vec3 *normal) {
    assert(f->columns >= 2 && f->rows >= 2);
    const double at_u = (x - f->x0) / f->spacing, at_v = (y - f->y0) / f->spacing;
    double u = sim_clamp(at_u, 0.0, f->columns - 1), v = sim_clamp(at_v, 0.0, f->rows - 1);
    // Beyond the border the height no longer changes in that direction.
    const bool level_x = at_u < u || at_u > u, level_y = at_v < v || at_v > v;
    const int i = u < f->columns - 2 ? (int)u : f->columns - 2;
    const int j = v < f->rows - 2 ? (int)v : f->rows - 2;
    u -= i;
    v -= j;
    const double *near_row = f->heights + (long)j * f->columns + i;
    const double *far_row = near_row + f->columns;
    if (normal != NULL)
        *normal = smooth_normal(f, i, j, u, v, level_x, level_y);
    if (u >= v)
        return near_row[0] + u * (near_row[1] - near_row[0]) + v * (far_row[1] - near_row[1]);
    return near_row[0] + v * (far_row[0] - near_row[0]) + u * (far_row[1] - far_row[0]);
}
