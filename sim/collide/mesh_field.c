// Mesh on a heightfield: its corners, the places of its edges where the ground bulges towards them,
// and per triangle that looks down the sample of the ground that stands out of it most, as for
// hulls. What is far above the ground is passed over with the hierarchy.
#include "sim/collide/field.h"
#include "sim/shape/mesh.h"

enum { FEATURE_CORNER = 0, FEATURE_EDGE = 1 << 28, FEATURE_FACE = 1 << 30 };

struct view {
    const struct sim_mesh *mesh;
    const struct sim_ground *ground;
    struct sim_pose pose;
    struct sim_mat3 m;
    double top; // [m] of the ground around, and the margin
    struct sim_contacts *contacts;
};

static struct sim_vec3 vertex_at(const struct view *view, int vertex) {
    return sim_add(view->pose.p, sim_mat3_mul(&view->m, view->mesh->vertices[vertex]));
}

// Every corner by the first of its triangles; those within flat faces are none.
static void add_corners(const struct view *view, int t) {
    const struct sim_mesh *mesh = view->mesh;
    for (int i = 0; i < 3; i++) {
        const int v = mesh->triangles[t].vertex[i];
        if (mesh->flat[v] || mesh->around[mesh->around_start[v]] != t)
            continue;
        const struct sim_vec3 p = vertex_at(view, v);
        struct sim_vec3 normal;
        if (p.z > view->top)
            continue;
        const double depth = sim_ground_depth(view->ground, p, &normal);
        sim_contacts_add(view->contacts, p, normal, depth, FEATURE_CORNER + (uint32_t)v);
    }
}

static void add_edges(const struct view *view, int t) {
    const struct sim_mesh_triangle *tri = &view->mesh->triangles[t];
    for (int i = 0; i < 3; i++) {
        if (tri->fold[i] == SIM_FOLD_FLAT || tri->next[i] > t)
            continue;
        const struct sim_vec3 p = vertex_at(view, tri->vertex[i]);
        const struct sim_vec3 q = vertex_at(view, tri->vertex[(i + 1) % 3]);
        if (fmin(p.z, q.z) <= view->top)
            sim_ground_add_bulge(view->ground, p, q,
                                 FEATURE_EDGE + 2 * (3 * (uint32_t)t + (uint32_t)i),
                                 view->contacts);
    }
}

static void add_face(const struct view *view, int t, double deepest) {
    const struct sim_mesh_triangle *tri = &view->mesh->triangles[t];
    const struct sim_vec3 corner[3] = {vertex_at(view, tri->vertex[0]),
                                       vertex_at(view, tri->vertex[1]),
                                       vertex_at(view, tri->vertex[2])};
    if (fmin(corner[0].z, fmin(corner[1].z, corner[2].z)) <= view->top)
        sim_ground_add_peak(view->ground, corner, 3, sim_mat3_mul(&view->m, tri->normal), deepest,
                            FEATURE_FACE + (uint32_t)t, view->contacts);
}

// Whether a part of the node may be as low as the ground's top.
static bool is_low(const struct view *view, const struct sim_mesh_node *node) {
    const struct sim_vec3 half = sim_scale(sim_sub(node->high, node->low), 0.5);
    const struct sim_vec3 centre = sim_scale(sim_add(node->high, node->low), 0.5);
    const double *z = view->m.m[2];
    const double middle = view->pose.p.z + z[0] * centre.x + z[1] * centre.y + z[2] * centre.z;
    return middle - fabs(z[0]) * half.x - fabs(z[1]) * half.y - fabs(z[2]) * half.z <= view->top;
}

static void add_all(const struct view *view, bool faces) {
    int stack[SIM_MESH_STACK], depth = 0;
    double deepest = -HUGE_VAL;
    for (int i = 0; i < view->contacts->count; i++)
        deepest = fmax(deepest, view->contacts->points[i].depth);
    stack[depth++] = 0;
    while (depth > 0) {
        const int index = stack[--depth];
        const struct sim_mesh_node *node = &view->mesh->nodes[index];
        if (!is_low(view, node))
            continue;
        for (int i = 0; i < node->count; i++) {
            if (faces) {
                add_face(view, node->first + i, deepest);
            } else {
                add_corners(view, node->first + i);
                add_edges(view, node->first + i);
            }
        }
        if (node->count == 0) {
            stack[depth++] = node->second;
            stack[depth++] = index + 1;
        }
    }
}

void sim_collide_mesh_field(const struct sim_shape *a, const struct sim_pose *pose_a,
                            const struct sim_shape *b, const struct sim_pose *pose_b,
                            struct sim_contacts *contacts) {
    const struct sim_ground ground = sim_ground_of(b, pose_b);
    const struct sim_aabb bounds = sim_shape_bounds(a, pose_a, 0.0);
    const double top = sim_ground_top(&ground, &bounds) + contacts->margin;
    if (!(bounds.low.z < top))
        return;
    struct sim_contact_point points[SIM_MANY_POINTS];
    struct sim_contacts many = {points, 0, SIM_MANY_POINTS, contacts->margin};
    const struct view view = {a->mesh, &ground, *pose_a, sim_mat3_from_quat(pose_a->q), top, &many};
    add_all(&view, false);
    add_all(&view, true);
    sim_contacts_add_best(contacts, &many, sim_rotate(pose_a->q, sim_vec3(1.0, 0.0, 0.0)));
}
