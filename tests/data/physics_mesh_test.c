// The meshes of data/library/physics: a box that slides, one that stays, boulders that roll.
#include "sim/shape/mesh.h"
#include "sim/shape/sphere_tree.h"
#include "tests/data/physics_model.h"

static const double slope = 20.0 * SIM_PI / 180.0;
static const double g = 9.81;

// Over the edges between the triangles of the slope as over a plane.
static void boxes_slide_and_stay_on_a_mesh(void **state) {
    const enum sim_solver solver = solver_of(state);
    start("meshes", solver);
    const struct sim_vec3 sliding = sim_body_pose(world, body("sliding")).p;
    const struct sim_vec3 staying = sim_body_pose(world, body("staying")).p;
    run_until(2.5);
    const double a = g * (sin(slope) - 0.2 * cos(slope)), h = sim_world_step_size(world);
    assert_near(sensor("speed"), 2.5 * a, 1e-3 * a);
    // Semi-implicit Euler goes h / t farther than a t^2 / 2.
    const double way = 0.5 * a * 2.5 * (2.5 + h);
    assert_near(sim_length(sim_sub(sim_body_pose(world, body("sliding")).p, sliding)), way, 2e-3);
    assert_near(sim_length(sim_sub(sim_body_pose(world, body("staying")).p, staying)), 0.0, 5e-4);
    // On the level friction takes what is left.
    run_until(3.5);
    const double x = sim_body_pose(world, body("sliding")).p.x, v = sensor("speed");
    assert_true(v > 1.0);
    run_until(6.0);
    const struct sim_pose rest = sim_body_pose(world, body("sliding"));
    assert_near(rest.p.x - x, v * v / (2.0 * 0.2 * g), 0.5 * h * v + 2e-3);
    assert_near(sensor("speed"), 0.0, 1e-6);
    assert_near(rest.p.z, 0.1, 1e-3); // contacts give way a little
    assert_near(rest.p.y, sliding.y, 1e-3);
    assert_near(sim_length(sim_sub(sim_body_pose(world, body("staying")).p, staying)), 0.0, 5e-4);
    stop();
}

static double lowest(const char *name) {
    const struct sim_shape *shape =
        &def.model.shapes[def.model.bodies[sim_model_find_body(&def.model, name)].first_shape];
    const struct sim_pose pose = sim_body_pose(world, body(name));
    double low = HUGE_VAL;
    for (int i = 0; i < shape->mesh->vertex_count; i++)
        low = fmin(low, sim_pose_point(pose, shape->mesh->vertices[i]).z);
    return low;
}

// They lose energy until they lie still, their lowest place on the ground, the one of balls to
// within the error of its tree.
static void boulders_roll_until_they_lie(void **state) {
    (void)state;
    start("meshes", SIM_SOLVER_SPARSE);
    const struct sim_energy first = sim_world_energy(world);
    const double begin = first.kinetic + first.potential;
    while (sim_world_time(world) < 17.0) {
        step();
        const struct sim_energy now = sim_world_energy(world);
        assert_true(now.kinetic + now.potential < begin * (1.0 + 1e-9));
    }
    assert_near(sensor("boulder_speed"), 0.0, 5e-3);
    assert_near(sensor("balls_speed"), 0.0, 5e-3);
    assert_true(sim_body_pose(world, body("boulder")).p.x > 3.0); // on the level
    assert_true(sim_body_pose(world, body("boulder_of_balls")).p.x > 3.0);
    // On three places with 1e6 N/m each it sinks by m g / 3e6.
    const double sunk = sim_body_mass(world, body("boulder")) * g / 3e6;
    assert_near(lowest("boulder"), -sunk, 1e-3);
    assert_int_equal(def.model.tree_count, 1);
    const double error = sqrt(3.0) * def.model.trees[0]->cell / 32.0; // of a cell of level 5
    assert_true(lowest("boulder_of_balls") > -error && lowest("boulder_of_balls") < 3e-3);
    stop();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        BY_EACH_SOLVER(boxes_slide_and_stay_on_a_mesh),
        cmocka_unit_test(boulders_roll_until_they_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
