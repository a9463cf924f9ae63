// Creation of sphere trees: a queue of cells, divided level by level.
#include "sim/shape/sphere_tree.h"

#include <stdlib.h>

#include "sim/base/array.h"

static const double diagonal = 0.86602540378443864676; // half that of a cube of side 1
static const double depth_below = 0.25;    // of the cell: of the ball sought below the surface
static const double least_radius = 0.0625; // of the cell: the smallest radius
static const double around = 1.0001;       // of the extent: the cube does not end on the surface

static const char *const NO_MEMORY = "there is not enough memory for the spheres";

struct cell {
    struct sim_vec3 middle;
    double half; // [m] of its side
};

struct part {
    struct sim_sphere_node node;
    struct cell cell;
    bool covered; // the ball covers the cell, which is not divided
};

struct builder {
    const struct sim_mesh *mesh;
    SIM_ARRAY(struct part) parts; // the tree's nodes
};

// Whether the axis separates the triangle p (relative to the cell's middle) from the cell.
static bool separates(struct sim_vec3 axis, const struct sim_vec3 p[3], double half) {
    const double a = sim_dot(axis, p[0]), b = sim_dot(axis, p[1]), c = sim_dot(axis, p[2]);
    const double reach = half * (fabs(axis.x) + fabs(axis.y) + fabs(axis.z));
    return fmin(a, fmin(b, c)) > reach || fmax(a, fmax(b, c)) < -reach;
}

static bool triangle_in_cell(const struct sim_mesh *mesh, int t, const struct cell *cell) {
    const struct sim_vec3 unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    struct sim_vec3 p[3];
    for (int i = 0; i < 3; i++)
        p[i] = sim_sub(mesh->vertices[mesh->triangles[t].vertex[i]], cell->middle);
    if (separates(mesh->triangles[t].normal, p, cell->half))
        return false;
    for (int i = 0; i < 3; i++)
        if (separates(unit[i], p, cell->half))
            return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (separates(sim_cross(sim_sub(p[(i + 1) % 3], p[i]), unit[k]), p, cell->half))
                return false;
    return true;
}

// The place nearest to the cell's middle of the triangles that pass through the cell; it may itself
// lie outside of the cell. False where there are none.
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

// Sets the ball of a part's cell; false where the cell contains nothing of the solid.
static bool fill_cell(const struct sim_mesh *mesh, struct part *part) {
    const struct cell *cell = &part->cell;
    struct sim_sphere_node *node = &part->node;
    const double inside = -sim_mesh_distance(mesh, cell->middle);
    const double side = 2.0 * cell->half;
    part->covered = inside >= diagonal * side;
    *node = (struct sim_sphere_node){.centre = cell->middle, .radius = inside};
    struct sim_vec3 q = cell->middle, n = {0.0, 0.0, 1.0};
    if (inside >= least_radius * side)
        return true;
    if (!surface_in_cell(mesh, cell, &q, &n))
        return inside > 0.0;
    const struct sim_vec3 below = sim_add_scaled(q, n, -depth_below * side);
    const double room = -sim_mesh_distance(mesh, below);
    node->centre = room > least_radius * side ? below : sim_add_scaled(q, n, -least_radius * side);
    node->radius = room > least_radius * side ? room : least_radius * side;
    return true;
}

// Divides the cell of a part. False: out of memory.
static bool divide(struct builder *b, int parent) {
    b->parts.items[parent].node.first = b->parts.count;
    for (int k = 0; k < 8; k++) {
        if (!SIM_ARRAY_TRY(&b->parts, b->parts.count + 1))
            return false;
        const struct cell whole = b->parts.items[parent].cell;
        const double h = 0.5 * whole.half;
        struct part *part = &b->parts.items[b->parts.count];
        part->cell = (struct cell){
            sim_add(whole.middle, sim_vec3(k & 1 ? h : -h, k & 2 ? h : -h, k & 4 ? h : -h)), h};
        if (!fill_cell(b->mesh, part))
            continue;
        b->parts.count++;
        b->parts.items[parent].node.count++;
    }
    return true;
}

// Level by level. NULL, or what is wrong in a sentence.
static const char *divide_all(struct builder *b, struct sim_sphere_tree *tree, int levels) {
    tree->cell = around * sim_aabb_longest(&b->mesh->bounds);
    if (!SIM_ARRAY_TRY(&b->parts, 1))
        return NO_MEMORY;
    const struct sim_aabb *box = &b->mesh->bounds;
    b->parts.items[0].cell =
        (struct cell){sim_scale(sim_add(box->low, box->high), 0.5), 0.5 * tree->cell};
    if (!fill_cell(b->mesh, &b->parts.items[0]))
        return "the mesh is no solid";
    b->parts.count = 1;
    tree->levels = levels;
    for (int level = 0; level < levels; level++) {
        const int end = b->parts.count;
        tree->level_start[level + 1] = end;
        for (int i = tree->level_start[level]; i < end; i++) {
            if (!b->parts.items[i].covered && !divide(b, i))
                return NO_MEMORY;
            if (b->parts.count > SIM_SPHERE_NODES)
                return "there are more than 1000000 spheres, expected fewer levels";
        }
    }
    tree->level_start[levels + 1] = b->parts.count;
    return NULL;
}

// Copies the nodes into the tree. False: out of memory.
static bool enter_nodes(const struct builder *b, struct sim_sphere_tree *tree) {
    tree->nodes = malloc((size_t)b->parts.count * sizeof *tree->nodes);
    if (tree->nodes == NULL)
        return false;
    tree->node_count = b->parts.count;
    // From the leaves upwards: children come after their parents.
    for (int i = tree->node_count - 1; i >= 0; i--) {
        struct sim_sphere_node *node = &tree->nodes[i];
        *node = b->parts.items[i].node;
        node->reach = node->radius;
        for (int k = 0; k < node->count; k++) {
            const struct sim_sphere_node *child = &tree->nodes[node->first + k];
            node->reach =
                fmax(node->reach, sim_length(sim_sub(child->centre, node->centre)) + child->reach);
        }
    }
    return true;
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
    struct builder builder = {.mesh = mesh};
    struct sim_sphere_tree *tree = calloc(1, sizeof *tree);
    *problem = tree != NULL ? divide_all(&builder, tree, levels) : NO_MEMORY;
    if (*problem == NULL && !enter_nodes(&builder, tree))
        *problem = NO_MEMORY;
    SIM_ARRAY_FREE(&builder.parts);
    if (*problem != NULL) {
        sim_sphere_tree_destroy(tree);
        return NULL;
    }
    return tree;
}

void sim_sphere_tree_destroy(struct sim_sphere_tree *tree) {
    if (tree == NULL)
        return;
    free(tree->nodes);
    free(tree);
}
