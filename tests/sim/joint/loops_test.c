// Loops with redundant rows move as if these were not there.
#include "tests/sim/loops.h"

#include "sim/model/snapshot.h"

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

// Energy stays to 1 % of m g times a metre, while it changes its kind again and again.
static void keeps_its_energy(struct loops_linkage *l) {
    const struct seen seen = run(l);
    const double whole = l->mass * physics_gravity;
    assert_true(seen.lost < 0.01 * whole);
    assert_true(seen.kinetic > 0.004 * whole);
    assert_true(seen.error < 3e-3 && seen.angle < 5e-3);
    sim_world_destroy(l->world);
}

// Without the release of rows, a linkage of Bennett's stands still after its first swing: the drift
// of a step, 1e-4, acts on its motion. Each universal joint in the place of a hinge leaves one of
// its three redundant rows less, each ball two: all ways to leave one, two or three.
static void bennetts_linkages_keep_their_energy(void **state) {
    (void)state;
    const enum sim_joint_kind kinds[] = {SIM_JOINT_HINGE, SIM_JOINT_UNIVERSAL, SIM_JOINT_BALL};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        for (int way = 0; way < 81; way++) {
            const int more[] = {way % 3, way / 3 % 3, way / 9 % 3, way / 27};
            if (more[0] + more[1] + more[2] + more[3] > 2)
                continue;
            const enum sim_joint_kind kind[] = {kinds[more[0]], kinds[more[1]], kinds[more[2]],
                                                kinds[more[3]]};
            struct loops_linkage l = {.world = physics_world(physics_solvers[s], 0.01)};
            loops_bennett_of(&l, kind);
            keeps_its_energy(&l);
        }
}

static void sarruss_linkages_keep_their_energy(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        for (int legs = 2; legs < 4; legs++) {
            struct loops_linkage l = {.world = physics_world(physics_solvers[s], 0.01)};
            loops_sarrus(&l, legs, legs == 2 ? 0.95 : 0.8);
            keeps_its_energy(&l);
        }
}

// A platform falls along the line of two or three legs, folds them, and pulls them straight on the
// other side: at 7 m/s where nothing but drift tells two directions of motion from each other. The
// anchors follow their arcs, so that there is next to no drift. With rows along the tangents alone
// it took up 14 % of m g times a metre there. Half a step's change of speed is 2 % of the kinetic
// energy by itself.
static void stretched_legs_keep_their_energy(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        for (int legs = 2; legs < 4 && physics_solvers[s] != SIM_SOLVER_PGS; legs++) {
            struct loops_linkage l = {.world = physics_world(physics_solvers[s], 0.01)};
            loops_sarrus_along(&l, sim_vec3(0.0, 0.0, 1.0), legs, 0.95);
            const struct seen seen = run(&l);
            const double whole = l.mass * physics_gravity;
            assert_true(seen.lost < 0.025 * whole);
            assert_true(seen.kinetic > 0.9 * whole);
            assert_true(seen.error < 1e-4 && seen.angle < 1e-6);
            sim_world_destroy(l.world);
        }
}

// A hinge that is blocked holds the linkage where it is, one that is gone lets its bars swing.
static void blocked_and_missing_hinges_count(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct loops_linkage l = {.world = physics_world(physics_solvers[s], 0.01)};
        loops_bennett(&l, SIM_JOINT_HINGE);
        physics_run(l.world, 1.0);
        sim_joint_set_blocked(l.world, l.joint[2], true);
        physics_run(l.world, 0.5);
        const struct sim_vec3 place = sim_body_centre(l.world, l.body[1]);
        physics_run(l.world, 1.0);
        assert_near(sim_length(sim_sub(sim_body_centre(l.world, l.body[1]), place)), 0.0, 1e-3);
        sim_joint_set_blocked(l.world, l.joint[2], false);
        physics_run(l.world, 1.0);
        assert_true(sim_length(sim_sub(sim_body_centre(l.world, l.body[1]), place)) > 0.05);
        sim_joint_destroy(l.world, l.joint[1]);
        for (int i = 0; i < 200; i++) {
            sim_world_step(l.world);
            assert_true(sim_world_stats(l.world)->joint_error < 5e-3);
            assert_true(sim_world_stats(l.world)->joint_error_angle < 1e-2);
        }
        sim_world_destroy(l.world);
    }
}

// A world that is restored, in which nothing is known of its loops, continues bit for bit.
static void restored_loops_go_on_alike(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct loops_linkage l = {.world = physics_world(physics_solvers[s], 0.01)};
        struct loops_linkage other = {.world = physics_world(physics_solvers[s], 0.01)};
        struct sim_snapshot saved = {0};
        loops_bennett(&l, SIM_JOINT_HINGE);
        loops_bennett(&other, SIM_JOINT_HINGE);
        physics_run(l.world, 1.0);
        sim_world_save(l.world, &saved);
        assert_null(sim_world_restore(other.world, saved.bytes, saved.size));
        physics_run(l.world, 1.0);
        physics_run(other.world, 1.0);
        assert_true(sim_world_hash(l.world) == sim_world_hash(other.world));
        sim_snapshot_finish(&saved);
        sim_world_destroy(l.world);
        sim_world_destroy(other.world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bennetts_linkages_keep_their_energy),
        cmocka_unit_test(sarruss_linkages_keep_their_energy),
        cmocka_unit_test(stretched_legs_keep_their_energy),
        cmocka_unit_test(blocked_and_missing_hinges_count),
        cmocka_unit_test(restored_loops_go_on_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
