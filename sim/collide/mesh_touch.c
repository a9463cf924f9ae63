// The contact direction of a convex shape and a patch of a mesh.
//
// Let h(n) be how far a solid reaches along n. A patch P lies on the surface of a convex solid, so
// its overlap with a shape S along n is f(n) = h_P(n) + h_S(-n), and the least f over all
// directions in which the patch can be touched is the depth of the contact, or the negative
// distance. The least f is at one of these n:
//     the normal of a triangle of the patch                       h_P is that of its plane
//     a normal of a face of the shape, reversed                   h_P is that of the farthest
//     vertex between the normals on both sides of a convex edge          h_P is that of the edge
//     from a vertex towards the shape, within the vertex's cone   h_P is that of the vertex
// The cone of a vertex consists of the directions along which none of its neighbours lies farther.
// At the border of an open mesh, directions up to those within the triangle's plane are allowed.
#include "sim/collide/mesh_touch.h"

#include <assert.h>

enum { SAMPLES = 8, REFINEMENTS = 20 };

static const double rod_bonus = 1e-9; // [m] what sim_face_bonus() is for spheres and capsules
static const double blunt = 0.9995;   // cosine of two normals between which nothing is looked for
static const double cone = 1e-6;      // slack of a vertex's cone, as a sine
static const double own_cone = 1e-3;  // the same of the other mesh, whose edges are searched for
static const double parallel = 1e-3;  // sine of edges that count as parallel
static const double least_arc = 1e-3; // length of the sum of two normals; less are back to back

// Least cosines of a triangle's normal and that of its patch's best plane, tried in this order
// while there is no room for all triangles.
enum { NARROWER = 4 };
static const double narrow_cosines[NARROWER] = {0.5, 0.9, 0.99, 0.999};

// ---- near triangles ----

// Whether the triangle v is beyond the box of the shape by more than margin [m] along one of its
// axes.
static bool box_apart(const struct sim_mesh *mesh, const int v[3], const struct sim_convex *convex,
                      double margin) {
    for (int k = 0; k < 3; k++) {
        const double a = sim_dot(convex->axis[k], mesh->vertices[v[0]]);
        const double b = sim_dot(convex->axis[k], mesh->vertices[v[1]]);
        const double c = sim_dot(convex->axis[k], mesh->vertices[v[2]]);
        if (fmin(a, fmin(b, c)) > convex->high[k] + margin ||
            fmax(a, fmax(b, c)) < convex->low[k] - margin)
            return true;
    }
    return false;
}

// The same of the edge from p to q.
static bool edge_apart(struct sim_vec3 p, struct sim_vec3 q, const struct sim_convex *convex,
                       double margin) {
    for (int k = 0; k < 3; k++) {
        const double a = sim_dot(convex->axis[k], p), b = sim_dot(convex->axis[k], q);
        if (fmin(a, b) > convex->high[k] + margin || fmax(a, b) < convex->low[k] - margin)
            return true;
    }
    return false;
}

static bool triangle_meets(const struct sim_mesh *mesh, const int v[3],
                           const struct sim_aabb *box) {
    const struct sim_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]],
                          c = mesh->vertices[v[2]];
    return fmin(a.x, fmin(b.x, c.x)) <= box->high.x && fmax(a.x, fmax(b.x, c.x)) >= box->low.x &&
           fmin(a.y, fmin(b.y, c.y)) <= box->high.y && fmax(a.y, fmax(b.y, c.y)) >= box->low.y &&
           fmin(a.z, fmin(b.z, c.z)) <= box->high.z && fmax(a.z, fmax(b.z, c.z)) >= box->low.z;
}

// Patches and their triangles in the order in which they are met.
struct gather {
    const struct sim_mesh *mesh;
    const struct sim_convex *convex;
    double margin, deep; // [m] see sim_mesh_gather()
    struct sim_aabb box; // of the shape, grown by deep
    int patch[SIM_MESH_PATCHES], count[SIM_MESH_PATCHES], patches;
    bool dead[SIM_MESH_PATCHES];    // the shape is wholly in front of a plane of the patch
    double least[SIM_MESH_PATCHES]; // [m] overlap with the best plane, that of least overlap
    struct sim_vec3 normal[SIM_MESH_PATCHES]; // of that plane
    int of[SIM_MESH_NEAR];                    // per triangle: index in patch
    int triangle[SIM_MESH_NEAR];
    int triangles;
    double narrow; // one of narrow_cosines; below -1: all triangles
    bool full;     // there was no room for a triangle
};

// Index in g->patch, -1: there is no room.
static int enter_patch(struct gather *g, int patch) {
    for (int i = g->patches - 1; i >= 0; i--)
        if (g->patch[i] == patch)
            return i;
    if (g->patches == SIM_MESH_PATCHES)
        return -1;
    g->patch[g->patches] = patch;
    g->count[g->patches] = 0;
    g->dead[g->patches] = false;
    g->least[g->patches] = HUGE_VAL;
    return g->patches++;
}

static void gather_triangle(struct gather *g, int t) {
    const struct sim_mesh_triangle *tri = &g->mesh->triangles[t];
    if (!triangle_meets(g->mesh, tri->vertex, &g->box))
        return;
    const int i = enter_patch(g, tri->patch);
    if (i < 0 || g->dead[i] || (g->narrow > -1.0 && sim_dot(tri->normal, g->normal[i]) < g->narrow))
        return;
    const double overlap = tri->offset + sim_convex_reach(g->convex, sim_neg(tri->normal));
    if (!(overlap > -g->margin)) {
        g->dead[i] = true;
        return;
    }
    // The shape is wholly behind the triangle, or beside it.
    if (sim_convex_reach(g->convex, tri->normal) < tri->offset - g->deep ||
        box_apart(g->mesh, tri->vertex, g->convex, g->deep))
        return;
    if (overlap < g->least[i]) {
        g->least[i] = overlap;
        g->normal[i] = tri->normal;
    }
    if (g->triangles == SIM_MESH_NEAR) {
        g->full = true;
        return;
    }
    g->of[g->triangles] = i;
    g->triangle[g->triangles++] = t;
    g->count[i]++;
}

static void gather_all(struct gather *g) {
    struct sim_mesh_walk walk = {0};
    for (const struct sim_mesh_node *n = sim_mesh_next(g->mesh, &g->box, &walk); n != NULL;
         n = sim_mesh_next(g->mesh, &g->box, &walk))
        for (int i = 0; i < n->count; i++)
            gather_triangle(g, n->first + i);
}

// Sorts the triangles by patch.
static void sort_near(const struct gather *g, struct sim_mesh_near *near) {
    int place[SIM_MESH_PATCHES]; // of a patch's next triangle, -1: the patch has none
    near->patches = near->first[0] = 0;
    for (int i = 0; i < g->patches; i++) {
        place[i] = -1;
        if (g->dead[i] || g->count[i] == 0)
            continue;
        place[i] = near->first[near->patches];
        near->patch[near->patches++] = g->patch[i];
        near->first[near->patches] = place[i] + g->count[i];
    }
    for (int k = 0; k < g->triangles; k++)
        if (place[g->of[k]] >= 0)
            near->triangle[place[g->of[k]]++] = g->triangle[k];
}

void sim_mesh_gather(const struct sim_mesh *mesh, const struct sim_convex *convex, double margin,
                     double deep, struct sim_mesh_near *near) {
    struct gather g;
    const struct sim_vec3 m = {deep, deep, deep};
    g.mesh = mesh;
    g.convex = convex;
    g.margin = margin;
    g.deep = deep;
    g.box = (struct sim_aabb){sim_sub(convex->bounds.low, m), sim_add(convex->bounds.high, m)};
    g.patches = g.triangles = 0;
    g.narrow = -2.0;
    g.full = false;
    gather_all(&g);
    // Deep in a fine mesh, triangles that face another way than the contact are left out.
    for (int k = 0; k < NARROWER && g.full; k++) {
        g.triangles = 0;
        g.full = false;
        g.narrow = narrow_cosines[k];
        for (int i = 0; i < g.patches; i++)
            g.count[i] = 0;
        gather_all(&g);
    }
    sort_near(&g, near);
}

// ---- directions ----

// The search for the direction of a patch, whose near triangles are given.
struct search {
    const struct sim_mesh *mesh;
    const struct sim_convex *convex;
    const int *triangle;
    int count;
    double margin;               // [m]
    struct sim_mesh_touch *best; // so far
};

// Whether n lies in the vertex's cone, and on the outer side of a triangle there.
static bool in_cone(const struct sim_mesh *mesh, int vertex, struct sim_vec3 n, double slack) {
    const struct sim_vec3 p = mesh->vertices[vertex];
    bool faces = false;
    for (int k = mesh->around_start[vertex]; k < mesh->around_start[vertex + 1]; k++) {
        const struct sim_mesh_triangle *t = &mesh->triangles[mesh->around[k]];
        faces = faces || sim_dot(t->normal, n) > -slack;
        for (int i = 0; i < 3; i++) {
            if (t->vertex[i] == vertex)
                continue;
            const struct sim_vec3 d = sim_sub(mesh->vertices[t->vertex[i]], p);
            const double rise = sim_dot(d, n);
            if (rise > 0.0 && rise * rise > slack * slack * sim_dot(d, d))
                return false;
        }
    }
    return faces;
}

// Whether a triangle of another mesh may be touched along n: that mesh must be able to be, where
// the triangle reaches farthest. All other shapes may.
static bool allowed(const struct sim_convex *convex, struct sim_vec3 n) {
    if (convex->own == NULL)
        return true;
    const struct sim_vec3 m = sim_rotate(convex->to_own, sim_neg(n));
    const int *v = convex->own->triangles[convex->own_triangle].vertex;
    int out = 0;
    for (int i = 1; i < 3; i++)
        if (sim_dot(m, convex->own->vertices[v[i]]) > sim_dot(m, convex->own->vertices[v[out]]))
            out = i;
    return in_cone(convex->own, v[out], m, own_cone);
}

static void try_triangles(const struct search *s) {
    struct sim_direction *best = &s->best->direction;
    for (int k = 0; k < s->count; k++) {
        const struct sim_mesh_triangle *t = &s->mesh->triangles[s->triangle[k]];
        const double overlap = t->offset + sim_convex_reach(s->convex, sim_neg(t->normal));
        if (!(overlap < best->overlap) || !allowed(s->convex, t->normal))
            continue;
        *best =
            (struct sim_direction){.n = t->normal, .overlap = overlap, .source = SIM_NORMAL_FACE_B};
        s->best->triangle = s->triangle[k];
    }
}

// A face of the shape with the outward normal m, reach [m] far along it.
static void try_face(const struct search *s, struct sim_vec3 m, double reach) {
    const struct sim_vec3 n = sim_neg(m);
    double most = -HUGE_VAL;
    int triangle = s->triangle[0], side = 0;
    for (int k = 0; k < s->count; k++) {
        const int *v = s->mesh->triangles[s->triangle[k]].vertex;
        for (int i = 0; i < 3; i++) {
            const double along = sim_dot(n, s->mesh->vertices[v[i]]);
            if (along > most) {
                most = along;
                triangle = s->triangle[k];
                side = i;
            }
        }
    }
    const int vertex = s->mesh->triangles[triangle].vertex[side];
    struct sim_direction *best = &s->best->direction;
    // The mesh's own faces are preferred where both overlap the same.
    if (!(most + reach < best->overlap - rod_bonus) || !in_cone(s->mesh, vertex, n, cone) ||
        !allowed(s->convex, n))
        return;
    *best = (struct sim_direction){.n = n, .overlap = most + reach, .source = SIM_NORMAL_FACE_A};
    s->best->triangle = triangle;
    s->best->side = side;
}

static void try_faces(const struct search *s) {
    const struct sim_solid *solid = &s->convex->solid;
    if (s->convex->is_rod)
        return;
    for (int f = 0; solid->hull != NULL && f < solid->hull->face_count; f++) {
        const struct sim_hull_face *face = &solid->hull->faces[f];
        const struct sim_vec3 m = sim_solid_world(solid, face->normal);
        try_face(s, m, sim_dot(m, solid->centre) + face->offset);
    }
    for (int i = solid->box ? 0 : 2; solid->hull == NULL && i < 3; i++)
        for (int k = 0; k < 2; k++) {
            const struct sim_vec3 m = k == 0 ? solid->axis[i] : sim_neg(solid->axis[i]);
            try_face(s, m, sim_solid_reach(solid, m));
        }
}

// The directions between the normals on both sides of an edge.
struct arc {
    const struct sim_convex *convex;
    struct sim_vec3 from, to; // the normals
    struct sim_vec3 at;       // [m] a point of the edge
};

static struct sim_vec3 arc_normal(const struct arc *arc, double u) {
    return sim_unit(sim_add(sim_scale(arc->from, 1.0 - u), sim_scale(arc->to, u)));
}

static double arc_overlap(const struct arc *arc, double u) {
    const struct sim_vec3 n = arc_normal(arc, u);
    return sim_dot(n, arc->at) + sim_convex_reach(arc->convex, sim_neg(n));
}

// Where the overlap is least, from 0 to 1 along the arc: the lowest of a few samples, then golden
// section.
static double lowest(const struct arc *arc) {
    double least = HUGE_VAL;
    int at = 0;
    for (int i = 0; i <= SAMPLES; i++) {
        const double overlap = arc_overlap(arc, (double)i / SAMPLES);
        if (overlap < least) {
            least = overlap;
            at = i;
        }
    }
    const double golden = 0.61803398874989484820;
    double low = fmax(0.0, (at - 1.0) / SAMPLES), high = fmin(1.0, (at + 1.0) / SAMPLES);
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double of_left = arc_overlap(arc, left), of_right = arc_overlap(arc, right);
    for (int i = 0; i < REFINEMENTS; i++) {
        if (of_left < of_right) {
            high = right;
            right = left;
            of_right = of_left;
            left = high - golden * (high - low);
            of_left = arc_overlap(arc, left);
        } else {
            low = left;
            left = right;
            of_left = of_right;
            right = low + golden * (high - low);
            of_right = arc_overlap(arc, right);
        }
    }
    return of_left < of_right ? left : right;
}

// Direction n of the arc at edge side of triangle t.
static void try_arc_normal(const struct search *s, const struct arc *arc, struct sim_vec3 n, int t,
                           int side) {
    const double overlap = sim_dot(n, arc->at) + sim_convex_reach(s->convex, sim_neg(n));
    struct sim_direction *best = &s->best->direction;
    if (!(overlap < best->overlap) || !allowed(s->convex, n))
        return;
    *best = (struct sim_direction){.n = n, .overlap = overlap, .source = SIM_NORMAL_OTHER};
    s->best->triangle = t;
    s->best->side = side;
    s->best->at_vertex = false;
}

// A direction perpendicular to the edge, or its reverse, if it lies on the arc.
static void try_across(const struct search *s, const struct arc *arc, struct sim_vec3 n, int t,
                       int side) {
    const struct sim_vec3 turn = sim_cross(arc->from, arc->to);
    if (sim_dot(n, sim_add(arc->from, arc->to)) < 0.0)
        n = sim_neg(n);
    if (sim_dot(sim_cross(arc->from, n), turn) >= 0.0 &&
        sim_dot(sim_cross(n, arc->to), turn) >= 0.0)
        try_arc_normal(s, arc, n, t, side);
}

// The direction perpendicular to both the edge e and an edge d of the shape.
static void try_product(const struct search *s, const struct arc *arc, struct sim_vec3 e,
                        struct sim_vec3 d, int t, int side) {
    const struct sim_vec3 n = sim_cross(d, e);
    const double length = sim_length(n);
    if (length > parallel * sim_length(d) * sim_length(e))
        try_across(s, arc, sim_scale(n, 1.0 / length), t, side);
}

// The direction from the edge to the centre of a ball.
static void try_ball(const struct search *s, const struct arc *arc, struct sim_vec3 e,
                     struct sim_vec3 centre, int t, int side) {
    const struct sim_vec3 d = sim_sub(centre, arc->at);
    const struct sim_vec3 off = sim_add_scaled(d, e, -sim_dot(d, e) / sim_dot(e, e));
    const double distance = sim_length(off);
    if (distance > 0.0)
        try_across(s, arc, sim_scale(off, 1.0 / distance), t, side);
}

// The directions of the arc at edge e in which the overlap can be least. For a box these are
// products of edges, and for a rod that does not taper also the directions to its ends. For a
// triangle of another mesh they are products, too: a search would find directions that its mesh
// does not allow. For all other shapes there is a search.
static void try_arc(const struct search *s, const struct arc *arc, struct sim_vec3 e, int t,
                    int side) {
    const struct sim_convex *c = s->convex;
    if (c->own != NULL) {
        const struct sim_vec3 *corner = c->solid.hull->corners;
        for (int i = 0; i < 3; i++)
            try_product(s, arc, e, sim_sub(corner[(i + 1) % 3], corner[i]), t, side);
    } else if (c->is_rod && !(fabs(c->rod.slope) > 0.0)) {
        try_ball(s, arc, e, sim_rod_at(&c->rod, -c->rod.half), t, side);
        if (c->rod.half > 0.0) {
            try_ball(s, arc, e, sim_rod_at(&c->rod, c->rod.half), t, side);
            try_product(s, arc, e, c->rod.axis, t, side);
        }
    } else if (!c->is_rod && c->solid.box) {
        for (int i = 0; i < 3; i++)
            try_product(s, arc, e, c->solid.axis[i], t, side);
    } else {
        try_arc_normal(s, arc, arc_normal(arc, lowest(arc)), t, side);
    }
}

static void try_edge(const struct search *s, int t, int side) {
    const struct sim_mesh_triangle *tri = &s->mesh->triangles[t];
    const int next = tri->next[side];
    // Of two triangles of the patch, the first one tries their edge.
    if (tri->fold[side] == SIM_FOLD_FLAT || tri->fold[side] == SIM_FOLD_CONCAVE ||
        (next >= 0 && next < t && s->mesh->triangles[next].patch == tri->patch))
        return;
    const struct sim_vec3 p = s->mesh->vertices[tri->vertex[side]];
    const struct sim_vec3 q = s->mesh->vertices[tri->vertex[(side + 1) % 3]];
    struct arc arc = {s->convex, tri->normal, tri->normal, p};
    arc.to = next >= 0 ? s->mesh->triangles[next].normal
                       : sim_unit(sim_cross(sim_sub(q, p), tri->normal));
    const double cosine = sim_dot(arc.from, arc.to);
    if (cosine > blunt || sim_length(sim_add(arc.from, arc.to)) < least_arc ||
        edge_apart(p, q, s->convex, s->margin))
        return;
    try_arc(s, &arc, sim_sub(q, p), t, side);
}

static void try_vertex(const struct search *s, int t, int side) {
    const int vertex = s->mesh->triangles[t].vertex[side];
    const struct sim_vec3 p = s->mesh->vertices[vertex];
    if (s->mesh->flat[vertex] || edge_apart(p, p, s->convex, s->margin))
        return;
    const struct sim_vec3 n = sim_convex_towards(s->convex, p);
    const double overlap = sim_dot(n, p) + sim_convex_reach(s->convex, sim_neg(n));
    struct sim_direction *best = &s->best->direction;
    if (!(overlap < best->overlap) || !in_cone(s->mesh, vertex, n, cone) || !allowed(s->convex, n))
        return;
    *best = (struct sim_direction){.n = n, .overlap = overlap, .source = SIM_NORMAL_OTHER};
    s->best->triangle = t;
    s->best->side = side;
    s->best->at_vertex = true;
}

static double bonus_of(const struct sim_convex *convex, double overlap) {
    if (convex->is_rod)
        return rod_bonus;
    return sim_solid_is_cylinder(&convex->solid) ? sim_round_bonus : sim_face_bonus(overlap);
}

bool sim_mesh_touch_patch(const struct sim_mesh *mesh, const struct sim_mesh_near *near, int i,
                          const struct sim_convex *convex, double margin,
                          struct sim_mesh_touch *touch, struct sim_mesh_touch *closer) {
    assert(i >= 0 && i < near->patches);
    const struct search s = {
        mesh,   convex, near->triangle + near->first[i], near->first[i + 1] - near->first[i],
        margin, closer};
    *closer = (struct sim_mesh_touch){.direction = {.n = {0.0, 0.0, 1.0}, .overlap = HUGE_VAL}};
    try_triangles(&s);
    if (!(closer->direction.overlap > -margin))
        return false;
    try_faces(&s);
    *touch = *closer;
    for (int k = 0; k < s.count; k++) {
        for (int side = 0; side < 3; side++) {
            try_edge(&s, s.triangle[k], side);
            try_vertex(&s, s.triangle[k], side);
        }
    }
    const double face = touch->direction.overlap, other = closer->direction.overlap;
    if (other < HUGE_VAL && !(face < HUGE_VAL && other >= face - bonus_of(convex, face)))
        *touch = *closer;
    return touch->direction.overlap > -margin && touch->direction.overlap < HUGE_VAL;
}
