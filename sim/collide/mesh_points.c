// The contact points of a patch of a mesh. Seen along the contact direction n they are
//     the corners of the shape's side that faces the mesh, where they lie over the patch,
//     the patch's vertices, where the side is a face and they lie over it,
//     the crossings of the side's edges with the patch's edges,
// each as deep as the surfaces overlap there; and the deepest place of the contact if none of these
// is about as deep.
#include "sim/collide/mesh_points.h"

#include <assert.h>

enum {
    TYPE_CORNER = 0, // of the shape on a triangle
    TYPE_VERTEX = 1, // of the mesh on the shape
    TYPE_CROSSING = 2,
    TYPE_DEEPEST = 3,
};

static const double facing = 0.05;           // least cosine of n and the normal of a triangle
static const double flush = 1e-3;            // [m] borders nearer than this count as flush
static const double may_miss = 2e-4;         // [m] by which the points may miss the deepest place
static const double may_miss_by_face = 5e-4; // [m] the same where a face was preferred
static const double may_miss_share = 0.01;   // of the overlap, in addition
static const double edge_turn = 1e-3; // [rad] about, by which n is turned to find an edge's ends
static const double parallel_sine2 = 0.01; // of the angle of two segments that give two points

// The near triangles of a patch, and what touches it.
struct patch {
    const struct sim_mesh *mesh;
    const int *triangle;
    int count;
    uint32_t number; // of the patch
    struct sim_vec3 n;
    struct sim_side side; // of the shape
    double sense;         // +1 where that runs to the left around n
    double deepest;       // [m] of the points so far
    struct sim_contacts *contacts;
};

// Of type, the corner or edge of the shape, and the vertex or edge of the mesh.
static uint32_t feature(uint32_t type, uint32_t of_shape, uint32_t of_mesh) {
    return type << 30 | (of_shape & 0x3ff) << 20 | (of_mesh & 0xfffff);
}

// p lies on the shape.
static void add(struct patch *patch, struct sim_vec3 p, double depth, uint32_t feature) {
    patch->deepest = fmax(patch->deepest, depth);
    sim_contacts_add(patch->contacts, p, patch->n, depth, feature);
}

// Distance [m] of p to the left of the line from a to b as seen against n.
static double left_of(struct sim_vec3 n, struct sim_vec3 a, struct sim_vec3 b, struct sim_vec3 p) {
    const struct sim_vec3 across = sim_cross(n, sim_sub(b, a));
    const double length = sim_length(across);
    return length > 0.0 ? sim_dot(across, sim_sub(p, a)) / length : 0.0;
}

static bool over_triangle(const struct patch *patch, const struct sim_mesh_triangle *t,
                          struct sim_vec3 p) {
    for (int i = 0; i < 3; i++)
        if (left_of(patch->n, patch->mesh->vertices[t->vertex[i]],
                    patch->mesh->vertices[t->vertex[(i + 1) % 3]], p) < -flush)
            return false;
    return true;
}

static bool over_side(const struct patch *patch, struct sim_vec3 p) {
    const struct sim_side *side = &patch->side;
    for (int i = 0; i < side->count; i++)
        if (patch->sense * left_of(patch->n, side->p[i], side->p[(i + 1) % side->count], p) <
            -flush)
            return false;
    return true;
}

// Height [m] of the surface of the patch over p along n: the lowest plane of those that p is
// over, because at an edge p may be over both triangles by rounding. False: p is not over the
// patch.
static bool height_of_patch(const struct patch *patch, struct sim_vec3 p, double *height) {
    bool found = false;
    for (int k = 0; k < patch->count; k++) {
        const struct sim_mesh_triangle *t = &patch->mesh->triangles[patch->triangle[k]];
        const double cosine = sim_dot(t->normal, patch->n);
        if (cosine < facing || !over_triangle(patch, t, p))
            continue;
        const double here = (t->offset - sim_dot(t->normal, p)) / cosine;
        *height = found ? fmin(*height, here) : here;
        found = true;
    }
    return found;
}

static void add_corners(struct patch *patch) {
    for (int i = 0; i < patch->side.count; i++) {
        double height;
        if (height_of_patch(patch, patch->side.p[i], &height))
            add(patch, patch->side.p[i], height,
                feature(TYPE_CORNER, patch->side.corner[i], patch->number));
    }
}

static bool faces(const struct patch *patch, int t) {
    return sim_dot(patch->mesh->triangles[t].normal, patch->n) >= facing;
}

static void add_vertex(struct patch *patch, int vertex) {
    const struct sim_side *side = &patch->side;
    const struct sim_vec3 p = patch->mesh->vertices[vertex];
    const double cosine = sim_dot(side->normal, patch->n);
    if (!(fabs(cosine) > facing) || !over_side(patch, p))
        return;
    const double up = sim_dot(side->normal, sim_sub(side->p[0], p)) / cosine;
    add(patch, sim_add_scaled(p, patch->n, up), -up,
        feature(TYPE_VERTEX, patch->number, (uint32_t)vertex));
}

// Whether t is the first triangle of its patch around the vertex that faces the shape, which adds
// the vertex once.
static bool first_of(const struct patch *patch, int t, int vertex) {
    const struct sim_mesh *mesh = patch->mesh;
    for (int k = mesh->around_start[vertex]; k < mesh->around_start[vertex + 1]; k++) {
        const int u = mesh->around[k];
        if (mesh->triangles[u].patch == mesh->triangles[t].patch && faces(patch, u))
            return u == t;
    }
    return false;
}

static void add_vertices(struct patch *patch) {
    if (patch->side.count < 3)
        return;
    for (int k = 0; k < patch->count; k++) {
        const struct sim_mesh_triangle *t = &patch->mesh->triangles[patch->triangle[k]];
        for (int i = 0; i < 3 && faces(patch, patch->triangle[k]); i++)
            if (!patch->mesh->flat[t->vertex[i]] &&
                first_of(patch, patch->triangle[k], t->vertex[i]))
                add_vertex(patch, t->vertex[i]);
    }
}

// An edge of the shape's side and one of the mesh, seen along n.
struct pair {
    struct sim_vec3 a, d; // of the shape: from a to a + d
    struct sim_vec3 b, e; // of the mesh
    uint32_t of_shape, of_mesh;
};

static void cross_edges(struct patch *patch, const struct pair *pair) {
    const struct sim_vec3 n = patch->n, gap = sim_sub(pair->b, pair->a);
    const double det = sim_dot(n, sim_cross(pair->d, pair->e));
    if (!(det * det > 1e-12 * sim_dot(pair->d, pair->d) * sim_dot(pair->e, pair->e)))
        return;
    const double s = sim_dot(n, sim_cross(gap, pair->e)) / det;
    const double t = sim_dot(n, sim_cross(gap, pair->d)) / det;
    if (!(s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0))
        return;
    const struct sim_vec3 p = sim_add_scaled(pair->a, pair->d, s);
    const struct sim_vec3 q = sim_add_scaled(pair->b, pair->e, t);
    add(patch, p, sim_dot(n, sim_sub(q, p)), feature(TYPE_CROSSING, pair->of_shape, pair->of_mesh));
}

// Adds the ends of the common stretch of two edges that are flush.
static void add_stretch(struct patch *patch, const struct pair *pair) {
    const struct sim_vec3 n = patch->n;
    const struct sim_vec3 d = sim_add_scaled(pair->d, n, -sim_dot(pair->d, n));
    const struct sim_vec3 e = sim_add_scaled(pair->e, n, -sim_dot(pair->e, n));
    const double dd = sim_dot(d, d), ee = sim_dot(e, e);
    const struct sim_vec3 both = sim_cross(d, e);
    if (!(dd > 0.0 && ee > 0.0) || sim_dot(both, both) > parallel_sine2 * dd * ee)
        return;
    const struct sim_vec3 middle = sim_add_scaled(sim_sub(pair->b, pair->a), pair->e, 0.5);
    const struct sim_vec3 across = sim_unit(sim_cross(n, d));
    if (fabs(sim_dot(across, middle)) > 2.0 * flush + 0.5 * sqrt(parallel_sine2 * ee))
        return;
    for (int k = 0; k < 2; k++) {
        // An end of the shape's edge beside the mesh's, then the other way round.
        const struct sim_vec3 p = k == 0 ? pair->a : sim_add(pair->a, pair->d);
        const double t = sim_dot(sim_sub(p, pair->b), e) / ee;
        if (t >= 0.0 && t <= 1.0)
            add(patch, p, sim_dot(n, sim_sub(sim_add_scaled(pair->b, pair->e, t), p)),
                feature(TYPE_DEEPEST, (uint32_t)k, pair->of_mesh));
        const struct sim_vec3 q = k == 0 ? pair->b : sim_add(pair->b, pair->e);
        const double s = sim_dot(sim_sub(q, pair->a), d) / dd;
        if (s >= 0.0 && s <= 1.0) {
            const struct sim_vec3 on_a = sim_add_scaled(pair->a, pair->d, s);
            add(patch, on_a, sim_dot(n, sim_sub(q, on_a)),
                feature(TYPE_DEEPEST, 2 + (uint32_t)k, pair->of_mesh));
        }
    }
}

// Sets the mesh's part of the pair.
static void set_mesh_edge(struct pair *pair, const struct patch *patch, int t, int side) {
    const struct sim_mesh_triangle *tri = &patch->mesh->triangles[t];
    pair->b = patch->mesh->vertices[tri->vertex[side]];
    pair->e = sim_sub(patch->mesh->vertices[tri->vertex[(side + 1) % 3]], pair->b);
    pair->of_mesh = 3 * (uint32_t)t + (uint32_t)side;
}

static struct pair pair_of(const struct patch *patch, int i, int t, int side) {
    const struct sim_side *own = &patch->side;
    struct pair pair = {.a = own->p[i], .of_shape = own->edge[i]};
    pair.d = sim_sub(own->p[(i + 1) % own->count], pair.a);
    set_mesh_edge(&pair, patch, t, side);
    return pair;
}

// Whether a side of triangle t is an edge that can be touched: convex or a border. Of two triangles
// of the patch, the first one that faces the shape has it.
static bool has_edge(const struct patch *patch, int t, int side) {
    const struct sim_mesh_triangle *tri = &patch->mesh->triangles[t];
    const int next = tri->next[side];
    return tri->fold[side] != SIM_FOLD_FLAT && tri->fold[side] != SIM_FOLD_CONCAVE &&
           !(next >= 0 && next < t && patch->mesh->triangles[next].patch == tri->patch &&
             faces(patch, next));
}

// stretches: also adds the common stretches of edges that are flush.
static void add_crossings(struct patch *patch, bool stretches) {
    const int edges = patch->side.count < 3 ? patch->side.count - 1 : patch->side.count;
    for (int k = 0; k < patch->count; k++) {
        const int t = patch->triangle[k];
        for (int side = 0; side < 3 && faces(patch, t); side++) {
            for (int i = 0; i < edges && has_edge(patch, t, side); i++) {
                const struct pair pair = pair_of(patch, i, t, side);
                cross_edges(patch, &pair);
                if (stretches)
                    add_stretch(patch, &pair);
            }
        }
    }
}

// Whether p lies on any edge of the patch: of several edges in one line, any may have given the
// direction.
static bool on_an_edge(const struct patch *patch, struct sim_vec3 p) {
    for (int k = 0; k < patch->count; k++) {
        for (int side = 0; side < 3; side++) {
            const struct sim_mesh_triangle *tri = &patch->mesh->triangles[patch->triangle[k]];
            const struct sim_vec3 a = patch->mesh->vertices[tri->vertex[side]];
            const struct sim_vec3 d =
                sim_sub(patch->mesh->vertices[tri->vertex[(side + 1) % 3]], a);
            const double s = sim_clamp(sim_dot(sim_sub(p, a), d) / sim_dot(d, d), 0.0, 1.0);
            if (sim_length(sim_sub(p, sim_add_scaled(a, d, s))) < 2.0 * flush)
                return true;
        }
    }
    return false;
}

// Whether p lies in the box of the shape.
static bool in_box(const struct sim_convex *convex, struct sim_vec3 p) {
    for (int k = 0; k < 3; k++) {
        const double along = sim_dot(convex->axis[k], p);
        if (along < convex->low[k] - flush || along > convex->high[k] + flush)
            return false;
    }
    return true;
}

// Adds the crossings of the shape's edge that reaches farthest against n, where that edge does not
// belong to the side already treated. Its ends are the supports along n turned a little both ways.
static void add_edge_crossings(struct patch *patch, const struct sim_convex *convex,
                               const struct sim_mesh_triangle *t, int edge) {
    const struct sim_vec3 e = sim_sub(patch->mesh->vertices[t->vertex[(edge + 1) % 3]],
                                      patch->mesh->vertices[t->vertex[edge]]);
    const struct sim_vec3 turn = sim_scale(sim_unit(sim_cross(patch->n, e)), edge_turn);
    struct pair pair = {.a = sim_convex_support(convex, sim_unit(sim_sub(turn, patch->n))),
                        .of_shape = 0x3ff};
    pair.d =
        sim_sub(sim_convex_support(convex, sim_unit(sim_sub(sim_neg(turn), patch->n))), pair.a);
    for (int k = 0; k < patch->count; k++) {
        for (int side = 0; side < 3; side++) {
            if (!has_edge(patch, patch->triangle[k], side))
                continue;
            set_mesh_edge(&pair, patch, patch->triangle[k], side);
            cross_edges(patch, &pair);
        }
    }
}

// Adds the deepest place: where the shape touches an edge or a vertex, or where one of its corners
// or a round part of it reaches deepest.
static void add_deepest(struct patch *patch, const struct sim_convex *convex,
                        const struct sim_mesh_touch *touch) {
    const struct sim_direction *best = &touch->direction;
    const struct sim_vec3 p = sim_convex_support(convex, sim_neg(patch->n));
    const uint32_t name = feature(TYPE_DEEPEST, 15, patch->number);
    const struct sim_mesh_triangle *t = &patch->mesh->triangles[touch->triangle];
    const struct sim_vec3 a = patch->mesh->vertices[t->vertex[touch->side]];
    double height;
    if (best->source == SIM_NORMAL_OTHER) {
        if (touch->at_vertex)
            add(patch, sim_add_scaled(a, patch->n, -best->overlap), best->overlap, name);
        else if (on_an_edge(patch, sim_add_scaled(p, patch->n, best->overlap)))
            add(patch, p, best->overlap, name);
        else
            add_edge_crossings(patch, convex, t, touch->side);
    } else if (height_of_patch(patch, p, &height) && height > patch->deepest + may_miss) {
        add(patch, p, height, name);
    } else if (best->source == SIM_NORMAL_FACE_A && in_box(convex, a)) {
        // A vertex inside the shape, beside the face behind whose plane it is deepest.
        add(patch, sim_add_scaled(a, patch->n, -best->overlap), best->overlap, name);
    }
}

bool sim_mesh_add_points(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                         const struct sim_convex *convex, const struct sim_mesh_touch *touch,
                         struct sim_contacts *contacts) {
    assert(i >= 0 && i < near->patches);
    const struct sim_direction *best = &touch->direction;
    struct patch patch = {.mesh = mesh,
                          .triangle = near->triangle + near->first[i],
                          .count = near->first[i + 1] - near->first[i],
                          .number = (uint32_t)near->patch[i],
                          .n = best->n,
                          .deepest = -HUGE_VAL,
                          .contacts = contacts};
    const bool whole = best->source != SIM_NORMAL_OTHER;
    sim_convex_side(convex, sim_neg(best->n), whole, &patch.side);
    if (patch.side.count > 2)
        patch.sense =
            left_of(best->n, patch.side.p[0], patch.side.p[1], patch.side.p[2]) >= 0.0 ? 1.0 : -1.0;
    add_corners(&patch);
    add_vertices(&patch);
    add_crossings(&patch, !whole && !touch->at_vertex && patch.side.count == 2);
    const double missed =
        whole ? may_miss_by_face + may_miss_share * fmax(best->overlap, 0.0) : may_miss;
    if (best->overlap > patch.deepest + (convex->is_rod ? 1e-7 : missed))
        add_deepest(&patch, convex, touch);
    return best->overlap <= patch.deepest + missed;
}
