// Creation of meshes: welds the vertices, finds the borders between triangles, and measures mass
// and extent.
#include <stdlib.h>
#include <string.h>

#include "sim/shape/mesh_build.h"
#include "sim/shape/moments.h"

static const char *const NO_MEMORY = "there is not enough memory for the mesh";

// ---- vertices ----

struct place {
    struct sim_vec3 p;
    int index;
};

static int by_number(double a, double b) {
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b) {
    const struct place *p = a, *q = b;
    int order = by_number(p->p.x, q->p.x);
    order = order != 0 ? order : by_number(p->p.y, q->p.y);
    order = order != 0 ? order : by_number(p->p.z, q->p.z);
    return order != 0 ? order : p->index - q->index;
}

static bool same_place(struct sim_vec3 a, struct sim_vec3 b) {
    return by_number(a.x, b.x) == 0 && by_number(a.y, b.y) == 0 && by_number(a.z, b.z) == 0;
}

// to[i]: the first of the vertices at the place of vertex i. False: out of memory.
static bool weld(const struct sim_vec3 *vertices, int count, int *to) {
    struct place *place = malloc((size_t)count * sizeof *place);
    if (place == NULL)
        return false;
    for (int i = 0; i < count; i++)
        place[i] = (struct place){vertices[i], i};
    qsort(place, (size_t)count, sizeof *place, by_place);
    int first = 0;
    for (int i = 0; i < count; i++) {
        if (!same_place(place[i].p, place[first].p))
            first = i;
        to[place[i].index] = place[first].index;
    }
    free(place);
    return true;
}

// Enters the triangles that have an area, then the vertices they use, in the order given. to: see
// weld(); number: per vertex, -1, then its index in the mesh.
static void enter(struct sim_mesh *mesh, const struct sim_vec3 *vertices, int vertex_count,
                  const int (*triangles)[3], int triangle_count, int *to, int *number) {
    for (int t = 0; t < triangle_count; t++) {
        const int v[3] = {to[triangles[t][0]], to[triangles[t][1]], to[triangles[t][2]]};
        const struct sim_vec3 a = vertices[v[0]], e = sim_sub(vertices[v[1]], a),
                              f = sim_sub(vertices[v[2]], a), n = sim_cross(e, f);
        const double area = sim_length(n);
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0] ||
            !(area > 1e-12 * (sim_dot(e, e) + sim_dot(f, f))))
            continue;
        struct sim_mesh_triangle *triangle = &mesh->triangles[mesh->triangle_count++];
        *triangle = (struct sim_mesh_triangle){
            .vertex = {v[0], v[1], v[2]}, .next = {-1, -1, -1}, .normal = sim_scale(n, 1.0 / area)};
        triangle->offset = sim_dot(triangle->normal, a);
        for (int i = 0; i < 3; i++)
            number[v[i]] = 0;
    }
    for (int v = 0; v < vertex_count; v++) {
        if (number[v] < 0)
            continue;
        number[v] = mesh->vertex_count;
        mesh->vertices[mesh->vertex_count++] = vertices[v];
    }
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            mesh->triangles[t].vertex[i] = number[mesh->triangles[t].vertex[i]];
}

static const char *enter_all(struct sim_mesh *mesh, const struct sim_vec3 *vertices,
                             int vertex_count, const int (*triangles)[3], int triangle_count) {
    int *to = malloc((size_t)vertex_count * sizeof *to);
    int *number = malloc((size_t)vertex_count * sizeof *number);
    mesh->vertices = malloc((size_t)vertex_count * sizeof *mesh->vertices);
    mesh->triangles = malloc((size_t)triangle_count * sizeof *mesh->triangles);
    bool ok = to != NULL && number != NULL && mesh->vertices != NULL && mesh->triangles != NULL &&
              weld(vertices, vertex_count, to);
    if (ok) {
        for (int v = 0; v < vertex_count; v++)
            number[v] = -1;
        enter(mesh, vertices, vertex_count, triangles, triangle_count, to, number);
    }
    free(to);
    free(number);
    if (!ok)
        return NO_MEMORY;
    return mesh->triangle_count > 0 ? NULL : "a mesh needs a triangle with an area";
}

// ---- borders ----

struct border {
    int low, high; // vertices
    int triangle, side;
};

static int by_border(const void *a, const void *b) {
    const struct border *p = a, *q = b;
    if (p->low != q->low)
        return p->low - q->low;
    if (p->high != q->high)
        return p->high - q->high;
    return p->triangle != q->triangle ? p->triangle - q->triangle : p->side - q->side;
}

// Triangles a and b meet at side i of a and side j of b.
static void join(struct sim_mesh *mesh, int a, int i, int b, int j) {
    struct sim_mesh_triangle *ta = &mesh->triangles[a], *tb = &mesh->triangles[b];
    const double flat = sim_mesh_flat(mesh);
    const double over_a = sim_dot(ta->normal, mesh->vertices[tb->vertex[(j + 2) % 3]]) - ta->offset;
    const double over_b = sim_dot(tb->normal, mesh->vertices[ta->vertex[(i + 2) % 3]]) - tb->offset;
    const double most = fabs(over_a) > fabs(over_b) ? over_a : over_b;
    enum sim_mesh_fold fold = most > 0.0 ? SIM_FOLD_CONCAVE : SIM_FOLD_CONVEX;
    if (fabs(most) <= flat && sim_dot(ta->normal, tb->normal) > 0.0)
        fold = SIM_FOLD_FLAT;
    ta->next[i] = b;
    tb->next[j] = a;
    ta->fold[i] = tb->fold[j] = fold;
}

// Two triangles that run along an edge in opposite directions are neighbours there; any other
// number of triangles at an edge, or two in the same direction, end at it. False: out of memory.
static bool find_borders(struct sim_mesh *mesh) {
    const int count = 3 * mesh->triangle_count;
    struct border *border = malloc((size_t)count * sizeof *border);
    if (border == NULL)
        return false;
    for (int k = 0; k < count; k++) {
        const int *v = mesh->triangles[k / 3].vertex;
        const int from = v[k % 3], to = v[(k + 1) % 3];
        border[k] = (struct border){from < to ? from : to, from < to ? to : from, k / 3, k % 3};
    }
    qsort(border, (size_t)count, sizeof *border, by_border);
    mesh->closed = true;
    for (int k = 0, end = 0; k < count; k = end) {
        for (end = k;
             end < count && border[end].low == border[k].low && border[end].high == border[k].high;)
            end++;
        const struct border *p = &border[k], *q = &border[end - 1];
        const bool two = end - k == 2 && mesh->triangles[p->triangle].vertex[p->side] !=
                                             mesh->triangles[q->triangle].vertex[q->side];
        if (two)
            join(mesh, p->triangle, p->side, q->triangle, q->side);
        else
            mesh->closed = false;
    }
    free(border);
    return true;
}

// Lists the triangles around each vertex. False: out of memory.
static bool find_around(struct sim_mesh *mesh) {
    mesh->around = malloc(3 * (size_t)mesh->triangle_count * sizeof *mesh->around);
    mesh->around_start = calloc((size_t)mesh->vertex_count + 2, sizeof *mesh->around_start);
    mesh->flat = malloc((size_t)mesh->vertex_count * sizeof *mesh->flat);
    if (mesh->around == NULL || mesh->around_start == NULL || mesh->flat == NULL)
        return false;
    int *start = mesh->around_start + 1; // runs one place behind while the lists are filled
    for (int v = 0; v < mesh->vertex_count; v++)
        mesh->flat[v] = true;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            start[mesh->triangles[t].vertex[i]]++;
    int sum = 0;
    for (int v = 0; v < mesh->vertex_count; v++) {
        const int count = start[v];
        start[v] = sum;
        sum += count;
    }
    for (int t = 0; t < mesh->triangle_count; t++) {
        const struct sim_mesh_triangle *tri = &mesh->triangles[t];
        for (int i = 0; i < 3; i++) {
            mesh->around[start[tri->vertex[i]]++] = t;
            if (tri->fold[i] != SIM_FOLD_FLAT)
                mesh->flat[tri->vertex[i]] = mesh->flat[tri->vertex[(i + 1) % 3]] = false;
        }
    }
    return true;
}

// ---- measures ----

static void measure_bounds(struct sim_mesh *mesh) {
    mesh->bounds = sim_aabb_of(mesh->vertices, mesh->vertex_count);
    mesh->radius = 0.0;
    for (int v = 0; v < mesh->vertex_count; v++)
        mesh->radius = fmax(mesh->radius, sim_length(mesh->vertices[v]));
}

static void measure_mass(struct sim_mesh *mesh) {
    struct sim_moments moments = {0};
    const struct sim_vec3 origin = mesh->vertices[0];
    for (int t = 0; t < mesh->triangle_count && mesh->closed; t++) {
        const int *v = mesh->triangles[t].vertex;
        sim_moments_add(&moments, sim_sub(mesh->vertices[v[0]], origin),
                        sim_sub(mesh->vertices[v[1]], origin),
                        sim_sub(mesh->vertices[v[2]], origin));
    }
    mesh->volume = moments.volume;
    if (!sim_mesh_is_solid(mesh))
        return;
    const struct sim_mass mass = sim_moments_unit_mass(&moments);
    mesh->centre = sim_add(origin, mass.centre);
    mesh->inertia = mass.inertia;
}

// ---- creation ----

static const char *problem_of(const struct sim_vec3 *vertices, int vertex_count,
                              const int (*triangles)[3], int triangle_count) {
    if (vertex_count < 3 || triangle_count < 1)
        return "a mesh needs a triangle with an area";
    if (triangle_count > SIM_MESH_MAX_TRIANGLES || vertex_count > 3 * SIM_MESH_MAX_TRIANGLES)
        return "a mesh has at most 1000000 triangles";
    for (int v = 0; v < vertex_count; v++)
        if (!sim_vec3_finite(vertices[v]) || !(sim_length(vertices[v]) < 1e6))
            return "the vertices of a mesh must be finite and within 1000 km";
    for (int t = 0; t < triangle_count; t++)
        for (int i = 0; i < 3; i++)
            if (triangles[t][i] < 0 || triangles[t][i] >= vertex_count)
                return "a triangle has the index of a vertex that does not exist";
    return NULL;
}

static const char *build(struct sim_mesh *mesh) {
    measure_bounds(mesh);
    if (!sim_mesh_build_tree(mesh) || !find_borders(mesh) || !find_around(mesh) ||
        !sim_mesh_find_patches(mesh))
        return NO_MEMORY;
    measure_mass(mesh);
    return NULL;
}

struct sim_mesh *sim_mesh_create(const struct sim_vec3 *vertices, int vertex_count,
                                 const int (*triangles)[3], int triangle_count,
                                 const char **problem) {
    *problem = problem_of(vertices, vertex_count, triangles, triangle_count);
    if (*problem != NULL)
        return NULL;
    struct sim_mesh *mesh = calloc(1, sizeof *mesh);
    if (mesh == NULL) {
        *problem = NO_MEMORY;
        return NULL;
    }
    *problem = enter_all(mesh, vertices, vertex_count, triangles, triangle_count);
    if (*problem == NULL)
        *problem = build(mesh);
    if (*problem != NULL) {
        sim_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}

void sim_mesh_destroy(struct sim_mesh *mesh) {
    if (mesh == NULL)
        return;
    free(mesh->vertices);
    free(mesh->triangles);
    free(mesh->nodes);
    free(mesh->around);
    free(mesh->around_start);
    free(mesh->flat);
    free(mesh);
}
