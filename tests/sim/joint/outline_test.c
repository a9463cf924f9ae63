// A point in a triangle on a slope, a puck that bounces, and plates that carry a point along.
#include "sim/joint/outline.h"

#include <string.h>

#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0};
static const double tilt = 0.5;   // [rad] about y: x runs downhill
static const double aside = 0.52; // [rad] between the lower edge and the fall line

// A plane through the origin, turned by slope about y, whose coordinates are x and y.
static struct sim_joint_def plane(struct sim_body_id a, struct sim_body_id b, double slope,
                                  struct sim_vec3 *corners, int count) {
    const struct sim_quat q = sim_quat_rpy(0.0, slope, 0.0);
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_PLANE, a, b, origin, sim_rotate(q, sim_vec3(0, 0, 1)));
    def.axis[1] = sim_rotate(q, sim_vec3(1, 0, 0));
    for (int i = 0; i < count; i++)
        corners[i] = sim_rotate(q, corners[i]);
    def.outline = corners;
    def.outline_count = count;
    return def;
}

// From corner to corner its lower edge runs through (1, 0), on the fall line below the origin.
static void make_triangle(struct sim_vec3 corners[3]) {
    corners[0] = sim_vec3(-1.2, -1.5, 0.0);
    corners[1] = sim_vec3(1.0 + 2.0 * cos(aside), -2.0 * sin(aside), 0.0);
    corners[2] = sim_vec3(1.0 - 2.5 * cos(aside), 2.5 * sin(aside), 0.0);
}

static double sum_of_energies(const struct sim_world *world) {
    const struct sim_energy e = sim_world_energy(world);
    return e.kinetic + e.potential + e.elastic;
}

// After 1 m it loses what speed it has across the edge, slides along it for 2 m and stays in the
// corner, where two edges hold it. twice: the plane is there again, which makes a row redundant.
static void slide(enum sim_solver solver, bool twice) {
    const double h = 0.001, a = physics_gravity * sin(tilt), b = a * cos(aside);
    const double fall = sqrt(2.0 / a), v = a * fall * cos(aside);
    struct sim_world *world = physics_world(solver, h);
    const struct sim_body_id point = physics_body(world, origin, 2.0, origin);
    struct sim_vec3 corners[3];
    make_triangle(corners);
    const struct sim_joint_def def = plane(physics_ground, point, tilt, corners, 3);
    const struct sim_joint_id joint = physics_join(world, &def);
    if (twice) {
        struct sim_joint_def again = def;
        again.outline_count = 0;
        physics_join(world, &again);
    }
    double before = sum_of_energies(world);
    while (sim_world_time(world) < 3.0) {
        sim_world_step(world);
        const double time = sim_world_time(world), t = time - fall + 0.5 * h;
        const double x = sim_joint_position(world, joint, 0),
                     y = sim_joint_position(world, joint, 1);
        const double along = (x - 1.0) * cos(aside) - y * sin(aside);
        const double way = v * t + 0.5 * b * t * (t + h);
        if (time < fall - 2.0 * h)
            assert_near(x, 0.5 * a * time * (time + h), 1e-9);
        else if (t > 0.0 && way < 1.99)
            assert_near(along, way, 3e-3);
        if (t > 2.0 * h)
            assert_near((x - 1.0) * sin(aside) + y * cos(aside), 0.0, 1e-6);
        assert_true(sum_of_energies(world) < before + 1e-9);
        before = sum_of_energies(world);
    }
    assert_near(sim_length(sim_sub(sim_body_centre(world, point), corners[1])), 0.0, 1e-6);
    assert_near(sim_length(sim_body_velocity(world, point)), 0.0, 1e-6);
    sim_world_destroy(world);
}

static void a_point_slides_along_an_edge_into_the_corner(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        slide(physics_solvers[s], false);
}

static void a_redundant_plane_changes_nothing(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++)
        slide(physics_solvers[s], true);
}

// Elastic edges throw it back as elastic limits do: an outline along them gives the same path.
static void a_square_is_a_pair_of_limits(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], 0.001);
        struct sim_joint_id joint[2];
        for (int i = 0; i < 2; i++) {
            struct sim_vec3 corners[4] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
            const struct sim_body_id point = physics_body(world, origin, 2.0, origin);
            struct sim_joint_def def = plane(physics_ground, point, 0.0, corners, i == 0 ? 4 : 0);
            for (int k = 0; k < 2; k++) {
                def.free_axis[k].limited = i == 1;
                def.free_axis[k].lower = -1.0;
                def.free_axis[k].upper = 1.0;
                def.free_axis[k].stop.stiffness = 2e4;
            }
            joint[i] = physics_join(world, &def);
            sim_body_set_velocity(world, point, sim_vec3(3.0, 2.0, 0.0), origin);
        }
        for (int i = 0; i < 3000; i++) {
            sim_world_step(world);
            for (int k = 0; k < 2; k++)
                assert_near(sim_joint_position(world, joint[0], k),
                            sim_joint_position(world, joint[1], k), 1e-9);
        }
        sim_world_destroy(world);
    }
}

// It leaves a slanting edge as light does: along it nothing changes, across it the speed turns
// round, but for what an implicit spring takes.
static void a_point_bounces_off_an_elastic_edge(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], 0.0005);
        const struct sim_body_id point = physics_body(world, origin, 2.0, origin);
        struct sim_vec3 corners[3];
        make_triangle(corners);
        struct sim_joint_def def = plane(physics_ground, point, 0.0, corners, 3);
        def.free_axis[0].stop.stiffness = 2e3;
        physics_join(world, &def);
        sim_body_set_velocity(world, point, sim_vec3(4.0, 0.0, 0.0), origin);
        double before = sum_of_energies(world);
        for (int i = 0; i < 800; i++) {
            sim_world_step(world);
            assert_true(sum_of_energies(world) < before + 1e-9);
            before = sum_of_energies(world);
        }
        const struct sim_vec3 v = sim_body_velocity(world, point);
        assert_near(v.x * cos(aside) - v.y * sin(aside), 4.0 * cos(aside), 1e-9);
        assert_near(v.x * sin(aside) + v.y * cos(aside), -4.0 * sin(aside), 0.04 * 4.0);
        sim_world_destroy(world);
    }
}

static struct sim_joint_def plate(struct sim_body_id body, struct sim_body_id point,
                                  struct sim_vec3 corners[4]) {
    static const struct sim_vec3 square[4] = {{-1, -1, 0}, {-1, 1, 0}, {1, 1, 0}, {1, -1, 0}};
    for (int i = 0; i < 4; i++)
        corners[i] = square[i];
    return plane(body, point, 0.0, corners, 4);
}

// A plate of 6 kg comes with 2 m/s, and its rear edge takes a point of 2 kg along.
static void a_moving_plate_takes_the_point_along(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], 0.01);
        const struct sim_body_id body = physics_body(world, origin, 6.0, sim_vec3(1.0, 1.0, 1.0));
        const struct sim_body_id point = physics_body(world, origin, 2.0, origin);
        struct sim_vec3 corners[4];
        const struct sim_joint_def def = plate(body, point, corners);
        const struct sim_joint_id joint = physics_join(world, &def);
        sim_body_set_velocity(world, body, sim_vec3(2.0, 0.0, 0.0), origin);
        physics_run(world, 0.4);
        assert_near(sim_body_velocity(world, point).x, 0.0, 1e-12);
        physics_run(world, 0.6);
        assert_near(sim_joint_position(world, joint, 0), -1.0, 1e-9);
        assert_near(sim_body_velocity(world, point).x, 1.5, 1e-9);
        assert_near(sim_body_velocity(world, body).x, 1.5, 1e-9);
        sim_world_destroy(world);
    }
}

// On a plate that turns the point moves outwards until it is in a corner.
static void a_turning_plate_drives_the_point_into_a_corner(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], 0.005);
        const struct sim_body_id body = physics_body(world, origin, 6.0, sim_vec3(1, 1, 1));
        const struct sim_body_id point = physics_body(world, origin, 2.0, origin);
        struct sim_joint_def hinge =
            physics_joint(SIM_JOINT_HINGE, physics_ground, body, origin, sim_vec3(0, 0, 1));
        hinge.free_axis[0].motor = (struct sim_motor){
            .mode = SIM_MOTOR_VELOCITY, .target = 2.0, .force_low = -1e6, .force_high = 1e6};
        physics_join(world, &hinge);
        struct sim_vec3 corners[4];
        const struct sim_joint_def def = plate(body, point, corners);
        const struct sim_joint_id joint = physics_join(world, &def);
        sim_body_set_velocity(world, point, sim_vec3(0.1, 0.05, 0.0), origin);
        for (int i = 0; i < 4000; i++) {
            sim_world_step(world);
            for (int k = 0; k < 2; k++)
                assert_true(fabs(sim_joint_position(world, joint, k)) < 1.0 + 1e-3);
        }
        for (int k = 0; k < 2; k++)
            assert_near(fabs(sim_joint_position(world, joint, k)), 1.0, 1e-3);
        sim_world_destroy(world);
    }
}

static void impossible_outlines_are_refused(void **state) {
    (void)state;
    static const struct {
        int count;
        struct sim_vec3 corners[5];
        const char *problem; // a part of it, NULL: none
    } rows[] = {
        {3, {{-1, -1, 0}, {2, 0, 0}, {-1, 1, 0}}, NULL},
        {3, {{-1, 1, 0}, {2, 0, 0}, {-1, -1, 0}}, NULL},             // the other way round
        {4, {{-1, -1, 0}, {0, -1, 0}, {1, -1, 0}, {0, 1, 0}}, NULL}, // a straight corner
        {2, {{-1, -1, 0}, {2, 0, 0}}, "3 to 100"},
        {3, {{-1, 0, 0}, {2, 0, 0}, {1, 0, 0}}, "one line"},
        {3, {{-1, 0, 0}, {-1, 0, 0}, {1, 1, 0}}, "one place"},
        {3, {{-1, -1, 0}, {2, 0, 0.1}, {-1, 1, 0}}, "plane"},
        {4, {{-1, -1, 0}, {2, 0, 0}, {-1, 1, 0}, {-0.5, 0, 0}}, "convex"},
        {4, {{-1, -1, 0}, {1, 1, 0}, {1, -1, 0}, {-1, 1, 0}}, "convex"},
        {5, {{0, 1, 0}, {0.6, -0.8, 0}, {-1, 0.3, 0}, {1, 0.3, 0}, {-0.6, -0.8, 0}}, "convex"},
        {3, {{1, -1, 0}, {2, 0, 0}, {1, 1, 0}}, "outside"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sim_vec3 corners[5];
        for (int k = 0; k < rows[i].count; k++)
            corners[k] = rows[i].corners[k];
        const struct sim_body_id b = {1, 1};
        struct sim_joint_def def = plane(physics_ground, b, 0.0, corners, rows[i].count);
        const char *problem = sim_joint_def_problem(&def);
        assert_true((problem == NULL) == (rows[i].problem == NULL));
        assert_true(problem == NULL || strstr(problem, rows[i].problem) != NULL);
        def.kind = SIM_JOINT_BALL;
        assert_non_null(strstr(sim_joint_def_problem(&def), "only a plane"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_slides_along_an_edge_into_the_corner),
        cmocka_unit_test(a_redundant_plane_changes_nothing),
        cmocka_unit_test(a_square_is_a_pair_of_limits),
        cmocka_unit_test(a_point_bounces_off_an_elastic_edge),
        cmocka_unit_test(a_moving_plate_takes_the_point_along),
        cmocka_unit_test(a_turning_plate_drives_the_point_into_a_corner),
        cmocka_unit_test(impossible_outlines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
