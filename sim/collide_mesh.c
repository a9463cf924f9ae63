// Convex shapes against triangle meshes.
//
// The mesh's triangles belong to patches, each part of the surface of one convex solid
// (sim/mesh_patch.c). A convex shape meets each patch that it is near with one normal. Where it
// overlaps several, those patches are left out that it would be clear of by leaving another on a
// shorter way, as the front of a step is while the shape lies on its top, or the far side of a thin
// wall.
#include "sim/collide_mesh.h"

static const double DEEP_SHARE =
    0.1;                        // of the shape's size: triangles farther away are not looked at
static const double DEEP = 0.1; // [m] the same at most
// [m] Less deep contacts do not decide about others.
static const double SHALLOW = 1e-3;
static const double DOUBTFUL = 5e-3; // [m] deeper contacts are looked at twice
static const double LEFT = 0.1;      // share of a depth at which a patch is left
static const double EXPLAINED = 0.8; // share of a depth that the way out covers anyway
static const double TOGETHER =
    1e-3; // [m] points nearer than this with about the same normal are one
static const double SAME_NORMAL = 0.999; // cosine

struct touched {
    int patch; // index in near
    struct sim_mesh_touch touch, closer;
};

// By depth, then as found.
static int find_touches(const struct sim_mesh *mesh, const struct sim_mesh_near *near,
                        const struct sim_convex *convex, double margin, struct touched *touched) {
    int count = 0;
    for (int i = 0; i < near->patches; i++) {
        struct touched t = {.patch = i};
        if (!sim_mesh_touch_patch(mesh, near, i, convex, margin, &t.touch, &t.closer) ||
            (t.touch.direction.overlap > DOUBTFUL &&
             !sim_mesh_patch_is_near(mesh, near, i, convex, margin)))
            continue;
        int place = count++;
        for (; place > 0 && touched[place - 1].touch.direction.overlap > t.touch.direction.overlap;
             place--)
            touched[place] = touched[place - 1];
        touched[place] = t;
    }
    return count;
}

// Whether the way out of shallower is a way out of t, too, though it does not lead that way.
static bool left_with(const struct sim_mesh *mesh, const struct sim_mesh_near *near,
                      const struct sim_convex *convex, const struct touched *shallower,
                      const struct touched *t) {
    const struct sim_direction *way = &shallower->touch.direction, *own = &t->touch.direction;
    if (!(way->overlap > SHALLOW) ||
        sim_dot(way->n, own->n) * way->overlap > EXPLAINED * own->overlap)
        return false;
    const struct sim_convex moved = sim_convex_moved(convex, sim_scale(way->n, way->overlap));
    struct sim_mesh_touch touch, closer;
    return !sim_mesh_touch_patch(mesh, near, t->patch, &moved, HUGE_VAL, &touch, &closer) ||
           touch.direction.overlap < LEFT * own->overlap;
}

void sim_mesh_merge_points(struct sim_contacts *contacts) {
    int kept = 0;
    for (int i = 0; i < contacts->count; i++) {
        const struct sim_contact_point p = contacts->points[i];
        int same = 0;
        while (same < kept &&
               !(sim_length(sim_sub(contacts->points[same].position, p.position)) < TOGETHER &&
                 sim_dot(contacts->points[same].normal, p.normal) > SAME_NORMAL))
            same++;
        if (same == kept)
            contacts->points[kept++] = p;
        else if (p.depth > contacts->points[same].depth)
            contacts->points[same] = p;
    }
    contacts->count = kept;
}

// The preferred direction may have its supports beside each other, and nothing as deep as it says.
static void add_touched(const struct sim_mesh *mesh, const struct sim_mesh_near *near,
                        const struct sim_convex *convex, const struct touched *t,
                        struct sim_contacts *contacts) {
    const int before = contacts->count;
    if (sim_mesh_add_points(mesh, near, t->patch, convex, &t->touch, contacts) ||
        !(t->closer.direction.overlap < t->touch.direction.overlap) || before == contacts->room)
        return;
    contacts->count = before;
    (void)sim_mesh_add_points(mesh, near, t->patch, convex, &t->closer, contacts);
}

void sim_mesh_collide_near(const struct sim_mesh *mesh, const struct sim_convex *convex,
                           const struct sim_pose *frame, struct sim_contacts *many) {
    struct sim_mesh_near near;
    // A corner deep in the mesh may be far from the triangles above it.
    const double size = sim_length(sim_sub(convex->bounds.high, convex->bounds.low));
    sim_mesh_gather(mesh, convex, many->margin, many->margin + fmin(DEEP_SHARE * size, DEEP),
                    &near);
    struct touched touched[SIM_MESH_PATCHES];
    const int count = find_touches(mesh, &near, convex, many->margin, touched);
    struct sim_contact_point points[SIM_MANY_POINTS];
    struct sim_contacts own = {points, 0, SIM_MANY_POINTS, many->margin};
    bool left[SIM_MESH_PATCHES] = {false};
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i && !left[i]; j++)
            left[i] = !left[j] && left_with(mesh, &near, convex, &touched[j], &touched[i]);
        if (!left[i])
            add_touched(mesh, &near, convex, &touched[i], &own);
    }
    for (int i = 0; i < own.count; i++) {
        const struct sim_contact_point *p = &points[i];
        const struct sim_vec3 n = sim_rotate(frame->q, p->normal);
        const struct sim_vec3 on_a =
            sim_add_scaled(sim_pose_point(*frame, p->position), n, -0.5 * p->depth);
        sim_contacts_add(many, on_a, n, p->depth, p->feature);
    }
}

void sim_collide_convex_mesh(const struct sim_shape *a, const struct sim_pose *pose_a,
                             const struct sim_shape *b, const struct sim_pose *pose_b,
                             struct sim_contacts *contacts) {
    const struct sim_pose local = {sim_pose_local(*pose_b, pose_a->p),
                                   sim_quat_mul(sim_quat_conj(pose_b->q), pose_a->q)};
    if (!sim_vec3_finite(local.p) || !isfinite(local.q.w + local.q.x + local.q.y + local.q.z))
        return;
    const struct sim_convex convex = sim_convex_of(a, &local);
    struct sim_contact_point points[SIM_MANY_POINTS];
    struct sim_contacts many = {points, 0, SIM_MANY_POINTS, contacts->margin};
    sim_mesh_collide_near(b->mesh, &convex, pose_b, &many);
    sim_mesh_merge_points(&many);
    sim_contacts_add_best(contacts, &many, sim_rotate(pose_a->q, sim_vec3(1.0, 0.0, 0.0)));
}
