// Patches: connected triangles that lie on the surface of one convex solid. A patch grows from a
// seed over flat and convex edges as long as the new triangle lies behind all planes of the patch,
// and the patch behind the plane of the triangle. Triangles in the same plane share one entry in
// its list of planes, so that a floor of ten thousand triangles has one.
#include <stdlib.h>

#include "sim/shape/mesh_build.h"

// [m], and as a share of the extent: points nearer than this to a plane count as in it. Coordinates
// in files have six digits.
static const double flat_share = 2e-6;

double sim_mesh_flat(const struct sim_mesh *mesh) {
    return flat_share * (1.0 + sim_aabb_longest(&mesh->bounds));
}

enum { MOST_PLANES = 4096, MOST_CORNERS = 4096 }; // of a patch, which bounds the time

// The patch that is growing.
struct grower {
    struct sim_mesh *mesh;
    double flat;          // [m] sim_mesh_flat() of the mesh
    int *plane, planes;   // its planes, each by one of its triangles
    int *corner, corners; // vertices that are not flat
    int *queue;           // triangles whose neighbours are still to be looked at
    int *stamp;           // per vertex: 1 + the last patch that has it as a corner, 0: none
};

// Distance [m] of the vertex in front of the triangle's plane.
static double over(const struct sim_mesh *mesh, int triangle, int vertex) {
    const struct sim_mesh_triangle *t = &mesh->triangles[triangle];
    return sim_dot(t->normal, mesh->vertices[vertex]) - t->offset;
}

// Whether triangle t lies in one of the patch's planes.
static bool known_plane(const struct grower *g, int t) {
    const struct sim_mesh_triangle *tri = &g->mesh->triangles[t];
    for (int i = g->planes - 1; i >= 0; i--) {
        const struct sim_mesh_triangle *p = &g->mesh->triangles[g->plane[i]];
        if (sim_dot(p->normal, tri->normal) > 1.0 - 1e-9 &&
            fabs(over(g->mesh, g->plane[i], tri->vertex[0])) <= g->flat &&
            fabs(over(g->mesh, g->plane[i], tri->vertex[1])) <= g->flat &&
            fabs(over(g->mesh, g->plane[i], tri->vertex[2])) <= g->flat)
            return true;
    }
    return false;
}

// Whether the patch stays convex with triangle t, whose plane is new to it or not.
static bool fits(const struct grower *g, int t, int patch, bool new_plane) {
    for (int k = 0; k < 3; k++) {
        const int vertex = g->mesh->triangles[t].vertex[k];
        for (int i = 0; i < g->planes && g->stamp[vertex] != patch + 1; i++)
            if (over(g->mesh, g->plane[i], vertex) > g->flat)
                return false;
    }
    for (int i = 0; i < g->corners && new_plane; i++)
        if (over(g->mesh, t, g->corner[i]) > g->flat)
            return false;
    return !new_plane || (g->planes < MOST_PLANES && g->corners < MOST_CORNERS - 3);
}

// Adds triangle t to the patch.
static void take(struct grower *g, int t, int patch, bool new_plane) {
    struct sim_mesh_triangle *tri = &g->mesh->triangles[t];
    tri->patch = patch;
    if (new_plane)
        g->plane[g->planes++] = t;
    // A flat vertex lies between others in its plane, which bound the patch without it.
    for (int k = 0; k < 3; k++) {
        const int v = tri->vertex[k];
        if (g->stamp[v] == patch + 1 || (g->mesh->flat[v] && g->corners > 2) ||
            g->corners == MOST_CORNERS)
            continue;
        g->stamp[v] = patch + 1;
        g->corner[g->corners++] = v;
    }
}

// Makes the patch of all triangles that can be reached from the seed and fit.
static void grow(struct grower *g, int seed, int patch) {
    int head = 0, tail = 0;
    g->planes = g->corners = 0;
    take(g, seed, patch, true);
    g->queue[tail++] = seed;
    while (head < tail) {
        const struct sim_mesh_triangle *tri = &g->mesh->triangles[g->queue[head++]];
        for (int i = 0; i < 3; i++) {
            const int t = tri->next[i];
            if (t < 0 || tri->fold[i] == SIM_FOLD_CONCAVE || g->mesh->triangles[t].patch >= 0)
                continue;
            const bool new_plane = !known_plane(g, t);
            if (!fits(g, t, patch, new_plane))
                continue;
            take(g, t, patch, new_plane);
            g->queue[tail++] = t;
        }
    }
}

bool sim_mesh_find_patches(struct sim_mesh *mesh) {
    struct grower g = {.mesh = mesh, .flat = sim_mesh_flat(mesh)};
    g.plane = malloc(MOST_PLANES * sizeof *g.plane);
    g.corner = malloc(MOST_CORNERS * sizeof *g.corner);
    g.queue = malloc((size_t)mesh->triangle_count * sizeof *g.queue);
    g.stamp = calloc((size_t)mesh->vertex_count, sizeof *g.stamp);
    const bool ok = g.plane != NULL && g.corner != NULL && g.queue != NULL && g.stamp != NULL;
    for (int t = 0; t < mesh->triangle_count; t++)
        mesh->triangles[t].patch = -1;
    mesh->patch_count = 0;
    for (int t = 0; t < mesh->triangle_count && ok; t++)
        if (mesh->triangles[t].patch < 0)
            grow(&g, t, mesh->patch_count++);
    free(g.plane);
    free(g.corner);
    free(g.queue);
    free(g.stamp);
    return ok;
}
