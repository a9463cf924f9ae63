// Loops with redundant rows move as if these were not there.
#include "tests/sim/loops.h"

static double energy(const struct loops_linkage *l) {
    const struct sim_energy e = sim_world_energy(l->world);
    return e.kinetic + e.potential;
}

struct seen {
    double lost, error, angle; // [J], [m], [rad] largest
    double kinetic;            // [J] largest
};

// Ten seconds, from rest.
static struct seen run(struct loops_linkage *l) {
    struct seen seen = {0};
    sim_world_step(l->world); // energy counts what takes part, which the first step finds out
    const double before = energy(l);
    for (int i = 0; i < 1000; i++) {
        sim_world_step(l->world);
        assert_null(sim_world_fault(l->world));
        const struct sim_step_stats *stats = sim_world_stats(l->world);
        seen.lost = fmax(seen.lost, fabs(energy(l) - before));
        seen.kinetic = fmax(seen.kinetic, sim_world_energy(l->world).kinetic);
        seen.error = fmax(seen.error, stats->joint_error);
        seen.angle = fmax(seen.angle, stats->joint_error_angle);
    }
    return seen;
}

// Energy stays to 1 % of m g times a metre, while it changes its kind again and again. Without the
// release of rows, a linkage of Bennett's stands still after its first swing: the drift of a step,
// 1e-4, acts on its motion.
static void keep_their_energy(void **state) {
    (void)state;
    const enum sim_joint_kind second[] = {SIM_JOINT_HINGE, SIM_JOINT_UNIVERSAL, SIM_JOINT_BALL};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int kind = 0; kind < 5; kind++) {
            struct loops_linkage l = {.world = physics_world(physics_solvers[s], 0.01)};
            if (kind < 3)
                loops_bennett(&l, second[kind]);
            else
                loops_sarrus(&l, kind - 1, kind == 3 ? 0.95 : 0.8);
            const struct seen seen = run(&l);
            const double whole = l.mass * physics_gravity;
            assert_true(seen.lost < 0.01 * whole);
            assert_true(seen.kinetic > 0.004 * whole);
            assert_true(seen.error < 3e-3 && seen.angle < 4e-3);
            sim_world_destroy(l.world);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keep_their_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
