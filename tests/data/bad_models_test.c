// Models that make no sense are refused by name and place; those that say something twice work.
#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "tests/near.h"

static struct veh_machine_def def;
static struct dat_diagnostics d;

static bool load(const char *name) {
    char path[512];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/tests/data/models/%s.yaml", root != NULL ? root : ".",
                   name);
    return dat_load_model(path, &def, &d);
}

static const struct {
    const char *name;
    int line, column;
    const char *words[2];
} refused[] = {
    {"contradictory-motor",
     10,
     12,
     {"joint 'turn' has a motor", "'world' and 'tool' are one body"}},
    {"contradictory-sensor", 10, 24, {"sensor 'load' would always read 0", "'base' and 'arm'"}},
    {"contradictory-limits", 6, 67, {"'limits_deg'", "must include 0"}},
    {"disconnected", 1, 1, {"body 'lost' (line 8", "not connected to 'front'"}},
    {"massless", 5, 5, {"body 'balloon' moves but has no mass", "'fixed: true'"}},
    {"self-colliding", 5, 12, {"bodies 'post' and 'beam' overlap by 0.25 m", "move them apart"}},
};

static void nonsense_is_refused_by_name_and_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_false(load(refused[i].name));
        const struct dat_diagnostic *first = &d.item[0];
        bool all = first->line == refused[i].line && first->column == refused[i].column;
        for (int k = 0; k < 2; k++)
            all = all && strstr(first->text, refused[i].words[k]) != NULL;
        if (!all) {
            dat_diagnostics_print(&d, stderr);
            fail_msg("%s: expected line %d column %d '%s' '%s'", refused[i].name, refused[i].line,
                     refused[i].column, refused[i].words[0], refused[i].words[1]);
        }
    }
}

static void redundant_constraints_work(void **state) {
    (void)state;
    static const enum sim_solver solvers[] = {SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG};
    for (int i = 0; i < 2; i++) {
        if (!load("overconstrained")) {
            dat_diagnostics_print(&d, stderr);
            fail();
        }
        struct sim_world_def world_def = def.model.world;
        struct sim_instance instance;
        world_def.solver = solvers[i];
        struct sim_world *world = sim_world_create(&world_def);
        assert_non_null(world);
        assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
        // It hangs at its upper dead point; a push sets it going.
        sim_body_set_velocity(world, instance.bodies[2], sim_vec3(0.5, 0, 0), sim_vec3(0, 0, 0));
        double most = 0.0;
        for (int n = 0; n < 200; n++) {
            sim_instance_apply(&instance);
            sim_world_step(world);
            assert_int_equal(sim_world_stats(world)->unsolved, 0);
            // Links of 1 m that turn at 5 rad/s move along tangents: r (w h)^2 / 2 = 1 mm a step,
            // and the push at the start is at odds with the joints.
            assert_near(sim_world_stats(world)->joint_error, 0.0, 5e-3);
            most = fmax(most, fabs(sim_joint_position(world, instance.joints[0], 0)));
        }
        assert_null(sim_world_fault(world));
        assert_true(most > 1.0); // it falls over
        sim_instance_finish(&instance);
        sim_world_destroy(world);
        veh_machine_def_finish(&def);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nonsense_is_refused_by_name_and_place),
        cmocka_unit_test(redundant_constraints_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
