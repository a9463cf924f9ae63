// The crane's tip goes where it is sent, by a crane of two hinges and a slewing column that is
// built here. The levers of the library's machines with their cylinders are tested in
// tests/data/carrier_test.c.
#include "vehicles/operator/crane_control.h"

#include "tests/vehicles/small_site.h"
#include "vehicles/part/crane.h"

enum { BASE, COLUMN, BOOM, JIB, BODIES };
static const double boom_length = 3.5, jib_length = 3.0, hinge_height = 2.0; // [m]

static struct sim_shape shapes[BODIES];
static struct sim_visual visuals[BODIES];
static struct sim_model_body bodies[BODIES];
static struct sim_model_joint joints[3];
static struct sim_model_input inputs[3];
static struct veh_machine_def machine;
static struct veh_crane_def crane;
static struct small_site s;

static void add_part(int i, const char *name, double x, double z, double length, double mass) {
    (void)snprintf(bodies[i].name, sizeof bodies[i].name, "%s", name);
    bodies[i] = (struct sim_model_body){
        .pose = {{x, 0.0, z}, {1, 0, 0, 0}}, .first_shape = i, .shape_count = 1};
    shapes[i] = (struct sim_shape){.kind = SIM_SHAPE_BOX,
                                   .pose = {{0.5 * length, 0.0, 0.0}, {1, 0, 0, 0}},
                                   .half = {0.5 * length, 0.1, 0.15},
                                   .mass = mass,
                                   .material = -1};
}

static void add_hinge(int i, const char *lever, struct sim_vec3 axis, struct sim_vec3 anchor,
                      double rate) {
    (void)snprintf(inputs[i].name, sizeof inputs[i].name, "%s", lever);
    inputs[i].low = -1.0;
    inputs[i].high = 1.0;
    inputs[i].rate = 4.0;
    joints[i] = (struct sim_model_joint){.def = sim_default_joint_def(),
                                         .parent = i,
                                         .child = i + 1,
                                         .input = {i, -1},
                                         .input_scale = {rate, 0.0},
                                         .lock_input = -1};
    joints[i].def.kind = SIM_JOINT_HINGE;
    joints[i].def.anchor = anchor;
    joints[i].def.axis[0] = axis;
    joints[i].def.axis[1] = sim_perpendicular(axis);
    joints[i].def.free_axis[0].motor =
        (struct sim_motor){.mode = SIM_MOTOR_VELOCITY, .force_low = -2e5, .force_high = 2e5};
}

static void start(struct veh_crane_control *control) {
    add_part(BASE, "base", 0.0, 0.5, 0.5, 5000.0);
    bodies[BASE].fixed = true;
    add_part(COLUMN, "column", 0.0, 1.0, 0.5, 500.0);
    add_part(BOOM, "boom", 0.0, hinge_height, boom_length, 400.0);
    add_part(JIB, "jib", boom_length, hinge_height, jib_length, 250.0);
    const struct sim_vec3 up = {0.0, 0.0, 1.0}, side = {0.0, -1.0, 0.0};
    add_hinge(0, "slew", up, sim_vec3(0.0, 0.0, 1.0), 0.6);
    add_hinge(1, "boom", side, sim_vec3(0.0, 0.0, hinge_height), 0.4);
    add_hinge(2, "jib", side, sim_vec3(boom_length, 0.0, hinge_height), 0.6);
    joints[1].def.free_axis[0].limited = joints[2].def.free_axis[0].limited = true;
    joints[1].def.free_axis[0].lower = -0.5;
    joints[1].def.free_axis[0].upper = 1.2;
    joints[2].def.free_axis[0].lower = -2.4;
    joints[2].def.free_axis[0].upper = 0.0;
    machine = (struct veh_machine_def){.model = {.name = "crane",
                                                 .shapes = shapes,
                                                 .visuals = visuals,
                                                 .shape_count = BODIES,
                                                 .bodies = bodies,
                                                 .body_count = BODIES,
                                                 .joints = joints,
                                                 .joint_count = 3,
                                                 .inputs = inputs,
                                                 .input_count = 3},
                                       .parts = {{&veh_part_crane, &crane}},
                                       .part_count = 1};
    crane = (struct veh_crane_def){.slew = 0,
                                   .boom = 1,
                                   .jib = 2,
                                   .telescope = -1,
                                   .slew_input = 0,
                                   .boom_input = 1,
                                   .jib_input = 2,
                                   .telescope_input = -1,
                                   .tip_body = JIB,
                                   .tip = {3.0, 0.0, 0.0}};
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    assert_true(veh_crane_control_init(control, &s.site, 0));
}

// Towards target for so many seconds; returns the largest speed of the tip [m/s].
static double go(struct veh_crane_control *control, struct sim_vec3 target, double seconds,
                 void (*watch)(struct sim_vec3)) {
    double fastest = 0.0;
    for (int i = 0; i < (int)(seconds * 100.0); i++) {
        struct veh_controls levers[VEH_MAX_MACHINES] = {0};
        const struct sim_vec3 before = veh_machine_crane_tip(&s.site, 0);
        veh_crane_control_step(control, &s.site, target, &levers[0]);
        for (int c = 0; c < VEH_CONTROL_COUNT; c++)
            assert_true(fabs(levers[0].value[c]) <= 1.0);
        veh_worksite_step(&s.site, levers);
        const struct sim_vec3 after = veh_machine_crane_tip(&s.site, 0);
        fastest = fmax(fastest, sim_length(sim_sub(after, before)) / 0.01);
        if (watch != NULL)
            watch(after);
    }
    return fastest;
}

static double distance_to(struct sim_vec3 target) {
    return sim_length(sim_sub(veh_machine_crane_tip(&s.site, 0), target));
}

static void the_tip_arrives(void **state) {
    (void)state;
    struct veh_crane_control control;
    start(&control);
    static const struct sim_vec3 targets[] = {
        {4.0, 0.0, 1.0}, {3.0, 3.0, 2.5}, {-1.0, 4.5, 0.5}, {-3.5, -2.0, 3.0}, {0.5, -5.0, 1.5}};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        // sqrt(2) times as fast where it slews and moves in its plane at once.
        assert_true(go(&control, targets[i], 12.0, NULL) < 1.45 * control.speed);
        assert_near(distance_to(targets[i]), 0.0, 0.02);
        assert_near(veh_crane_radius(&control, &s.site, targets[i]),
                    sqrt(targets[i].x * targets[i].x + targets[i].y * targets[i].y), 1e-6);
    }
    small_site_finish(&s);
}

static struct sim_vec3 line_from, line_to;
static double worst_deviation;

static void watch_line(struct sim_vec3 tip) {
    const struct sim_vec3 along = sim_unit(sim_sub(line_to, line_from));
    const struct sim_vec3 d = sim_sub(tip, line_from);
    worst_deviation =
        fmax(worst_deviation, sim_length(sim_add_scaled(d, along, -sim_dot(d, along))));
}

// Levers act with a delay of a quarter of a second, at 0.5 m/s: the tip stays within 5 cm of the
// straight line.
static void the_tip_goes_straight(void **state) {
    (void)state;
    struct veh_crane_control control;
    start(&control);
    line_from = sim_vec3(3.0, 0.0, 0.8);
    go(&control, line_from, 12.0, NULL);
    control.speed = 0.5;
    static const struct sim_vec3 corners[] = {{5.5, 0.0, 0.8}, {5.0, 0.0, 3.0}, {3.0, 0.0, 0.8}};
    for (int i = 0; i < 3; i++) {
        line_to = corners[i];
        worst_deviation = 0.0;
        go(&control, line_to, 10.0, watch_line);
        assert_near(worst_deviation, 0.0, 0.05);
        assert_near(distance_to(line_to), 0.0, 0.02);
        line_from = line_to;
    }
    small_site_finish(&s);
}

// Out of reach: it stretches towards the target as far as it goes and does not shake.
static void out_of_reach_it_points_there(void **state) {
    (void)state;
    struct veh_crane_control control;
    start(&control);
    const struct sim_vec3 far_away = {-9.0, 9.0, hinge_height};
    go(&control, far_away, 20.0, NULL);
    const struct sim_vec3 tip = veh_machine_crane_tip(&s.site, 0);
    const double reach = sqrt(tip.x * tip.x + tip.y * tip.y);
    assert_true(reach > 0.9 * (boom_length + jib_length) && reach <= boom_length + jib_length);
    assert_near(sim_atan2(tip.y, tip.x), 0.75 * SIM_PI, 0.02);
    assert_true(go(&control, far_away, 1.0, NULL) < 0.05);
    small_site_finish(&s);
}

static void a_machine_without_a_crane_is_refused(void **state) {
    (void)state;
    struct veh_crane_control control;
    start(&control);
    machine.part_count = 0;
    assert_false(veh_crane_control_init(&control, &s.site, 0));
    machine.part_count = 1;
    crane.boom_input = -1;
    assert_false(veh_crane_control_init(&control, &s.site, 0));
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tip_arrives),
        cmocka_unit_test(the_tip_goes_straight),
        cmocka_unit_test(out_of_reach_it_points_there),
        cmocka_unit_test(a_machine_without_a_crane_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
