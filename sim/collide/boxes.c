// Contact direction of two boxes (separating axes): the one of their six face normals and the nine
// products of their edges along which they overlap least. With r, the cosines between the axes of a
// and b, each sum below is the reach of a box along one of these directions.
//
// Three directions are tested at a time: those of one box's axes, or the products of one axis of a
// with all of b. The fourth number of a quad is unused.
#include <stdint.h>

#include "sim/base/pair.h"
#include "sim/collide/box.h"
#include "sim/collide/patch.h"

static const double parallel_sine = 1e-3; // of the angle between edges that count as parallel

// Both boxes, and each seen in the axes of the other.
struct boxes {
    const struct sim_solid *a, *b;
    double r[3][4], size[3][4];    // a's axis i . b's axis j, and its absolute value
    double along_a[4], along_b[4]; // [m] from b's centre to a's, along the axes of each
    double overlap[2][4];          // [m] along the axes of a, of b
};

// v in the axes of a box.
#define ALONG(box, v)                                                                              \
    (sim_quad_load((box)->row[0]) * SIM_FOUR((v).x) +                                              \
     sim_quad_load((box)->row[1]) * SIM_FOUR((v).y) +                                              \
     sim_quad_load((box)->row[2]) * SIM_FOUR((v).z))

SIM_INLINE void compare(const struct sim_box *a, const struct sim_box *b, struct boxes *boxes) {
    const struct sim_vec3 d = sim_sub(a->solid.centre, b->solid.centre);
    const sim_quad along_a = ALONG(a, d), along_b = ALONG(b, d);
    sim_quad reach_a = SIM_FOUR(0.0), reach_b = SIM_FOUR(0.0); // of one along the axes of the other
    for (int i = 0; i < 3; i++) {
        const sim_quad r = ALONG(b, a->solid.axis[i]), turned = ALONG(a, b->solid.axis[i]);
        reach_a += SIM_FOUR(a->half[i]) * SIM_ABSOLUTE(r);
        reach_b += SIM_FOUR(b->half[i]) * SIM_ABSOLUTE(turned);
        sim_quad_store(boxes->r[i], r);
        sim_quad_store(boxes->size[i], SIM_ABSOLUTE(r));
    }
    boxes->a = &a->solid;
    boxes->b = &b->solid;
    sim_quad_store(boxes->along_a, along_a);
    sim_quad_store(boxes->along_b, along_b);
    sim_quad_store(boxes->overlap[0], sim_quad_load(a->half) + reach_b - SIM_ABSOLUTE(along_a));
    sim_quad_store(boxes->overlap[1], sim_quad_load(b->half) + reach_a - SIM_ABSOLUTE(along_b));
}

// The face normal, turned towards a, along which the boxes overlap least. False: they are farther
// apart than margin, or a pose has a NaN.
SIM_INLINE bool best_face(const struct boxes *boxes, double margin, struct sim_direction *best) {
    int least = 0, apart = 0;
    for (int k = 0; k < 6; k++) {
        const double overlap = boxes->overlap[k / 3][k % 3];
        const bool less = overlap < best->overlap;
        apart |= !(overlap > -margin);
        least = less ? k : least;
        best->overlap = less ? overlap : best->overlap;
    }
    if (apart)
        return false;
    const int i = least % 3;
    const struct sim_vec3 axis = least < 3 ? boxes->a->axis[i] : boxes->b->axis[i];
    const double along = least < 3 ? boxes->along_a[i] : boxes->along_b[i];
    best->n = along < 0.0 ? sim_neg(axis) : axis;
    best->source = least < 3 ? SIM_NORMAL_FACE_A : SIM_NORMAL_FACE_B;
    return true;
}

// Whether the boxes might overlap less than limit along any product of edges: the tests of
// try_product() for all nine, with neither root nor division. Few products pass them.
SIM_INLINE bool any_product(const struct boxes *boxes, double limit) {
    const double *ha = boxes->a->half, *hb = boxes->b->half;
    const sim_quad half1 = {hb[1], hb[2], hb[0], 0.0}, half2 = {hb[2], hb[0], hb[1], 0.0};
    const sim_quad least = SIM_FOUR(parallel_sine * parallel_sine),
                   limit2 = SIM_FOUR(limit * limit);
    const int64_t some = limit > 0.0 ? -1 : 0;
    sim_mask any = {0, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        const double *s = boxes->size[i];
        const sim_quad p = sim_quad_load(boxes->r[i1]), q = sim_quad_load(boxes->r[i2]);
        const sim_quad size1 = {s[1], s[2], s[0], 0.0}, size2 = {s[2], s[0], s[1], 0.0};
        const sim_quad sine2 = p * p + q * q;
        const sim_quad along = p * SIM_FOUR(boxes->along_a[i2]) - q * SIM_FOUR(boxes->along_a[i1]);
        const sim_quad reach_a =
            SIM_FOUR(ha[i1]) * SIM_ABSOLUTE(q) + SIM_FOUR(ha[i2]) * SIM_ABSOLUTE(p);
        const sim_quad overlap = reach_a + (half1 * size2 + half2 * size1) - SIM_ABSOLUTE(along);
        const sim_mask less = (sim_mask)(overlap * overlap < limit2 * sine2) & some;
        any |= (sim_mask)(sine2 > least) & ((sim_mask)(overlap < SIM_FOUR(0.0)) | less);
    }
    return (any[0] | any[1] | any[2]) != 0;
}

// The product of a's axis i and b's axis j: p a_2 - q a_1 with the axes 1 and 2 that follow i in a,
// and sine long. Keeps its direction if the boxes overlap less than in best.
static void try_product(const struct boxes *boxes, int i, int j, struct sim_direction *best) {
    const struct sim_solid *a = boxes->a, *b = boxes->b;
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const double p = boxes->r[i1][j], q = boxes->r[i2][j], sine2 = p * p + q * q;
    if (!(sine2 > parallel_sine * parallel_sine))
        return;
    const double along = p * boxes->along_a[i2] - q * boxes->along_a[i1];
    const double reach_a = a->half[i1] * fabs(q) + a->half[i2] * fabs(p);
    const double reach_b = b->half[j1] * boxes->size[i][j2] + b->half[j2] * boxes->size[i][j1];
    const double overlap = reach_a + reach_b - fabs(along); // times sine
    // Most are far from it: no root, no division.
    const double limit = best->overlap;
    if (overlap >= 0.0 && (limit <= 0.0 || overlap * overlap >= limit * limit * sine2))
        return;
    const double sine = sqrt(sine2);
    if (!(overlap < limit * sine))
        return;
    const double s = copysign(1.0 / sine, along);
    best->overlap = overlap / sine;
    best->n = sim_add_scaled(sim_scale(a->axis[i2], s * p), a->axis[i1], -s * q);
    best->source = SIM_NORMAL_OTHER;
}

static void try_products(const struct boxes *boxes, double limit, struct sim_direction *best) {
    struct sim_direction edge = *best;
    edge.overlap = limit;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            try_product(boxes, i, j, &edge);
    if (edge.overlap < limit)
        *best = edge;
}

SIM_INLINE bool direction_of(const struct sim_box *a, const struct sim_box *b, double margin,
                             struct sim_direction *best) {
    struct boxes boxes;
    compare(a, b, &boxes);
    *best = (struct sim_direction){.n = {0.0, 0.0, 1.0}, .overlap = HUGE_VAL, .seek = true};
    if (!best_face(&boxes, margin, best))
        return false;
    const double limit = best->overlap - sim_face_bonus(best->overlap);
    if (any_product(&boxes, limit))
        try_products(&boxes, limit, best);
    return best->overlap > -margin;
}

bool sim_boxes_direction_narrow(const struct sim_box *a, const struct sim_box *b, double margin,
                                struct sim_direction *best) {
    return direction_of(a, b, margin, best);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static bool direction_wide(const struct sim_box *a,
                                                           const struct sim_box *b, double margin,
                                                           struct sim_direction *best) {
    return direction_of(a, b, margin, best);
}
#else
#define direction_wide sim_boxes_direction_narrow
#endif

bool sim_boxes_direction(const struct sim_box *a, const struct sim_box *b, double margin,
                         struct sim_direction *best) {
    return SIM_WIDE ? direction_wide(a, b, margin, best)
                    : sim_boxes_direction_narrow(a, b, margin, best);
}

void sim_box_of(const struct sim_shape *shape, const struct sim_pose *pose, struct sim_box *box) {
    box->solid = sim_solid_of(shape, pose);
    for (int k = 0; k < 4; k++) {
        const struct sim_vec3 axis = k < 3 ? box->solid.axis[k] : sim_vec3(0.0, 0.0, 0.0);
        box->row[0][k] = axis.x;
        box->row[1][k] = axis.y;
        box->row[2][k] = axis.z;
        box->half[k] = k < 3 ? box->solid.half[k] : 0.0;
    }
}

void sim_boxes_collide(const struct sim_box *a, const struct sim_box *b,
                       struct sim_contacts *contacts) {
    struct sim_direction best;
    if (!sim_boxes_direction(a, b, contacts->margin, &best))
        return;
    double deepest;
    if (best.source != SIM_NORMAL_OTHER && sim_boxes_patch(a, b, best.n, &deepest, contacts))
        sim_add_missed(&a->solid, &b->solid, &best, deepest, contacts);
    else
        sim_add_patch(&a->solid, &b->solid, &best, contacts);
}
