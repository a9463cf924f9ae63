// The crane's tip goes where it is sent, by a crane of two hinges and a slewing column that is
// built here. The levers of the library's machines with their cylinders are tested in
// tests/data/carrier_test.c.
#include "vehicles/operator/crane_control.h"

#include "tests/vehicles/small_crane.h"

static struct small_crane crane;
static struct small_site s;

// Levers act with a delay of a quarter of a second.
static void start(struct veh_crane_control *control) {
    small_crane_make(&crane);
    for (int i = 0; i < 3; i++)
        crane.inputs[i].rate = 4.0;
    small_crane_start(&crane, &s);
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

// The slewing axis ends between two places behind: from one to the other it goes the long way
// round.
static void it_slews_the_way_that_is_open(void **state) {
    (void)state;
    struct veh_crane_control control;
    small_crane_make(&crane);
    crane_limit(&crane.joints[crane.crane.slew], -3.1, 3.1);
    small_crane_start(&crane, &s);
    assert_true(veh_crane_control_init(&control, &s.site, 0));
    static const struct sim_vec3 left = {-4.0, 0.7, 1.0}, right = {-4.0, -0.7, 1.0};
    go(&control, left, 12.0, NULL);
    assert_near(distance_to(left), 0.0, 0.02);
    go(&control, right, 25.0, NULL);
    assert_near(distance_to(right), 0.0, 0.02);
    small_site_finish(&s);
}

static void a_machine_without_a_crane_is_refused(void **state) {
    (void)state;
    struct veh_crane_control control;
    start(&control);
    crane.def.part_count = 0;
    assert_false(veh_crane_control_init(&control, &s.site, 0));
    crane.def.part_count = 2;
    crane.crane.boom_input = -1;
    assert_false(veh_crane_control_init(&control, &s.site, 0));
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tip_arrives),
        cmocka_unit_test(the_tip_goes_straight),
        cmocka_unit_test(out_of_reach_it_points_there),
        cmocka_unit_test(it_slews_the_way_that_is_open),
        cmocka_unit_test(a_machine_without_a_crane_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
