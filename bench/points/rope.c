#include "bench/points/rope.h"

#include <assert.h>

struct bench_rope_def bench_default_rope_def(void) {
    return (struct bench_rope_def){
        .nodes = 40, .distance = 0.05, .frequency = 5.0, .friction = 0.5, .gravity = 9.81};
}

static double stiffness(const struct bench_rope_def *def) {
    const double w = 2.0 * SIM_PI * def->frequency;
    return w * w;
}

void bench_rope(struct bench_points *p, const struct bench_rope_def *def) {
    assert(def->nodes >= 2 && def->nodes <= BENCH_POINTS_MOST);
    bench_points_init(p);
    p->gravity.z = -def->gravity;
    p->friction = def->friction;
    p->wind.x = def->wind;
    for (int i = 0; i < def->nodes; i++) {
        bench_points_add(p, sim_vec3(0.0, 0.0, -def->distance * i), i > 0 ? 1.0 : 0.0);
        if (i > 0)
            bench_points_spring(
                p, &(struct bench_point_spring){
                       .a = i - 1, .b = i, .rest = def->distance, .stiffness = stiffness(def)});
    }
}
