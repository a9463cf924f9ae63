// Mesh on a heightfield. Nodes of its hierarchy that are far above the ground are passed over.
#include "sim/collide/ground_parts.h"
#include "sim/shape/mesh.h"

enum { FEATURE_CORNER = 0, FEATURE_EDGE = 1 << 28, FEATURE_FACE = 1 << 30 };

struct view {
    const struct sim_mesh *mesh;
    struct sim_vec3 p;
    struct sim_mat3 m; // orientation of the mesh
    struct sim_ground_parts parts;
    double deepest; // [m] of the corners and edges
};

static struct sim_vec3 vertex_at(const struct view *view, int vertex) {
    return sim_add(view->p, sim_mat3_mul(&view->m, view->mesh->vertices[vertex]));
}

// Vertices within flat faces are no corners. Each corner belongs to the first of its triangles,
// each edge to the later of its two.
static void add_corners_and_edges(struct view *view, int t) {
    const struct sim_mesh *mesh = view->mesh;
    const struct sim_mesh_triangle *tri = &mesh->triangles[t];
    for (int i = 0; i < 3; i++) {
        const int v = tri->vertex[i];
        if (!mesh->flat[v] && mesh->around[mesh->around_start[v]] == t)
            sim_ground_parts_corner(&view->parts, vertex_at(view, v), FEATURE_CORNER + (uint32_t)v);
    }
    for (int i = 0; i < 3; i++)
        if (tri->fold[i] != SIM_FOLD_FLAT && tri->next[i] <= t)
            sim_ground_parts_edge(&view->parts, vertex_at(view, tri->vertex[i]),
                                  vertex_at(view, tri->vertex[(i + 1) % 3]),
                                  FEATURE_EDGE + 2 * (3 * (uint32_t)t + (uint32_t)i));
}

static void add_face(struct view *view, int t) {
    const struct sim_mesh_triangle *tri = &view->mesh->triangles[t];
    const struct sim_vec3 corner[3] = {vertex_at(view, tri->vertex[0]),
                                       vertex_at(view, tri->vertex[1]),
                                       vertex_at(view, tri->vertex[2])};
    sim_ground_parts_face(&view->parts, corner, 3, sim_mat3_mul(&view->m, tri->normal),
                          view->deepest, FEATURE_FACE + (uint32_t)t);
}

// Whether a part of the node may be as low as the ground's top.
static bool is_low(const struct view *view, const struct sim_mesh_node *node) {
    const struct sim_vec3 half = sim_scale(sim_sub(node->box.high, node->box.low), 0.5);
    const struct sim_vec3 centre = sim_scale(sim_add(node->box.high, node->box.low), 0.5);
    const double *z = view->m.m[2];
    const double middle = view->p.z + z[0] * centre.x + z[1] * centre.y + z[2] * centre.z;
    return middle - fabs(z[0]) * half.x - fabs(z[1]) * half.y - fabs(z[2]) * half.z <=
           view->parts.top;
}

static void visit_low(struct view *view, void (*visit)(struct view *view, int triangle)) {
    struct sim_mesh_walk walk = {0};
    const struct sim_mesh_node *node;
    while ((node = sim_mesh_walk_next(view->mesh, &walk)) != NULL) {
        if (!is_low(view, node))
            continue;
        for (int i = 0; i < node->count; i++)
            visit(view, node->first + i);
        sim_mesh_walk_into(view->mesh, &walk, node);
    }
}

void sim_collide_mesh_field(const struct sim_shape *a, const struct sim_pose *pose_a,
                            const struct sim_shape *b, const struct sim_pose *pose_b,
                            struct sim_contacts *contacts) {
    struct view view;
    if (!sim_ground_parts_begin(&view.parts, a, pose_a, b, pose_b, contacts->margin))
        return;
    view.mesh = a->mesh;
    view.p = pose_a->p;
    view.m = sim_mat3_from_quat(pose_a->q);
    visit_low(&view, add_corners_and_edges);
    view.deepest = sim_contacts_deepest(&view.parts.many);
    visit_low(&view, add_face);
    sim_ground_parts_end(&view.parts, pose_a, contacts);
}
