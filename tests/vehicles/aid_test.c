// The aids of a crane that is built here, against closed forms.
#include "vehicles/part/aid.h"

#include "tests/vehicles/small_crane.h"

static struct small_crane crane;
static struct small_site s;
static struct veh_controls controls[VEH_MAX_MACHINES];

static void run(double seconds, void (*watch)(void)) {
    const int steps = (int)(seconds / sim_world_step_size(s.site.world) + 0.5);
    for (int i = 0; i < steps; i++) {
        veh_worksite_step(&s.site, controls);
        if (watch != NULL)
            watch();
    }
}

static void start(void) {
    memset(controls, 0, sizeof controls);
    small_crane_start(&crane, &s);
}

static double speed_of(int joint) {
    return sim_joint_speed(s.site.world, s.site.machines[0].instance.joints[joint], 0);
}

static double place_of(int joint) {
    return sim_joint_position(s.site.world, s.site.machines[0].instance.joints[joint], 0);
}

static struct sim_vec3 from_tip, least_tip, most_tip;

static void watch_tip(void) {
    const struct sim_vec3 d = sim_sub(veh_machine_crane_tip(&s.site, 0), from_tip);
    least_tip = sim_vec3(fmin(least_tip.x, d.x), fmin(least_tip.y, d.y), fmin(least_tip.z, d.z));
    most_tip = sim_vec3(fmax(most_tip.x, d.x), fmax(most_tip.y, d.y), fmax(most_tip.z, d.z));
}

static void move_tip(enum veh_control lever, double value, double seconds) {
    memset(controls, 0, sizeof controls);
    controls[0].value[VEH_TIP_CONTROL] = 1.0;
    run(0.2, NULL);
    from_tip = veh_machine_crane_tip(&s.site, 0);
    least_tip = most_tip = sim_vec3(0.0, 0.0, 0.0);
    controls[0].value[lever] = value;
    run(seconds, watch_tip);
}

// With one lever the tip goes out and in level, and up and down straight: within 1 cm of the line,
// as fast as the lever says. The crane has a cylinder in its triangle.
static void the_tip_goes_level_and_upright(void **state) {
    (void)state;
    small_crane_make(&crane);
    small_crane_add_cylinder(&crane);
    start();
    controls[0].value[VEH_JIB] = -1.0;
    run(2.5, NULL); // the jib folded by 1.5 rad, by hand
    move_tip(VEH_BOOM, 0.5, 2.0);
    assert_near(most_tip.z, 1.0, 0.03);
    assert_near(fmax(most_tip.x, -least_tip.x), 0.0, 0.01);
    move_tip(VEH_JIB, 0.8, 2.0);
    assert_near(most_tip.x, 1.6, 0.03);
    assert_near(fmax(most_tip.z, -least_tip.z), 0.0, 0.01);
    move_tip(VEH_JIB, -0.8, 2.0);
    assert_near(least_tip.x, -1.6, 0.03);
    assert_near(fmax(most_tip.z, -least_tip.z), 0.0, 0.01);
    // The same lever by hand turns the jib about its hinge.
    controls[0].value[VEH_TIP_CONTROL] = 0.0;
    controls[0].value[VEH_JIB] = 0.8;
    from_tip = veh_machine_crane_tip(&s.site, 0);
    least_tip = most_tip = sim_vec3(0.0, 0.0, 0.0);
    run(1.0, watch_tip);
    assert_true(fmax(most_tip.z, -least_tip.z) > 0.2);
    small_site_finish(&s);
}

// Without its angles the computer leaves the jib to its lever, and the tip leaves the line.
static void without_its_sensors_there_is_no_tip_control(void **state) {
    (void)state;
    static const struct veh_fault fault = {.kind = VEH_FAULT_SENSOR, .name = "crane"};
    small_crane_make(&crane);
    start();
    s.site.def.faults = &fault;
    s.site.def.fault_count = 1;
    move_tip(VEH_JIB, -0.8, 2.0);
    assert_true(fmax(most_tip.z, -least_tip.z) > 0.2);
    small_site_finish(&s);
}

static void the_crane_is_as_fast_as_its_share(void **state) {
    (void)state;
    small_crane_make(&crane);
    start();
    controls[0].value[VEH_SLEW] = 1.0;
    run(0.5, NULL);
    assert_near(speed_of(0), slew_rate, 1e-6);
    controls[0].value[VEH_CRANE_SLOWER] = 0.4;
    run(0.5, NULL);
    assert_near(speed_of(0), 0.6 * slew_rate, 1e-6);
    small_site_finish(&s);
}

static double grade; // of the soft crane
static double worst_ramp, worst_end, last_speed;

// The speed changes by full speed per ramp, and falls towards the end as the opening does. Half as
// soft, the ramp and the way to the end are half as long.
static void watch_soft_boom(void) {
    const double speed = speed_of(1) / boom_rate, h = sim_world_step_size(s.site.world);
    const double left = 1.2 - place_of(1), zone = grade * 0.1 * 1.7;
    worst_ramp = fmax(worst_ramp, fabs(speed - last_speed) * grade * crane.aid.ramp / h);
    last_speed = speed;
    if (left < zone && left > 0.01) // where the limit's own rows act
        worst_end = fmax(worst_end, fabs(speed - (0.2 + 0.8 * left / zone)));
}

static void a_soft_crane_starts_and_ends_gently(void **state) {
    (void)state;
    static const double grades[] = {1.0, 0.5};
    for (int i = 0; i < 2; i++) {
        grade = grades[i];
        small_crane_make(&crane);
        start();
        controls[0].value[VEH_SOFT_CRANE] = grade;
        controls[0].value[VEH_BOOM] = 1.0;
        worst_ramp = worst_end = last_speed = 0.0;
        run(0.25 * grade, watch_soft_boom);
        assert_near(last_speed, 0.5, 0.021 / grade); // half of the ramp, and a step
        run(0.35, watch_soft_boom);
        assert_near(worst_ramp, 1.0, 0.05);
        run(5.0, watch_soft_boom);
        assert_near(place_of(1), 1.2, 1e-3);
        assert_near(worst_end, 0.0, 0.02 / grade); // a step later than where it was seen
        controls[0].value[VEH_BOOM] = 0.0;
        run(1.0, NULL);
        assert_near(speed_of(1), 0.0, 1e-6);
        small_site_finish(&s);
    }
}

// ---- swinging ----

static const double rope = 2.0; // [m]
static int load;
static double swing[4]; // [m] highest displacements to the sides, in turn
static int swings;
static double last_place, last_move;

static void watch_load(void) {
    const struct sim_vec3 tip = veh_machine_crane_tip(&s.site, 0);
    const struct sim_vec3 p =
        sim_body_centre(s.site.world, s.site.machines[0].instance.bodies[load]);
    const double place = p.x - tip.x, move = place - last_place;
    if (move * last_move < 0.0 && swings < 4)
        swing[swings++] = fabs(last_place);
    last_place = place;
    last_move = move;
}

// Kicked away from the machine by 0.3 m/s.
static void let_it_swing(double damping, double grade_of_aid) {
    small_crane_make(&crane);
    load = small_crane_add_load(&crane, rope, 300.0);
    crane.aid.swing_damping = damping;
    start();
    controls[0].value[VEH_JIB] = -1.0;
    run(2.0, NULL);
    controls[0].value[VEH_JIB] = 0.0;
    controls[0].value[VEH_SWING_DAMPING] = grade_of_aid;
    run(0.02, NULL);
    const struct sim_body_id body = s.site.machines[0].instance.bodies[load];
    struct sim_pose hanging = sim_body_pose(s.site.world, body);
    hanging.p = veh_machine_crane_tip(&s.site, 0);
    hanging.q = sim_quat_identity();
    sim_body_set_pose(s.site.world, body, hanging);
    sim_body_set_velocity(s.site.world, body, sim_vec3(0.3, 0.0, 0.0),
                          sim_vec3(0.0, -0.3 / rope, 0.0));
    swings = 0;
    last_place = last_move = 0.0;
    run(6.0, watch_load);
    assert_int_equal(swings, 4);
}

// A pendulum with the share z of critical damping: each swing to a side is smaller than the one
// before by exp(-2 pi z / sqrt(1 - z^2)). A tool that hangs askew may stay so, which shifts the
// middle of the first swings: forgotten in 4 s, where a swing takes 2.8 s.
static void a_swinging_load_is_damped(void **state) {
    (void)state;
    let_it_swing(0.3, 0.0);
    assert_near(swing[1] / swing[0], 1.0, 0.03);
    assert_near(swing[0], 0.3 * sqrt(rope / 9.81), 0.003);
    small_site_finish(&s);
    static const double share[] = {0.1, 0.2, 0.3, 0.4}, grades[] = {1.0, 1.0, 1.0, 0.5};
    for (int i = 0; i < 4; i++) {
        let_it_swing(share[i], grades[i]);
        const double z = grades[i] * share[i], ratio = exp(-2.0 * SIM_PI * z / sqrt(1.0 - z * z));
        assert_near(swing[2] / swing[0], ratio, 0.03);
        small_site_finish(&s);
    }
}

// ---- switches ----

// Without an aid the levers reach the valves as they are; with one, the time is counted.
static void aids_that_are_off_do_nothing(void **state) {
    (void)state;
    small_crane_make(&crane);
    start();
    controls[0].value[VEH_BOOM] = 0.37;
    run(1.0, NULL);
    assert_near(s.site.machines[0].instance.input[1], 0.37, 0.0);
    assert_near(veh_machine_measure(&s.site, 0, &veh_part_aid, VEH_AID_USED), 0.0, 0.0);
    controls[0].value[VEH_SOFT_CRANE] = 1.0;
    run(1.0, NULL);
    controls[0].value[VEH_BOOM] = 0.0;
    run(2.0, NULL);
    const double used = veh_machine_measure(&s.site, 0, &veh_part_aid, VEH_AID_USED);
    assert_near(used, 1.0, 0.25); // the ramp to the end of it
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tip_goes_level_and_upright),
        cmocka_unit_test(without_its_sensors_there_is_no_tip_control),
        cmocka_unit_test(the_crane_is_as_fast_as_its_share),
        cmocka_unit_test(a_soft_crane_starts_and_ends_gently),
        cmocka_unit_test(a_swinging_load_is_damped),
        cmocka_unit_test(aids_that_are_off_do_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
