#include "bench/points/collision.h"

enum { NEAR, FAR, BALL };        // the rod's ends, and the ball that meets the near one
static const double reach = 0.2; // [m] between the centres of near end and ball at a touch
static const double mass[3] = {1.0, 2.0, 1.5}; // [kg]

static void set_up(struct bench_points *p, double stiffness) {
    bench_points_init(p);
    bench_points_add(p, sim_vec3(0.0, 0.0, 0.0), mass[NEAR]);
    bench_points_add(p, sim_vec3(0.3, 0.9, 0.2), mass[FAR]);
    bench_points_add(p, sim_vec3(-0.35, 0.05, 0.08), mass[BALL]);
    bench_points_link(p, NEAR, FAR, false);
    bench_points_spring(
        p, &(struct bench_point_spring){
               .a = NEAR, .b = BALL, .rest = reach, .stiffness = stiffness, .push_only = true});
    p->velocity[BALL] = sim_vec3(3.0, 0.0, 0.0);
    p->velocity[NEAR] = p->velocity[FAR] = sim_vec3(-0.5, 0.1, 0.0);
}

static double overlap(const struct bench_points *p) {
    return reach - sim_length(sim_sub(p->place[BALL], p->place[NEAR]));
}

// The page's formula, with n from the rod's end to the ball, for a rod that turns about its centre:
//   J = -2 n.(v_ball - v_near) / (1/m_ball + 1/m_rod + n.((I^-1 (r x n)) x r)),
// where a rod with point masses has I^-1 t = t / I for t across it, which r x n is.
static double formula(const struct bench_points *p) {
    const struct sim_vec3 n = sim_unit(sim_sub(p->place[BALL], p->place[NEAR]));
    const struct sim_vec3 rod = sim_sub(p->place[FAR], p->place[NEAR]);
    const double all = mass[NEAR] + mass[FAR], reduced = mass[NEAR] * mass[FAR] / all;
    const double inertia = reduced * sim_dot(rod, rod);
    const struct sim_vec3 arm = sim_scale(rod, -mass[FAR] / all);
    const struct sim_vec3 turn = sim_scale(sim_cross(arm, n), 1.0 / inertia);
    const double closing = sim_dot(n, sim_sub(p->velocity[BALL], p->velocity[NEAR]));
    const double mobility = 1.0 / mass[BALL] + 1.0 / all + sim_dot(n, sim_cross(turn, arm));
    return -2.0 * closing / mobility;
}

// Steps of a thousandth of the collision's own period, since its force is explicit.
struct bench_collision bench_collide(double stiffness) {
    const double h = 2.0 * SIM_PI * sqrt(mass[NEAR] / stiffness) / 1000.0;
    static const double coarse = 1e-4; // [s] there is no force yet
    struct bench_points p;
    set_up(&p, stiffness);
    while (overlap(&p) < -1e-3)
        bench_point_rk4.step(&p, coarse);
    const struct bench_points_energy before = bench_points_energy(&p);
    const struct sim_vec3 approach = p.velocity[BALL];
    struct bench_collision found = {.deepest = 0.0};
    for (bool met = false; !met || overlap(&p) > 0.0;) {
        if (!met)
            found.formula = formula(&p); // the rod turns until they touch
        bench_point_rk4.step(&p, h);
        met = met || overlap(&p) > 0.0;
        found.deepest = fmax(found.deepest, overlap(&p));
    }
    const struct bench_points_energy after = bench_points_energy(&p);
    found.impulse = mass[BALL] * sim_length(sim_sub(p.velocity[BALL], approach));
    found.momentum = sim_length(sim_sub(after.momentum, before.momentum));
    found.angular = sim_length(sim_sub(after.angular_momentum, before.angular_momentum));
    found.energy = fabs(after.kinetic - before.kinetic);
    bench_points_finish(&p);
    return found;
}
