// Narrow phase: meshes with trees of spheres, and all other pairs by their kinds.
#include "sim/collide/collide.h"

#include <assert.h>
#include <stddef.h>

#include "sim/collide/box.h"
#include "sim/collide/by_kind.h"

static bool has_tree(const struct sim_shape *shape) {
    return shape->kind == SIM_SHAPE_MESH && shape->tree != NULL;
}

int sim_collide_boxes(const struct sim_shape *a, const struct sim_box *box_a,
                      const struct sim_shape *b, const struct sim_box *box_b, double margin,
                      struct sim_contact_point points[SIM_MAX_POINTS]) {
    assert(a->kind == SIM_SHAPE_BOX && b->kind == SIM_SHAPE_BOX);
    struct sim_contacts contacts = {points, 0, SIM_MAX_POINTS, margin};
    if (!sim_shape_comes_after(a, b)) {
        sim_boxes_collide(box_a, box_b, &contacts);
    } else {
        sim_boxes_collide(box_b, box_a, &contacts);
        sim_contacts_turn(&contacts);
    }
    return contacts.count;
}

int sim_collide(const struct sim_shape *a, const struct sim_pose *pose_a, const struct sim_shape *b,
                const struct sim_pose *pose_b, double margin,
                struct sim_contact_point points[SIM_MAX_POINTS]) {
    assert((unsigned)a->kind < SIM_SHAPE_KIND_COUNT && (unsigned)b->kind < SIM_SHAPE_KIND_COUNT);
    struct sim_contacts contacts = {points, 0, SIM_MAX_POINTS, margin};
    const bool tree_a = has_tree(a), tree_b = has_tree(b);
    if (!tree_a && !tree_b) {
        sim_collide_by_kind(a, pose_a, b, pose_b, &contacts);
    } else if (tree_a && !(tree_b && sim_shape_comes_after(a, b))) {
        sim_collide_tree(a, pose_a, b, pose_b, &contacts);
    } else {
        sim_collide_tree(b, pose_b, a, pose_a, &contacts);
        sim_contacts_turn(&contacts);
    }
    return contacts.count;
}
