// Random models that nothing holds, without gravity, thrown and turning: whatever joints, motors,
// limits, brakes, springs, contacts, couplings and magnets do in them, momentum and angular
// momentum stay. By all solvers: also impulses that are not solved act on both sides.
#include "tests/sim/random_model.h"

// Sums of the bodies' shares, which the changes are compared with.
static void scales(const struct model *m, double *momentum, double *angular) {
    *momentum = *angular = 0.0;
    for (int i = 0; i < m->bodies; i++) {
        const double p = sim_body_mass(m->world, m->body[i]) *
                         sim_length(sim_body_velocity(m->world, m->body[i]));
        *momentum += p;
        *angular += p * (1.0 + sim_length(sim_body_centre(m->world, m->body[i])));
    }
}

static bool fly(uint64_t seed, enum sim_solver solver, double *worst) {
    struct sim_world_def def = sim_default_world_def();
    struct model m;
    def.solver = solver;
    def.iterations = 30;
    def.gravity = sim_vec3(0.0, 0.0, 0.0);
    build(&m, seed, &def);
    if (!m.free) {
        sim_world_destroy(m.world);
        return false;
    }
    for (int i = 0; i < m.bodies; i++)
        sim_body_set_velocity(m.world, m.body[i], direction(), direction());
    double p, l;
    const struct sim_energy before = sim_world_energy(m.world);
    scales(&m, &p, &l);
    for (int i = 0; i < 50 && sim_world_fault(m.world) == NULL; i++) {
        sim_world_step(m.world);
        const struct sim_energy now = sim_world_energy(m.world);
        const double dp = sim_length(sim_sub(now.momentum, before.momentum)) / p;
        const double dl = sim_length(sim_sub(now.angular_momentum, before.angular_momentum)) / l;
        *worst = fmax(*worst, fmax(dp, dl));
    }
    sim_world_destroy(m.world);
    return true;
}

static void check(enum sim_solver solver, const char *name) {
    double worst = 0.0;
    int flights = 0;
    for (uint64_t seed = 1; flights < 40; seed++)
        flights += fly(seed, solver, &worst);
    print_message("# %s: momenta change by %.3g of their sums\n", name, worst);
    assert_near(worst, 0.0, 1e-9);
}

static void sparse_keeps_the_momenta(void **state) {
    (void)state;
    check(SIM_SOLVER_SPARSE, "sparse");
}

static void dantzig_keeps_the_momenta(void **state) {
    (void)state;
    check(SIM_SOLVER_DANTZIG, "dantzig");
}

static void gauss_seidel_keeps_the_momenta(void **state) {
    (void)state;
    check(SIM_SOLVER_PGS, "pgs");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparse_keeps_the_momenta),
        cmocka_unit_test(dantzig_keeps_the_momenta),
        cmocka_unit_test(gauss_seidel_keeps_the_momenta),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
