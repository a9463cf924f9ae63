#include "sim/shape/shape.h"

#include <stddef.h>

#include "sim/shape/hull.h"
#include "sim/shape/mesh.h"

// Vertical bounds of a heightfield: what has sunk into the ground still collides, and to look for
// the highest of all samples in every step would cost more than it saves.
static const double FIELD_REACH = 1e4; // [m]

static bool positive(double x) {
    return isfinite(x) && x > 0.0;
}

static const char *field_problem(const struct sim_heightfield *field) {
    if (field == NULL || field->heights == NULL)
        return "a heightfield needs samples";
    if (field->columns < 2 || field->rows < 2)
        return "a heightfield needs at least 2 x 2 samples";
    if (!positive(field->spacing))
        return "the spacing of a heightfield must be positive";
    if (!isfinite(field->x0) || !isfinite(field->y0))
        return "the origin of a heightfield must be finite";
    for (long i = 0; i < (long)field->rows * field->columns; i++)
        if (!isfinite(field->heights[i]))
            return "the heights of a heightfield must be finite";
    return NULL;
}

static const char *size_problem(const struct sim_shape *shape) {
    switch (shape->kind) {
    case SIM_SHAPE_SPHERE:
        return positive(shape->radius[0]) ? NULL : "the radius of a sphere must be positive";
    case SIM_SHAPE_CAPSULE:
        if (!positive(shape->radius[0]) || !positive(shape->radius[1]))
            return "both radii of a capsule must be positive";
        if (!positive(shape->half_length))
            return "the length of a capsule must be positive";
        if (fabs(shape->radius[0] - shape->radius[1]) >= 2.0 * shape->half_length)
            return "one end of the tapered capsule lies inside the other";
        return NULL;
    case SIM_SHAPE_CYLINDER:
        if (!positive(shape->radius[0]))
            return "the radius of a cylinder must be positive";
        return positive(shape->half_length) ? NULL : "the length of a cylinder must be positive";
    case SIM_SHAPE_BOX:
        if (!positive(shape->half.x) || !positive(shape->half.y) || !positive(shape->half.z))
            return "all three sizes of a box must be positive";
        return NULL;
    case SIM_SHAPE_HULL:
        return shape->hull != NULL ? NULL : "a hull needs its corners";
    case SIM_SHAPE_MESH:
        if (shape->mesh == NULL)
            return "a mesh needs its triangles";
        if (shape->mass > 0.0 && !sim_mesh_is_solid(shape->mesh))
            return "a mesh with a mass must be closed, its triangles counter-clockwise from "
                   "outside";
        return NULL;
    case SIM_SHAPE_HEIGHTFIELD:
        return field_problem(shape->field);
    }
    return "the kind of the shape is unknown";
}

const char *sim_shape_problem(const struct sim_shape *shape) {
    const struct sim_quat q = shape->pose.q;
    const double norm = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (!sim_vec3_finite(shape->pose.p) || !(fabs(norm - 1.0) < 1e-6))
        return "the pose of the shape must be finite and its quaternion of length 1";
    if (!isfinite(shape->mass) || shape->mass < 0.0)
        return "the mass of the shape must not be negative";
    if (shape->kind == SIM_SHAPE_HEIGHTFIELD && shape->mass > 0.0)
        return "a heightfield has no mass";
    return size_problem(shape);
}

// Solid of revolution about z of unit density, without its factor pi:
// volume = int rho^2 dz, first = int rho^2 z dz, along = int rho^4 / 2 dz (about the axis),
// across = int (rho^4 / 4 + rho^2 z^2) dz (about x through z = 0).
struct revolution {
    double volume, first, along, across;
};

// Adds the slice low <= z <= high of the body whose squared radius is c0 + c1 z + c2 z^2. The
// integrands are polynomials of degree 4 at most (where rho itself is linear or rho^2 is
// quadratic), so that Gauss's three points are exact.
static void add_slice(struct revolution *sum, double low, double high, double c0, double c1,
                      double c2) {
    const double mid = 0.5 * (low + high), half = 0.5 * (high - low);
    const double node[3] = {-0.77459666924148337704, 0.0, 0.77459666924148337704};
    const double weight[3] = {5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
    for (int i = 0; i < 3; i++) {
        const double z = mid + half * node[i], w = half * weight[i];
        const double rho2 = c0 + z * (c1 + z * c2);
        sum->volume += w * rho2;
        sum->first += w * rho2 * z;
        sum->along += w * 0.5 * rho2 * rho2;
        sum->across += w * (0.25 * rho2 * rho2 + rho2 * z * z);
    }
}

static void add_ball_slice(struct revolution *sum, double centre, double radius, double low,
                           double high) {
    add_slice(sum, low, high, radius * radius - centre * centre, 2.0 * centre, -1.0);
}

// Hull of two balls: a cap of each up to the circle where the cone touches it, and the cone
// between.
static struct revolution capsule_revolution(const struct sim_shape *shape) {
    struct revolution sum = {0.0, 0.0, 0.0, 0.0};
    const double h = shape->half_length, r0 = shape->radius[0], r1 = shape->radius[1];
    const double sine = h > 0.0 ? (r0 - r1) / (2.0 * h) : 0.0;
    if (h <= 0.0 || fabs(sine) >= 1.0) {
        const double z = r0 >= r1 ? -h : h, r = r0 >= r1 ? r0 : r1;
        add_ball_slice(&sum, z, r, z - r, z + r);
        return sum;
    }
    const double z0 = -h + r0 * sine, z1 = h + r1 * sine;
    const double cosine = sqrt(1.0 - sine * sine);
    const double slope = (r1 - r0) * cosine / (z1 - z0), at0 = r0 * cosine - slope * z0;
    add_ball_slice(&sum, -h, r0, -h - r0, z0);
    add_slice(&sum, z0, z1, at0 * at0, 2.0 * at0 * slope, slope * slope);
    add_ball_slice(&sum, h, r1, z1, h + r1);
    return sum;
}

double sim_shape_volume(const struct sim_shape *shape) {
    const double r = shape->radius[0];
    switch (shape->kind) {
    case SIM_SHAPE_SPHERE:
        return 4.0 / 3.0 * SIM_PI * r * r * r;
    case SIM_SHAPE_CAPSULE:
        return SIM_PI * capsule_revolution(shape).volume;
    case SIM_SHAPE_CYLINDER:
        return SIM_PI * r * r * 2.0 * shape->half_length;
    case SIM_SHAPE_BOX:
        return 8.0 * shape->half.x * shape->half.y * shape->half.z;
    case SIM_SHAPE_HULL:
        return shape->hull->volume;
    case SIM_SHAPE_MESH:
        return fmax(shape->mesh->volume, 0.0);
    case SIM_SHAPE_HEIGHTFIELD:
        break;
    }
    return 0.0;
}

// mass->mass times the inertia per kg.
static void scale_unit_mass(struct sim_vec3 centre, const struct sim_mat3 *inertia,
                            struct sim_mass *mass) {
    mass->centre = centre;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mass->inertia.m[i][j] = mass->mass * inertia->m[i][j];
}

// Mass properties in the shape's own frame.
static struct sim_mass local_mass(const struct sim_shape *shape) {
    const double m = shape->mass, r = shape->radius[0], h = shape->half_length;
    struct sim_mass mass = {m, {0.0, 0.0, 0.0}, {{{0.0}}}};
    switch (shape->kind) {
    case SIM_SHAPE_SPHERE:
        mass.inertia = sim_mat3_diag(0.4 * m * r * r, 0.4 * m * r * r, 0.4 * m * r * r);
        break;
    case SIM_SHAPE_CAPSULE: {
        const struct revolution sum = capsule_revolution(shape);
        const double density = m / sum.volume;
        const double z = sum.first / sum.volume;
        const double across = density * sum.across - m * z * z;
        mass.centre.z = z;
        mass.inertia = sim_mat3_diag(across, across, density * sum.along);
        break;
    }
    case SIM_SHAPE_CYLINDER: {
        const double across = m * (r * r / 4.0 + h * h / 3.0);
        mass.inertia = sim_mat3_diag(across, across, 0.5 * m * r * r);
        break;
    }
    case SIM_SHAPE_BOX: {
        const struct sim_vec3 e = shape->half;
        mass.inertia =
            sim_mat3_diag(m / 3.0 * (e.y * e.y + e.z * e.z), m / 3.0 * (e.x * e.x + e.z * e.z),
                          m / 3.0 * (e.x * e.x + e.y * e.y));
        break;
    }
    case SIM_SHAPE_HULL:
        scale_unit_mass(shape->hull->centre, &shape->hull->inertia, &mass);
        break;
    case SIM_SHAPE_MESH:
        scale_unit_mass(shape->mesh->centre, &shape->mesh->inertia, &mass);
        break;
    case SIM_SHAPE_HEIGHTFIELD:
        mass.mass = 0.0;
        break;
    }
    return mass;
}

struct sim_mass sim_shape_mass(const struct sim_shape *shape) {
    if (!(shape->mass > 0.0))
        return (struct sim_mass){0.0, {0.0, 0.0, 0.0}, {{{0.0}}}};
    struct sim_mass mass = local_mass(shape);
    mass.centre = sim_pose_point(shape->pose, mass.centre);
    mass.inertia = sim_mat3_rotated(&mass.inertia, shape->pose.q);
    return mass;
}

// Parallel axes: adds the inertia of a point mass m at offset d from the axis point (Jung A.1.2).
static void add_point_inertia(struct sim_mat3 *inertia, double m, struct sim_vec3 d) {
    const double v[3] = {d.x, d.y, d.z};
    const double square = sim_dot(d, d);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inertia->m[i][j] += m * ((i == j ? square : 0.0) - v[i] * v[j]);
}

struct sim_mass sim_mass_add(const struct sim_mass *a, const struct sim_mass *b) {
    const double m = a->mass + b->mass;
    if (!(m > 0.0))
        return *a;
    struct sim_mass sum = {m, {0.0, 0.0, 0.0}, {{{0.0}}}};
    sum.centre = sim_add(sim_scale(a->centre, a->mass / m), sim_scale(b->centre, b->mass / m));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum.inertia.m[i][j] = a->inertia.m[i][j] + b->inertia.m[i][j];
    add_point_inertia(&sum.inertia, a->mass, sim_sub(a->centre, sum.centre));
    add_point_inertia(&sum.inertia, b->mass, sim_sub(b->centre, sum.centre));
    return sum;
}

static struct sim_aabb field_bounds(const struct sim_heightfield *field, struct sim_vec3 at) {
    const double x = at.x + field->x0, y = at.y + field->y0;
    return (struct sim_aabb){{x, y, at.z - FIELD_REACH},
                             {x + field->spacing * (field->columns - 1),
                              y + field->spacing * (field->rows - 1), at.z + FIELD_REACH}};
}

static struct sim_aabb box_around(struct sim_vec3 p, struct sim_vec3 reach) {
    return (struct sim_aabb){sim_sub(p, reach), sim_add(p, reach)};
}

static struct sim_aabb capsule_bounds(const struct sim_shape *shape, struct sim_vec3 p,
                                      struct sim_vec3 axis) {
    const struct sim_vec3 a = sim_add_scaled(p, axis, -shape->half_length);
    const struct sim_vec3 b = sim_add_scaled(p, axis, shape->half_length);
    const double r0 = shape->radius[0], r1 = shape->radius[1];
    return (struct sim_aabb){
        {fmin(a.x - r0, b.x - r1), fmin(a.y - r0, b.y - r1), fmin(a.z - r0, b.z - r1)},
        {fmax(a.x + r0, b.x + r1), fmax(a.y + r0, b.y + r1), fmax(a.z + r0, b.z + r1)}};
}

static struct sim_aabb hull_bounds(const struct sim_hull *hull, const struct sim_pose *pose,
                                   const struct sim_mat3 *m) {
    struct sim_vec3 low = sim_mat3_mul(m, hull->corners[0]), high = low;
    for (int i = 1; i < hull->corner_count; i++) {
        const struct sim_vec3 p = sim_mat3_mul(m, hull->corners[i]);
        low = sim_vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = sim_vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    const struct sim_vec3 centre = sim_add(pose->p, sim_mat3_mul(m, hull->centre));
    return (struct sim_aabb){sim_add(centre, low), sim_add(centre, high)};
}

// Those of the turned box of its own bounds: to look at every vertex would cost too much.
static struct sim_aabb mesh_bounds(const struct sim_mesh *mesh, const struct sim_pose *pose,
                                   const struct sim_mat3 *m) {
    const struct sim_vec3 half = sim_scale(sim_sub(mesh->high, mesh->low), 0.5);
    const struct sim_vec3 centre = sim_scale(sim_add(mesh->high, mesh->low), 0.5);
    const double h[3] = {half.x, half.y, half.z};
    double reach[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            reach[i] += fabs(m->m[i][j]) * h[j];
    return box_around(sim_pose_point(*pose, centre), sim_vec3(reach[0], reach[1], reach[2]));
}

double sim_shape_radius(const struct sim_shape *shape) {
    if (shape->kind == SIM_SHAPE_BOX)
        return sim_length(shape->half);
    if (shape->kind == SIM_SHAPE_HULL)
        return sim_length(shape->hull->centre) + shape->hull->outer;
    if (shape->kind == SIM_SHAPE_MESH)
        return shape->mesh->radius;
    return shape->half_length + fmax(shape->radius[0], shape->radius[1]);
}

struct sim_aabb sim_shape_bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                                 double margin) {
    const double r = shape->radius[0], h = shape->half_length;
    const struct sim_mat3 m = sim_mat3_from_quat(pose->q);
    const struct sim_vec3 axis = {m.m[0][2], m.m[1][2], m.m[2][2]};
    struct sim_aabb box = {pose->p, pose->p};
    switch (shape->kind) {
    case SIM_SHAPE_SPHERE:
        box = box_around(pose->p, sim_vec3(r, r, r));
        break;
    case SIM_SHAPE_CAPSULE:
        box = capsule_bounds(shape, pose->p, axis);
        break;
    case SIM_SHAPE_CYLINDER:
        box = box_around(pose->p,
                         sim_vec3(r * sqrt(fmax(0.0, 1.0 - axis.x * axis.x)) + h * fabs(axis.x),
                                  r * sqrt(fmax(0.0, 1.0 - axis.y * axis.y)) + h * fabs(axis.y),
                                  r * sqrt(fmax(0.0, 1.0 - axis.z * axis.z)) + h * fabs(axis.z)));
        break;
    case SIM_SHAPE_BOX: {
        double reach[3];
        for (int i = 0; i < 3; i++)
            reach[i] = fabs(m.m[i][0]) * shape->half.x + fabs(m.m[i][1]) * shape->half.y +
                       fabs(m.m[i][2]) * shape->half.z;
        box = box_around(pose->p, sim_vec3(reach[0], reach[1], reach[2]));
        break;
    }
    case SIM_SHAPE_HULL:
        box = hull_bounds(shape->hull, pose, &m);
        break;
    case SIM_SHAPE_MESH:
        box = mesh_bounds(shape->mesh, pose, &m);
        break;
    case SIM_SHAPE_HEIGHTFIELD:
        box = field_bounds(shape->field, pose->p);
        break;
    }
    const struct sim_vec3 grow = {margin, margin, margin};
    return (struct sim_aabb){sim_sub(box.low, grow), sim_add(box.high, grow)};
}

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
