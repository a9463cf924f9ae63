// Leapfrog, as the rope of Advanced Games Physics is integrated: half a step of velocity, a step of
// places with it, half a step of velocity with the forces there.
//
//     v' = v + h/2 a(x, v),   x(h) = x + h v',   v(h) = v' + h/2 a(x(h), v')
//
// Where forces depend on places only, each part is undone by its opposite, and energy stays. Forces
// that depend on velocity, as the multipliers of rods do, are taken half a step too early, which
// costs an order.
#include "bench/points/points.h"

static void kick(struct bench_points *p, double time) {
    struct sim_vec3 a[BENCH_POINTS_MOST];
    bench_points_accelerations(p, a);
    for (int i = 0; i < p->count; i++)
        p->velocity[i] = sim_add_scaled(p->velocity[i], a[i], time);
}

static void step(struct bench_points *p, double h) {
    kick(p, 0.5 * h);
    for (int i = 0; i < p->count; i++)
        p->place[i] = sim_add_scaled(p->place[i], p->velocity[i], h);
    kick(p, 0.5 * h);
}

const struct bench_point_method bench_point_leapfrog = {"leapfrog", step};
