// The operator with the caliper: logs that a head on the bench has cut are measured again, and a
// head that is out of calibration is found out.
#include "tests/vehicles/small_head.h"

static struct small_site s;
static struct bench bench;

static const double below = 1.5;    // [m] of the stem below the saw when it is gripped
static const double per_log = 15.0; // [s]

static struct veh_head_state *head(void) {
    return veh_machine_part(&s.site.machines[0], &veh_part_head)->state;
}

static struct veh_event wait_for(struct veh_controls levers, enum veh_event_kind kind,
                                 double seconds) {
    struct veh_event event;
    assert_true(bench_wait(&s, levers, kind, seconds, &event) > 0.0);
    return event;
}

// Grips a stem, cuts two logs off it and opens. The bench's computer is told where the butt is.
// *off: by how much too long the second was measured.
static void cut_two_logs(struct veh_head_off head_off, double *off) {
    struct veh_controls saws = bench_lever(VEH_SAW, 1.0);
    saws.value[VEH_GRIP] = 1.0;
    bench_start(&s, &bench, 1.0);
    s.site.def.seed = 0;
    s.site.def.head_off = head_off;
    const int stem = bench_stem(&s, 9.0, below);
    const struct sim_joint_id clamp = bench_clamp(&s, stem);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    sim_joint_destroy(s.site.world, clamp);
    head()->computer.known = true;
    head()->computer.length = below;
    (void)wait_for(saws, VEH_EVENT_LOG_MEASURED, 10.0);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    while (head()->computer.length < 3.0)
        bench_hold(&s, bench_lever(VEH_FEED, 0.8), 0.05);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 0.5);
    const struct veh_event measured = wait_for(saws, VEH_EVENT_LOG_MEASURED, 10.0);
    *off = measured.number[0] - ter_stem_length(&s.site.stems.items[measured.stem].stem);
    bench_hold(&s, bench_lever(VEH_GRIP, 1.0), 1.0);
    bench_hold(&s, bench_lever(VEH_GRIP, -1.0), 1.0);
    assert_int_equal(head()->computer.calibration.logs, 2);
}

static void press(double value) {
    bench_hold(&s, bench_lever(VEH_CALIBRATE, value), 0.1);
}

static void a_head_is_as_far_off_as_it_is_told(void **state) {
    (void)state;
    double right, wrong;
    cut_two_logs((struct veh_head_off){0}, &right);
    small_site_finish(&s);
    cut_two_logs((struct veh_head_off){.length = 0.02, .scale = 0.01, .thin = 0.01, .thick = 0.01},
                 &wrong);
    assert_near(wrong - right, 0.02 + 0.01 * 3.0, 0.004); // a step of the rollers
    const struct veh_control_log *second = &head()->computer.calibration.log[1];
    const struct ter_stem *log = &s.site.stems.items[head()->caliper.stem[1]].stem;
    // Jaws give way and the rollers sink in by less than 1 mm.
    assert_near(second->mid - ter_stem_diameter(log, 0.5 * ter_stem_length(log)), 0.01, 0.003);
    small_site_finish(&s);
}

static void the_caliper_finds_what_is_true(void **state) {
    (void)state;
    double off;
    cut_two_logs((struct veh_head_off){.length = 0.05, .scale = 0.01, .thin = 0.02, .thick = 0.02},
                 &off);
    press(1.0);
    for (int i = 0; i < 2; i++) {
        const struct veh_event event =
            wait_for((struct veh_controls){{0}}, VEH_EVENT_LOG_CHECKED, per_log + 0.1);
        const struct ter_stem *log = &s.site.stems.items[event.stem].stem;
        assert_int_equal(event.stem, head()->caliper.stem[i]);
        assert_near(event.number[0], ter_stem_length(log), 0.0005 + 1e-9); // to the millimetre
        assert_near(event.number[2], ter_stem_diameter(log, ter_stem_length(log)), 0.0005 + 1e-9);
    }
    assert_int_equal(head()->computer.calibration.pairs, 2);
    assert_true(head()->computer.calibration.diameter_off > 0.01);
    assert_false(head()->computer.calibration.asked);
    small_site_finish(&s);
}

static void a_lever_calls_the_operator_back(void **state) {
    (void)state;
    double off;
    cut_two_logs((struct veh_head_off){0}, &off);
    press(1.0);
    assert_true(head()->computer.calibration.asked);
    bench_hold(&s, (struct veh_controls){{0}}, 0.5 * per_log);
    bench_hold(&s, bench_lever(VEH_FEED, 0.5), 0.1);
    assert_false(head()->computer.calibration.asked);
    assert_int_equal(head()->computer.calibration.pairs, 0);
    press(1.0); // from the beginning
    bench_hold(&s, (struct veh_controls){{0}}, 0.9 * per_log);
    assert_int_equal(head()->computer.calibration.pairs, 0);
    bench_hold(&s, (struct veh_controls){{0}}, 0.2 * per_log);
    assert_int_equal(head()->computer.calibration.pairs, 1);
    bench_hold(&s, bench_lever(VEH_FEED, 0.5), 0.1); // with one of two
    assert_int_equal(head()->computer.calibration.pairs, 1);
    assert_false(head()->computer.calibration.asked);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_is_as_far_off_as_it_is_told),
        cmocka_unit_test(the_caliper_finds_what_is_true),
        cmocka_unit_test(a_lever_calls_the_operator_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
