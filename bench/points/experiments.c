#include "bench/points/experiments.h"

#include <assert.h>

static const double gravity = 9.81; // [m/s^2]

// ---- set-ups ----

static void begin(struct bench_points *p, double g) {
    bench_points_init(p);
    p->gravity = sim_vec3(0.0, 0.0, -g);
}

static void keep_all_distances(struct bench_points *p) {
    for (int a = 0; a < p->count; a++)
        for (int b = a + 1; b < p->count; b++)
            bench_points_link(p, a, b, false);
}

void bench_pendulum(struct bench_points *p, double angle) {
    begin(p, gravity);
    bench_points_add(p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    bench_points_add(p, sim_vec3(sim_sin(angle), 0.0, -sim_cos(angle)), 1.0);
    bench_points_link(p, 0, 1, false);
}

void bench_cube(struct bench_points *p, double h) {
    begin(p, 0.0);
    for (int i = 0; i < 8; i++) {
        const struct sim_vec3 corner = {i & 4 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 1 ? 1.0 : -1.0};
        bench_points_add(p, corner, 1.0);
        if (corner.x > 0.0 && corner.y > 0.0)
            p->push[i].x = -16.0 / h;
    }
    keep_all_distances(p);
}

void bench_row(struct bench_points *p, enum bench_row kind) {
    begin(p, gravity);
    for (int i = 0; i < 4; i++) {
        bench_points_add(p, sim_vec3(i, 0.0, 0.0), i > 0 || kind == BENCH_ROW_RAIL ? 2.0 : 0.0);
        if (i > 0)
            bench_points_link(p, i - 1, i, kind == BENCH_ROW_THREADS);
    }
    p->rail[0] = kind == BENCH_ROW_RAIL;
}

void bench_closed_chain(struct bench_points *p) {
    begin(p, gravity);
    for (int i = 0; i < 9; i++) {
        const double x = i <= 6 ? i : 12 - i;
        bench_points_add(p, sim_vec3(x, 0.0, 0.0), i == 0 || i == 8 ? 0.0 : 1.0);
        if (i > 0)
            bench_points_link(p, i - 1, i, false);
    }
}

void bench_top(struct bench_points *p, double h) {
    static const double height = 0.9365; // [m]
    // The report's x and z are our x and -y.
    static const struct sim_vec3 arm[4] = {
        {1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}};
    static const struct sim_vec3 push[4] = {
        {0.0, 30.0, 0.0}, {0.0, -20.0, 0.0}, {-20.0, 0.0, 0.0}, {20.0, 0.0, 0.0}}; // [N s]
    begin(p, gravity);
    bench_points_add(p, sim_vec3(0.0, 0.0, 0.0), 0.0);
    bench_points_add(p, sim_vec3(0.0, 0.0, height), 1.0);
    for (int i = 0; i < 4; i++) {
        const int point = bench_points_add(p, sim_add(arm[i], p->place[1]), 1.0);
        p->push[point] = sim_scale(push[i], 1.0 / h);
    }
    keep_all_distances(p);
}

void bench_end_push(struct bench_points *p) {
    for (int i = 0; i < p->count; i++)
        p->push[i] = sim_vec3(0.0, 0.0, 0.0);
}

// ---- a swing ----

// A pass through the lowest point in a step that begins at time t is found by a straight line.
struct bench_swing bench_swing(const struct bench_point_method *method, double h, int steps) {
    static const double angle = 5.0 * SIM_PI / 180.0;
    struct bench_points p;
    bench_pendulum(&p, angle);
    struct bench_swing swing = {0.0, 0.0};
    double first = 0.0, last = 0.0, before = p.place[1].x;
    int passes = 0;
    const double start = bench_points_energy(&p).potential;
    for (int i = 0; i < steps; i++) {
        method->step(&p, h);
        const double now = p.place[1].x;
        if ((before > 0.0) != (now > 0.0)) {
            const struct bench_points_energy e = bench_points_energy(&p);
            last = h * (i + before / (before - now));
            first = passes++ == 0 ? last : first;
            swing.deficit = sim_larger(swing.deficit, (start - e.potential) / e.kinetic - 1.0);
        }
        before = now;
    }
    assert(passes > 1);
    swing.period = 2.0 * (last - first) / (passes - 1);
    bench_points_finish(&p);
    return swing;
}

// ---- a flight ----

static struct sim_vec3 centre(const struct bench_points *p) {
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    double mass = 0.0;
    for (int i = 0; i < p->count; i++) {
        sum = sim_add_scaled(sum, p->place[i], p->mass[i]);
        mass += p->mass[i];
    }
    return sim_scale(sum, 1.0 / mass);
}

static double angle_between(struct sim_vec3 a, struct sim_vec3 b) {
    return sim_atan2(sim_length(sim_cross(a, b)), sim_dot(a, b));
}

struct bench_flight bench_flight(const struct bench_point_method *method, double h, int steps,
                                 bool correct_velocities) {
    struct bench_points p;
    bench_cube(&p, h);
    p.iteration.correct_velocities = correct_velocities;
    method->step(&p, h);
    bench_end_push(&p);
    struct bench_flight flight = {.way = 0.0};
    double low = (double)INFINITY, high = 0.0;
    for (int i = 1; i < steps; i++) {
        const struct sim_vec3 arm = sim_sub(p.place[0], centre(&p));
        method->step(&p, h);
        // The axis is upright: the arm of a corner as seen from above.
        const struct sim_vec3 now = sim_sub(p.place[0], centre(&p));
        const double angle =
            angle_between(sim_vec3(arm.x, arm.y, 0.0), sim_vec3(now.x, now.y, 0.0));
        const struct sim_vec3 drift = sim_scale(bench_points_energy(&p).momentum, 0.125);
        const double speed = sim_length(sim_sub(p.velocity[0], drift));
        if (i + 1 == lround(32.32 / h))
            flight.at_32 = centre(&p).x;
        flight.kinetic = bench_points_energy(&p).kinetic;
        low = fmin(low, flight.kinetic);
        high = fmax(high, flight.kinetic);
        flight.angle += angle / (steps - 1);
        flight.curvature += (angle * hypot(now.x, now.y) / (speed * h) - 1.0) / (steps - 1);
    }
    flight.way = sim_length(centre(&p));
    flight.spread = high - low;
    bench_points_finish(&p);
    return flight;
}

// ---- energies ----

static bool slack(const struct bench_points *p) {
    for (int i = 0; i < p->link_count; i++) {
        const struct bench_point_link *link = &p->links[i];
        const double length = sim_length(sim_sub(p->place[link->b], p->place[link->a]));
        if (link->thread && length < link->length - 1e-3)
            return true;
    }
    return false;
}

struct bench_energies bench_energies(struct bench_points *p,
                                     const struct bench_point_method *method, double h, int steps) {
    struct bench_energies found = {.deficit = 0.0};
    const struct bench_points_energy start = bench_points_energy(p);
    for (int i = 1; i <= steps; i++) {
        method->step(p, h);
        const struct bench_points_energy e = bench_points_energy(p);
        const double sum = e.kinetic + e.potential - start.kinetic - start.potential;
        if (e.kinetic > 0.0)
            found.deficit -= sum / e.kinetic / steps;
        if (sum < found.lowest) {
            found.lowest = sum;
            found.lowest_step = i;
        }
        found.peak = fmax(found.peak, e.kinetic);
        if (5 * i > 4 * steps)
            found.latest_peak = fmax(found.latest_peak, e.kinetic);
        if (slack(p))
            found.last_slack = i;
        found.fullest += p->velocity_sweeps == p->iteration.velocity_sweeps;
    }
    return found;
}

// ---- a spin ----

// Orientation of the pyramid: along the axis, and from one outer point to the opposite one.
static struct sim_mat3 orientation(const struct bench_points *p) {
    const struct sim_vec3 z = sim_unit(p->place[1]);
    const struct sim_vec3 x = sim_unit(sim_sub(p->place[2], p->place[3]));
    const struct sim_vec3 y = sim_cross(z, x);
    return (struct sim_mat3){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

struct bench_spin bench_spin(const struct bench_point_method *method, double h, int steps) {
    struct bench_points p;
    bench_top(&p, h);
    method->step(&p, h);
    bench_end_push(&p);
    struct bench_spin spin = {.tilt = 0.0};
    double least = (double)INFINITY;
    struct sim_mat3 before = orientation(&p);
    for (int i = 1; i < steps; i++) {
        method->step(&p, h);
        const struct sim_mat3 now = orientation(&p);
        const struct sim_quat a = sim_quat_from_mat3(&before), b = sim_quat_from_mat3(&now);
        const double turned = sim_length(sim_quat_log(sim_quat_mul(b, sim_quat_conj(a))));
        const double tilt = angle_between(p.place[1], sim_vec3(0.0, 0.0, 1.0));
        if (tilt < least) {
            least = tilt;
            spin.upright = turned / (2.0 * SIM_PI * h);
        }
        if (tilt > spin.tilt) {
            spin.tilt = tilt;
            spin.tilted = turned / (2.0 * SIM_PI * h);
        }
        before = now;
    }
    bench_points_finish(&p);
    return spin;
}
