// Contact direction of two boxes: of their six face normals and the nine products of their edges
// the one along which they overlap least (separating axes). With r = the cosines between the axes
// of a and b, each sum below is a reach of a box along one of these directions.
#include "sim/collide_solid.h"

static const double PARALLEL_SINE = 1e-3; // of the angle of two edges whose product says nothing

// Both boxes with the axes of each other.
struct boxes {
    const struct sim_solid *a, *b;
    double r[3][3], size[3][3];    // a's axis i . b's axis j, and its absolute value
    double along_a[3], along_b[3]; // [m] from b's centre to a's, along the axes of each
};

static struct boxes boxes_of(const struct sim_solid *a, const struct sim_solid *b) {
    struct boxes boxes = {.a = a, .b = b};
    const struct sim_vec3 d = sim_sub(a->centre, b->centre);
    for (int i = 0; i < 3; i++) {
        boxes.along_a[i] = sim_dot(d, a->axis[i]);
        boxes.along_b[i] = sim_dot(d, b->axis[i]);
        for (int j = 0; j < 3; j++) {
            boxes.r[i][j] = sim_dot(a->axis[i], b->axis[j]);
            boxes.size[i][j] = fabs(boxes.r[i][j]);
        }
    }
    return boxes;
}

// Keeps the face normal, turned towards a, where the boxes overlap less along it. False: they are
// farther apart than margin, or a pose is no number.
static bool try_face(double overlap, double along, struct sim_vec3 axis,
                     enum sim_normal_source source, double margin, struct sim_direction *best) {
    if (!(overlap > -margin))
        return false;
    if (overlap < best->overlap) {
        best->overlap = overlap;
        best->n = along < 0.0 ? sim_neg(axis) : axis;
        best->source = source;
    }
    return true;
}

static bool try_faces(const struct boxes *boxes, double margin, struct sim_direction *best) {
    const struct sim_solid *a = boxes->a, *b = boxes->b;
    for (int i = 0; i < 3; i++) {
        const double *s = boxes->size[i], along = boxes->along_a[i];
        const double reach = b->half[0] * s[0] + b->half[1] * s[1] + b->half[2] * s[2];
        if (!try_face(a->half[i] + reach - fabs(along), along, a->axis[i], SIM_NORMAL_FACE_A,
                      margin, best))
            return false;
    }
    for (int j = 0; j < 3; j++) {
        const double along = boxes->along_b[j];
        const double reach = a->half[0] * boxes->size[0][j] + a->half[1] * boxes->size[1][j] +
                             a->half[2] * boxes->size[2][j];
        if (!try_face(b->half[j] + reach - fabs(along), along, b->axis[j], SIM_NORMAL_FACE_B,
                      margin, best))
            return false;
    }
    return true;
}

// The product of a's axis i and b's axis j: p a_2 - q a_1 with the axes 1 and 2 that follow i in a,
// and sine long. Keeps its direction if the boxes overlap less than in best.
static void try_product(const struct boxes *boxes, int i, int j, struct sim_direction *best) {
    const struct sim_solid *a = boxes->a, *b = boxes->b;
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const double p = boxes->r[i1][j], q = boxes->r[i2][j], sine2 = p * p + q * q;
    if (!(sine2 > PARALLEL_SINE * PARALLEL_SINE))
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

bool sim_boxes_direction(const struct sim_solid *a, const struct sim_solid *b, double margin,
                         struct sim_direction *best) {
    const struct boxes boxes = boxes_of(a, b);
    *best = (struct sim_direction){.n = {0.0, 0.0, 1.0}, .overlap = HUGE_VAL, .seek = true};
    if (!try_faces(&boxes, margin, best))
        return false;
    struct sim_direction edge = *best;
    edge.overlap -= sim_face_bonus(best->overlap);
    const double limit = edge.overlap;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            try_product(&boxes, i, j, &edge);
    if (edge.overlap < limit)
        *best = edge;
    return best->overlap > -margin;
}
