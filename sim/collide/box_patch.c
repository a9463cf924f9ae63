// Contact patch of two faces of boxes. Gives the same bits as the general sim/collide/patch.c, but
// handles all four corners of a rectangle at once.
#include "sim/base/pair.h"
#include "sim/collide/box.h"
#include "sim/collide/patch.h"

enum { ROOM = 24 }; // each of four cuts makes three corners of two at the very most: 19

// Bit k: comparison k of a quad holds.
SIM_INLINE unsigned bits_of(const sim_mask *m) {
#ifdef __SSE2__
    const sim_quad q = (sim_quad)*m;
    const sim_pair low = {q[0], q[1]}, high = {q[2], q[3]};
    return (unsigned)__builtin_ia32_movmskpd(low) | (unsigned)__builtin_ia32_movmskpd(high) << 2;
#else
    return (unsigned)(((*m)[0] & 1) | ((*m)[1] & 2) | ((*m)[2] & 4) | ((*m)[3] & 8));
#endif
}

// ---- faces ----

// Face m, up (bit m set) or down, of any box, with the axes i and j that follow m: the numbers of
// its corners and edges, as in sim/collide/side.c, and on which side of the centre its corners lie.
#define FACE(m, i, j, up)                                                                          \
    {                                                                                              \
        {up << m, up << m | 1 << i, up << m | 1 << i | 1 << j, up << m | 1 << j},                  \
            {8 * i + (up << m), 8 * j + (up << m | 1 << i), 8 * i + (up << m | 1 << j),            \
             8 * j + (up << m)},                                                                   \
        {                                                                                          \
            [m] = {2 * up - 1, 2 * up - 1, 2 * up - 1, 2 * up - 1}, [i] = {-1, 1, 1, -1}, [j] = {  \
                -1,                                                                                \
                -1,                                                                                \
                1,                                                                                 \
                1                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

static const struct face_kind {
    uint32_t corner[4], edge[4];
    double out[3][4];
} kinds[6] = {FACE(0, 1, 2, 0), FACE(0, 1, 2, 1), FACE(1, 2, 0, 0),
              FACE(1, 2, 0, 1), FACE(2, 0, 1, 0), FACE(2, 0, 1, 1)};

struct face {
    const struct face_kind *kind;
    struct sim_vec3 normal;
    double sense;     // +1 where its corners run to the left around m
    sim_quad x, y, z; // its corners [m]
};

// The face of the box that faces along m.
SIM_INLINE void find_face(const struct sim_box *box, struct sim_vec3 m, struct face *face) {
    const struct sim_solid *solid = &box->solid;
    const double c[3] = {sim_dot(m, solid->axis[0]), sim_dot(m, solid->axis[1]),
                         sim_dot(m, solid->axis[2])};
    int most = fabs(c[1]) > fabs(c[0]) ? 1 : 0;
    most = fabs(c[2]) > fabs(c[most]) ? 2 : most;
    face->kind = &kinds[2 * most + (c[most] > 0.0)];
    face->x = SIM_FOUR(solid->centre.x);
    face->y = SIM_FOUR(solid->centre.y);
    face->z = SIM_FOUR(solid->centre.z);
    for (int k = 0; k < 3; k++) {
        const sim_quad s = sim_quad_load(face->kind->out[k]) * SIM_FOUR(box->half[k]);
        face->x += s * SIM_FOUR(solid->axis[k].x);
        face->y += s * SIM_FOUR(solid->axis[k].y);
        face->z += s * SIM_FOUR(solid->axis[k].z);
    }
    face->sense = copysign(1.0, c[most]);
    face->normal = sim_scale(solid->axis[most], face->sense);
}

// Edges of a face as seen along n: the line from p, and which way is inward.
struct borders {
    double p[3][4], inward[3][4];
};

#define NEXT(quad) ((sim_quad){(quad)[1], (quad)[2], (quad)[3], (quad)[0]})

SIM_INLINE void find_borders(const struct face *face, struct sim_vec3 n, struct borders *borders) {
    const sim_quad x = NEXT(face->x) - face->x, y = NEXT(face->y) - face->y;
    const sim_quad z = NEXT(face->z) - face->z;
    double length[4];
    sim_quad_store(length, x * x + y * y + z * z);
    for (int i = 0; i < 4; i++)
        length[i] = sqrt(length[i]);
    const sim_quad s = SIM_FOUR(face->sense) / sim_quad_load(length);
    sim_quad_store(borders->p[0], face->x);
    sim_quad_store(borders->p[1], face->y);
    sim_quad_store(borders->p[2], face->z);
    sim_quad_store(borders->inward[0], (SIM_FOUR(n.y) * z - SIM_FOUR(n.z) * y) * s);
    sim_quad_store(borders->inward[1], (SIM_FOUR(n.z) * x - SIM_FOUR(n.x) * z) * s);
    sim_quad_store(borders->inward[2], (SIM_FOUR(n.x) * y - SIM_FOUR(n.y) * x) * s);
}

// ---- overlap ----

// Only the first count elements are meaningful; those up to the next multiple of four are finite.
struct polygon {
    int count;
    double x[ROOM], y[ROOM], z[ROOM]; // [m]
    uint32_t feature[ROOM];
    int edge[ROOM]; // that leads to the next corner: of b where by_b, else of a
    bool by_b[ROOM];
};

// Depth [m] of each corner inside border i. Bit k: corner k is outside by more than the
// tolerance for edges that lie on each other.
SIM_INLINE unsigned outside(const struct polygon *polygon, const struct borders *borders, int i,
                            double depth[ROOM]) {
    const sim_quad x = SIM_FOUR(borders->p[0][i]), in_x = SIM_FOUR(borders->inward[0][i]);
    const sim_quad y = SIM_FOUR(borders->p[1][i]), in_y = SIM_FOUR(borders->inward[1][i]);
    const sim_quad z = SIM_FOUR(borders->p[2][i]), in_z = SIM_FOUR(borders->inward[2][i]);
    unsigned in = 0;
    for (int k = 0; k < polygon->count; k += 4) {
        const sim_quad d = in_x * (sim_quad_load(&polygon->x[k]) - x) +
                           in_y * (sim_quad_load(&polygon->y[k]) - y) +
                           in_z * (sim_quad_load(&polygon->z[k]) - z);
        const sim_mask holds = (sim_mask)(d >= SIM_FOUR(-sim_patch_flush));
        sim_quad_store(&depth[k], d);
        in |= bits_of(&holds) << k;
    }
    return ~in & ((1U << polygon->count) - 1U);
}

// Names the corner where the polygon's edge from its corner k meets edge i of b.
SIM_INLINE void name_crossing(const struct polygon *from, int k, const struct face *a,
                              const struct face *b, int i, bool leaving, struct polygon *to) {
    const int new = to->count, edge = from->edge[k];
    // Leaving, the overlap continues along b's edge; entering, along its own.
    to->edge[new] = leaving ? i : edge;
    to->by_b[new] = leaving || from->by_b[k];
    if (!from->by_b[k])
        to->feature[new] = SIM_FEATURE_CROSSING | a->kind->edge[edge] << 8 | b->kind->edge[i];
    else // two edges of b meet in the corner between them
        to->feature[new] =
            SIM_FEATURE_CORNER_B | b->kind->corner[edge == ((i + 3) & 3) ? i : (i + 1) & 3];
}

// Cuts off what lies outside edge i of b (Sutherland and Hodgman).
SIM_INLINE void cut_off(const struct polygon *from, const double *depth, unsigned out,
                        const struct face *a, const struct face *b, int i, struct polygon *to) {
    to->count = 0;
    for (int k = 0; k < from->count; k++) {
        const int l = k + 1 < from->count ? k + 1 : 0;
        const bool in = (out >> k & 1) == 0;
        if (in) {
            const int n = to->count++;
            to->x[n] = from->x[k], to->y[n] = from->y[k], to->z[n] = from->z[k];
            to->feature[n] = from->feature[k];
            to->edge[n] = from->edge[k];
            to->by_b[n] = from->by_b[k];
        }
        if (in == ((out >> l & 1) == 0))
            continue;
        const double here = depth[k], share = sim_clamp(here / (here - depth[l]), 0.0, 1.0);
        const int new = to->count;
        to->x[new] = from->x[k] + share * (from->x[l] - from->x[k]);
        to->y[new] = from->y[k] + share * (from->y[l] - from->y[k]);
        to->z[new] = from->z[k] + share * (from->z[l] - from->z[k]);
        name_crossing(from, k, a, b, i, in, to);
        to->count++;
    }
    for (int k = to->count; k % 4 != 0; k++)
        to->x[k] = to->y[k] = to->z[k] = 0.0;
}

// Clips face a by face b. Returns the one of the two polygons with the result.
SIM_INLINE struct polygon *cut_face(const struct face *a, const struct face *b, struct sim_vec3 n,
                                    struct polygon polygon[2]) {
    struct polygon *now = &polygon[0], *next = &polygon[1];
    struct borders borders;
    double depth[ROOM];
    find_borders(b, n, &borders);
    now->count = 4;
    sim_quad_store(now->x, a->x);
    sim_quad_store(now->y, a->y);
    sim_quad_store(now->z, a->z);
    for (int k = 0; k < 4; k++) {
        now->feature[k] = SIM_FEATURE_CORNER_A | a->kind->corner[k];
        now->edge[k] = k;
        now->by_b[k] = false;
    }
    for (int i = 0; i < 4; i++) {
        const unsigned out = outside(now, &borders, i, depth);
        if (out == 0)
            continue;
        cut_off(now, depth, out, a, b, i, next);
        struct polygon *const swap = now;
        now = next;
        next = swap;
    }
    return now;
}

// Squares of the distances, seen along n, of corner k and the corners of a face [m^2]. Bit i: it
// lies on corner i.
SIM_INLINE unsigned corners_at(const struct polygon *polygon, int k, const struct face *face,
                               struct sim_vec3 n, double square[4]) {
    const sim_quad x = SIM_FOUR(polygon->x[k]) - face->x, y = SIM_FOUR(polygon->y[k]) - face->y;
    const sim_quad z = SIM_FOUR(polygon->z[k]) - face->z;
    const sim_quad along = x * SIM_FOUR(n.x) + y * SIM_FOUR(n.y) + z * SIM_FOUR(n.z);
    const sim_quad across = x * x + y * y + z * z - along * along;
    const sim_mask near = (sim_mask)(across < SIM_FOUR(sim_patch_flush * sim_patch_flush));
    sim_quad_store(square, across);
    return bits_of(&near);
}

// Renames corner k after the nearest corner of a that it lies on, else of b. Returns the square of
// the distance of these. [m^2]
SIM_INLINE double rename_corner(struct polygon *polygon, int k, const struct face *a,
                                const struct face *b, struct sim_vec3 n) {
    double square[4], nearest = sim_patch_flush * sim_patch_flush;
    const struct face *of = a;
    uint32_t kind = SIM_FEATURE_CORNER_A;
    unsigned at = corners_at(polygon, k, a, n, square);
    if (at == 0) {
        of = b;
        kind = SIM_FEATURE_CORNER_B;
        at = corners_at(polygon, k, b, n, square);
    }
    for (int i = 0; at != 0; i++, at >>= 1) {
        if ((at & 1) == 0 || square[i] >= nearest)
            continue;
        nearest = square[i];
        polygon->feature[k] = kind | of->kind->corner[i];
    }
    return nearest;
}

// Of corners with the same feature, keeps the one nearest to the place that the feature names.
SIM_INLINE void merge_corners(struct polygon *polygon, const struct face *a, const struct face *b,
                              struct sim_vec3 n) {
    double distance[ROOM];
    const int count = polygon->count;
    polygon->count = 0;
    for (int k = 0; k < count; k++) {
        // One of a's own corners is nearest to itself.
        const bool own = (polygon->feature[k] & ~0xfffU) == SIM_FEATURE_CORNER_A;
        const double nearest = own ? 0.0 : rename_corner(polygon, k, a, b, n);
        int place = 0;
        while (place < polygon->count && polygon->feature[place] != polygon->feature[k])
            place++;
        if (place == polygon->count)
            distance[polygon->count++] = HUGE_VAL;
        if (!(nearest < distance[place]))
            continue;
        distance[place] = nearest;
        if (place == k)
            continue;
        polygon->x[place] = polygon->x[k];
        polygon->y[place] = polygon->y[k];
        polygon->z[place] = polygon->z[k];
        polygon->feature[place] = polygon->feature[k];
    }
}

// ---- points ----

// Distance [m] of the face from (x, y, z) along n.
#define HEIGHT(face, n, x, y, z)                                                                   \
    ((SIM_FOUR((face)->normal.x) * (SIM_FOUR((face)->x[0]) - (x)) +                                \
      SIM_FOUR((face)->normal.y) * (SIM_FOUR((face)->y[0]) - (y)) +                                \
      SIM_FOUR((face)->normal.z) * (SIM_FOUR((face)->z[0]) - (z))) /                               \
     SIM_FOUR(sim_dot((face)->normal, (n))))

// sim_contacts_add() where there is room.
SIM_INLINE void add_point(struct sim_contacts *contacts, struct sim_vec3 on_a, struct sim_vec3 n,
                          double depth, uint32_t feature) {
    if (depth > -contacts->margin)
        contacts->points[contacts->count++] =
            (struct sim_contact_point){sim_add_scaled(on_a, n, 0.5 * depth), n, depth, feature};
}

// Corners in the order of their features.
SIM_INLINE void sort_corners(const struct polygon *polygon, int order[SIM_MAX_POINTS]) {
    for (int i = 0; i < polygon->count; i++) {
        int place = i;
        for (; place > 0 && polygon->feature[order[place - 1]] > polygon->feature[i]; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}

// Returns the depth [m] of the deepest.
SIM_INLINE double add_corners(const struct polygon *polygon, const struct face *a,
                              const struct face *b, struct sim_vec3 n,
                              struct sim_contacts *contacts) {
    double deepest = -HUGE_VAL, height[SIM_MAX_POINTS], depth[SIM_MAX_POINTS];
    int order[SIM_MAX_POINTS];
    for (int k = 0; k < polygon->count; k += 4) {
        const sim_quad x = sim_quad_load(&polygon->x[k]), y = sim_quad_load(&polygon->y[k]);
        const sim_quad z = sim_quad_load(&polygon->z[k]);
        const sim_quad za = HEIGHT(a, n, x, y, z), zb = HEIGHT(b, n, x, y, z);
        sim_quad_store(&height[k], za);
        sim_quad_store(&depth[k], zb - za);
    }
    sort_corners(polygon, order);
    for (int i = 0; i < polygon->count; i++) {
        const int k = order[i];
        const struct sim_vec3 corner = {polygon->x[k], polygon->y[k], polygon->z[k]};
        deepest = depth[k] > deepest ? depth[k] : deepest;
        add_point(contacts, sim_add_scaled(corner, n, height[k]), n, depth[k], polygon->feature[k]);
    }
    return deepest;
}

// False if there are too many corners, which could only be an effect of rounding.
SIM_INLINE bool patch_of(const struct sim_box *box_a, const struct sim_box *box_b,
                         struct sim_vec3 n, double *deepest, struct sim_contacts *contacts) {
    struct face a, b;
    struct polygon polygon[2];
    find_face(box_a, sim_neg(n), &a);
    find_face(box_b, n, &b);
    struct polygon *overlap = cut_face(&a, &b, n, polygon);
    merge_corners(overlap, &a, &b, n);
    if (overlap->count > contacts->room - contacts->count || overlap->count > SIM_MAX_POINTS)
        return false;
    *deepest = add_corners(overlap, &a, &b, n, contacts);
    return true;
}

bool sim_boxes_patch_narrow(const struct sim_box *a, const struct sim_box *b, struct sim_vec3 n,
                            double *deepest, struct sim_contacts *contacts) {
    return patch_of(a, b, n, deepest, contacts);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static bool patch_wide(const struct sim_box *a,
                                                       const struct sim_box *b, struct sim_vec3 n,
                                                       double *deepest,
                                                       struct sim_contacts *contacts) {
    return patch_of(a, b, n, deepest, contacts);
}
#else
#define patch_wide sim_boxes_patch_narrow
#endif

bool sim_boxes_patch(const struct sim_box *a, const struct sim_box *b, struct sim_vec3 n,
                     double *deepest, struct sim_contacts *contacts) {
    return SIM_WIDE ? patch_wide(a, b, n, deepest, contacts)
                    : sim_boxes_patch_narrow(a, b, n, deepest, contacts);
}
