// Creation of sphere trees: a queue of cells, divided level by level.
#include "sim/shape/sphere_tree.h"

#include <assert.h>
#include <stdlib.h>

static const double DIAGONAL = 0.86602540378443864676; // half that of a cube of side 1
static const double BELOW = 0.25;    // of the cell: how deep below the surface a ball is looked for
static const double LEAST = 0.0625;  // of the cell: the smallest radius
static const double AROUND = 1.0001; // of the extent: the cube does not end on the surface

struct cell {
    struct sim_vec3 middle;
    double half;
};

struct builder {
    const struct sim_mesh *mesh;
    struct sim_sphere_tree *tree;
    struct cell *cell; // per node
    int room;
};

// Whether the axis parts the triangle (relative to the cell's middle) and the cell.
static bool parts(struct sim_vec3 axis, const struct sim_vec3 p[3], double half) {
    const double a = sim_dot(axis, p[0]), b = sim_dot(axis, p[1]), c = sim_dot(axis, p[2]);
    const double reach = half * (fabs(axis.x) + fabs(axis.y) + fabs(axis.z));
    return fmin(a, fmin(b, c)) > reach || fmax(a, fmax(b, c)) < -reach;
}

static bool triangle_in_cell(const struct sim_mesh *mesh, int t, const struct cell *cell) {
    const struct sim_vec3 unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    struct sim_vec3 p[3];
    for (int i = 0; i < 3; i++)
        p[i] = sim_sub(mesh->vertices[mesh->triangles[t].vertex[i]], cell->middle);
    if (parts(mesh->triangles[t].normal, p, cell->half))
        return false;
    for (int i = 0; i < 3; i++)
        if (parts(unit[i], p, cell->half))
            return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (parts(sim_cross(sim_sub(p[(i + 1) % 3], p[i]), unit[k]), p, cell->half))
                return false;
    return true;
}

// The place of the surface within the cell nearest to its middle; false where there is none. It may
// lie outside of the cell, on a triangle that passes through.
static bool surface_in_cell(const struct sim_mesh *mesh, const struct cell *cell,
                            struct sim_vec3 *place, struct sim_vec3 *normal) {
    const struct sim_vec3 h = {cell->half, cell->half, cell->half};
    const struct sim_aabb box = {sim_sub(cell->middle, h), sim_add(cell->middle, h)};
    struct sim_mesh_walk walk = {0};
    double least = HUGE_VAL;
    for (const struct sim_mesh_node *n = sim_mesh_next(mesh, &box, &walk); n != NULL;
         n = sim_mesh_next(mesh, &box, &walk)) {
        for (int i = 0; i < n->count; i++) {
            if (!triangle_in_cell(mesh, n->first + i, cell))
                continue;
            const struct sim_vec3 q = sim_mesh_nearest_in(mesh, n->first + i, cell->middle);
            const double distance = sim_length(sim_sub(q, cell->middle));
            if (distance < least) {
                least = distance;
                *place = q;
                *normal = mesh->triangles[n->first + i].normal;
            }
        }
    }
    return least < HUGE_VAL;
}

// Sets the ball of a cell; false where the cell holds nothing of the solid. *covered: the ball
// covers the cell.
static bool fill_cell(const struct sim_mesh *mesh, const struct cell *cell,
                      struct sim_sphere_node *node, bool *covered) {
    const double inside = -sim_mesh_distance(mesh, cell->middle);
    const double side = 2.0 * cell->half;
    *covered = inside >= DIAGONAL * side;
    *node = (struct sim_sphere_node){.centre = cell->middle, .radius = inside};
    struct sim_vec3 q = cell->middle, n = {0.0, 0.0, 1.0};
    if (inside >= LEAST * side)
        return true;
    if (!surface_in_cell(mesh, cell, &q, &n))
        return inside > 0.0;
    const struct sim_vec3 below = sim_add_scaled(q, n, -BELOW * side);
    const double room = -sim_mesh_distance(mesh, below);
    node->centre = room > LEAST * side ? below : sim_add_scaled(q, n, -LEAST * side);
    node->radius = room > LEAST * side ? room : LEAST * side;
    return true;
}

static bool reserve(struct builder *b, int count) {
    if (count <= b->room)
        return true;
    const int room = 2 * count + 64;
    void *nodes = realloc(b->tree->nodes, (size_t)room * sizeof *b->tree->nodes);
    if (nodes == NULL)
        return false;
    b->tree->nodes = nodes;
    void *cells = realloc(b->cell, (size_t)room * sizeof *b->cell);
    if (cells == NULL)
        return false;
    b->cell = cells;
    b->room = room;
    return true;
}

// Divides the cell of a node. False: out of memory.
static bool divide(struct builder *b, int parent) {
    struct sim_sphere_tree *tree = b->tree;
    tree->nodes[parent].first = tree->node_count;
    for (int k = 0; k < 8; k++) {
        if (!reserve(b, tree->node_count + 1))
            return false;
        const struct cell whole = b->cell[parent];
        const double h = 0.5 * whole.half;
        const struct cell part = {
            sim_add(whole.middle, sim_vec3(k & 1 ? h : -h, k & 2 ? h : -h, k & 4 ? h : -h)), h};
        struct sim_sphere_node node;
        bool covered;
        if (!fill_cell(b->mesh, &part, &node, &covered))
            continue;
        node.count = covered ? -1 : 0; // -1: not to be divided; build() makes it 0 in the end
        b->cell[tree->node_count] = part;
        tree->nodes[tree->node_count++] = node;
        tree->nodes[parent].count++;
    }
    return true;
}

static const char *build(struct builder *b, int levels) {
    static const char *const no_memory = "there is not enough memory for the spheres";
    struct sim_sphere_tree *tree = b->tree;
    const struct sim_vec3 d = sim_sub(b->mesh->high, b->mesh->low);
    tree->cell = AROUND * fmax(d.x, fmax(d.y, d.z));
    if (!reserve(b, 1))
        return no_memory;
    b->cell[0] =
        (struct cell){sim_scale(sim_add(b->mesh->low, b->mesh->high), 0.5), 0.5 * tree->cell};
    bool covered;
    if (!fill_cell(b->mesh, &b->cell[0], &tree->nodes[0], &covered))
        return "the mesh is no solid";
    tree->node_count = 1;
    tree->levels = levels;
    tree->level_start[0] = 0;
    for (int level = 0; level < levels; level++) {
        const int end = tree->node_count;
        tree->level_start[level + 1] = end;
        for (int i = tree->level_start[level]; i < end; i++) {
            if (tree->nodes[i].count < 0)
                tree->nodes[i].count = 0;
            else if (!divide(b, i))
                return no_memory;
            if (tree->node_count > SIM_SPHERE_NODES)
                return "there are more than 1000000 spheres, expected fewer levels";
        }
    }
    tree->level_start[levels + 1] = tree->node_count;
    // From the leaves upwards: children stand behind their parents.
    for (int i = tree->node_count - 1; i >= 0; i--) {
        struct sim_sphere_node *node = &tree->nodes[i];
        node->count = node->count < 0 ? 0 : node->count;
        node->reach = node->radius;
        for (int k = 0; k < node->count; k++) {
            const struct sim_sphere_node *child = &tree->nodes[node->first + k];
            node->reach =
                fmax(node->reach, sim_length(sim_sub(child->centre, node->centre)) + child->reach);
        }
    }
    return NULL;
}

struct sim_sphere_tree *sim_sphere_tree_create(const struct sim_mesh *mesh, int levels,
                                               const char **problem) {
    *problem = NULL;
    if (!sim_mesh_is_solid(mesh)) {
        *problem = "spheres fill only a mesh that is closed, its triangles counter-clockwise from "
                   "outside";
        return NULL;
    }
    if (levels < 1 || levels > SIM_SPHERE_LEVELS) {
        *problem = "a tree of spheres has 1 to 7 levels";
        return NULL;
    }
    struct builder builder = {.mesh = mesh, .tree = calloc(1, sizeof *builder.tree)};
    *problem = builder.tree != NULL ? build(&builder, levels)
                                    : "there is not enough memory for the spheres";
    free(builder.cell);
    if (*problem != NULL) {
        sim_sphere_tree_destroy(builder.tree);
        return NULL;
    }
    return builder.tree;
}

void sim_sphere_tree_destroy(struct sim_sphere_tree *tree) {
    if (tree == NULL)
        return;
    free(tree->nodes);
    free(tree);
}

double sim_sphere_tree_error(const struct sim_sphere_tree *tree, int level) {
    assert(level >= 0 && level <= tree->levels);
    return ldexp(2.0 * DIAGONAL * tree->cell, -level);
}
