// The reference harvester: its rows are counted, its weight and cylinder forces come out as by
// hand, and its joints have the errors on which two other engines agree.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "sim/state/state.h"
#include "tests/near.h"

static struct veh_machine_def def;
static struct sim_world *world;
static struct sim_instance instance;

static void start(double k_er, double joint_cfm) {
    static struct dat_diagnostics d;
    char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/bench/reference-harvester.yaml",
                   root != NULL ? root : ".");
    if (!dat_load_model(path, &def, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
    struct sim_world_def world_def = def.model.world;
    world_def.k_er = k_er;
    world_def.joint_cfm = joint_cfm;
    world = sim_world_create(&world_def);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
}

static void stop(void) {
    assert_null(sim_world_fault(world));
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
}

struct errors {
    double metres, radians;
};

// The protocol of the model: 2 s to settle, then the largest errors of 8 s.
static struct errors run(bool move) {
    static const struct {
        const char *input;
        double amplitude; // [rad/s or m/s]
    } swings[] = {
        {"slew", 0.15}, {"boom", 0.04}, {"jib", 0.05}, {"telescope", 0.15}, {"rotator", 0.3}};
    struct errors most = {0.0, 0.0};
    for (int i = 0; i < 833; i++) {
        const double swing = move ? sim_sin(2.0 * SIM_PI * sim_world_time(world) / 4.0) : 0.0;
        for (size_t k = 0; k < sizeof swings / sizeof swings[0]; k++) {
            const int input = sim_model_find_input(&def.model, swings[k].input);
            sim_instance_set_input(&instance, input, swings[k].amplitude * swing);
        }
        sim_instance_apply(&instance);
        sim_world_step(world);
        if (i >= 167) {
            most.metres = fmax(most.metres, sim_world_stats(world)->joint_error);
            most.radians = fmax(most.radians, sim_world_stats(world)->joint_error_angle);
        }
    }
    return most;
}

static double motor_force(const char *joint) {
    return sim_joint_motor_force(world, instance.joints[sim_model_find_joint(&def.model, joint)],
                                 0);
}

static void rows_and_forces_are_as_counted_by_hand(void **state) {
    (void)state;
    start(0.2, 0.0);
    (void)run(false);
    assert_int_equal(sim_world_stats(world)->rows, 201);
    assert_int_equal(sim_world_stats(world)->contacts, 6);
    assert_int_equal(def.model.joint_count, 32);
    assert_int_equal(def.model.differential_count, 10);
    double mass = 0.0, weight = 0.0;
    for (int i = 0; i < def.model.body_count; i++)
        mass += def.model.bodies[i].fixed ? 0.0 : sim_body_mass(world, instance.bodies[i]);
    assert_near(mass, 20540.0, 1e-6);
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(world, &contacts);
    for (int i = 0; i < count; i++)
        weight += contacts[i].force;
    assert_near(weight, 20540.0 * 9.81, 20.0); // a 10,000th: it still swings a little
    // Estimates from lever arms: 179 kN compression (the motor pushes), 124 kN tension.
    assert_near(motor_force("cylB"), 179e3, 3e3);
    assert_near(motor_force("cylJ"), -124e3, 3e3);
    stop();
}

// With the parameters of the two engines, ERP 0.2 and CFM 1e-10, their figures come out. The
// rest of the held error is the softness under the boom cylinder's force: e = f CFM h / ERP.
static void errors_are_those_of_other_engines(void **state) {
    (void)state;
    start(0.2, 1e-10);
    struct errors e = run(false);
    assert_near(e.metres, 1.075e-6, 0.01e-6);
    assert_near(e.radians, 7.886e-7, 0.04e-7);
    stop();
    start(0.2, 1e-10);
    e = run(true);
    assert_near(e.metres, 1.863e-4, 0.04e-4);
    assert_near(e.radians, 7.94e-5, 0.2e-5);
    stop();
}

// Our own defaults: rigid joints, and half of an error taken back per step instead of a fifth.
static void errors_are_small_by_default(void **state) {
    (void)state;
    start(0.5, 0.0);
    assert_true(run(false).metres < 1e-6);
    stop();
    start(0.5, 0.0);
    assert_true(run(true).metres < 1e-4);
    stop();
}

// A dense factorisation of 201 rows needs n^3 / 3 = 2.7 million multiplications and additions, a
// sparse one of the whole system by single unknowns in a minimum-degree order 25,000. Ours goes by
// whole bodies and joints, whose blocks count as full: less than three times that.
static void the_sparse_factors_stay_sparse(void **state) {
    (void)state;
    double factorise, substitute;
    start(0.5, 0.0);
    (void)run(false);
    int largest = 0;
    for (int i = 0; i < world->clusters.count; i++)
        if (world->clusters.items[i].stats.rows > world->clusters.items[largest].stats.rows)
            largest = i;
    assert_int_equal(world->clusters.items[largest].stats.rows, 201);
    assert_int_equal(world->clusters.items[largest].stats.iterations, 1); // the predicted set holds
    sim_sparse_flops(*world->clusters.items[largest].sparse, &factorise, &substitute);
    print_message("# %.0f flops to factorise, %.0f to substitute\n", factorise, substitute);
    assert_true(factorise > 25e3 && factorise < 75e3);
    assert_true(substitute < 20e3);
    stop();
}

// 15 rows of this machine are redundant; still both direct solvers lead to the same poses.
static void sparse_and_dense_move_it_alike(void **state) {
    (void)state;
    static struct sim_pose pose[64];
    double apart = 0.0;
    for (int dense = 0; dense < 2; dense++) {
        start(0.5, 0.0);
        struct sim_world_def world_def = def.model.world;
        sim_instance_finish(&instance);
        sim_world_destroy(world);
        world_def.solver = dense ? SIM_SOLVER_DANTZIG : SIM_SOLVER_SPARSE;
        world = sim_world_create(&world_def);
        assert_non_null(world);
        assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
        for (int i = 0; i < 50; i++) {
            sim_instance_set_input(&instance, sim_model_find_input(&def.model, "slew"), 0.1);
            sim_instance_set_input(&instance, sim_model_find_input(&def.model, "boom"), 0.03);
            sim_instance_apply(&instance);
            sim_world_step(world);
        }
        for (int b = 0; b < def.model.body_count; b++) {
            const struct sim_pose now = sim_body_pose(world, instance.bodies[b]);
            if (dense)
                apart = fmax(apart, sim_length(sim_sub(now.p, pose[b].p)));
            pose[b] = now;
        }
        stop();
    }
    print_message("# %.3g m apart after 0.6 s\n", apart);
    assert_true(apart < 1e-6); // a ten-millionth of the crane's reach
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_and_forces_are_as_counted_by_hand),
        cmocka_unit_test(errors_are_those_of_other_engines),
        cmocka_unit_test(errors_are_small_by_default),
        cmocka_unit_test(the_sparse_factors_stay_sparse),
        cmocka_unit_test(sparse_and_dense_move_it_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
