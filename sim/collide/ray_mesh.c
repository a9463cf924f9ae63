// Ray against mesh: the nearest triangle that the ray meets from outside. A closed mesh is solid.
#include "sim/collide/ray_kinds.h"
#include "sim/shape/mesh.h"

static const double beside = 1e-9; // of a triangle's sides: no ray slips between two of them

// Where the ray meets the plane of the triangle, if that is within the triangle (Moeller and
// Trumbore). Written so that what is not a number meets nothing.
static bool triangle_hit(const struct sim_mesh *mesh, int t, const struct sim_ray *ray,
                         struct sim_ray_hit *hit) {
    const struct sim_mesh_triangle *tri = &mesh->triangles[t];
    const struct sim_vec3 a = mesh->vertices[tri->vertex[0]];
    const struct sim_vec3 e = sim_sub(mesh->vertices[tri->vertex[1]], a);
    const struct sim_vec3 f = sim_sub(mesh->vertices[tri->vertex[2]], a);
    const struct sim_vec3 p = sim_cross(ray->direction, f), s = sim_sub(ray->origin, a);
    const double det = sim_dot(e, p);
    if (!(det > 0.0)) // from behind, or along it
        return false;
    const struct sim_vec3 q = sim_cross(s, e);
    const double u = sim_dot(s, p) / det, v = sim_dot(ray->direction, q) / det;
    const double distance = sim_dot(f, q) / det;
    if (!(u >= -beside && v >= -beside && u + v <= 1.0 + beside && distance >= 0.0 &&
          distance <= ray->length))
        return false;
    *hit = (struct sim_ray_hit){distance, tri->normal};
    return true;
}

// In the frame of the mesh.
static bool mesh_hit(const struct sim_ray *ray, const struct sim_mesh *mesh,
                     struct sim_ray_hit *hit) {
    if (sim_mesh_is_solid(mesh) && sim_mesh_distance(mesh, ray->origin) < 0.0) {
        *hit = (struct sim_ray_hit){0.0, sim_neg(ray->direction)};
        return true;
    }
    struct sim_ray rest = *ray;
    bool found = false;
    struct sim_mesh_walk walk = {0};
    const struct sim_mesh_node *node;
    while ((node = sim_mesh_walk_next(mesh, &walk)) != NULL) {
        const struct sim_vec3 slack = {beside, beside, beside};
        const struct sim_aabb box = {sim_sub(node->box.low, slack), sim_add(node->box.high, slack)};
        if (!sim_ray_meets_box(&rest, &box))
            continue;
        for (int i = 0; i < node->count; i++) {
            struct sim_ray_hit here;
            if (!triangle_hit(mesh, node->first + i, &rest, &here))
                continue;
            *hit = here;
            rest.length = here.distance;
            found = true;
        }
        sim_mesh_walk_into(mesh, &walk, node);
    }
    return found;
}

bool sim_ray_mesh(const struct sim_ray *ray, const struct sim_shape *shape,
                  const struct sim_pose *pose, struct sim_ray_hit *hit) {
    const struct sim_ray local = sim_ray_local(ray, pose);
    if (!mesh_hit(&local, shape->mesh, hit))
        return false;
    hit->normal = sim_rotate(pose->q, hit->normal);
    return true;
}
