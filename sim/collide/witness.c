// The place of the deepest contact of two solids.
#include "sim/collide/solid.h"

static const double shrink = 5e-3;      // [m]
static const double shrink_share = 0.3; // of the smallest half extent, at most
static const double apart = 1e-6;       // [m] of cores that do not overlap

double sim_solid_shrink(const struct sim_solid *solid) {
    return fmin(shrink, shrink_share * fmin(solid->half[0], fmin(solid->half[1], solid->half[2])));
}

struct sim_closest sim_solid_cores(const struct sim_solid *a, const struct sim_solid *b) {
    return sim_solid_distance(a, sim_solid_shrink(a), b, sim_solid_shrink(b));
}

static struct sim_vec3 midway(struct sim_vec3 p, struct sim_vec3 q) {
    return sim_scale(sim_add(p, q), 0.5);
}

struct sim_vec3 sim_solid_witness_of(const struct sim_solid *a, const struct sim_solid *b,
                                     struct sim_vec3 n, const struct sim_closest *core) {
    if (core->distance > apart)
        return midway(core->on_a, core->on_b);
    return midway(sim_solid_support(a, sim_neg(n), 0.0), sim_solid_support(b, n, 0.0));
}

struct sim_vec3 sim_solid_witness(const struct sim_solid *a, const struct sim_solid *b,
                                  struct sim_vec3 n) {
    const struct sim_closest core = sim_solid_cores(a, b);
    return sim_solid_witness_of(a, b, n, &core);
}
