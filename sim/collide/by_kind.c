// The table of the narrow phase: finds the function for a pair of kinds of shapes.
#include "sim/collide/by_kind.h"

#include "sim/collide/box.h"

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

// Every pair of kinds, the earlier kind first, with its function.
#define PAIRS(X)                                                                                   \
    X(SPHERE, SPHERE, sim_collide_rods)                                                            \
    X(SPHERE, CAPSULE, sim_collide_rods)                                                           \
    X(SPHERE, CYLINDER, sim_collide_rod_solid)                                                     \
    X(SPHERE, BOX, sim_collide_rod_solid)                                                          \
    X(SPHERE, HULL, sim_collide_rod_hull)                                                          \
    X(SPHERE, CONE, sim_collide_rod_hull)                                                          \
    X(SPHERE, MESH, sim_collide_convex_mesh)                                                       \
    X(SPHERE, HEIGHTFIELD, sim_collide_rod_field)                                                  \
    X(CAPSULE, CAPSULE, sim_collide_rods)                                                          \
    X(CAPSULE, CYLINDER, sim_collide_rod_solid)                                                    \
    X(CAPSULE, BOX, sim_collide_rod_solid)                                                         \
    X(CAPSULE, HULL, sim_collide_rod_hull)                                                         \
    X(CAPSULE, CONE, sim_collide_rod_hull)                                                         \
    X(CAPSULE, MESH, sim_collide_convex_mesh)                                                      \
    X(CAPSULE, HEIGHTFIELD, sim_collide_rod_field)                                                 \
    X(CYLINDER, CYLINDER, sim_collide_solids)                                                      \
    X(CYLINDER, BOX, sim_collide_solids)                                                           \
    X(CYLINDER, HULL, sim_collide_hulls)                                                           \
    X(CYLINDER, CONE, sim_collide_hulls)                                                           \
    X(CYLINDER, MESH, sim_collide_convex_mesh)                                                     \
    X(CYLINDER, HEIGHTFIELD, sim_collide_cylinder_field)                                           \
    X(BOX, BOX, collide_boxes)                                                                     \
    X(BOX, HULL, sim_collide_hulls)                                                                \
    X(BOX, CONE, sim_collide_hulls)                                                                \
    X(BOX, MESH, sim_collide_convex_mesh)                                                          \
    X(BOX, HEIGHTFIELD, sim_collide_box_field)                                                     \
    X(HULL, HULL, sim_collide_hulls)                                                               \
    X(HULL, CONE, sim_collide_hulls)                                                               \
    X(HULL, MESH, sim_collide_convex_mesh)                                                         \
    X(HULL, HEIGHTFIELD, sim_collide_hull_field)                                                   \
    X(CONE, CONE, sim_collide_hulls)                                                               \
    X(CONE, MESH, sim_collide_convex_mesh)                                                         \
    X(CONE, HEIGHTFIELD, sim_collide_hull_field)                                                   \
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

void sim_collide_by_kind(const struct sim_shape *a, const struct sim_pose *pose_a,
                         const struct sim_shape *b, const struct sim_pose *pose_b,
                         struct sim_contacts *contacts) {
    if (!sim_shape_comes_after(a, b)) {
        pairs[a->kind][b->kind].collide(a, pose_a, b, pose_b, contacts);
    } else {
        pairs[b->kind][a->kind].collide(b, pose_b, a, pose_a, contacts);
        sim_contacts_turn(contacts);
    }
}
