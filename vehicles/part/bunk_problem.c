// The faults of a bunk: stakes that leave no room between them, or stand in each other.
#include <stdio.h>

#include "vehicles/part/bunk_criteria.h"

static const double least_width = 0.5;    // [m] between the stakes of the two sides
static const double least_height = 0.3;   // [m] that a stake reaches into the loading space
static const double most_width = 0.5;     // [m] of a stake, along and across: walls are broader
static const double least_overlap = 0.01; // [m] along and across

static bool is_stake(const struct sim_aabb *box, const struct veh_bunk_def *bunk) {
    const struct sim_vec3 half = sim_scale(bunk->size, 0.5);
    const double low = fmax(box->low.z, bunk->centre.z - half.z);
    const double high = fmin(box->high.z, bunk->centre.z + half.z);
    return high - low > least_height && box->high.x - box->low.x < most_width &&
           box->high.y - box->low.y < most_width && box->high.x > bunk->centre.x - half.x &&
           box->low.x < bunk->centre.x + half.x;
}

// The stakes of a bunk among the body's shapes, in the body's frame; the next after shape `after`,
// -1: there is none.
static int next_stake(const struct veh_bunk_def *bunk, const struct sim_model *model, int after,
                      struct sim_aabb *box) {
    const struct sim_model_body *body = &model->bodies[bunk->body];
    for (int i = after + 1; i < body->shape_count; i++) {
        const struct sim_shape *shape = &model->shapes[body->first_shape + i];
        *box = sim_shape_bounds(shape, &shape->pose, 0.0);
        if (shape->collides && is_stake(box, bunk))
            return i;
    }
    return -1;
}

static double common(double low_a, double high_a, double low_b, double high_b) {
    return fmin(high_a, high_b) - fmax(low_a, low_b);
}

// A piece that continues a stake upwards stands in it only a little.
static bool stand_in_each_other(const struct sim_aabb *a, const struct sim_aabb *b) {
    return common(a->low.x, a->high.x, b->low.x, b->high.x) > least_overlap &&
           common(a->low.y, a->high.y, b->low.y, b->high.y) > least_overlap &&
           common(a->low.z, a->high.z, b->low.z, b->high.z) > least_height;
}

// Those of one side; those of both leave no room.
static const char *find_overlap(const struct veh_bunk_def *bunk, const struct sim_model *model,
                                char *text, size_t size) {
    struct sim_aabb a, b;
    for (int i = next_stake(bunk, model, -1, &a); i >= 0; i = next_stake(bunk, model, i, &a))
        for (int k = next_stake(bunk, model, i, &b); k >= 0; k = next_stake(bunk, model, k, &b)) {
            if (!stand_in_each_other(&a, &b))
                continue;
            (void)snprintf(text, size,
                           "two stakes stand in each other %.2f m before and %.2f m to the left of "
                           "the body's origin, expected stakes with a distance",
                           0.5 * (a.low.x + a.high.x), 0.5 * (a.low.y + a.high.y));
            return text;
        }
    return NULL;
}

const char *veh_bunk_problem(const void *definition, const struct sim_model *model, char *text,
                             size_t size) {
    const struct veh_bunk_def *bunk = definition;
    if (bunk->body < 0)
        return NULL; // it has been reported
    double left = bunk->centre.y + 0.5 * bunk->size.y, right = bunk->centre.y - 0.5 * bunk->size.y;
    struct sim_aabb box;
    for (int i = next_stake(bunk, model, -1, &box); i >= 0; i = next_stake(bunk, model, i, &box))
        if (0.5 * (box.low.y + box.high.y) > bunk->centre.y)
            left = fmin(left, box.low.y);
        else
            right = fmax(right, box.high.y);
    if (left - right >= least_width)
        return find_overlap(bunk, model, text, size);
    (void)snprintf(text, size,
                   "the stakes of the two sides leave %.2f m between them, expected %.1f m or more",
                   left - right, least_width);
    return text;
}
