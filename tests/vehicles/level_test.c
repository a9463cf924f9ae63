// A platform on a base that leans: it comes level at the speed of its motor.
#include "vehicles/part/level.h"

#include "tests/vehicles/small_site.h"

static const double degree = SIM_PI / 180.0;

static struct sim_shape shapes[2];
static struct sim_visual visuals[2];
static struct sim_model_body bodies[2];
static struct sim_model_joint joint;
static struct veh_level_def level;
static struct veh_machine_def machine;
static struct small_site s;

// The base leans by that angle about x, and so does the hinge between both, whose limits are 20
// degrees.
static void start(double lean) {
    const struct sim_pose pose = {{0.0, 0.0, 3.0}, sim_quat_rpy(lean * degree, 0.0, 0.0)};
    for (int i = 0; i < 2; i++) {
        bodies[i] = (struct sim_model_body){.pose = pose, .first_shape = i, .shape_count = 1};
        shapes[i] = (struct sim_shape){.kind = SIM_SHAPE_BOX,
                                       .pose = {{0.0, 0.0, 0.5 * i}, {1, 0, 0, 0}},
                                       .half = {0.5, 0.5, 0.2},
                                       .mass = 500.0,
                                       .material = -1};
    }
    bodies[0].fixed = true;
    memcpy(bodies[0].name, "base", sizeof "base");
    memcpy(bodies[1].name, "cab", sizeof "cab");
    joint = sim_default_model_joint();
    joint.parent = 0;
    joint.child = 1;
    joint.def.kind = SIM_JOINT_HINGE;
    joint.def.anchor = pose.p;
    joint.def.axis[0] = sim_vec3(1.0, 0.0, 0.0);
    joint.def.axis[1] = sim_vec3(0.0, 1.0, 0.0);
    joint.def.free_axis[0].limited = true;
    joint.def.free_axis[0].lower = -20.0 * degree;
    joint.def.free_axis[0].upper = 20.0 * degree;
    joint.def.free_axis[0].motor =
        (struct sim_motor){.mode = SIM_MOTOR_VELOCITY, .force_low = -2e4, .force_high = 2e4};
    level = (struct veh_level_def){
        .joint = 0, .body = 1, .speed_deg = 5.0, .response_s = 0.5, .dead_band_deg = 0.5};
    machine = (struct veh_machine_def){.model = {.name = "m",
                                                 .shapes = shapes,
                                                 .visuals = visuals,
                                                 .shape_count = 2,
                                                 .bodies = bodies,
                                                 .body_count = 2,
                                                 .joints = &joint,
                                                 .joint_count = 1},
                                       .parts = {{&veh_part_level, &level}},
                                       .part_count = 1};
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
}

static double tilt(void) {
    return veh_machine_measure(&s.site, 0, &veh_part_level, VEH_LEVEL_TILT);
}

// At 5 deg/s down to what the dead band and the time constant make of the last degrees: from
// 3 degrees on, 2.5 exp(-t / 0.5 s) above the dead band.
static void the_cab_comes_level(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        start(side * 15.0);
        assert_near(tilt(), 15.0, 1e-6);
        small_site_steps(&s, 200);
        assert_near(tilt(), 5.0, 0.06);
        small_site_steps(&s, 40);
        assert_near(tilt(), 3.0, 0.06);
        small_site_steps(&s, 50);
        assert_near(tilt(), 0.5 + 2.5 * exp(-1.0), 0.06);
        small_site_steps(&s, 400);
        assert_near(tilt(), 0.5, 0.01);
        small_site_finish(&s);
    }
}

static void its_limits_bound_it(void **state) {
    (void)state;
    start(32.0);
    small_site_steps(&s, 800);
    assert_near(tilt(), 12.0, 0.02);
    small_site_finish(&s);
}

static void without_its_sensor_it_stays(void **state) {
    (void)state;
    static const struct veh_fault fault = {.kind = VEH_FAULT_SENSOR, .name = "cab", .time = 1.0};
    start(15.0);
    memcpy(level.name, "cab", sizeof "cab");
    s.site.def.faults = &fault;
    s.site.def.fault_count = 1;
    small_site_steps(&s, 100);
    assert_near(tilt(), 10.0, 0.1);
    small_site_steps(&s, 300);
    assert_near(tilt(), 10.0, 0.1);
    small_site_finish(&s);
}

static void what_cannot_level_is_refused(void **state) {
    (void)state;
    char text[200];
    start(0.0);
    assert_null(veh_part_level.problem(&level, &machine.model, text, sizeof text));
    joint.def.free_axis[0].upper = 21.0 * degree;
    assert_non_null(veh_part_level.problem(&level, &machine.model, text, sizeof text));
    joint.def.free_axis[0].limited = false;
    assert_non_null(veh_part_level.problem(&level, &machine.model, text, sizeof text));
    joint.def.free_axis[0].limited = true;
    joint.def.free_axis[0].upper = 20.0 * degree;
    level.body = 0; // the base
    assert_non_null(veh_part_level.problem(&level, &machine.model, text, sizeof text));
    level.body = 1;
    joint.input[0] = 0;
    assert_non_null(veh_part_level.problem(&level, &machine.model, text, sizeof text));
    joint.input[0] = -1;
    joint.def.kind = SIM_JOINT_PRISMATIC;
    assert_non_null(veh_part_level.problem(&level, &machine.model, text, sizeof text));
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cab_comes_level),
        cmocka_unit_test(its_limits_bound_it),
        cmocka_unit_test(without_its_sensor_it_stays),
        cmocka_unit_test(what_cannot_level_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
