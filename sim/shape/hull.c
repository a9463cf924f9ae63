#include "sim/shape/hull.h"

#include <assert.h>
#include <stdlib.h>

#include "sim/shape/hull_build.h"
#include "sim/shape/moments.h"

static const double plane = 4.0 / SIM_HULL_GRID; // of the extent: nearer to a plane counts as in it
static const double thin = 1e-4;                 // of the extent: thinner hulls are refused
static const char *const NO_MEMORY = "there is not enough memory for the hull";

// Triangles that are gathered into faces.
struct gather {
    const struct sim_vec3 *points;
    const struct sim_hull_triangle *tri;
    int points_count, count;
    double near;             // [m] plane of these points
    int *face;               // per triangle, -1: none yet
    int *stack;              // per triangle
    int *follow;             // per point: the next corner of the face being walked, -1: none
    int *degree;             // per point: faces it is a corner of
    int *corner;             // per point: its index in the hull
    int faces;               // so far
    struct sim_vec3 *normal; // per face
};

static struct sim_vec3 area_of(const struct gather *g, int t) {
    const int *v = g->tri[t].v;
    return sim_cross(sim_sub(g->points[v[1]], g->points[v[0]]),
                     sim_sub(g->points[v[2]], g->points[v[0]]));
}

// The direction of area_of(), which may be much shorter than a vector that sim_unit() takes.
static struct sim_vec3 unit_area(struct sim_vec3 area, struct sim_vec3 fallback) {
    const double length = sim_length(area);
    return length > 0.0 ? sim_scale(area, 1.0 / length) : fallback;
}

static bool in_plane(const struct gather *g, int t, struct sim_vec3 n, double offset) {
    for (int i = 0; i < 3; i++)
        if (fabs(sim_dot(n, g->points[g->tri[t].v[i]]) - offset) > g->near)
            return false;
    return true;
}

// The seed becomes a face together with all triangles in its plane that are connected to it.
static void flood(struct gather *g, int seed) {
    const struct sim_vec3 n = unit_area(area_of(g, seed), sim_vec3(0.0, 0.0, 1.0));
    const double offset = sim_dot(n, g->points[g->tri[seed].v[0]]);
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    int depth = 0;
    g->stack[depth++] = seed;
    g->face[seed] = g->faces;
    while (depth > 0) {
        const int t = g->stack[--depth];
        sum = sim_add(sum, area_of(g, t));
        for (int i = 0; i < 3; i++) {
            const int u = g->tri[t].next[i];
            if (g->face[u] < 0 && in_plane(g, u, n, offset)) {
                g->face[u] = g->faces;
                g->stack[depth++] = u;
            }
        }
    }
    g->normal[g->faces++] = unit_area(sum, n);
}

// Starts faces from the largest triangles, whose planes are known best.
static void gather_faces(struct gather *g) {
    g->faces = 0;
    for (int t = 0; t < g->count; t++)
        g->face[t] = -1;
    for (;;) {
        int best = -1;
        double most = -1.0;
        for (int t = 0; t < g->count; t++) {
            const double area = g->face[t] < 0 ? sim_length(area_of(g, t)) : -1.0;
            if (area > most) {
                most = area;
                best = t;
            }
        }
        if (best < 0)
            return;
        flood(g, best);
    }
}

// Makes every triangle a face of its own: not tidy, but always a closed surface.
static void leave_triangles(struct gather *g) {
    g->faces = g->count;
    for (int t = 0; t < g->count; t++) {
        g->face[t] = t;
        g->normal[t] = unit_area(area_of(g, t), sim_vec3(0.0, 0.0, 1.0));
    }
}

static bool on_border(const struct gather *g, int t, int i) {
    return g->face[g->tri[t].next[i]] != g->face[t];
}

// Points where at least three faces meet are corners. Returns their number.
static int find_corners(struct gather *g) {
    for (int p = 0; p < g->points_count; p++)
        g->degree[p] = 0;
    for (int t = 0; t < g->count; t++)
        for (int i = 0; i < 3; i++)
            g->degree[g->tri[t].v[i]] += on_border(g, t, i);
    int corners = 0;
    for (int p = 0; p < g->points_count; p++)
        g->corner[p] = g->degree[p] >= 3 ? corners++ : -1;
    return corners;
}

// The border of a face as a loop of corners in loop, which has room for all points. Returns their
// number, 0 where it is not one loop.
static int walk_face(struct gather *g, int face, int *loop) {
    int sides = 0, start = -1, count = 0;
    for (int p = 0; p < g->points_count; p++)
        g->follow[p] = -1;
    for (int t = 0; t < g->count; t++) {
        for (int i = 0; i < 3 && g->face[t] == face; i++) {
            if (!on_border(g, t, i))
                continue;
            const int from = g->tri[t].v[i], to = g->tri[t].v[(i + 1) % 3];
            if (g->follow[from] >= 0)
                return 0;
            g->follow[from] = to;
            sides++;
            if (start < 0 || from < start)
                start = from;
        }
    }
    if (start < 0)
        return 0; // the hull is flat, and everything has become one face
    int p = start, walked = 0;
    do {
        if (g->corner[p] >= 0)
            loop[count++] = g->corner[p];
        p = g->follow[p];
        walked++;
    } while (p != start && p >= 0 && walked <= sides);
    return p == start && walked == sides && count >= 3 ? count : 0;
}

// Enters the faces' loops of corners. False where a face is not a polygon.
static bool walk_faces(struct gather *g, struct sim_hull *hull) {
    int used = 0;
    for (int f = 0; f < g->faces; f++) {
        const int count = walk_face(g, f, hull->loop_corner + used);
        if (count == 0)
            return false;
        hull->faces[f] = (struct sim_hull_face){g->normal[f], 0.0, used, count};
        used += count;
    }
    return true;
}

static bool enter_corners(const struct gather *g, struct sim_hull *hull, int count) {
    hull->corners = malloc((size_t)count * sizeof *hull->corners);
    if (hull->corners == NULL)
        return false;
    hull->corner_count = count;
    for (int p = 0; p < g->points_count; p++)
        if (g->corner[p] >= 0)
            hull->corners[g->corner[p]] = g->points[p];
    return true;
}

// Edges in the order in which the faces first name them. False where an edge does not have two
// faces or the surface has holes (Euler).
static bool find_edges(struct sim_hull *hull) {
    hull->edge_count = 0;
    for (int f = 0; f < hull->face_count; f++) {
        const struct sim_hull_face *face = &hull->faces[f];
        for (int i = 0; i < face->count; i++) {
            const int from = hull->loop_corner[face->first + i];
            const int to = hull->loop_corner[face->first + (i + 1) % face->count];
            int e = 0;
            while (e < hull->edge_count &&
                   (hull->edges[e].corner[0] != to || hull->edges[e].corner[1] != from ||
                    hull->edges[e].face[1] >= 0))
                e++;
            if (e == hull->edge_count)
                hull->edges[hull->edge_count++] = (struct sim_hull_edge){{from, to}, {f, -1}};
            else
                hull->edges[e].face[1] = f;
            hull->loop_edge[face->first + i] = e;
        }
    }
    for (int e = 0; e < hull->edge_count; e++)
        if (hull->edges[e].face[1] < 0)
            return false;
    return hull->corner_count - hull->edge_count + hull->face_count == 2;
}

// Moves each plane out to the corner farthest along it. False where it then lies farther than slack
// [m] off a corner of its own face.
static bool set_offsets(struct sim_hull *hull, double slack) {
    for (int f = 0; f < hull->face_count; f++) {
        struct sim_hull_face *face = &hull->faces[f];
        face->offset = sim_dot(face->normal, hull->corners[sim_hull_support(hull, face->normal)]);
        for (int i = 0; i < face->count; i++) {
            const struct sim_vec3 p = hull->corners[hull->loop_corner[face->first + i]];
            if (sim_dot(face->normal, p) < face->offset - slack)
                return false;
        }
    }
    return true;
}

static void drop_parts(struct sim_hull *hull) {
    free(hull->corners);
    free(hull->faces);
    free(hull->edges);
    free(hull->loop_corner);
    free(hull->loop_edge);
    *hull = (struct sim_hull){0};
}

enum made { MADE, NOT_TIDY, TOO_MANY, OUT_OF_MEMORY };

// The polytope of the gathered faces, in the frame of the points.
static enum made make_polytope(struct gather *g, struct sim_hull *hull) {
    const int corners = find_corners(g);
    if (corners > SIM_HULL_MAX_CORNERS)
        return TOO_MANY;
    const size_t loops = 3 * (size_t)g->count + 1;
    hull->face_count = g->faces;
    hull->faces = malloc((size_t)g->faces * sizeof *hull->faces);
    hull->loop_corner = malloc(loops * sizeof *hull->loop_corner);
    hull->loop_edge = malloc(loops * sizeof *hull->loop_edge);
    hull->edges = malloc(loops * sizeof *hull->edges);
    if (hull->faces == NULL || hull->loop_corner == NULL || hull->loop_edge == NULL ||
        hull->edges == NULL || !enter_corners(g, hull, corners))
        return OUT_OF_MEMORY;
    if (!walk_faces(g, hull) || !find_edges(hull) || !set_offsets(hull, 2.0 * g->near))
        return NOT_TIDY;
    return MADE;
}

// The solid relative to its first corner.
static struct sim_moments moments_of(const struct sim_hull *hull) {
    struct sim_moments moments = {0};
    const struct sim_vec3 origin = hull->corners[0];
    for (int f = 0; f < hull->face_count; f++) {
        const struct sim_hull_face *face = &hull->faces[f];
        const int *loop = hull->loop_corner + face->first;
        for (int i = 1; i + 1 < face->count; i++)
            sim_moments_add(&moments, sim_sub(hull->corners[loop[0]], origin),
                            sim_sub(hull->corners[loop[i]], origin),
                            sim_sub(hull->corners[loop[i + 1]], origin));
    }
    return moments;
}

// Least extent [m] along the normals of the faces.
static double thickness(const struct sim_hull *hull) {
    double thinnest = HUGE_VAL;
    for (int f = 0; f < hull->face_count; f++) {
        const struct sim_hull_face *face = &hull->faces[f];
        const struct sim_vec3 far = hull->corners[sim_hull_support(hull, sim_neg(face->normal))];
        thinnest = fmin(thinnest, face->offset - sim_dot(face->normal, far));
    }
    return thinnest;
}

// Moves the origin to the centre of the volume.
static void centre_hull(struct sim_hull *hull, struct sim_vec3 centre) {
    hull->centre = centre;
    hull->outer = 0.0;
    for (int i = 0; i < hull->corner_count; i++) {
        hull->corners[i] = sim_sub(hull->corners[i], centre);
        hull->outer = fmax(hull->outer, sim_length(hull->corners[i]));
    }
    hull->inner = HUGE_VAL;
    for (int f = 0; f < hull->face_count; f++) {
        hull->faces[f].offset -= sim_dot(hull->faces[f].normal, hull->centre);
        hull->inner = fmin(hull->inner, hull->faces[f].offset);
    }
}

// Sets the mass properties and moves the origin to the centre. extent [m]: of the points.
static const char *measure(struct sim_hull *hull, double extent) {
    const struct sim_moments moments = moments_of(hull);
    if (!(thickness(hull) > thin * extent) || !(moments.volume > 0.0))
        return "the points of a hull lie nearly in one plane";
    const struct sim_mass mass = sim_moments_unit_mass(&moments);
    hull->volume = moments.volume;
    hull->inertia = mass.inertia;
    centre_hull(hull, sim_add(hull->corners[0], mass.centre));
    return NULL;
}

static const char *gather_hull(struct gather *g, struct sim_hull *hull) {
    const size_t t = (size_t)g->count * sizeof(int), p = (size_t)g->points_count * sizeof(int);
    g->face = malloc(t);
    g->stack = malloc(t);
    g->follow = malloc(p);
    g->degree = malloc(p);
    g->corner = malloc(p);
    g->normal = malloc((size_t)g->count * sizeof *g->normal);
    enum made made = OUT_OF_MEMORY;
    if (g->face != NULL && g->stack != NULL && g->follow != NULL && g->degree != NULL &&
        g->corner != NULL && g->normal != NULL) {
        gather_faces(g);
        made = make_polytope(g, hull);
        if (made == NOT_TIDY) {
            drop_parts(hull);
            leave_triangles(g);
            made = make_polytope(g, hull);
        }
    }
    free(g->face);
    free(g->stack);
    free(g->follow);
    free(g->degree);
    free(g->corner);
    free(g->normal);
    return made == MADE            ? NULL
           : made == TOO_MANY      ? "the hull has more than 128 corners"
           : made == OUT_OF_MEMORY ? NO_MEMORY
                                   : "the points of a hull lie nearly in one plane";
}

struct sim_hull *sim_hull_create(const struct sim_vec3 *points, int count, const char **problem) {
    assert(count >= 0);
    struct sim_hull_triangle *tri = NULL;
    struct gather g = {.points = points, .points_count = count};
    *problem = count > SIM_HULL_MAX_POINTS ? "a hull takes at most 4096 points"
                                           : sim_hull_triangles(points, count, &tri, &g.count);
    if (*problem != NULL)
        return NULL;
    const struct sim_aabb box = sim_aabb_of(points, count);
    const double extent = sim_aabb_longest(&box);
    g.tri = tri;
    g.near = plane * extent;
    struct sim_hull *hull = calloc(1, sizeof *hull);
    *problem = hull == NULL ? NO_MEMORY : gather_hull(&g, hull);
    if (*problem == NULL)
        *problem = measure(hull, extent);
    free(tri);
    if (*problem != NULL) {
        sim_hull_destroy(hull);
        return NULL;
    }
    return hull;
}

void sim_hull_destroy(struct sim_hull *hull) {
    if (hull == NULL)
        return;
    drop_parts(hull);
    free(hull);
}

// ---- queries ----

int sim_hull_support(const struct sim_hull *hull, struct sim_vec3 n) {
    int best = 0;
    double most = sim_dot(n, hull->corners[0]);
    for (int i = 1; i < hull->corner_count; i++) {
        const double reach = sim_dot(n, hull->corners[i]);
        if (reach > most) {
            most = reach;
            best = i;
        }
    }
    return best;
}

int sim_hull_facing(const struct sim_hull *hull, struct sim_vec3 n) {
    int best = 0;
    double most = sim_dot(n, hull->faces[0].normal);
    for (int f = 1; f < hull->face_count; f++) {
        const double cosine = sim_dot(n, hull->faces[f].normal);
        if (cosine > most) {
            most = cosine;
            best = f;
        }
    }
    return best;
}

// Whether p lies over the face as seen along its normal.
static bool over_face(const struct sim_hull *hull, const struct sim_hull_face *face,
                      struct sim_vec3 p) {
    const int *loop = hull->loop_corner + face->first;
    for (int i = 0; i < face->count; i++) {
        const struct sim_vec3 from = hull->corners[loop[i]];
        const struct sim_vec3 to = hull->corners[loop[(i + 1) % face->count]];
        if (sim_dot(face->normal, sim_cross(sim_sub(to, from), sim_sub(p, from))) < 0.0)
            return false;
    }
    return true;
}

// The place nearest to p, which is outside, on the edges of the faces that p is in front of.
static struct sim_vec3 nearest_on_edges(const struct sim_hull *hull, struct sim_vec3 p) {
    struct sim_vec3 best = {0.0, 0.0, 0.0};
    double least = HUGE_VAL;
    for (int e = 0; e < hull->edge_count; e++) {
        const struct sim_hull_edge *edge = &hull->edges[e];
        const struct sim_hull_face *f0 = &hull->faces[edge->face[0]];
        const struct sim_hull_face *f1 = &hull->faces[edge->face[1]];
        if (sim_dot(f0->normal, p) <= f0->offset && sim_dot(f1->normal, p) <= f1->offset)
            continue;
        const struct sim_vec3 a = hull->corners[edge->corner[0]];
        const struct sim_vec3 d = sim_sub(hull->corners[edge->corner[1]], a);
        const double t = sim_clamp(sim_dot(sim_sub(p, a), d) / sim_dot(d, d), 0.0, 1.0);
        const struct sim_vec3 q = sim_add_scaled(a, d, t), off = sim_sub(p, q);
        const double square = sim_dot(off, off);
        if (square < least) {
            least = square;
            best = q;
        }
    }
    return best;
}

double sim_hull_distance(const struct sim_hull *hull, struct sim_vec3 p, struct sim_vec3 *n) {
    double most = -HUGE_VAL;
    int facing = 0;
    for (int f = 0; f < hull->face_count; f++) {
        const double height = sim_dot(hull->faces[f].normal, p) - hull->faces[f].offset;
        if (height > most) {
            most = height;
            facing = f;
        }
    }
    *n = hull->faces[facing].normal;
    // Outside, the nearest place is in a face that p is in front of, or on an edge of one.
    if (most <= 0.0 || over_face(hull, &hull->faces[facing], p))
        return most;
    const struct sim_vec3 off = sim_sub(p, nearest_on_edges(hull, p));
    double distance = sim_length(off);
    struct sim_vec3 normal = sim_unit_or(off, *n);
    for (int f = 0; f < hull->face_count; f++) {
        const double height = sim_dot(hull->faces[f].normal, p) - hull->faces[f].offset;
        if (height > 0.0 && height < distance && over_face(hull, &hull->faces[f], p)) {
            distance = height;
            normal = hull->faces[f].normal;
        }
    }
    *n = normal;
    return distance;
}
