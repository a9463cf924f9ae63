// The faults of a bunk: stakes that leave no room between them.
#include <stdio.h>

#include "vehicles/part/bunk_criteria.h"

static const double least_width = 0.5;  // [m] between the stakes of the two sides
static const double least_height = 0.3; // [m] that a stake reaches into the loading space
static const double most_width = 0.5;   // [m] of a stake, along and across: walls are broader

static bool is_stake(const struct sim_aabb *box, const struct veh_bunk_def *bunk) {
    const struct sim_vec3 half = sim_scale(bunk->size, 0.5);
    const double low = fmax(box->low.z, bunk->centre.z - half.z);
    const double high = fmin(box->high.z, bunk->centre.z + half.z);
    return high - low > least_height && box->high.x - box->low.x < most_width &&
           box->high.y - box->low.y < most_width && box->high.x > bunk->centre.x - half.x &&
           box->low.x < bunk->centre.x + half.x;
}

const char *veh_bunk_problem(const void *definition, const struct sim_model *model, char *text,
                             size_t size) {
    const struct veh_bunk_def *bunk = definition;
    if (bunk->body < 0)
        return NULL; // it has been reported
    const struct sim_model_body *body = &model->bodies[bunk->body];
    double left = bunk->centre.y + 0.5 * bunk->size.y, right = bunk->centre.y - 0.5 * bunk->size.y;
    for (int i = 0; i < body->shape_count; i++) {
        const struct sim_shape *shape = &model->shapes[body->first_shape + i];
        const struct sim_aabb box = sim_shape_bounds(shape, &shape->pose, 0.0);
        if (!shape->collides || !is_stake(&box, bunk))
            continue;
        if (0.5 * (box.low.y + box.high.y) > bunk->centre.y)
            left = fmin(left, box.low.y);
        else
            right = fmax(right, box.high.y);
    }
    if (left - right >= least_width)
        return NULL;
    (void)snprintf(text, size,
                   "the stakes of the two sides leave %.2f m between them, expected %.1f m or more",
                   left - right, least_width);
    return text;
}
