// Distance of two convex bodies through the origin's distance from their difference (Gilbert,
// Johnson and Keerthi): a simplex of support points is drawn ever nearer to the origin.
#include "sim/collide/solid.h"

enum { MAX_ITERATIONS = 48 };

static const double accuracy = 1e-9; // relative to the distance
static const double touching = 1e-9; // [m]

struct simplex {
    int count;
    struct sim_difference v[4];
};

static struct sim_vec3 weighted(const struct simplex *s) {
    struct sim_vec3 p = {0.0, 0.0, 0.0};
    for (int i = 0; i < s->count; i++)
        p = sim_add_scaled(p, s->v[i].w, s->v[i].weight);
    return p;
}

static struct simplex point_of(const struct sim_difference *a) {
    struct simplex s = {1, {*a}};
    s.v[0].weight = 1.0;
    return s;
}

// Nearest to the origin on the segment.
static struct simplex on_segment(const struct sim_difference *a, const struct sim_difference *b) {
    const struct sim_vec3 d = sim_sub(b->w, a->w);
    const double along = -sim_dot(a->w, d), square = sim_dot(d, d);
    if (along <= 0.0)
        return point_of(a);
    if (along >= square)
        return point_of(b);
    struct simplex s = {2, {*a, *b}};
    s.v[1].weight = along / square;
    s.v[0].weight = 1.0 - s.v[1].weight;
    return s;
}

static struct simplex nearer(const struct simplex *s, const struct simplex *t) {
    const struct sim_vec3 p = weighted(s), q = weighted(t);
    return sim_dot(p, p) <= sim_dot(q, q) ? *s : *t;
}

// Nearest to the origin on the triangle: inside where all three areas are positive, else on an
// edge.
static struct simplex on_triangle(const struct sim_difference *a, const struct sim_difference *b,
                                  const struct sim_difference *c) {
    const struct sim_vec3 n = sim_cross(sim_sub(b->w, a->w), sim_sub(c->w, a->w));
    const double area[3] = {sim_dot(n, sim_cross(b->w, c->w)), sim_dot(n, sim_cross(c->w, a->w)),
                            sim_dot(n, sim_cross(a->w, b->w))};
    if (area[0] > 0.0 && area[1] > 0.0 && area[2] > 0.0) {
        struct simplex s = {3, {*a, *b, *c}};
        const double sum = area[0] + area[1] + area[2];
        for (int i = 0; i < 3; i++)
            s.v[i].weight = area[i] / sum;
        return s;
    }
    const struct simplex ab = on_segment(a, b), bc = on_segment(b, c), ca = on_segment(c, a);
    const struct simplex best = nearer(&ab, &bc);
    return nearer(&best, &ca);
}

// Nearest to the origin on the tetrahedron; all four vertices are returned where the origin is
// inside.
static struct simplex on_tetrahedron(const struct simplex *t) {
    static const int face[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    struct simplex best = *t;
    bool outside = false;
    for (int i = 0; i < 4; i++) {
        const struct sim_difference *a = &t->v[face[i][0]], *b = &t->v[face[i][1]],
                                    *c = &t->v[face[i][2]];
        const struct sim_vec3 n = sim_cross(sim_sub(b->w, a->w), sim_sub(c->w, a->w));
        const double other = sim_dot(n, sim_sub(t->v[face[i][3]].w, a->w));
        const double origin = -sim_dot(n, a->w);
        // Outside this face; so is everything where the tetrahedron is flat.
        const double flat = 1e-10 * sim_dot(n, n);
        if (other * origin > 0.0 && other * other > flat)
            continue;
        const struct simplex here = on_triangle(a, b, c);
        best = outside ? nearer(&best, &here) : here;
        outside = true;
    }
    return best;
}

static struct simplex nearest(const struct simplex *s) {
    switch (s->count) {
    case 1:
        return point_of(&s->v[0]);
    case 2:
        return on_segment(&s->v[0], &s->v[1]);
    case 3:
        return on_triangle(&s->v[0], &s->v[1], &s->v[2]);
    default:
        return on_tetrahedron(s);
    }
}

struct sim_closest sim_solid_distance(const struct sim_solid *a, double shrink_a,
                                      const struct sim_solid *b, double shrink_b) {
    struct simplex s = {0, {{.weight = 0.0}}}, next;
    struct sim_vec3 v = sim_sub(a->centre, b->centre);
    struct sim_closest closest = {a->centre, b->centre, 0.0};
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        struct sim_difference w = {sim_solid_support(a, sim_neg(v), shrink_a),
                                   sim_solid_support(b, v, shrink_b),
                                   {0.0, 0.0, 0.0},
                                   0.0};
        w.w = sim_sub(w.on_a, w.on_b);
        // No support point is nearer along v: v is the nearest point.
        if (s.count > 0 && sim_dot(v, v) - sim_dot(v, w.w) <= accuracy * sim_dot(v, v))
            break;
        next = s;
        next.v[next.count++] = w;
        next = nearest(&next);
        const struct sim_vec3 to = weighted(&next);
        if (next.count == 4 || !(sim_dot(to, to) > touching * touching))
            return closest;
        // From here on only rounding would change the result.
        if (s.count > 0 && !(sim_dot(to, to) < sim_dot(v, v)))
            break;
        s = next;
        v = to;
    }
    closest.on_a = closest.on_b = sim_vec3(0.0, 0.0, 0.0);
    for (int i = 0; i < s.count; i++) {
        closest.on_a = sim_add_scaled(closest.on_a, s.v[i].on_a, s.v[i].weight);
        closest.on_b = sim_add_scaled(closest.on_b, s.v[i].on_b, s.v[i].weight);
    }
    closest.distance = sim_length(v);
    return closest;
}
