// Hierarchy of axis-aligned boxes over the triangles of a mesh: halved at the median of the
// triangles' middles along the longest side.
#include <assert.h>
#include <stdlib.h>

#include "sim/shape/mesh_build.h"

enum { LEAF = 4 }; // most triangles of a leaf

struct item {
    double key;
    int triangle;
};

struct builder {
    struct sim_mesh *mesh;
    struct item *item;
};

static int by_key(const void *a, const void *b) {
    const struct item *p = a, *q = b;
    if (p->key < q->key || p->key > q->key)
        return p->key < q->key ? -1 : 1;
    return p->triangle - q->triangle;
}

// Three times the middle.
static struct sim_vec3 middle(const struct sim_mesh *mesh, int t) {
    const int *v = mesh->triangles[t].vertex;
    return sim_add(mesh->vertices[v[0]], sim_add(mesh->vertices[v[1]], mesh->vertices[v[2]]));
}

// Sorts the items along the longest side of the box of their middles.
static void sort_items(const struct builder *b, int first, int count) {
    const struct sim_vec3 some = middle(b->mesh, b->item[first].triangle);
    struct sim_aabb box = {some, some};
    for (int i = 1; i < count; i++)
        sim_aabb_include(&box, middle(b->mesh, b->item[first + i].triangle));
    const struct sim_vec3 d = sim_sub(box.high, box.low);
    for (int i = 0; i < count; i++) {
        const struct sim_vec3 p = middle(b->mesh, b->item[first + i].triangle);
        b->item[first + i].key = d.x >= d.y && d.x >= d.z ? p.x : d.y >= d.z ? p.y : p.z;
    }
    qsort(b->item + first, (size_t)count, sizeof *b->item, by_key);
}

// Halving limits the depth to the logarithm of the number of triangles.
static void build_node(const struct builder *b, int first, int count) {
    struct sim_mesh *mesh = b->mesh;
    struct sim_mesh_node *node = &mesh->nodes[mesh->node_count++];
    const struct sim_vec3 some = mesh->vertices[mesh->triangles[b->item[first].triangle].vertex[0]];
    *node = (struct sim_mesh_node){.box = {some, some}, .first = first};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            sim_aabb_include(
                &node->box, mesh->vertices[mesh->triangles[b->item[first + i].triangle].vertex[k]]);
    if (count <= LEAF) {
        node->count = count;
        return;
    }
    sort_items(b, first, count);
    build_node(b, first, count / 2);
    node->second = mesh->node_count;
    build_node(b, first + count / 2, count - count / 2);
}

bool sim_mesh_build_tree(struct sim_mesh *mesh) {
    const size_t count = (size_t)mesh->triangle_count;
    struct builder builder = {mesh, malloc(count * sizeof *builder.item)};
    struct sim_mesh_triangle *sorted = malloc(count * sizeof *sorted);
    mesh->nodes = malloc(2 * count * sizeof *mesh->nodes);
    const bool ok = builder.item != NULL && sorted != NULL && mesh->nodes != NULL;
    if (ok) {
        for (int t = 0; t < mesh->triangle_count; t++)
            builder.item[t].triangle = t;
        build_node(&builder, 0, mesh->triangle_count);
        for (int t = 0; t < mesh->triangle_count; t++)
            sorted[t] = mesh->triangles[builder.item[t].triangle];
        free(mesh->triangles);
        mesh->triangles = sorted;
    } else {
        free(sorted);
    }
    free(builder.item);
    return ok;
}

// ---- walks ----

static bool overlap(const struct sim_aabb *a, const struct sim_aabb *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

const struct sim_mesh_node *sim_mesh_next(const struct sim_mesh *mesh, const struct sim_aabb *box,
                                          struct sim_mesh_walk *walk) {
    const struct sim_mesh_node *node;
    while ((node = sim_mesh_walk_next(mesh, walk)) != NULL) {
        if (!overlap(&node->box, box))
            continue;
        if (node->count > 0)
            return node;
        sim_mesh_walk_into(mesh, walk, node);
    }
    return NULL;
}

// ---- nearest place ----

static struct sim_vec3 on_segment(struct sim_vec3 a, struct sim_vec3 b, struct sim_vec3 p) {
    const struct sim_vec3 d = sim_sub(b, a);
    const double t = sim_clamp(sim_dot(sim_sub(p, a), d) / sim_dot(d, d), 0.0, 1.0);
    return sim_add_scaled(a, d, t);
}

struct sim_vec3 sim_mesh_nearest_in(const struct sim_mesh *mesh, int triangle, struct sim_vec3 p) {
    assert(triangle >= 0 && triangle < mesh->triangle_count);
    const struct sim_mesh_triangle *t = &mesh->triangles[triangle];
    struct sim_vec3 best = sim_add_scaled(p, t->normal, t->offset - sim_dot(t->normal, p));
    double least = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        const struct sim_vec3 a = mesh->vertices[t->vertex[i]];
        const struct sim_vec3 b = mesh->vertices[t->vertex[(i + 1) % 3]];
        if (sim_dot(t->normal, sim_cross(sim_sub(b, a), sim_sub(p, a))) >= 0.0)
            continue;
        const struct sim_vec3 q = on_segment(a, b, p), d = sim_sub(p, q);
        if (sim_dot(d, d) < least) {
            least = sim_dot(d, d);
            best = q;
        }
    }
    return best;
}

// Square of the distance [m^2] of p from the node's box, 0 inside.
static double box_distance2(const struct sim_mesh_node *node, struct sim_vec3 p) {
    const struct sim_aabb *box = &node->box;
    const double x = fmax(0.0, fmax(box->low.x - p.x, p.x - box->high.x));
    const double y = fmax(0.0, fmax(box->low.y - p.y, p.y - box->high.y));
    const double z = fmax(0.0, fmax(box->low.z - p.z, p.z - box->high.z));
    return x * x + y * y + z * z;
}

struct nearest {
    int triangle;
    struct sim_vec3 place;
    double square, front; // [m^2] distance, [m] how far in front of or behind its plane p is
};

static void try_triangle(const struct sim_mesh *mesh, int t, struct sim_vec3 p,
                         struct nearest *best) {
    const struct sim_vec3 q = sim_mesh_nearest_in(mesh, t, p), d = sim_sub(p, q);
    const double square = sim_dot(d, d), front = fabs(sim_dot(mesh->triangles[t].normal, d));
    const double slack = 1e-12 * best->square;
    if (square < best->square - slack || (square <= best->square + slack && front > best->front))
        *best = (struct nearest){t, q, fmin(square, best->square), front};
}

int sim_mesh_nearest(const struct sim_mesh *mesh, struct sim_vec3 p, double reach,
                     struct sim_vec3 *nearest) {
    assert(reach >= 0.0);
    struct nearest best = {-1, p, reach * reach, -1.0};
    int stack[SIM_MESH_STACK], depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const int index = stack[--depth];
        const struct sim_mesh_node *node = &mesh->nodes[index];
        // Written so that a place that is not a number finds nothing.
        if (!(box_distance2(node, p) <= best.square * (1.0 + 1e-12)))
            continue;
        for (int i = 0; i < node->count; i++)
            try_triangle(mesh, node->first + i, p, &best);
        if (node->count > 0)
            continue;
        const int first = index + 1, second = node->second;
        const bool swap =
            box_distance2(&mesh->nodes[second], p) < box_distance2(&mesh->nodes[first], p);
        stack[depth++] = swap ? first : second;
        stack[depth++] = swap ? second : first;
    }
    *nearest = best.place;
    return best.triangle;
}

double sim_mesh_distance(const struct sim_mesh *mesh, struct sim_vec3 p) {
    assert(mesh->closed);
    struct sim_vec3 q;
    const int t = sim_mesh_nearest(mesh, p, 1e9, &q);
    if (t < 0)
        return HUGE_VAL;
    const struct sim_vec3 d = sim_sub(p, q);
    return sim_dot(mesh->triangles[t].normal, d) < 0.0 ? -sim_length(d) : sim_length(d);
}
