// The stack of 240 boxes (Jung 4.4.1, figures 4.10 and 4.11): ten sweeps of Gauss-Seidel, k_er
// 0.15, steps of 0.01 s.
#include <math.h>
#include <stdlib.h>

#include "data/model/read.h"
#include "tests/near.h"

static struct veh_machine_def def;

struct outcome {
    double farthest;    // [m] any box has moved
    double sunk;        // [m] the most that any box has sunk
    double penetration; // [m] deepest in the first half second
};

static struct outcome stand(enum sim_shock shock, bool cold_start) {
    struct sim_world_def world_def = def.model.world;
    world_def.shock = shock;
    world_def.cold_start = cold_start;
    struct sim_world *world = sim_world_create(&world_def);
    struct sim_instance instance;
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    struct outcome outcome = {0};
    for (int i = 0; i < 600; i++) {
        sim_world_step(world);
        if (i < 50)
            outcome.penetration = fmax(outcome.penetration, sim_world_stats(world)->penetration);
    }
    assert_null(sim_world_fault(world));
    for (int i = 0; i < def.model.body_count; i++) {
        const struct sim_vec3 x = sim_body_pose(world, instance.bodies[i]).p;
        const struct sim_vec3 moved = sim_sub(x, def.model.bodies[i].pose.p);
        outcome.farthest = fmax(outcome.farthest, sim_length(moved));
        outcome.sunk = fmax(outcome.sunk, -moved.z);
    }
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    return outcome;
}

static void stack_stands_with_shock_propagation_only(void **state) {
    (void)state;
    static struct dat_diagnostics d;
    char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/physics/stack_240.yaml",
                   root != NULL ? root : ".");
    if (!dat_load_model(path, &def, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
    assert_int_equal(def.model.body_count, 241);
    assert_int_equal(def.model.world.iterations, 10);
    assert_near(def.model.world.k_er_contact, 0.15, 0.0);
    assert_near(def.model.world.step, 0.01, 0.0);
    const struct outcome with = stand(SIM_SHOCK_OPTIMISED, true);
    // Ten sweeps that begin with nothing let bricks creep sideways: 7 cm of their 1 m.
    assert_true(with.farthest < 0.1);
    assert_true(with.sunk < 0.005);
    assert_true(with.penetration < 0.005);
    const struct outcome without = stand(SIM_SHOCK_NONE, true);
    assert_true(without.penetration > 0.03); // a seventh of a box within half a second
    assert_true(without.farthest > 0.5);     // it has collapsed
    veh_machine_def_finish(&def);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(stack_stands_with_shock_propagation_only)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
