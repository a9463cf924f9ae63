// Convex shapes against triangle meshes.
//
// The mesh's triangles belong to patches, each part of the surface of one convex solid
// (sim/shape/mesh_patch.c). A convex shape meets each patch that it is near with one normal. Where
// it overlaps several, a patch is left out if the shape is clear of it once it has left another one
// by a shorter way: the front of a step while the shape lies on its top, or the far side of a thin
// wall.
#include "sim/collide/mesh.h"

#include <assert.h>

#include "sim/collide/mesh_points.h"

// The distance from a shape deep in the mesh within which triangles count:
static const double deep_share = 0.1; // of the shape's size,
static const double deep = 0.1;       // [m] but at most this far
// Which patches are left out:
static const double shallow = 1e-3;     // [m] contacts less deep do not decide about others
static const double doubtful = 5e-3;    // [m] contacts less deep are not doubted
static const double left_overlap = 0.1; // of its depth: a patch that is left has no more overlap
static const double explained = 0.8;    // of its depth: the other way out reduces it by more anyway
// Points that are one:
static const double together = 1e-3;     // [m] nearest distance
static const double same_normal = 0.999; // cosine of the angle of the normals

// A patch that the shape is in contact with.
struct touched {
    int patch; // index in near
    struct sim_direction direction;
    double depth;     // [m] of its deepest point
    int first, count; // of its points
};

enum { ROOM = 256 }; // for the points of all patches

struct touches {
    struct touched patch[SIM_MESH_PATCHES];
    int count;
    struct sim_contact_point point[ROOM];
    int points;
};

bool sim_mesh_patch_is_near(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                            const struct sim_convex *convex, double margin) {
    assert(i >= 0 && i < near->patches);
    struct sim_balls rod = {0}, corners = {.count = 3};
    struct sim_solid solid = convex->solid, triangle = {.balls = &corners};
    if (convex->is_rod) {
        const struct sim_rod *r = &convex->rod;
        rod = (struct sim_balls){2,
                                 {sim_rod_at(r, -r->half), sim_rod_at(r, r->half)},
                                 {sim_rod_radius(r, -r->half), sim_rod_radius(r, r->half)}};
        solid = (struct sim_solid){.centre = r->centre, .balls = &rod};
    }
    for (int k = near->first[i]; k < near->first[i + 1]; k++) {
        const int *v = mesh->triangles[near->triangle[k]].vertex;
        for (int j = 0; j < 3; j++)
            corners.centre[j] = mesh->vertices[v[j]];
        triangle.centre = corners.centre[0];
        if (sim_solid_distance(&solid, 0.0, &triangle, 0.0).distance <= margin)
            return true;
    }
    return false;
}

// Adds the points of patch i. The supports along the preferred direction may lie beside each other,
// so that no point is as deep as their overlap: then the direction of least overlap is used.
static void find_points(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                        const struct sim_convex *convex, struct sim_mesh_touch *touch,
                        const struct sim_mesh_touch *closer, struct sim_contacts *contacts) {
    if (sim_mesh_add_points(mesh, near, i, convex, touch, contacts) ||
        !(closer->direction.overlap < touch->direction.overlap))
        return;
    contacts->count = 0;
    *touch = *closer;
    (void)sim_mesh_add_points(mesh, near, i, convex, touch, contacts);
}

// Enters the patch in the order of depth, the shallowest first.
static void enter(struct touches *all, struct touched t, const struct sim_contact_point *point,
                  int count) {
    t.first = all->points;
    for (; t.count < count && all->points < ROOM; t.count++)
        all->point[all->points++] = point[t.count];
    int place = all->count++;
    for (; place > 0 && all->patch[place - 1].depth > t.depth; place--)
        all->patch[place] = all->patch[place - 1];
    all->patch[place] = t;
}

// Finds all patches in contact. Returns the greatest depth [m].
static double find_touches(const struct sim_mesh *mesh, const struct sim_mesh_near *near,
                           const struct sim_convex *convex, double margin, struct touches *all) {
    struct sim_contact_point points[SIM_MANY_POINTS];
    double most = -HUGE_VAL;
    all->count = all->points = 0;
    for (int i = 0; i < near->patches; i++) {
        struct sim_mesh_touch touch, closer;
        struct sim_contacts own = {points, 0, SIM_MANY_POINTS, margin};
        if (!sim_mesh_touch_patch(mesh, near, i, convex, margin, &touch, &closer))
            continue;
        find_points(mesh, near, i, convex, &touch, &closer, &own);
        const double depth = sim_contacts_deepest(&own);
        if (own.count == 0 ||
            (depth > doubtful && !sim_mesh_patch_is_near(mesh, near, i, convex, margin)))
            continue;
        enter(all, (struct touched){i, touch.direction, depth, 0, 0}, points, own.count);
        most = fmax(most, depth);
    }
    return most;
}

// Whether the shape also leaves patch t by its way out of a shallower one, though that way leads in
// another direction.
static bool left_with(const struct sim_mesh *mesh, const struct sim_mesh_near *near,
                      const struct sim_convex *convex, const struct touched *shallower,
                      const struct touched *t) {
    const struct sim_vec3 way = shallower->direction.n;
    if (!(shallower->depth > shallow && t->depth > doubtful) ||
        sim_dot(way, t->direction.n) * shallower->depth > explained * t->depth)
        return false;
    const struct sim_convex moved = sim_convex_moved(convex, sim_scale(way, shallower->depth));
    struct sim_mesh_touch touch, closer;
    return !sim_mesh_touch_patch(mesh, near, t->patch, &moved, HUGE_VAL, &touch, &closer) ||
           touch.direction.overlap < left_overlap * t->depth;
}

void sim_mesh_merge_points(struct sim_contacts *contacts) {
    int kept = 0;
    for (int i = 0; i < contacts->count; i++) {
        const struct sim_contact_point p = contacts->points[i];
        int same = 0;
        while (same < kept &&
               !(sim_length(sim_sub(contacts->points[same].position, p.position)) < together &&
                 sim_dot(contacts->points[same].normal, p.normal) > same_normal))
            same++;
        if (same == kept)
            contacts->points[kept++] = p;
        else if (p.depth > contacts->points[same].depth)
            contacts->points[same] = p;
    }
    contacts->count = kept;
}

// [m] How far from the shape triangles count once it is found deep in the mesh: a corner may then
// be far from the triangles above it.
static double deep_reach(const struct sim_convex *convex, double margin) {
    const double size = sim_length(sim_sub(convex->bounds.high, convex->bounds.low));
    return margin + fmin(deep_share * size, deep);
}

// Adds the points of all patches, turned from the mesh's frame to the world.
static void collide_near(const struct sim_mesh *mesh, const struct sim_convex *convex,
                         const struct sim_pose *frame, struct sim_contacts *many) {
    struct sim_mesh_near near;
    struct touches all;
    const double margin = many->margin;
    sim_mesh_gather(mesh, convex, margin, margin, &near);
    if (find_touches(mesh, &near, convex, margin, &all) > margin) {
        sim_mesh_gather(mesh, convex, margin, deep_reach(convex, margin), &near);
        (void)find_touches(mesh, &near, convex, margin, &all);
    }
    bool left[SIM_MESH_PATCHES] = {false};
    for (int i = 0; i < all.count; i++) {
        const struct touched *t = &all.patch[i];
        for (int j = 0; j < i && !left[i]; j++)
            left[i] = !left[j] && left_with(mesh, &near, convex, &all.patch[j], t);
        for (int k = t->first; k < t->first + t->count && !left[i]; k++)
            sim_mesh_add_turned(many, &all.point[k], frame, all.point[k].feature);
    }
}

bool sim_mesh_local_pose(const struct sim_pose *pose_a, const struct sim_pose *pose_b,
                         struct sim_pose *local) {
    *local = (struct sim_pose){sim_pose_local(*pose_b, pose_a->p),
                               sim_quat_mul(sim_quat_conj(pose_b->q), pose_a->q)};
    return sim_vec3_finite(local->p) && isfinite(local->q.w + local->q.x + local->q.y + local->q.z);
}

void sim_mesh_add_turned(struct sim_contacts *contacts, const struct sim_contact_point *p,
                         const struct sim_pose *frame, uint32_t feature) {
    const struct sim_vec3 n = sim_rotate(frame->q, p->normal);
    const struct sim_vec3 on_a =
        sim_add_scaled(sim_pose_point(*frame, p->position), n, -0.5 * p->depth);
    sim_contacts_add(contacts, on_a, n, p->depth, feature);
}

void sim_collide_convex_mesh(const struct sim_shape *a, const struct sim_pose *pose_a,
                             const struct sim_shape *b, const struct sim_pose *pose_b,
                             struct sim_contacts *contacts) {
    struct sim_pose local;
    if (!sim_mesh_local_pose(pose_a, pose_b, &local))
        return;
    const struct sim_convex convex = sim_convex_of(a, &local);
    struct sim_contact_point points[SIM_MANY_POINTS];
    struct sim_contacts many = {points, 0, SIM_MANY_POINTS, contacts->margin};
    collide_near(b->mesh, &convex, pose_b, &many);
    sim_mesh_merge_points(&many);
    sim_contacts_add_best(contacts, &many, sim_rotate(pose_a->q, sim_vec3(1.0, 0.0, 0.0)));
}
