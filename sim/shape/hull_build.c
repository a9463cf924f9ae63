// Incremental convex hull in whole numbers.
//
// The points are rounded to a grid of 2^20 cells, so that the volume that tells on which side of a
// triangle a point lies is at most 3 * 2^61 and exact in 64 bits. Whatever the points are (many in
// one plane, on one line, at one place), the surface stays closed and convex on the grid: a
// triangle is seen by a point only if the point lies strictly outside, hence what is seen is one
// piece, and no new triangle is flat.
#include "sim/shape/hull_build.h"

#include <stdint.h>
#include <stdlib.h>

struct cell {
    int64_t x, y, z;
};

struct builder {
    struct cell *cell; // per point
    int count;
    struct sim_hull_triangle *tri;
    bool *used, *seen; // per triangle
    int *fan;          // per point: the new triangle whose first edge begins there
    int tri_count, capacity;
    int *spare; // unused triangles
    int spare_count;
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
    struct sim_vec3 low = points[0], high = points[0];
    for (int i = 0; i < b->count; i++) {
        const struct sim_vec3 p = points[i];
        if (!sim_vec3_finite(p))
            return "the points of a hull must be finite";
        low = sim_vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = sim_vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    const double extent = fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
    if (!(extent > 0.0) || !isfinite(extent))
        return "the points of a hull are all the same";
    for (int i = 0; i < b->count; i++) {
        const struct sim_vec3 p = sim_scale(sim_sub(points[i], low), SIM_HULL_GRID / extent);
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

static bool grow(struct builder *b) {
    const int capacity = 2 * b->capacity + 64;
    struct sim_hull_triangle *tri = realloc(b->tri, (size_t)capacity * sizeof *tri);
    b->tri = tri != NULL ? tri : b->tri;
    bool *used = realloc(b->used, (size_t)capacity * sizeof *used);
    b->used = used != NULL ? used : b->used;
    bool *seen = realloc(b->seen, (size_t)capacity * sizeof *seen);
    b->seen = seen != NULL ? seen : b->seen;
    int *spare = realloc(b->spare, (size_t)capacity * sizeof *spare);
    b->spare = spare != NULL ? spare : b->spare;
    if (tri == NULL || used == NULL || seen == NULL || spare == NULL)
        return false;
    b->capacity = capacity;
    return true;
}

// -1: out of memory.
static int new_triangle(struct builder *b, int v0, int v1, int v2) {
    if (b->spare_count == 0 && b->tri_count == b->capacity && !grow(b))
        return -1;
    const int t = b->spare_count > 0 ? b->spare[--b->spare_count] : b->tri_count++;
    b->tri[t] = (struct sim_hull_triangle){{v0, v1, v2}, {-1, -1, -1}};
    b->used[t] = true;
    b->seen[t] = false;
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
    for (int t = 0; t < 4; t++)
        for (int i = 0; i < 3; i++)
            for (int u = 0; u < 4; u++)
                for (int j = 0; j < 3; j++)
                    if (b->tri[t].v[i] == b->tri[u].v[(j + 1) % 3] &&
                        b->tri[t].v[(i + 1) % 3] == b->tri[u].v[j])
                        b->tri[t].next[i] = u;
    return true;
}

// The side of triangle t that looks at u.
static int side_to(const struct builder *b, int t, int u) {
    return b->tri[t].next[0] == u ? 0 : b->tri[t].next[1] == u ? 1 : 2;
}

// Replaces what p sees by a fan from its border to p. False: out of memory.
static bool add_point(struct builder *b, int p) {
    bool outside = false;
    for (int t = 0; t < b->tri_count; t++) {
        const int *v = b->tri[t].v;
        b->seen[t] = b->used[t] && volume(b, v[0], v[1], v[2], p) > 0;
        outside = outside || b->seen[t];
    }
    if (!outside)
        return true;
    const int before = b->tri_count;
    int first = -1;
    for (int t = 0; t < before; t++) {
        for (int i = 0; i < 3 && b->used[t] && b->seen[t]; i++) {
            const int u = b->tri[t].next[i];
            if (b->seen[u])
                continue;
            const int from = b->tri[t].v[i], to = b->tri[t].v[(i + 1) % 3];
            const int side = side_to(b, u, t);
            const int n = new_triangle(b, from, to, p);
            if (n < 0)
                return false;
            b->tri[n].next[0] = u;
            b->tri[u].next[side] = n;
            b->fan[from] = n;
            first = from;
        }
    }
    // Around the border: the fan's triangles are neighbours.
    int from = first;
    do {
        const int t = b->fan[from], to = b->tri[t].v[1], u = b->fan[to];
        b->tri[t].next[1] = u;
        b->tri[u].next[2] = t;
        from = to;
    } while (from != first);
    for (int t = 0; t < before; t++) {
        if (b->used[t] && b->seen[t]) {
            b->used[t] = false;
            b->spare[b->spare_count++] = t;
        }
    }
    return true;
}

// Moves the used triangles to the front; place gets where each went.
static void pack(struct builder *b, int *place) {
    int count = 0;
    for (int t = 0; t < b->tri_count; t++)
        place[t] = b->used[t] ? count++ : -1;
    for (int t = 0; t < b->tri_count; t++) {
        if (!b->used[t])
            continue;
        struct sim_hull_triangle tri = b->tri[t];
        for (int i = 0; i < 3; i++)
            tri.next[i] = place[tri.next[i]];
        b->tri[place[t]] = tri;
    }
    b->tri_count = count;
}

static const char *build(struct builder *b, const struct sim_vec3 *points) {
    static const char *const no_memory = "there is not enough memory for the hull";
    b->cell = malloc((size_t)b->count * sizeof *b->cell);
    b->fan = malloc((size_t)b->count * sizeof *b->fan);
    if (b->cell == NULL || b->fan == NULL || !grow(b))
        return no_memory;
    const char *problem = round_points(b, points);
    if (problem != NULL)
        return problem;
    int four[4];
    if (!first_four(b, four))
        return "the points of a hull lie in one plane";
    if (!first_tetrahedron(b, four))
        return no_memory;
    for (int i = 0; i < b->count; i++)
        if (!add_point(b, i))
            return no_memory;
    int *place = malloc((size_t)b->tri_count * sizeof *place);
    if (place == NULL)
        return no_memory;
    pack(b, place);
    free(place);
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
    free(b.cell);
    free(b.fan);
    free(b.used);
    free(b.seen);
    free(b.spare);
    if (problem != NULL) {
        free(b.tri);
        return problem;
    }
    *triangles = b.tri;
    *triangle_count = b.tri_count;
    return NULL;
}
