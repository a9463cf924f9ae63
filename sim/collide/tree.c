// Trees of spheres against other shapes: branches out of reach are skipped, the balls of the
// shape's level collide one by one, and the best of their points are kept.
#include <assert.h>
#include <stddef.h>

#include "sim/collide/by_kind.h"
#include "sim/collide/field.h"
#include "sim/collide/rod.h"
#include "sim/shape/sphere_tree.h"

struct side {
    const struct sim_shape *shape; // a mesh with a tree
    struct sim_pose pose;
    const struct sim_sphere_tree *tree;
};

static struct sim_vec3 centre_of(const struct side *side, int node) {
    return sim_pose_point(side->pose, side->tree->nodes[node].centre);
}

// Whether the node's ball collides: a leaf, or a node of the chosen level.
static bool is_last(const struct side *side, int node) {
    const int level = side->shape->level;
    return side->tree->nodes[node].count == 0 ||
           (level > 0 && level < side->tree->levels && node >= side->tree->level_start[level]);
}

// Feature of a point: its feature on the ball, and the ball.
static uint32_t name(uint32_t feature, int node) {
    return feature ^ (uint32_t)node * 0x9e3779b1u;
}

static double square(double x) {
    return x * x;
}

static bool ball_meets_box(struct sim_vec3 p, double radius, const struct sim_aabb *box) {
    return square(fmax(0.0, fmax(box->low.x - p.x, p.x - box->high.x))) +
               square(fmax(0.0, fmax(box->low.y - p.y, p.y - box->high.y))) +
               square(fmax(0.0, fmax(box->low.z - p.z, p.z - box->high.z))) <=
           radius * radius;
}

// Whether a ball of the node or below it may touch b, whose bounds are given.
static bool in_reach(const struct side *side, int node, const struct sim_shape *b,
                     const struct sim_pose *pose_b, const struct sim_aabb *bounds, double margin) {
    const struct sim_vec3 p = centre_of(side, node);
    const double reach = side->tree->nodes[node].reach;
    if (b->kind == SIM_SHAPE_MESH) {
        const struct sim_vec3 local = sim_pose_local(*pose_b, p),
                              r = {reach + margin, reach + margin, reach + margin};
        const struct sim_aabb near = {sim_sub(local, r), sim_add(local, r)};
        struct sim_mesh_walk walk = {0};
        return sim_mesh_next(b->mesh, &near, &walk) != NULL;
    }
    if (b->kind != SIM_SHAPE_HEIGHTFIELD)
        return ball_meets_box(p, reach + margin, bounds);
    const struct sim_ground ground = {b->field, pose_b->p};
    const struct sim_vec3 r = {reach, reach, reach};
    const struct sim_aabb box = {sim_sub(p, r), sim_add(p, r)};
    return box.low.z <= sim_ground_top(&ground, &box) + margin;
}

static void pass_on(const struct sim_contact_point *p, uint32_t feature,
                    struct sim_contacts *many) {
    sim_contacts_add(many, sim_add_scaled(p->position, p->normal, -0.5 * p->depth), p->normal,
                     p->depth, feature);
}

static void add_ball(const struct side *side, int node, const struct sim_shape *b,
                     const struct sim_pose *pose_b, struct sim_contacts *many) {
    const struct sim_shape ball = {.kind = SIM_SHAPE_SPHERE,
                                   .radius = {side->tree->nodes[node].radius}};
    const struct sim_pose pose = {centre_of(side, node), sim_quat_identity()};
    struct sim_contact_point points[SIM_MAX_POINTS];
    struct sim_contacts own = {points, 0, SIM_MAX_POINTS, many->margin};
    sim_collide_by_kind(&ball, &pose, b, pose_b, &own);
    for (int i = 0; i < own.count; i++)
        pass_on(&points[i], name(points[i].feature, node), many);
}

// Nodes still to visit: on each level, the children of one node.
enum { STACK = 8 * (SIM_SPHERE_LEVELS + 1) };

static void walk_tree(const struct side *side, const struct sim_shape *b,
                      const struct sim_pose *pose_b, struct sim_contacts *many) {
    const struct sim_aabb bounds = sim_shape_bounds(b, pose_b, 0.0);
    int stack[STACK], depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const int node = stack[--depth];
        if (!in_reach(side, node, b, pose_b, &bounds, many->margin))
            continue;
        if (is_last(side, node)) {
            add_ball(side, node, b, pose_b, many);
            continue;
        }
        const struct sim_sphere_node *n = &side->tree->nodes[node];
        for (int k = n->count - 1; k >= 0; k--)
            stack[depth++] = n->first + k;
    }
}

// Both are trees: the larger ball of a pair is divided.
static void walk_trees(const struct side *a, const struct side *b, struct sim_contacts *many) {
    struct {
        int a, b;
    } stack[2 * STACK];
    int depth = 0;
    stack[depth].a = 0;
    stack[depth++].b = 0;
    while (depth > 0) {
        const int i = stack[--depth].a, j = stack[depth].b;
        const struct sim_sphere_node *na = &a->tree->nodes[i], *nb = &b->tree->nodes[j];
        const struct sim_vec3 pa = centre_of(a, i), pb = centre_of(b, j);
        if (!(sim_length(sim_sub(pa, pb)) < na->reach + nb->reach + many->margin))
            continue;
        const bool last_a = is_last(a, i), last_b = is_last(b, j);
        if (last_a && last_b) {
            const struct sim_rod ball_a = {pa, {0.0, 0.0, 1.0}, 0.0, na->radius, 0.0};
            const struct sim_rod ball_b = {pb, {0.0, 0.0, 1.0}, 0.0, nb->radius, 0.0};
            struct sim_contact_point point;
            struct sim_contacts one = {&point, 0, 1, many->margin};
            sim_rods_collide(&ball_a, &ball_b, &one);
            if (one.count > 0)
                pass_on(&point, name((uint32_t)j * 0x85ebca6bu, i), many);
            continue;
        }
        const bool divide_a = !last_a && (last_b || na->reach >= nb->reach);
        const struct sim_sphere_node *n = divide_a ? na : nb;
        for (int k = n->count - 1; k >= 0; k--) {
            stack[depth].a = divide_a ? n->first + k : i;
            stack[depth++].b = divide_a ? j : n->first + k;
        }
    }
}

void sim_collide_tree(const struct sim_shape *a, const struct sim_pose *pose_a,
                      const struct sim_shape *b, const struct sim_pose *pose_b,
                      struct sim_contacts *contacts) {
    struct sim_contact_point points[SIM_MANY_POINTS];
    struct sim_contacts many = {points, 0, SIM_MANY_POINTS, contacts->margin};
    assert(a->kind == SIM_SHAPE_MESH && a->tree != NULL);
    const struct side side = {a, *pose_a, a->tree};
    if (b->kind == SIM_SHAPE_MESH && b->tree != NULL) {
        const struct side other = {b, *pose_b, b->tree};
        walk_trees(&side, &other, &many);
    } else {
        walk_tree(&side, b, pose_b, &many);
    }
    sim_contacts_add_best(contacts, &many, sim_rotate(pose_a->q, sim_vec3(1.0, 0.0, 0.0)));
}
