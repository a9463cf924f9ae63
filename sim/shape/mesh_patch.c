// Patches: connected triangles that lie on the surface of one convex solid. From a seed the patch
// grows over flat and convex edges as long as the new triangle lies behind all planes of the patch
// and the patch behind its plane. Planes that occur twice are kept once, so that a floor of ten
// thousand triangles is one plane.
#include <stdlib.h>

#include "sim/shape/mesh_build.h"

// [m], and of the extent: nearer to a plane is in it. Files give six digits.
static const double FLAT = 2e-6;

double sim_mesh_flat(const struct sim_mesh *mesh) {
    const struct sim_vec3 d = sim_sub(mesh->high, mesh->low);
    return FLAT * (1.0 + fmax(d.x, fmax(d.y, d.z)));
}

enum { MOST_PLANES = 4096, MOST_CORNERS = 4096 }; // of a patch: bounds the time

struct grower {
    struct sim_mesh *mesh;
    double flat;
    int *plane, planes;   // triangles whose planes differ
    int *corner, corners; // vertices that are not flat
    int *queue;
    int *stamp; // per vertex: the patch it has been entered for last, less 1
};

static double over(const struct sim_mesh *mesh, int triangle, int vertex) {
    const struct sim_mesh_triangle *t = &mesh->triangles[triangle];
    return sim_dot(t->normal, mesh->vertices[vertex]) - t->offset;
}

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

static void take(struct grower *g, int t, int patch, bool new_plane) {
    struct sim_mesh_triangle *tri = &g->mesh->triangles[t];
    tri->patch = patch;
    if (new_plane)
        g->plane[g->planes++] = t;
    // A flat vertex lies between others of its plane.
    for (int k = 0; k < 3; k++) {
        const int v = tri->vertex[k];
        if (g->stamp[v] == patch + 1 || (g->mesh->flat[v] && g->corners > 2) ||
            g->corners == MOST_CORNERS)
            continue;
        g->stamp[v] = patch + 1;
        g->corner[g->corners++] = v;
    }
}

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
