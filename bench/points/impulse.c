// The points' method of the report (section 3). Forces from outside act during the whole step, the
// unknown forces of links as impulses at its beginning, along the directions that links have there:
//
//     x(h) = x + (v + f / m) h + F / m h^2 / 2,   v(h) = v + f / m + F / m h
//
// Each sweep goes through the links and adds to the impulses of two ends, f_a and -f_a, what brings
// their distance at the end of the step to its length in linear approximation, times a weight,
//
//     c = (|x_b(h) - x_a(h)| - length) / (h (1/m_a + 1/m_b)),
//
// until all distances are within the tolerance. Then impulses at the end of the step remove what is
// left of relative velocities along links; places do not depend on that, since the impulses of the
// next step begin at once. For equations without friction this is SHAKE, with velocity correction
// RATTLE, found independently.
#include <assert.h>

#include "bench/points/points.h"

static void sweep_until_long_enough(struct bench_points *p, const struct sim_vec3 *direction,
                                    double h) {
    const struct bench_point_iteration *it = &p->iteration;
    double left = p->link_count > 0 ? (double)INFINITY : 0.0;
    p->sweeps = 0;
    while (left >= it->tolerance && p->sweeps < it->sweeps) {
        left = 0.0;
        for (int i = 0; i < p->link_count; i++) {
            const struct bench_point_link *link = &p->links[i];
            const struct sim_vec3 n = direction[i];
            double excess =
                sim_length(sim_sub(p->place[link->b], p->place[link->a])) - link->length;
            if (link->thread)
                excess = fmax(excess, 0.0);
            const double mobility = bench_link_mobility(p, link, n);
            if (mobility > 0.0) {
                const double c = excess / (h * mobility);
                bench_link_pull(p, link, n, c, h * it->weight, p->place);
                bench_link_pull(p, link, n, c, it->weight, p->velocity);
            }
            left = sim_larger(left, fabs(excess));
        }
        p->sweeps++;
    }
}

static void step(struct bench_points *p, double h) {
    struct sim_vec3 force[BENCH_POINTS_MOST], direction[BENCH_POINT_LINKS_MOST];
    assert(h > 0.0);
    for (int i = 0; i < p->link_count; i++)
        direction[i] = sim_unit(sim_sub(p->place[p->links[i].b], p->place[p->links[i].a]));
    bench_points_forces(p, force);
    for (int i = 0; i < p->count; i++) {
        const struct sim_vec3 a = bench_point_yield(p, i, force[i]);
        p->place[i] =
            sim_add_scaled(sim_add_scaled(p->place[i], p->velocity[i], h), a, 0.5 * h * h);
        p->velocity[i] = sim_add_scaled(p->velocity[i], a, h);
    }
    sweep_until_long_enough(p, direction, h);
    if (p->iteration.correct_velocities)
        bench_points_correct_velocities(p);
}

const struct bench_point_method bench_point_impulse = {"impulses", step};
