// Solvers chosen per cluster: which one a cluster gets, and that clusters do not share it.
#include "tests/sim/physics.h"

static struct sim_body_id add_box(struct sim_world *world, struct sim_vec3 p, bool fixed,
                                  const enum sim_solver *solver) {
    const struct sim_shape shape = {.kind = SIM_SHAPE_BOX,
                                    .pose = sim_pose_identity(),
                                    .half = {0.25, 0.25, 0.25},
                                    .mass = 10.0,
                                    .collides = true};
    struct sim_body_def def = sim_default_body_def();
    def.pose.p = p;
    def.fixed = fixed;
    def.shapes = &shape;
    def.shape_count = 1;
    def.has_solver = solver != NULL;
    def.solver = solver != NULL ? *solver : SIM_SOLVER_SPARSE;
    return sim_body_create(world, &def);
}

static struct sim_cluster_stats cluster_of(const struct sim_world *world, struct sim_body_id body) {
    for (int i = 0; i < sim_world_cluster_count(world); i++) {
        const struct sim_cluster_stats c = sim_world_cluster(world, i);
        if (c.body.index == body.index && c.body.generation == body.generation)
            return c;
    }
    fail_msg("no cluster has the body as its first");
    return (struct sim_cluster_stats){0};
}

// Stacks of two boxes on fixed ones, side by side: bottom and top ask for solvers.
static enum sim_solver solver_of_pair(enum sim_solver of_world, const enum sim_solver *bottom,
                                      const enum sim_solver *top, const enum sim_solver *ground) {
    struct sim_world *world = physics_world(of_world, 0.01);
    add_box(world, sim_vec3(0, 0, -0.25), true, ground);
    const struct sim_body_id lower = add_box(world, sim_vec3(0, 0, 0.25), false, bottom);
    add_box(world, sim_vec3(0, 0, 0.75), false, top);
    physics_run(world, 0.05);
    const struct sim_cluster_stats stats = cluster_of(world, lower);
    assert_int_equal(stats.bodies, 2);
    assert_true(stats.rows == 24 && stats.iterations > 0);
    assert_true(stats.solved || stats.solver == SIM_SOLVER_PGS);
    sim_world_destroy(world);
    return stats.solver;
}

static void the_most_exact_of_the_asked_solvers_counts(void **state) {
    (void)state;
    const enum sim_solver sparse = SIM_SOLVER_SPARSE, dantzig = SIM_SOLVER_DANTZIG,
                          pgs = SIM_SOLVER_PGS;
    assert_int_equal(solver_of_pair(dantzig, NULL, NULL, NULL), dantzig); // the world's
    assert_int_equal(solver_of_pair(sparse, &pgs, &pgs, NULL), pgs);
    assert_int_equal(solver_of_pair(sparse, &pgs, &dantzig, NULL), dantzig);
    assert_int_equal(solver_of_pair(pgs, &dantzig, &sparse, NULL), sparse);
    assert_int_equal(solver_of_pair(dantzig, &pgs, NULL, NULL), dantzig); // one does not say
    assert_int_equal(solver_of_pair(sparse, &pgs, &pgs, &sparse), pgs);   // fixed ones have no say
}

// Two stacks in one world, one exact and one with a single sweep: statistics tell them apart, and
// the exact one has the bits that it has alone.
static void clusters_do_not_share_their_solver(void **state) {
    (void)state;
    const enum sim_solver dantzig = SIM_SOLVER_DANTZIG, pgs = SIM_SOLVER_PGS;
    struct sim_world_def def = sim_default_world_def();
    def.iterations = 1;
    def.cold_start = true;
    double height[2];
    for (int both = 0; both < 2; both++) {
        struct sim_world *world = sim_world_create(&def);
        assert_non_null(world);
        struct sim_body_id exact[3], rough[3];
        for (int i = 0; i < 3; i++)
            exact[i] = add_box(world, sim_vec3(0, 0, 0.5 * i), i == 0, &dantzig);
        for (int i = 0; i < 3 && both; i++)
            rough[i] = add_box(world, sim_vec3(5, 0, 0.5 * i), i == 0, &pgs);
        physics_run(world, 0.5);
        height[both] = sim_body_centre(world, exact[2]).z;
        const struct sim_cluster_stats good = cluster_of(world, exact[1]);
        assert_int_equal(good.solver, SIM_SOLVER_DANTZIG);
        assert_true(good.solved && good.residual < 1e-9);
        if (both) {
            const struct sim_cluster_stats poor = cluster_of(world, rough[1]);
            assert_int_equal(poor.solver, SIM_SOLVER_PGS);
            assert_int_equal(poor.iterations, 1);
            assert_true(!poor.solved && poor.residual > 1e-3);
            // The step's statistics are the sums and the worst.
            const struct sim_step_stats *stats = sim_world_stats(world);
            assert_int_equal(stats->unsolved, 1);
            assert_int_equal(stats->rows, good.rows + poor.rows);
            assert_near(stats->residual, poor.residual, 0.0);
        }
        sim_world_destroy(world);
    }
    assert_near(height[0], height[1], 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_exact_of_the_asked_solvers_counts),
        cmocka_unit_test(clusters_do_not_share_their_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
