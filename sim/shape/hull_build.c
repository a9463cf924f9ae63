// Incremental convex hull in whole numbers.
//
// The points are rounded to a grid of 2^20 cells, so that the volume that tells on which side of a
// triangle a point lies is at most 3 * 2^61 and exact in 64 bits. For all points (also many in
// one plane, on one line, at one place) the surface stays closed and convex on the grid: a
// triangle is seen by a point only if the point lies strictly outside, hence the triangles seen are
// one piece, and no new triangle is flat.
#include "sim/shape/hull_build.h"

#include <stdint.h>
#include <stdlib.h>

#include "sim/base/array.h"

static const char *const NO_MEMORY = "there is not enough memory for the hull";

struct cell {
    int64_t x, y, z;
};

struct triangle {
    struct sim_hull_triangle t;
    bool used;
    bool seen; // by the point that is being added
};

struct builder {
    struct cell *cell; // per point
    int count;
    SIM_ARRAY(struct triangle) tri;
    SIM_ARRAY(int) spare; // triangles that are not used
    int *fan;             // per point: the new triangle whose first edge begins there
};

static struct cell minus(struct cell a, struct cell b) {
    return (struct cell){a.x - b.x, a.y - b.y, a.z - b.z};
}

static struct cell across(struct cell a, struct cell b) {
    return (struct cell){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static int64_t inner(struct cell a, struct cell b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Positive where d lies outside of the triangle a b c.
static int64_t volume(const struct builder *b, int v0, int v1, int v2, int d) {
    const struct cell o = b->cell[v0];
    return inner(across(minus(b->cell[v1], o), minus(b->cell[v2], o)), minus(b->cell[d], o));
}

static const char *round_points(struct builder *b, const struct sim_vec3 *points) {
    for (int i = 0; i < b->count; i++)
        if (!sim_vec3_finite(points[i]))
            return "the points of a hull must be finite";
    const struct sim_aabb box = sim_aabb_of(points, b->count);
    const double extent = sim_aabb_longest(&box);
    if (!(extent > 0.0) || !isfinite(extent))
        return "the points of a hull are all the same";
    for (int i = 0; i < b->count; i++) {
        const struct sim_vec3 p = sim_scale(sim_sub(points[i], box.low), SIM_HULL_GRID / extent);
        b->cell[i] = (struct cell){(int64_t)floor(p.x + 0.5), (int64_t)floor(p.y + 0.5),
                                   (int64_t)floor(p.z + 0.5)};
    }
    return NULL;
}

// Four points that span a volume: far from each other, from their line, from their plane.
static bool first_four(const struct builder *b, int four[4]) {
    four[0] = four[1] = four[2] = four[3] = 0;
    for (int i = 1; i < b->count; i++) {
        const struct cell p = b->cell[i], q = b->cell[four[0]];
        if (p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z)
            four[0] = i;
    }
    double most[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < b->count; i++) {
            const struct cell d = minus(b->cell[i], b->cell[four[0]]);
            const struct cell e = minus(b->cell[four[1]], b->cell[four[0]]);
            const struct cell n = k == 0 ? d : across(d, e);
            // A double holds enough of it to choose by.
            const double x = (double)n.x, y = (double)n.y, z = (double)n.z;
            const double size = k < 2 ? x * x + y * y + z * z
                                      : fabs((double)volume(b, four[0], four[1], four[2], i));
            if (size > most[k]) {
                most[k] = size;
                four[k + 1] = i;
            }
        }
    }
    return most[2] > 0.0;
}

// -1: out of memory.
static int new_triangle(struct builder *b, int v0, int v1, int v2) {
    if (b->spare.count == 0 && !SIM_ARRAY_TRY(&b->tri, b->tri.count + 1))
        return -1;
    const int t = b->spare.count > 0 ? b->spare.items[--b->spare.count] : b->tri.count++;
    b->tri.items[t] = (struct triangle){{{v0, v1, v2}, {-1, -1, -1}}, true, false};
    return t;
}

static bool first_tetrahedron(struct builder *b, const int four[4]) {
    static const int corner[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    const bool turned = volume(b, four[0], four[1], four[2], four[3]) > 0;
    for (int k = 0; k < 4; k++) {
        const int *c = corner[k];
        if (new_triangle(b, four[c[0]], four[c[turned ? 2 : 1]], four[c[turned ? 1 : 2]]) < 0)
            return false;
    }
    struct triangle *tri = b->tri.items;
    for (int t = 0; t < 4; t++)
        for (int i = 0; i < 3; i++)
            for (int u = 0; u < 4; u++)
                for (int j = 0; j < 3; j++)
                    if (tri[t].t.v[i] == tri[u].t.v[(j + 1) % 3] &&
                        tri[t].t.v[(i + 1) % 3] == tri[u].t.v[j])
                        tri[t].t.next[i] = u;
    return true;
}

// The side of triangle t beyond which u lies.
static int side_to(const struct builder *b, int t, int u) {
    const int *next = b->tri.items[t].t.next;
    return next[0] == u ? 0 : next[1] == u ? 1 : 2;
}

// Marks the triangles that p sees. False: none, p is not outside.
static bool look_from(struct builder *b, int p) {
    bool outside = false;
    for (int t = 0; t < b->tri.count; t++) {
        struct triangle *tri = &b->tri.items[t];
        tri->seen = tri->used && volume(b, tri->t.v[0], tri->t.v[1], tri->t.v[2], p) > 0;
        outside = outside || tri->seen;
    }
    return outside;
}

// Adds a triangle from p to each edge between a triangle that is seen and one that is not. Returns
// a point of that border, -1: out of memory.
static int add_fan(struct builder *b, int p) {
    const int before = b->tri.count;
    int border = -1;
    for (int t = 0; t < before; t++) {
        for (int i = 0; i < 3 && b->tri.items[t].used && b->tri.items[t].seen; i++) {
            const struct sim_hull_triangle *tri = &b->tri.items[t].t;
            const int u = tri->next[i], from = tri->v[i], to = tri->v[(i + 1) % 3];
            if (b->tri.items[u].seen)
                continue;
            const int side = side_to(b, u, t), n = new_triangle(b, from, to, p);
            if (n < 0)
                return -1;
            b->tri.items[n].t.next[0] = u;
            b->tri.items[u].t.next[side] = n;
            b->fan[from] = n;
            border = from;
        }
    }
    return border;
}

// Replaces what p sees by a fan from its border to p. False: out of memory.
static bool add_point(struct builder *b, int p) {
    if (!look_from(b, p))
        return true;
    const int before = b->tri.count, first = add_fan(b, p);
    if (first < 0 || !SIM_ARRAY_TRY(&b->spare, b->tri.count))
        return false;
    // Around the border the fan's triangles are neighbours.
    int from = first;
    do {
        const int t = b->fan[from], to = b->tri.items[t].t.v[1], u = b->fan[to];
        b->tri.items[t].t.next[1] = u;
        b->tri.items[u].t.next[2] = t;
        from = to;
    } while (from != first);
    for (int t = 0; t < before; t++) {
        struct triangle *tri = &b->tri.items[t];
        if (tri->used && tri->seen) {
            tri->used = false;
            b->spare.items[b->spare.count++] = t;
        }
    }
    return true;
}

// The used triangles, numbered anew without gaps; their number in *count. NULL: out of memory.
static struct sim_hull_triangle *pack(const struct builder *b, int *count) {
    int *place = malloc((size_t)b->tri.count * sizeof *place);
    struct sim_hull_triangle *packed = malloc((size_t)b->tri.count * sizeof *packed);
    if (place == NULL || packed == NULL) {
        free(place);
        free(packed);
        return NULL;
    }
    *count = 0;
    for (int t = 0; t < b->tri.count; t++)
        place[t] = b->tri.items[t].used ? (*count)++ : -1;
    for (int t = 0; t < b->tri.count; t++) {
        if (!b->tri.items[t].used)
            continue;
        struct sim_hull_triangle tri = b->tri.items[t].t;
        for (int i = 0; i < 3; i++)
            tri.next[i] = place[tri.next[i]];
        packed[place[t]] = tri;
    }
    free(place);
    return packed;
}

static const char *build(struct builder *b, const struct sim_vec3 *points) {
    b->cell = malloc((size_t)b->count * sizeof *b->cell);
    b->fan = malloc((size_t)b->count * sizeof *b->fan);
    if (b->cell == NULL || b->fan == NULL)
        return NO_MEMORY;
    const char *problem = round_points(b, points);
    if (problem != NULL)
        return problem;
    int four[4];
    if (!first_four(b, four))
        return "the points of a hull lie in one plane";
    if (!first_tetrahedron(b, four))
        return NO_MEMORY;
    for (int i = 0; i < b->count; i++)
        if (!add_point(b, i))
            return NO_MEMORY;
    return NULL;
}

const char *sim_hull_triangles(const struct sim_vec3 *points, int count,
                               struct sim_hull_triangle **triangles, int *triangle_count) {
    *triangles = NULL;
    *triangle_count = 0;
    if (count < 4)
        return "a hull needs at least 4 points";
    struct builder b = {.count = count};
    const char *problem = build(&b, points);
    if (problem == NULL && (*triangles = pack(&b, triangle_count)) == NULL)
        problem = NO_MEMORY;
    free(b.cell);
    free(b.fan);
    SIM_ARRAY_FREE(&b.tri);
    SIM_ARRAY_FREE(&b.spare);
    return problem;
}
