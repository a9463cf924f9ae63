// The benchmarks' measures against closed forms. No time is ever tested.
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>

#include "tests/near.h"

static void exponent_of_a_power_is_found(void **state) {
    (void)state;
    const double x[] = {10.0, 30.0, 100.0, 2000.0};
    double y[4];
    for (int i = 0; i < 4; i++)
        y[i] = 3.0 * pow(x[i], 1.25);
    assert_near(bench_exponent(x, y, 4), 1.25, 1e-12);
}

static void quantiles_are_those_of_the_sorted_values(void **state) {
    (void)state;
    double v[] = {5.0, 1.0, 4.0, 2.0, 3.0};
    assert_near(bench_quantile(v, 5, 0.5), 3.0, 0.0);
    assert_near(bench_quantile(v, 5, 0.25), 2.0, 0.0);
    assert_near(bench_quantile(v, 5, 1.0), 5.0, 0.0);
}

// A chain of two whose lower link is moved aside by 3 mm and turned by 0.01 rad about an axis
// across its hinge's.
static void joint_errors_are_seen_in_poses(void **state) {
    (void)state;
    struct bench_scene scene;
    assert_true(bench_chain(&scene, 2));
    struct sim_pose pose[2] = {scene.model.bodies[0].pose, scene.model.bodies[1].pose};
    struct bench_errors e = bench_errors(&scene.model, pose);
    assert_near(e.metres, 0.0, 1e-15);
    assert_near(e.radians, 0.0, 1e-15);
    pose[1].p.x += 0.003;
    e = bench_errors(&scene.model, pose);
    assert_near(e.metres, 0.003, 1e-15);
    assert_near(e.radians, 0.0, 1e-15);
    pose[1] = scene.model.bodies[1].pose;
    pose[1].q = sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), 0.01);
    e = bench_errors(&scene.model, pose);
    assert_near(e.metres, 0.0, 1e-15); // about the vertical through the anchor
    assert_near(e.radians, 0.01, 1e-12);
    bench_scene_finish(&scene);
}

// A distance keeps the length between its points and nothing else.
static void errors_of_distances_are_those_of_lengths(void **state) {
    (void)state;
    struct bench_scene scene;
    assert_true(bench_net(&scene));
    struct sim_pose *pose = calloc((size_t)scene.model.body_count, sizeof *pose);
    for (int i = 0; i < scene.model.body_count; i++)
        pose[i] = scene.model.bodies[i].pose;
    assert_near(bench_errors(&scene.model, pose).metres, 0.0, 1e-15);
    pose[41].p.x += 0.002;
    assert_near(bench_errors(&scene.model, pose).metres, 0.002, 1e-15);
    free(pose);
    bench_scene_finish(&scene);
}

// Both engines run, hold the joints and move the bodies alike.
static void engines_agree_on_a_scene(void **state) {
    (void)state;
    struct bench_scene scene;
    struct bench_result results[2];
    const struct bench_engine *const engines[] = {&bench_sparse, &bench_dantzig};
    assert_true(bench_tree(&scene, 7));
    bench_run(&scene, engines, 2, 30, results);
    for (int e = 0; e < 2; e++) {
        assert_true(results[e].ran);
        assert_true(results[e].median > 0.0 && results[e].low <= results[e].high);
        assert_true(results[e].errors.metres < 1e-5);
        assert_true(results[e].moved > 0.0); // its branches hang askew
    }
    assert_near(results[0].moved, results[1].moved, 1e-9);
    bench_scene_finish(&scene);
}

// Figure 3.14 of the thesis: more sweeps leave a smaller error, and so does a smaller term on the
// diagonal; the direct solver with the smallest term leaves far less than Gauss-Seidel with 10,000
// sweeps. The sparse solver solves the same system, so it leaves the same error.
static void solvers_differ_in_the_error_they_leave(void **state) {
    (void)state;
    static struct bench_error_curve curve[BENCH_ERROR_SERIES];
    enum { STEPS = 8, GS_10000 = 3, CFM_4, CFM_9 = 6, SPARSE };
    assert_int_equal(bench_error_run(STEPS, curve), BENCH_ERROR_SERIES);
    double last[BENCH_ERROR_SERIES];
    for (int i = 0; i < BENCH_ERROR_SERIES; i++) {
        last[i] = curve[i].error[STEPS - 1];
        assert_near(curve[i].time[STEPS - 1], 0.096, 1e-12);
        for (int k = 1; k < STEPS; k++)
            assert_true(curve[i].error[k] > curve[i].error[k - 1]); // nothing corrects it
    }
    for (int i = 0; i < GS_10000; i++)
        assert_true(last[i + 1] < 0.5 * last[i]);
    for (int i = CFM_4; i < CFM_9; i++)
        assert_true(last[i + 1] < 0.1 * last[i]);
    assert_true(last[CFM_9] < 1e-3 * last[GS_10000]);
    // The error is a drift of second order in h, which is independent of the solver; the term on
    // the diagonal contributes 2e-11 of it.
    assert_near(last[SPARSE] / last[CFM_9], 1.0, 0.05);
}

// Two logs of the bunk pushed into each other by 4 mm, all else apart.
static void overlap_is_seen_in_poses(void **state) {
    (void)state;
    struct bench_scene scene;
    assert_true(bench_bunk(&scene, false));
    const struct sim_model *model = &scene.model;
    struct sim_pose *pose = calloc((size_t)model->body_count, sizeof *pose);
    for (int i = 0; i < model->body_count; i++) {
        pose[i] = model->bodies[i].pose;
        if (!model->bodies[i].fixed)
            pose[i].p.z += 10.0 * i;
    }
    assert_near(bench_overlap(model, pose), 0.0, 0.0);
    const int last = model->body_count - 1;
    const double diameter = 2.0 * model->shapes[model->bodies[last].first_shape].radius[0];
    pose[last].p = pose[last - 1].p;
    pose[last].p.z += diameter - 0.004;
    assert_near(bench_overlap(model, pose), 0.004, 1e-12);
    free(pose);
    bench_scene_finish(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponent_of_a_power_is_found),
        cmocka_unit_test(quantiles_are_those_of_the_sorted_values),
        cmocka_unit_test(joint_errors_are_seen_in_poses),
        cmocka_unit_test(errors_of_distances_are_those_of_lengths),
        cmocka_unit_test(overlap_is_seen_in_poses),
        cmocka_unit_test(engines_agree_on_a_scene),
        cmocka_unit_test(solvers_differ_in_the_error_they_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
