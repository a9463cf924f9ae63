#include "data/exercise/footprint.h"

#include <math.h>

struct dat_footprint dat_footprint_at(double x, double y, double heading, struct sim_vec3 low,
                                      struct sim_vec3 high) {
    struct dat_footprint f = {.heading = heading};
    const double c = sim_cos(heading), s = sim_sin(heading);
    for (int i = 0; i < 4; i++) {
        const double ahead = (i & 1) != 0 ? high.x : low.x, left = (i & 2) != 0 ? high.y : low.y;
        f.corner[i] = sim_vec3(x + c * ahead - s * left, y + s * ahead + c * left, 0.0);
    }
    return f;
}

// Its reach along a direction.
static void project(const struct dat_footprint *f, double c, double s, double *low, double *high) {
    *low = (double)INFINITY;
    *high = -(double)INFINITY;
    for (int i = 0; i < 4; i++) {
        const double along = c * f->corner[i].x + s * f->corner[i].y;
        *low = fmin(*low, along);
        *high = fmax(*high, along);
    }
}

// Two rectangles are apart if one of their four directions separates them.
bool dat_footprints_overlap(const struct dat_footprint *a, const struct dat_footprint *b,
                            double margin) {
    const double headings[] = {a->heading, a->heading + 0.5 * SIM_PI, b->heading,
                               b->heading + 0.5 * SIM_PI};
    for (int k = 0; k < 4; k++) {
        const double c = sim_cos(headings[k]), s = sim_sin(headings[k]);
        double low[2], high[2];
        project(a, c, s, &low[0], &high[0]);
        project(b, c, s, &low[1], &high[1]);
        if (fmin(high[0], high[1]) - fmax(low[0], low[1]) < margin)
            return false;
    }
    return true;
}
