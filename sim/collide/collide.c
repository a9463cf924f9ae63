// Narrow phase: finds the function for a pair of shapes.
#include "sim/collide/collide.h"

#include <assert.h>
#include <stddef.h>

#include "sim/collide/box.h"
#include "sim/collide/kinds.h"
#include "sim/shape/hull.h"
#include "sim/shape/mesh.h"

static void collide_boxes(const struct sim_shape *a, const struct sim_pose *pose_a,
                          const struct sim_shape *b, const struct sim_pose *pose_b,
                          struct sim_contacts *contacts) {
    struct sim_box box_a, box_b;
    sim_box_of(a, pose_a, &box_a);
    sim_box_of(b, pose_b, &box_b);
    sim_boxes_collide(&box_a, &box_b, contacts);
}

// Both are fixed, and the ground does not collide with itself.
static void collide_fields(const struct sim_shape *a, const struct sim_pose *pose_a,
                           const struct sim_shape *b, const struct sim_pose *pose_b,
                           struct sim_contacts *contacts) {
    (void)a, (void)pose_a, (void)b, (void)pose_b, (void)contacts;
}

// Every pair of kinds, the earlier kind first, with its function. Meshes with trees of spheres do
// not come here.
#define PAIRS(X)                                                                                   \
    X(SPHERE, SPHERE, sim_collide_rods)                                                            \
    X(SPHERE, CAPSULE, sim_collide_rods)                                                           \
    X(SPHERE, CYLINDER, sim_collide_rod_solid)                                                     \
    X(SPHERE, BOX, sim_collide_rod_solid)                                                          \
    X(SPHERE, HULL, sim_collide_rod_hull)                                                          \
    X(SPHERE, MESH, sim_collide_convex_mesh)                                                       \
    X(SPHERE, HEIGHTFIELD, sim_collide_rod_field)                                                  \
    X(CAPSULE, CAPSULE, sim_collide_rods)                                                          \
    X(CAPSULE, CYLINDER, sim_collide_rod_solid)                                                    \
    X(CAPSULE, BOX, sim_collide_rod_solid)                                                         \
    X(CAPSULE, HULL, sim_collide_rod_hull)                                                         \
    X(CAPSULE, MESH, sim_collide_convex_mesh)                                                      \
    X(CAPSULE, HEIGHTFIELD, sim_collide_rod_field)                                                 \
    X(CYLINDER, CYLINDER, sim_collide_solids)                                                      \
    X(CYLINDER, BOX, sim_collide_solids)                                                           \
    X(CYLINDER, HULL, sim_collide_hulls)                                                           \
    X(CYLINDER, MESH, sim_collide_convex_mesh)                                                     \
    X(CYLINDER, HEIGHTFIELD, sim_collide_cylinder_field)                                           \
    X(BOX, BOX, collide_boxes)                                                                     \
    X(BOX, HULL, sim_collide_hulls)                                                                \
    X(BOX, MESH, sim_collide_convex_mesh)                                                          \
    X(BOX, HEIGHTFIELD, sim_collide_box_field)                                                     \
    X(HULL, HULL, sim_collide_hulls)                                                               \
    X(HULL, MESH, sim_collide_convex_mesh)                                                         \
    X(HULL, HEIGHTFIELD, sim_collide_hull_field)                                                   \
    X(MESH, MESH, sim_collide_meshes)                                                              \
    X(MESH, HEIGHTFIELD, sim_collide_mesh_field)                                                   \
    X(HEIGHTFIELD, HEIGHTFIELD, collide_fields)

static const struct pair {
    SIM_COLLIDE((*collide));
} pairs[SIM_SHAPE_KIND_COUNT][SIM_SHAPE_KIND_COUNT] = {
#define ENTER(A, B, function) [SIM_SHAPE_##A][SIM_SHAPE_##B] = {function},
    PAIRS(ENTER)
#undef ENTER
};

#define PLUS_ONE(A, B, function) +1
_Static_assert(0 PAIRS(PLUS_ONE) == SIM_SHAPE_KIND_COUNT * (SIM_SHAPE_KIND_COUNT + 1) / 2,
               "a pair of kinds has no function");

static bool has_tree(const struct sim_shape *shape) {
    return shape->kind == SIM_SHAPE_MESH && shape->tree != NULL;
}

// a's kind is not above b's, or a has a tree and b none.
static void collide_ordered(const struct sim_shape *a, const struct sim_pose *pose_a,
                            const struct sim_shape *b, const struct sim_pose *pose_b,
                            struct sim_contacts *contacts) {
    if (has_tree(a))
        sim_collide_tree(a, pose_a, b, pose_b, contacts);
    else
        pairs[a->kind][b->kind].collide(a, pose_a, b, pose_b, contacts);
}

// Whether to swap the pair: ordered by kind, then by size, it no longer depends on the caller's
// order. Neither changes from step to step.
static bool reversed(const struct sim_shape *a, const struct sim_shape *b) {
    if (a->kind != b->kind)
        return a->kind > b->kind;
    if (a->kind == SIM_SHAPE_HULL)
        return a->hull->volume > b->hull->volume ||
               (a->hull->volume >= b->hull->volume && a->hull->outer > b->hull->outer);
    if (a->kind == SIM_SHAPE_MESH)
        return a->mesh->triangle_count > b->mesh->triangle_count ||
               (a->mesh->triangle_count == b->mesh->triangle_count &&
                a->mesh->radius > b->mesh->radius);
    const double size_a[6] = {a->half.x,    a->half.y,    a->half.z,
                              a->radius[0], a->radius[1], a->half_length};
    const double size_b[6] = {b->half.x,    b->half.y,    b->half.z,
                              b->radius[0], b->radius[1], b->half_length};
    for (int i = 0; i < 6; i++)
        if (size_a[i] < size_b[i] || size_a[i] > size_b[i])
            return size_a[i] > size_b[i];
    return false;
}

static void turn_normals(struct sim_contacts *contacts) {
    for (int i = 0; i < contacts->count; i++)
        contacts->points[i].normal = sim_neg(contacts->points[i].normal);
}

int sim_collide_boxes(const struct sim_shape *a, const struct sim_box *box_a,
                      const struct sim_shape *b, const struct sim_box *box_b, double margin,
                      struct sim_contact_point points[SIM_MAX_POINTS]) {
    assert(a->kind == SIM_SHAPE_BOX && b->kind == SIM_SHAPE_BOX);
    struct sim_contacts contacts = {points, 0, SIM_MAX_POINTS, margin};
    if (!reversed(a, b)) {
        sim_boxes_collide(box_a, box_b, &contacts);
    } else {
        sim_boxes_collide(box_b, box_a, &contacts);
        turn_normals(&contacts);
    }
    return contacts.count;
}

int sim_collide(const struct sim_shape *a, const struct sim_pose *pose_a, const struct sim_shape *b,
                const struct sim_pose *pose_b, double margin,
                struct sim_contact_point points[SIM_MAX_POINTS]) {
    assert((unsigned)a->kind < SIM_SHAPE_KIND_COUNT && (unsigned)b->kind < SIM_SHAPE_KIND_COUNT);
    struct sim_contacts contacts = {points, 0, SIM_MAX_POINTS, margin};
    const bool tree_a = has_tree(a), tree_b = has_tree(b);
    if (tree_a == tree_b ? !reversed(a, b) : tree_a) {
        collide_ordered(a, pose_a, b, pose_b, &contacts);
    } else {
        collide_ordered(b, pose_b, a, pose_a, &contacts);
        turn_normals(&contacts);
    }
    return contacts.count;
}
