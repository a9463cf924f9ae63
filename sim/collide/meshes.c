// Mesh against mesh: each triangle of mesh a near mesh b is a flat hull, which meets b's patches as
// other convex shapes do, but only along directions in which its own mesh can be touched there.
#include "sim/collide/mesh.h"
#include "sim/collide/mesh_points.h"

static const double edge_bonus = 5e-4; // [m] by which an edge has to overlap less than a face
static const double deep_share = 0.2; // of the smaller mesh's radius: triangles deeper do not count
static const double against = -0.5;   // cosine of the angle of opposite directions
static const double turned = 0.05;    // cosine of the angle of a's normal and that of the contact

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
    flat->hull.inner = 1.0; // divisor in sim_solid_support(), which shrinks nothing here
    flat->hull.corners = flat->corner;
    flat->hull.corner_count = 3;
    flat->hull.faces = flat->face;
    flat->hull.face_count = 2;
    flat->hull.edges = flat->edge;
    flat->hull.edge_count = 3;
    flat->hull.loop_corner = flat->loop_corner;
    flat->hull.loop_edge = flat->loop_edge;
}

// A patch of a and a patch of b. They meet with one normal, that of the triangle of a which
// overlaps least.
struct couple {
    int patch_a, patch_b, triangle;
    double reach; // [m] of that triangle along the normal reversed
    struct sim_mesh_touch touch;
    bool near; // a triangle of a is within the margin of one of b
};

enum { MOST_COUPLES = 64 };

struct view {
    const struct sim_mesh *a, *b;
    struct sim_pose local;  // of a in the frame of b
    struct sim_pose pose_b; // of b in the world
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

// NULL: there is none.
static struct couple *find_couple(struct view *view, int patch_a, int patch_b) {
    for (int i = 0; i < view->couples; i++)
        if (view->couple[i].patch_a == patch_a && view->couple[i].patch_b == patch_b)
            return &view->couple[i];
    return NULL;
}

// Enters the couples of the patches that triangle t meets, or corrects them where it overlaps less.
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
                         (new.touch.direction.source == SIM_NORMAL_OTHER ? edge_bonus : 0.0))
            *old = new;
    }
}

// Drops the couples that are not near, and of two with about opposite directions the one that
// overlaps more: its way out leads through a thin wall.
static void drop_far_sides(struct view *view) {
    bool far[MOST_COUPLES] = {false};
    for (int i = 0; i < view->couples; i++) {
        const struct sim_direction *own = &view->couple[i].touch.direction;
        far[i] = !view->couple[i].near;
        for (int k = 0; k < view->couples; k++) {
            const struct sim_direction *other = &view->couple[k].touch.direction;
            far[i] = far[i] || (view->couple[k].near && other->overlap < own->overlap &&
                                sim_dot(own->n, other->n) < against);
        }
    }
    int kept = 0;
    for (int i = 0; i < view->couples; i++)
        if (!far[i])
            view->couple[kept++] = view->couple[i];
    view->couples = kept;
}

// Adds the points of triangle t, along the normals of the couples.
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
        // Only the triangle that met a vertex of b has a point there, and a triangle with its back
        // to b has none.
        if (c == NULL ||
            (c->triangle != t &&
             (c->touch.at_vertex || sim_dot(flat.face[0].normal, c->touch.direction.n) > turned)))
            continue;
        struct sim_mesh_touch touch = c->touch;
        touch.direction.overlap += sim_convex_reach(&convex, sim_neg(touch.direction.n)) - c->reach;
        (void)sim_mesh_add_points(view->b, &near, i, &convex, &touch, &own);
    }
    // Features number the corners and edges within the triangle; its own number makes them unique.
    for (int i = 0; i < own.count; i++)
        sim_mesh_add_turned(view->many, &points[i], &view->pose_b,
                            points[i].feature ^ (uint32_t)t * 0x9e3779b1u);
}

// Whether mesh b has a triangle near the box of a's node.
static bool meets_other(const struct view *view, const struct sim_mesh_node *node) {
    const struct sim_aabb *own = &node->box;
    const struct sim_shape box = {.kind = SIM_SHAPE_BOX,
                                  .half = sim_scale(sim_sub(own->high, own->low), 0.5)};
    const struct sim_vec3 middle = sim_scale(sim_add(own->low, own->high), 0.5);
    const struct sim_pose pose = {sim_pose_point(view->local, middle), view->local.q};
    const struct sim_aabb bounds = sim_shape_bounds(&box, &pose, view->deep);
    struct sim_mesh_walk walk = {0};
    return sim_mesh_next(view->b, &bounds, &walk) != NULL;
}

static void visit_near(struct view *view, void (*visit)(struct view *view, int triangle)) {
    struct sim_mesh_walk walk = {0};
    const struct sim_mesh_node *node;
    while ((node = sim_mesh_walk_next(view->a, &walk)) != NULL) {
        if (!meets_other(view, node))
            continue;
        for (int i = 0; i < node->count; i++)
            visit(view, node->first + i);
        sim_mesh_merge_points(view->many);
        sim_mesh_walk_into(view->a, &walk, node);
    }
}

void sim_collide_meshes(const struct sim_shape *a, const struct sim_pose *pose_a,
                        const struct sim_shape *b, const struct sim_pose *pose_b,
                        struct sim_contacts *contacts) {
    struct view view;
    if (!sim_mesh_local_pose(pose_a, pose_b, &view.local))
        return;
    struct sim_contact_point points[SIM_MANY_POINTS];
    struct sim_contacts many = {points, 0, SIM_MANY_POINTS, contacts->margin};
    view.a = a->mesh;
    view.b = b->mesh;
    view.pose_b = *pose_b;
    view.many = &many;
    view.couples = 0;
    view.deep = contacts->margin + deep_share * fmin(a->mesh->radius, b->mesh->radius);
    visit_near(&view, measure_triangle);
    drop_far_sides(&view);
    if (view.couples > 0)
        visit_near(&view, add_triangle);
    sim_contacts_add_best(contacts, &many, sim_rotate(pose_a->q, sim_vec3(1.0, 0.0, 0.0)));
}
