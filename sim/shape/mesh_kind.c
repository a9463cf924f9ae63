// Shape kind: mesh.
#include "sim/shape/kind.h"
#include "sim/shape/mesh.h"

static bool larger(const struct sim_shape *a, const struct sim_shape *b) {
    const double size_a[] = {a->mesh->triangle_count, a->mesh->radius};
    const double size_b[] = {b->mesh->triangle_count, b->mesh->radius};
    return sim_shape_sizes_larger(size_a, size_b, 2);
}

static const char *problem(const struct sim_shape *shape) {
    if (shape->mesh == NULL)
        return "a mesh needs its triangles";
    if (shape->mass > 0.0 && !sim_mesh_is_solid(shape->mesh))
        return "a mesh with a mass must be closed, its triangles counter-clockwise from outside";
    return NULL;
}

static double volume(const struct sim_shape *shape) {
    return fmax(shape->mesh->volume, 0.0);
}

static void find_mass(const struct sim_shape *shape, struct sim_mass *mass) {
    sim_shape_scale_unit_mass(shape->mesh->centre, &shape->mesh->inertia, mass);
}

// The bounds of the mesh's own box once that is turned: looking at every vertex would cost too
// much.
static struct sim_aabb bounds(const struct sim_shape *shape, const struct sim_pose *pose,
                              const struct sim_mat3 *m) {
    const struct sim_mesh *mesh = shape->mesh;
    const struct sim_vec3 half = sim_scale(sim_sub(mesh->bounds.high, mesh->bounds.low), 0.5);
    const struct sim_vec3 centre = sim_scale(sim_add(mesh->bounds.high, mesh->bounds.low), 0.5);
    const double h[3] = {half.x, half.y, half.z};
    double reach[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            reach[i] += fabs(m->m[i][j]) * h[j];
    return sim_aabb_around(sim_pose_point(*pose, centre), sim_vec3(reach[0], reach[1], reach[2]));
}

static double outer_radius(const struct sim_shape *shape) {
    return shape->mesh->radius;
}

static double inner_radius(const struct sim_shape *shape) {
    (void)shape;
    return 0.0;
}

const struct sim_shape_traits sim_shape_mesh = {
    "mesh", true, larger, problem, volume, find_mass, bounds, outer_radius, inner_radius};
