#include "bench/points/points.h"

#include <assert.h>
#include <string.h>

#include "bench/points/world.h"

void bench_points_init(struct bench_points *p) {
    memset(p, 0, sizeof *p);
    p->iteration = (struct bench_point_iteration){.tolerance = 1e-5,
                                                  .velocity_tolerance = 1e-5,
                                                  .weight = 1.0,
                                                  .sweeps = 500,
                                                  .velocity_sweeps = 200,
                                                  .correct_velocities = true};
}

void bench_points_finish(struct bench_points *p) {
    bench_point_world_destroy(p->world);
    p->world = NULL;
}

int bench_points_add(struct bench_points *p, struct sim_vec3 place, double mass) {
    assert(p->count < BENCH_POINTS_MOST && mass >= 0.0);
    p->place[p->count] = place;
    p->mass[p->count] = mass;
    return p->count++;
}

static double distance(const struct bench_points *p, int a, int b) {
    return sim_length(sim_sub(p->place[b], p->place[a]));
}

void bench_points_link(struct bench_points *p, int a, int b, bool thread) {
    assert(p->link_count < BENCH_POINT_LINKS_MOST);
    assert(a >= 0 && a < p->count && b >= 0 && b < p->count && a != b);
    p->links[p->link_count++] = (struct bench_point_link){a, b, distance(p, a, b), thread};
}

void bench_points_spring(struct bench_points *p, const struct bench_point_spring *spring) {
    assert(p->spring_count < BENCH_POINT_SPRINGS_MOST);
    assert(spring->a >= 0 && spring->a < p->count && spring->b >= 0 && spring->b < p->count);
    p->springs[p->spring_count++] = *spring;
}

// ---- forces ----

static double deflection(const struct bench_points *p, const struct bench_point_spring *s) {
    const double d = distance(p, s->a, s->b) - s->rest;
    return s->push_only && d > 0.0 ? 0.0 : d;
}

static void add_spring(const struct bench_points *p, const struct bench_point_spring *s,
                       struct sim_vec3 *force) {
    const struct sim_vec3 between = sim_sub(p->place[s->b], p->place[s->a]);
    const double length = sim_length(between);
    if (!(length > 0.0) || (s->push_only && length > s->rest))
        return;
    const struct sim_vec3 n = sim_scale(between, 1.0 / length);
    const double rate = sim_dot(sim_sub(p->velocity[s->b], p->velocity[s->a]), n);
    const double pull = s->stiffness * (length - s->rest) + s->damping * rate;
    force[s->a] = sim_add_scaled(force[s->a], n, pull);
    force[s->b] = sim_add_scaled(force[s->b], n, -pull);
}

void bench_points_forces(const struct bench_points *p, struct sim_vec3 *force) {
    for (int i = 0; i < p->count; i++) {
        const struct sim_vec3 against = sim_sub(p->wind, p->velocity[i]);
        const struct sim_vec3 a = sim_add_scaled(p->gravity, against, p->friction);
        force[i] = sim_add_scaled(p->push[i], a, p->mass[i]);
    }
    for (int i = 0; i < p->spring_count; i++)
        add_spring(p, &p->springs[i], force);
}

void bench_points_accelerations(const struct bench_points *p, struct sim_vec3 *acceleration) {
    enum { SWEEPS = 20000 };
    static const double small = 1e-12; // [m/s^2] of what is left along a rod
    struct sim_vec3 force[BENCH_POINTS_MOST];
    bench_points_forces(p, force);
    for (int i = 0; i < p->count; i++)
        acceleration[i] = bench_point_yield(p, i, force[i]);
    double left = p->link_count > 0 ? 1.0 : 0.0;
    for (int sweep = 0; sweep < SWEEPS && left > small; sweep++) {
        left = 0.0;
        for (int i = 0; i < p->link_count; i++) {
            const struct bench_point_link *link = &p->links[i];
            assert(!link->thread);
            // d^2/dt^2 (r.r) / 2 = r.r'' + r'.r' = 0
            const struct sim_vec3 r = sim_sub(p->place[link->b], p->place[link->a]);
            const struct sim_vec3 rate = sim_sub(p->velocity[link->b], p->velocity[link->a]);
            const struct sim_vec3 n = sim_unit(r);
            const struct sim_vec3 a = sim_sub(acceleration[link->b], acceleration[link->a]);
            const double residual = sim_dot(n, a) + sim_dot(rate, rate) / sim_length(r);
            const double mobility = bench_link_mobility(p, link, n);
            if (mobility > 0.0)
                bench_link_pull(p, link, n, residual / mobility, 1.0, acceleration);
            left = sim_larger(left, fabs(residual));
        }
    }
}

struct bench_points_energy bench_points_energy(const struct bench_points *p) {
    struct bench_points_energy sum = {.kinetic = 0.0};
    for (int i = 0; i < p->count; i++) {
        const struct sim_vec3 impulse = sim_scale(p->velocity[i], p->mass[i]);
        sum.kinetic += 0.5 * sim_dot(impulse, p->velocity[i]);
        sum.potential -= p->mass[i] * sim_dot(p->gravity, p->place[i]);
        sum.momentum = sim_add(sum.momentum, impulse);
        sum.angular_momentum = sim_add(sum.angular_momentum, sim_cross(p->place[i], impulse));
    }
    for (int i = 0; i < p->spring_count; i++) {
        const double d = deflection(p, &p->springs[i]);
        sum.potential += 0.5 * p->springs[i].stiffness * d * d;
    }
    return sum;
}

// ---- iteration ----

struct sim_vec3 bench_point_yield(const struct bench_points *p, int point,
                                  struct sim_vec3 impulse) {
    assert(point >= 0 && point < p->count);
    const double mobility = p->mass[point] > 0.0 ? 1.0 / p->mass[point] : 0.0;
    if (p->rail[point])
        return sim_vec3(mobility * impulse.x, 0.0, 0.0);
    return sim_scale(impulse, mobility);
}

double bench_link_mobility(const struct bench_points *p, const struct bench_point_link *link,
                           struct sim_vec3 n) {
    return sim_dot(n, bench_point_yield(p, link->a, n)) +
           sim_dot(n, bench_point_yield(p, link->b, n));
}

void bench_link_pull(const struct bench_points *p, const struct bench_point_link *link,
                     struct sim_vec3 n, double impulse, double factor, struct sim_vec3 *quantity) {
    const double s = impulse * factor;
    const struct sim_vec3 a = bench_point_yield(p, link->a, n);
    const struct sim_vec3 b = bench_point_yield(p, link->b, n);
    quantity[link->a] = sim_add_scaled(quantity[link->a], a, s);
    quantity[link->b] = sim_add_scaled(quantity[link->b], b, -s);
}

// Of a link that is to be corrected: relative velocity along it. A thread only holds back.
static double parting(const struct bench_points *p, const struct bench_point_link *link,
                      struct sim_vec3 *n) {
    const struct sim_vec3 r = sim_sub(p->place[link->b], p->place[link->a]);
    const double length = sim_length(r);
    *n = sim_unit(r);
    if (link->thread && length < link->length - p->iteration.tolerance)
        return 0.0;
    const double speed = sim_dot(*n, sim_sub(p->velocity[link->b], p->velocity[link->a]));
    return link->thread ? fmax(speed, 0.0) : speed;
}

void bench_points_correct_velocities(struct bench_points *p) {
    const struct bench_point_iteration *it = &p->iteration;
    double left = p->link_count > 0 ? (double)INFINITY : 0.0;
    p->velocity_sweeps = 0;
    while (left >= it->velocity_tolerance && p->velocity_sweeps < it->velocity_sweeps) {
        left = 0.0;
        for (int i = 0; i < p->link_count; i++) {
            struct sim_vec3 n;
            const double speed = parting(p, &p->links[i], &n);
            const double mobility = bench_link_mobility(p, &p->links[i], n);
            if (mobility > 0.0)
                bench_link_pull(p, &p->links[i], n, speed / mobility, it->weight, p->velocity);
            left = sim_larger(left, fabs(speed));
        }
        p->velocity_sweeps++;
    }
}

// ---- methods ----

const struct bench_point_method *const bench_point_methods[BENCH_POINT_METHODS] = {
    &bench_point_euler,    &bench_point_midpoint, &bench_point_heun,    &bench_point_rk4,
    &bench_point_leapfrog, &bench_point_verlet,   &bench_point_impulse, &bench_point_own_world,
};
