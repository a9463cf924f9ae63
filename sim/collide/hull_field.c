// Hull on a heightfield: its corners, the places of its edges where the ground bulges towards them,
// and per face that looks down the sample of the ground that stands out of it most: between two
// planes, the ground's and the face's, the deepest place is a corner of one of them.
#include "sim/collide/field.h"
#include "sim/shape/hull.h"

enum { FEATURE_CORNER = 0, FEATURE_EDGE = 256, FEATURE_FACE = 4096 };

struct view {
    const struct sim_hull *hull;
    const struct sim_ground *ground;
    struct sim_mat3 m;
    struct sim_vec3 centre;
    double top; // [m] of the ground around, and the margin
    struct sim_contacts *contacts;
};

static struct sim_vec3 corner_at(const struct view *view, int corner) {
    return sim_add(view->centre, sim_mat3_mul(&view->m, view->hull->corners[corner]));
}

static void add_corners(const struct view *view) {
    for (int i = 0; i < view->hull->corner_count; i++) {
        const struct sim_vec3 p = corner_at(view, i);
        if (p.z > view->top)
            continue;
        struct sim_vec3 normal;
        const double depth = sim_ground_depth(view->ground, p, &normal);
        sim_contacts_add(view->contacts, p, normal, depth, FEATURE_CORNER + (uint32_t)i);
    }
}

static void add_edges(const struct view *view) {
    for (int e = 0; e < view->hull->edge_count; e++) {
        const struct sim_vec3 p = corner_at(view, view->hull->edges[e].corner[0]);
        const struct sim_vec3 q = corner_at(view, view->hull->edges[e].corner[1]);
        if (fmin(p.z, q.z) <= view->top)
            sim_ground_add_bulge(view->ground, p, q, FEATURE_EDGE + 2 * (uint32_t)e,
                                 view->contacts);
    }
}

static void add_peak(const struct view *view, int f, double deepest) {
    const struct sim_hull_face *face = &view->hull->faces[f];
    struct sim_vec3 corner[SIM_HULL_MAX_CORNERS];
    double low = HUGE_VAL;
    for (int i = 0; i < face->count; i++) {
        corner[i] = corner_at(view, view->hull->loop_corner[face->first + i]);
        low = fmin(low, corner[i].z);
    }
    if (low <= view->top)
        sim_ground_add_peak(view->ground, corner, face->count, sim_mat3_mul(&view->m, face->normal),
                            deepest, FEATURE_FACE + (uint32_t)f, view->contacts);
}

void sim_collide_hull_field(const struct sim_shape *a, const struct sim_pose *pose_a,
                            const struct sim_shape *b, const struct sim_pose *pose_b,
                            struct sim_contacts *contacts) {
    const struct sim_ground ground = sim_ground_of(b, pose_b);
    const struct sim_aabb bounds = sim_shape_bounds(a, pose_a, 0.0);
    const double top = sim_ground_top(&ground, &bounds) + contacts->margin;
    if (!(bounds.low.z < top))
        return;
    struct sim_contact_point points[SIM_MANY_POINTS];
    struct sim_contacts many = {points, 0, SIM_MANY_POINTS, contacts->margin};
    struct view view = {a->hull, &ground, sim_mat3_from_quat(pose_a->q), pose_a->p, top, &many};
    view.centre = sim_add(pose_a->p, sim_mat3_mul(&view.m, a->hull->centre));
    add_corners(&view);
    double deepest = -HUGE_VAL;
    for (int i = 0; i < many.count; i++)
        deepest = fmax(deepest, many.points[i].depth);
    add_edges(&view);
    for (int f = 0; f < a->hull->face_count; f++)
        add_peak(&view, f, deepest);
    sim_contacts_add_best(contacts, &many, sim_rotate(pose_a->q, sim_vec3(1.0, 0.0, 0.0)));
}
