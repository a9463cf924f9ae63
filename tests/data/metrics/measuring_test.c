// How wrong a head measures, by events that are written down here.
#include "data/metrics/score.h"
#include "tests/near.h"

static struct dat_score score;

static void raise(enum veh_event_kind kind, double first, double second, double third) {
    const struct veh_event event = {.kind = kind, .number = {first, second, third}};
    dat_score_event(&score, &event);
}

// A log of 4 m and 20 cm at its small end, as measured that much [m] too long and too thick.
static void cuts(double length_off, double top_off) {
    raise(VEH_EVENT_LOG_MEASURED, 4.0 + length_off, 0.2 + top_off, 0.0);
    raise(VEH_EVENT_LOG_CUT, 4.0, 4.0, 0.2);
}

static void check(double length, double diameter) {
    assert_near(dat_score_value(&score, DAT_LENGTH_BIAS), length, 1e-12);
    assert_near(dat_score_value(&score, DAT_DIAMETER_BIAS), diameter, 1e-12);
}

static void errors_to_both_sides_are_no_bias(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, 0);
    check(0.0, 0.0);
    cuts(0.03, -0.004);
    check(0.03, 0.004);
    cuts(-0.03, 0.004);
    check(0.0, 0.0);
    cuts(-0.03, -0.003);
    check(0.01, 0.001);
}

// Nobody gets rid of a bias by a calibration that no log has proved.
static void a_calibration_counts_from_the_next_log(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, 0);
    cuts(0.03, 0.006);
    raise(VEH_EVENT_LENGTH_CALIBRATED, 0.0, 0.0, 0.0);
    check(0.03, 0.006);
    cuts(0.004, 0.001);
    check(0.004, 0.001);
    cuts(0.006, 0.001);
    check(0.005, 0.001);
    assert_near(dat_score_value(&score, DAT_CALIBRATIONS), 1.0, 0.0);
}

static void logs_that_nobody_measured_do_not_count(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, 0);
    raise(VEH_EVENT_LOG_CUT, 4.0, 4.0, 0.2); // its butt was not known
    check(0.0, 0.0);
    raise(VEH_EVENT_LOG_CHECKED, 4.0, 0.2, 0.2);
    assert_near(dat_score_value(&score, DAT_LOGS_CHECKED), 1.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_to_both_sides_are_no_bias),
        cmocka_unit_test(a_calibration_counts_from_the_next_log),
        cmocka_unit_test(logs_that_nobody_measured_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
