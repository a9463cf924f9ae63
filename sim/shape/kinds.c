// Facts of a shape by its kind, and sums of masses.
#include <assert.h>

#include "sim/shape/bounds.h"
#include "sim/shape/kind.h"

static const struct sim_shape_traits *const traits[SIM_SHAPE_KIND_COUNT] = {
#define TRAITS(KIND, kind) [SIM_SHAPE_##KIND] = &sim_shape_##kind,
    SIM_SHAPE_KINDS(TRAITS)
#undef TRAITS
};

static const struct sim_shape_traits *traits_of(enum sim_shape_kind kind) {
    assert((unsigned)kind < SIM_SHAPE_KIND_COUNT);
    return traits[kind];
}

const char *sim_shape_kind_name(enum sim_shape_kind kind) {
    return traits_of(kind)->name;
}

bool sim_shape_is_borrowed(const struct sim_shape *shape) {
    return traits_of(shape->kind)->borrowed;
}

bool sim_shape_comes_after(const struct sim_shape *a, const struct sim_shape *b) {
    return a->kind != b->kind ? a->kind > b->kind : traits_of(a->kind)->larger(a, b);
}

const char *sim_shape_problem(const struct sim_shape *shape) {
    if ((unsigned)shape->kind >= SIM_SHAPE_KIND_COUNT)
        return "the kind of the shape is unknown";
    const struct sim_quat q = shape->pose.q;
    const double norm = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (!sim_vec3_finite(shape->pose.p) || !(fabs(norm - 1.0) < 1e-6))
        return "the pose of the shape must be finite and its quaternion of length 1";
    if (!isfinite(shape->mass) || shape->mass < 0.0)
        return "the mass of the shape must not be negative";
    return traits_of(shape->kind)->problem(shape);
}

double sim_shape_volume(const struct sim_shape *shape) {
    return traits_of(shape->kind)->volume(shape);
}

struct sim_mass sim_shape_mass(const struct sim_shape *shape) {
    struct sim_mass mass = {0.0, {0.0, 0.0, 0.0}, {{{0.0}}}};
    if (!(shape->mass > 0.0))
        return mass;
    mass.mass = shape->mass;
    traits_of(shape->kind)->mass(shape, &mass);
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

struct sim_aabb sim_shape_bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                                 double margin) {
    const struct sim_mat3 turned = sim_mat3_from_quat(pose->q);
    return sim_shape_turned_bounds(shape, pose, &turned, margin);
}

struct sim_aabb sim_shape_turned_bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                                        const struct sim_mat3 *turned, double margin) {
    return sim_aabb_grown(traits_of(shape->kind)->bounds(shape, pose, turned), margin);
}

double sim_shape_radius(const struct sim_shape *shape) {
    return traits_of(shape->kind)->outer_radius(shape);
}

double sim_shape_inner_radius(const struct sim_shape *shape) {
    return traits_of(shape->kind)->inner_radius(shape);
}
