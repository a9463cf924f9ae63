// Least overlap of two solids by an expanding polytope.
//
// The difference A - B of two overlapping solids contains the origin, and the way out is the
// nearest place of its surface. A polytope of support points is held inside of the difference and
// expanded where its faces are nearest to the origin. The offset of the nearest face is a lower
// bound of the least overlap, the support along its normal an upper one; the smallest upper bound
// seen is the result, no matter when the search ends.
#include "sim/collide/solid.h"

enum { MAX_FACES = 256, MAX_VERTICES = 96, MAX_ITERATIONS = 80, STARTS = 14 };

static const double accuracy = 1e-6;       // [m] between the two bounds
static const double accuracy_share = 1e-4; // of the overlap, in addition
static const double flat = 1e-12;          // [m] nearer than this to a plane counts as in it

struct face {
    int v[3];
    struct sim_vec3 m; // unit, outwards
    double offset;
};

struct polytope {
    const struct sim_solid *a, *b;
    struct sim_vec3 w[MAX_VERTICES];
    int vertices;
    struct face face[MAX_FACES];
    int faces;
    struct sim_vec3 best; // direction of the least overlap seen
    double overlap;
};

// Support of A - B along m.
static struct sim_vec3 support(struct polytope *p, struct sim_vec3 m) {
    const struct sim_vec3 w =
        sim_sub(sim_solid_support(p->a, m, 0.0), sim_solid_support(p->b, sim_neg(m), 0.0));
    const double overlap = sim_dot(m, w);
    if (overlap < p->overlap) {
        p->overlap = overlap;
        p->best = m;
    }
    return w;
}

static bool add_face(struct polytope *p, int v0, int v1, int v2) {
    if (p->faces == MAX_FACES)
        return false;
    struct face *f = &p->face[p->faces];
    const struct sim_vec3 n = sim_cross(sim_sub(p->w[v1], p->w[v0]), sim_sub(p->w[v2], p->w[v0]));
    const double length = sim_length(n);
    if (!(length > 0.0))
        return false;
    *f = (struct face){{v0, v1, v2}, sim_scale(n, 1.0 / length), 0.0};
    f->offset = sim_dot(f->m, p->w[v0]);
    p->faces++;
    return true;
}

// The four of the first support points that span most.
static bool first_tetrahedron(struct polytope *p) {
    int four[4] = {0, 0, 0, 0};
    for (int k = 1; k < 4; k++) {
        double most = 0.0;
        for (int i = 0; i < p->vertices; i++) {
            const struct sim_vec3 d = sim_sub(p->w[i], p->w[four[0]]);
            const struct sim_vec3 e = sim_sub(p->w[four[1]], p->w[four[0]]);
            const struct sim_vec3 f = sim_sub(p->w[four[2]], p->w[four[0]]);
            const double size = k == 1   ? sim_dot(d, d)
                                : k == 2 ? sim_length(sim_cross(d, e))
                                         : fabs(sim_dot(sim_cross(e, f), d));
            if (size > most) {
                most = size;
                four[k] = i;
            }
        }
        if (!(most > 0.0))
            return false;
    }
    const struct sim_vec3 o = p->w[four[0]];
    const bool turned = sim_dot(sim_cross(sim_sub(p->w[four[1]], o), sim_sub(p->w[four[2]], o)),
                                sim_sub(p->w[four[3]], o)) > 0.0;
    static const int corner[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    for (int k = 0; k < 4; k++) {
        const int *c = corner[k];
        if (!add_face(p, four[c[0]], four[c[turned ? 2 : 1]], four[c[turned ? 1 : 2]]))
            return false;
    }
    return true;
}

struct border {
    int from[MAX_FACES], to[MAX_FACES];
    int count;
};

// An edge that two seen faces share is not on the border.
static bool cross_edge(struct border *border, int from, int to) {
    for (int i = 0; i < border->count; i++) {
        if (border->from[i] == to && border->to[i] == from) {
            border->count--;
            border->from[i] = border->from[border->count];
            border->to[i] = border->to[border->count];
            return true;
        }
    }
    if (border->count == MAX_FACES)
        return false;
    border->from[border->count] = from;
    border->to[border->count++] = to;
    return true;
}

// Adds vertex v to the polytope. False: no room, or spoilt by rounding.
static bool expand(struct polytope *p, int v) {
    struct border border = {.count = 0};
    int kept = 0;
    for (int i = 0; i < p->faces; i++) {
        const struct face *f = &p->face[i];
        if (sim_dot(f->m, p->w[v]) - f->offset <= flat) {
            p->face[kept++] = *f;
            continue;
        }
        for (int k = 0; k < 3; k++)
            if (!cross_edge(&border, f->v[k], f->v[(k + 1) % 3]))
                return false;
    }
    if (kept == 0)
        return false;
    p->faces = kept;
    for (int i = 0; i < border.count; i++)
        if (!add_face(p, border.from[i], border.to[i], v))
            return false;
    return true;
}

static bool start(struct polytope *p) {
    for (int i = 0; i < STARTS; i++) {
        struct sim_vec3 m = {i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0};
        if (i >= 8) {
            const double sign = i % 2 == 0 ? 1.0 : -1.0;
            m = sim_vec3(i / 2 == 4 ? sign : 0.0, i / 2 == 5 ? sign : 0.0, i / 2 == 6 ? sign : 0.0);
        }
        p->w[p->vertices++] = support(p, sim_unit(m));
    }
    if (!first_tetrahedron(p))
        return false;
    for (int i = 0; i < p->vertices; i++)
        if (!expand(p, i))
            return false;
    return true;
}

double sim_solid_least_overlap(const struct sim_solid *a, const struct sim_solid *b,
                               struct sim_vec3 *n) {
    struct polytope p;
    p.a = a;
    p.b = b;
    p.vertices = p.faces = 0;
    p.best = sim_vec3(0.0, 0.0, 1.0);
    p.overlap = HUGE_VAL;
    bool going = start(&p);
    for (int i = 0; i < MAX_ITERATIONS && going && p.vertices < MAX_VERTICES; i++) {
        int nearest = 0;
        for (int k = 1; k < p.faces; k++)
            if (p.face[k].offset < p.face[nearest].offset)
                nearest = k;
        const struct face f = p.face[nearest];
        const struct sim_vec3 w = support(&p, f.m);
        if (sim_dot(f.m, w) - f.offset < accuracy + accuracy_share * fmax(f.offset, 0.0))
            break;
        p.w[p.vertices] = w;
        going = expand(&p, p.vertices++);
    }
    // Moving a against m frees it: the normal from b to a is -m.
    *n = sim_neg(p.best);
    return p.overlap;
}
