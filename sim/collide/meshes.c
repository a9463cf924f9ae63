// Mesh against mesh: each triangle of the one that is near the other is a flat hull, which meets
// the other's patches as other convex shapes do, but only along directions in which its own mesh
// can be touched there.
#include "sim/collide/mesh.h"
#include "sim/collide/mesh_points.h"

static const double EDGE_BONUS = 5e-4; // [m] by which an edge has to be shorter than a face
static const double DEEP = 0.2;        // of the smaller mesh's radius
static const double AGAINST = -0.5;    // cosine
static const double TURNED = 0.05;     // cosine of the normal of a and that of the contact

// A triangle as a hull with two faces.
struct flat_hull {
    struct sim_hull hull;
    struct sim_vec3 corner[3];
    struct sim_hull_face face[2];
    struct sim_hull_edge edge[3];
    int loop_corner[6], loop_edge[6];
};

static void make_flat(struct flat_hull *flat, const struct sim_vec3 p[3], struct sim_vec3 centre,
                      struct sim_vec3 normal) {
    *flat = (struct flat_hull){.loop_corner = {0, 1, 2, 0, 2, 1}, .loop_edge = {0, 1, 2, 2, 1, 0}};
    flat->face[0] = (struct sim_hull_face){normal, 0.0, 0, 3};
    flat->face[1] = (struct sim_hull_face){sim_neg(normal), 0.0, 3, 3};
    for (int i = 0; i < 3; i++) {
        flat->corner[i] = sim_sub(p[i], centre);
        flat->edge[i] = (struct sim_hull_edge){{i, (i + 1) % 3}, {0, 1}};
        flat->hull.outer = fmax(flat->hull.outer, sim_length(flat->corner[i]));
    }
    flat->hull.inner = 1.0; // is divided by, though nothing is shrunk
    flat->hull.corners = flat->corner;
    flat->hull.corner_count = 3;
    flat->hull.faces = flat->face;
    flat->hull.face_count = 2;
    flat->hull.edges = flat->edge;
    flat->hull.edge_count = 3;
    flat->hull.loop_corner = flat->loop_corner;
    flat->hull.loop_edge = flat->loop_edge;
}

// A patch of the one and a patch of the other meet with one normal: that of the triangle which
// overlaps least.
struct couple {
    int patch_a, patch_b, triangle;
    double reach; // of that triangle along the normal reversed
    struct sim_mesh_touch touch;
    bool near; // a triangle of the one is within the margin of one of the other
};

enum { MOST_COUPLES = 64 };

struct view {
    const struct sim_mesh *a, *b;
    struct sim_pose local, pose_b; // of a in the frame of b, and that
    struct sim_contacts *many;
    struct couple couple[MOST_COUPLES];
    int couples;
    double deep; // [m] how far a triangle may be below the other's surface
};

// The triangle in the frame of b.
static void make_triangle(const struct view *view, int t, struct flat_hull *flat,
                          struct sim_convex *convex) {
    const struct sim_mesh_triangle *tri = &view->a->triangles[t];
    struct sim_vec3 p[3];
    for (int i = 0; i < 3; i++)
        p[i] = sim_pose_point(view->local, view->a->vertices[tri->vertex[i]]);
    const struct sim_vec3 centre = sim_scale(sim_add(p[0], sim_add(p[1], p[2])), 1.0 / 3.0);
    make_flat(flat, p, centre, sim_rotate(view->local.q, tri->normal));
    *convex = sim_convex_of_hull(&flat->hull, centre);
    convex->own = view->a;
    convex->own_triangle = t;
    convex->to_own = sim_quat_conj(view->local.q);
}

static struct couple *find_couple(struct view *view, int patch_a, int patch_b) {
    for (int i = 0; i < view->couples; i++)
        if (view->couple[i].patch_a == patch_a && view->couple[i].patch_b == patch_b)
            return &view->couple[i];
    return NULL;
}

static void measure_triangle(struct view *view, int t) {
    struct flat_hull flat;
    struct sim_convex convex;
    struct sim_mesh_near near;
    make_triangle(view, t, &flat, &convex);
    sim_mesh_gather(view->b, &convex, view->many->margin, view->deep, &near);
    for (int i = 0; i < near.patches; i++) {
        struct couple new = {
            view->a->triangles[t].patch, near.patch[i], t, 0.0, {.side = 0}, false};
        struct sim_mesh_touch closer;
        if (!sim_mesh_touch_patch(view->b, &near, i, &convex, view->many->margin, &new.touch,
                                  &closer))
            continue;
        new.reach = sim_convex_reach(&convex, sim_neg(new.touch.direction.n));
        struct couple *old = find_couple(view, new.patch_a, new.patch_b);
        new.near = (old != NULL && old->near) ||
                   sim_mesh_patch_is_near(view->b, &near, i, &convex, view->many->margin);
        if (old != NULL)
            old->near = new.near;
        if (old == NULL && view->couples < MOST_COUPLES)
            view->couple[view->couples++] = new;
        else if (old != NULL &&
                 new.touch.direction.overlap <
                     old->touch.direction.overlap -
                         (new.touch.direction.source == SIM_NORMAL_OTHER ? EDGE_BONUS : 0.0))
            *old = new;
    }
}

// Drops the longer of two ways out in opposite directions, which leads through a thin wall, and the
// ways out of patches that do not touch.
static void drop_far_sides(struct view *view) {
    bool far[MOST_COUPLES] = {false};
    for (int i = 0; i < view->couples; i++) {
        const struct sim_direction *own = &view->couple[i].touch.direction;
        far[i] = !view->couple[i].near;
        for (int k = 0; k < view->couples; k++) {
            const struct sim_direction *other = &view->couple[k].touch.direction;
            far[i] = far[i] || (view->couple[k].near && other->overlap < own->overlap &&
                                sim_dot(own->n, other->n) < AGAINST);
        }
    }
    int kept = 0;
    for (int i = 0; i < view->couples; i++)
        if (!far[i])
            view->couple[kept++] = view->couple[i];
    view->couples = kept;
}

static void add_triangle(struct view *view, int t) {
    struct flat_hull flat;
    struct sim_convex convex;
    struct sim_mesh_near near;
    make_triangle(view, t, &flat, &convex);
    sim_mesh_gather(view->b, &convex, view->many->margin, view->deep, &near);
    struct sim_contact_point points[SIM_MANY_POINTS];
    struct sim_contacts own = {points, 0, SIM_MANY_POINTS, view->many->margin};
    for (int i = 0; i < near.patches; i++) {
        const struct couple *c = find_couple(view, view->a->triangles[t].patch, near.patch[i]);
        // A vertex of b belongs to the triangle that met it; a triangle that turns its back on b
        // has no part.
        if (c == NULL ||
            (c->triangle != t &&
             (c->touch.at_vertex || sim_dot(flat.face[0].normal, c->touch.direction.n) > TURNED)))
            continue;
        struct sim_mesh_touch touch = c->touch;
        touch.direction.overlap += sim_convex_reach(&convex, sim_neg(touch.direction.n)) - c->reach;
        (void)sim_mesh_add_points(view->b, &near, i, &convex, &touch, &own);
    }
    for (int i = 0; i < own.count; i++) {
        const struct sim_contact_point *p = &points[i];
        const struct sim_vec3 n = sim_rotate(view->pose_b.q, p->normal);
        const struct sim_vec3 on_a =
            sim_add_scaled(sim_pose_point(view->pose_b, p->position), n, -0.5 * p->depth);
        // The names of corners and edges are those of the triangle: they get its number mixed in.
        sim_contacts_add(view->many, on_a, n, p->depth, p->feature ^ (uint32_t)t * 0x9e3779b1u);
    }
}

// Whether the other mesh has a triangle near the node's box.
static bool meets_other(const struct view *view, const struct sim_mesh_node *node) {
    const struct sim_shape box = {.kind = SIM_SHAPE_BOX,
                                  .half = sim_scale(sim_sub(node->high, node->low), 0.5)};
    const struct sim_vec3 middle = sim_scale(sim_add(node->low, node->high), 0.5);
    const struct sim_pose pose = {sim_pose_point(view->local, middle), view->local.q};
    const struct sim_aabb bounds = sim_shape_bounds(&box, &pose, view->deep);
    struct sim_mesh_walk walk = {0};
    return sim_mesh_next(view->b, &bounds, &walk) != NULL;
}

static void walk(struct view *view, void (*visit)(struct view *view, int triangle)) {
    int stack[SIM_MESH_STACK], depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const int index = stack[--depth];
        const struct sim_mesh_node *node = &view->a->nodes[index];
        if (!meets_other(view, node))
            continue;
        for (int i = 0; i < node->count; i++)
            visit(view, node->first + i);
        sim_mesh_merge_points(view->many);
        if (node->count == 0) {
            stack[depth++] = node->second;
            stack[depth++] = index + 1;
        }
    }
}

void sim_collide_meshes(const struct sim_shape *a, const struct sim_pose *pose_a,
                        const struct sim_shape *b, const struct sim_pose *pose_b,
                        struct sim_contacts *contacts) {
    const struct sim_pose local = {sim_pose_local(*pose_b, pose_a->p),
                                   sim_quat_mul(sim_quat_conj(pose_b->q), pose_a->q)};
    if (!sim_vec3_finite(local.p) || !isfinite(local.q.w + local.q.x + local.q.y + local.q.z))
        return;
    struct sim_contact_point points[SIM_MANY_POINTS];
    struct sim_contacts many = {points, 0, SIM_MANY_POINTS, contacts->margin};
    struct view view;
    view.a = a->mesh;
    view.b = b->mesh;
    view.local = local;
    view.pose_b = *pose_b;
    view.many = &many;
    view.couples = 0;
    view.deep = contacts->margin + DEEP * fmin(a->mesh->radius, b->mesh->radius);
    walk(&view, measure_triangle);
    drop_far_sides(&view);
    if (view.couples > 0)
        walk(&view, add_triangle);
    sim_contacts_add_best(contacts, &many, sim_rotate(pose_a->q, sim_vec3(1.0, 0.0, 0.0)));
}
