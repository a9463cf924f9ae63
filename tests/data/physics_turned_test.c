// No direction is special: each model of the library, turned as a whole with its gravity and moved
// away from the origin, moves as it did before. By all solvers.
#include "tests/data/physics_model.h"

enum { MOST_BODIES = 256 };

// Rounding depends on the direction; hard impacts and chaotic chains magnify the difference.
static const struct {
    const char *name;
    double time, tolerance; // [s], [m]
} scenes[] = {
    {"bounce", 2.0, 1e-9},       {"car", 0.6, 1e-6},
    {"cart", 2.0, 1e-6},         {"collision", 1.0, 1e-6},
    {"cradle", 1.0, 1e-6},       {"crane_triangle", 2.0, 1e-6},
    {"differential", 2.0, 1e-9}, {"double_pendulum", 1.0, 1e-8},
    {"four_bar", 2.0, 1e-8},     {"four_bar_singular", 2.0, 1e-6},
    {"free_body", 5.0, 1e-8},    {"free_flight", 2.0, 1e-8},
    {"fused", 2.0, 1e-9},        {"gears", 2.0, 1e-9},
    {"grain", 1.0, 5e-4},        {"heavy_top", 1.0, 1e-8},
    {"hulls", 0.5, 1e-6},        {"incline", 2.0, 1e-6},
    {"meshes", 0.25, 1e-6},      {"motor", 1.0, 1e-9},
    {"pendulum", 2.0, 1e-9},     {"pendulums", 2.0, 1e-9},
    {"planar", 1.0, 1e-9},       {"rolling", 1.0, 1e-6},
    {"screw", 2.0, 1e-9},        {"slider_crank", 2.0, 1e-8},
    {"spring", 2.0, 1e-9},       {"springs", 2.0, 1e-9},
    {"stack", 2.0, 1e-6},        {"stack_tips", 1.0, 1e-6},
    {"stem_split", 1.0, 1e-9},   {"triple_pendulum", 1.0, 1e-7},
    {"two_link_arm", 1.0, 1e-6},
};
// [m] The error that Gauss-Seidel leaves after its sweeps depends on the direction of its rows.
static const double unfinished = 1e-4;
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static void run(const char *name, enum sim_solver solver, double time, struct sim_pose pose,
                struct sim_vec3 *centre) {
    start(name, solver);
    struct sim_world_def turned = def.model.world;
    turned.solver = solver;
    turned.iterations = sweeps;
    turned.gravity = sim_rotate(pose.q, turned.gravity);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    world = sim_world_create(&turned);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, pose));
    for (int i = 0; i < def.model.input_count; i++) // something to do for the motors
        sim_instance_set_input(&instance, i, def.model.inputs[i].high);
    run_until(time);
    assert_true(def.model.body_count <= MOST_BODIES);
    for (int i = 0; i < def.model.body_count; i++)
        centre[i] = sim_body_centre(world, instance.bodies[i]);
}

static void turned_scenes_move_alike(void **state) {
    static const struct sim_pose poses[] = {{{3.0, -2.0, 5.0}, {0.5, 0.5, -0.5, 0.5}},
                                            {{-7.0, 1.0, 2.0}, {0.2, -0.4, 0.7, 0.55}}};
    static struct sim_vec3 before[MOST_BODIES];
    static struct sim_vec3 after[MOST_BODIES];
    const enum sim_solver solver = solver_of(state);
    int wrong = 0;
    for (int s = 0; s < SCENES; s++) {
        // Its loop under 500 kg takes tens of thousands of sweeps.
        if (solver == SIM_SOLVER_PGS && strcmp(scenes[s].name, "crane_triangle") == 0)
            continue;
        run(scenes[s].name, solver, scenes[s].time, sim_pose_identity(), before);
        stop();
        for (int k = 0; k < 2; k++) {
            const struct sim_pose pose = {poses[k].p, sim_quat_unit(poses[k].q)};
            run(scenes[s].name, solver, scenes[s].time, pose, after);
            double worst = 0.0;
            for (int i = 0; i < def.model.body_count; i++) {
                const struct sim_vec3 expected = sim_pose_point(pose, before[i]);
                worst = fmax(worst, sim_length(sim_sub(after[i], expected)));
            }
            stop();
            if (!(worst <=
                  fmax(scenes[s].tolerance, solver == SIM_SOLVER_PGS ? unfinished : 0.0))) {
                print_error("%s, turned by pose %d, is off by %g m\n", scenes[s].name, k, worst);
                wrong++;
            }
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {BY_EACH_SOLVER(turned_scenes_move_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
