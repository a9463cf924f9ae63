// Verlet with constraints, as in the lecture: the new places follow from the last two,
//
//     x(h) = 2 x - x(-h) + h^2 a,        x(-h) = x - h v + h^2/2 a at the start,
//
// and then the ends of each link are moved along it until it has its length, each by its share of
// the inverse masses (one half for equal ones), in sweeps. Velocities are only for the caller.
#include "bench/points/points.h"

// [m] by which the ends of a link must approach each other along n.
static double excess(const struct bench_points *p, const struct bench_point_link *link,
                     struct sim_vec3 *n) {
    const struct sim_vec3 r = sim_sub(p->place[link->b], p->place[link->a]);
    const double excess = sim_length(r) - link->length;
    *n = sim_unit(r);
    return link->thread ? fmax(excess, 0.0) : excess;
}

static void project(struct bench_points *p) {
    const struct bench_point_iteration *it = &p->iteration;
    double left = p->link_count > 0 ? (double)INFINITY : 0.0;
    p->sweeps = 0;
    while (left >= it->tolerance && p->sweeps < it->sweeps) {
        left = 0.0;
        for (int i = 0; i < p->link_count; i++) {
            struct sim_vec3 n;
            const double way = excess(p, &p->links[i], &n);
            const double mobility = bench_link_mobility(p, &p->links[i], n);
            if (mobility > 0.0)
                bench_link_pull(p, &p->links[i], n, way / mobility, it->weight, p->place);
            left = sim_larger(left, fabs(way));
        }
        p->sweeps++;
    }
}

static void step(struct bench_points *p, double h) {
    struct sim_vec3 force[BENCH_POINTS_MOST];
    bench_points_forces(p, force);
    for (int i = 0; i < p->count; i++) {
        const struct sim_vec3 a = bench_point_yield(p, i, force[i]), now = p->place[i];
        const struct sim_vec3 way =
            p->has_before ? sim_add_scaled(sim_sub(now, p->before[i]), a, h * h)
                          : sim_add_scaled(sim_scale(p->velocity[i], h), a, 0.5 * h * h);
        p->place[i] = sim_add(now, way);
        p->before[i] = now;
    }
    p->has_before = true;
    project(p);
    // The mean velocity of the step, which friction depends on, and half a step's forces more for
    // its end.
    for (int i = 0; i < p->count; i++)
        p->velocity[i] = sim_scale(sim_sub(p->place[i], p->before[i]), 1.0 / h);
    bench_points_forces(p, force);
    for (int i = 0; i < p->count; i++)
        p->velocity[i] = sim_add_scaled(p->velocity[i], bench_point_yield(p, i, force[i]), 0.5 * h);
    if (p->iteration.correct_velocities)
        bench_points_correct_velocities(p);
}

const struct bench_point_method bench_point_verlet = {"Verlet", step};
