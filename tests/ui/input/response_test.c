// How the machine answers the hand.
#include "ui/input/response.h"

#include <string.h>

#include "tests/near.h"

static void dead_zone_is_still_and_reaches_the_end(void **state) {
    (void)state;
    assert_near(ui_dead_zone(0.1, 0.1), 0.0, 0.0);
    assert_near(ui_dead_zone(-0.09, 0.1), 0.0, 0.0);
    assert_near(ui_dead_zone(1.0, 0.1), 1.0, 1e-15);
    assert_near(ui_dead_zone(-1.0, 0.1), -1.0, 1e-15);
    assert_near(ui_dead_zone(0.55, 0.1), 0.5, 1e-15); // half of what is left
    // No step at the border of the zone.
    assert_near(ui_dead_zone(0.1001, 0.1), 0.0, 2e-4);
    assert_near(ui_dead_zone(7.0, 0.1), 1.0, 1e-15);
}

static void response_is_fine_in_the_middle(void **state) {
    (void)state;
    for (int i = -10; i <= 10; i++) {
        const double x = 0.1 * i;
        assert_near(ui_response(x, 0.0), x, 1e-15);
        assert_near(ui_response(x, 1.0), x * x * x, 1e-15);
        assert_near(ui_response(-x, 0.4), -ui_response(x, 0.4), 1e-15);
    }
    assert_near(ui_response(1.0, 0.55), 1.0, 1e-15);
    // The slope at the middle is what is left of the straight line.
    assert_near(ui_response(1e-4, 0.55) / 1e-4, 0.45, 1e-6);
}

static void pedal_rests_at_its_top(void **state) {
    (void)state;
    assert_near(ui_pedal(-1.0, 0.06), 0.0, 0.0);
    assert_near(ui_pedal(-0.9, 0.06), 0.0, 0.0);
    assert_near(ui_pedal(1.0, 0.06), 1.0, 1e-15);
    assert_true(ui_pedal(0.0, 0.06) > 0.4 && ui_pedal(0.0, 0.06) < 0.5);
}

static void swelling_arrives_and_never_passes(void **state) {
    (void)state;
    double value = 0.0;
    int steps = 0;
    while (value < 1.0) {
        const double next = ui_swell(value, 1.0, 1.0 / 3.0, 1.0 / 7.0, 0.01);
        assert_true(next > value && next <= 1.0);
        value = next;
        steps++;
    }
    assert_near(steps * 0.01, 1.0 / 3.0, 0.011);
    // Release is quicker, and a reversal passes zero.
    assert_near(ui_swell(1.0, 0.0, 1.0 / 3.0, 1.0 / 7.0, 0.1), 0.3, 1e-12);
    assert_near(ui_swell(0.5, -1.0, 1.0 / 3.0, 1.0 / 7.0, 0.1), -0.2, 1e-12);
    assert_near(ui_swell(0.5, 0.5, 1.0 / 3.0, 1.0 / 7.0, 1.0), 0.5, 0.0);
}

// Half the speed to one side only; slow away from rest and at once back to it.
static void each_side_answers_in_its_own_way(void **state) {
    (void)state;
    const struct ui_side_response sides[UI_SIDES] = {
        [UI_NEGATIVE] = {.speed = 1.0, .rise = 0.5},
        [UI_POSITIVE] = {.speed = 0.5},
    };
    assert_near(ui_function_value(sides, 0.0, 1.0, 0.01), 0.5, 1e-15);
    assert_near(ui_function_value(sides, 0.0, -1.0, 0.1), -0.2, 1e-15);
    assert_near(ui_function_value(sides, -0.9, -1.0, 0.1), -1.0, 1e-15);
    assert_near(ui_function_value(sides, -1.0, 0.0, 0.001), 0.0, 0.0);
}

static void responses_are_the_programs_until_they_are_set(void **state) {
    (void)state;
    ui_responses_restore();
    assert_true(ui_responses_are_standard());
    struct ui_responses mine = *ui_responses();
    mine.function[VEH_BOOM][UI_NEGATIVE].fall = 0.2;
    ui_responses_set(&mine);
    assert_false(ui_responses_are_standard());
    assert_near(ui_responses()->function[VEH_BOOM][UI_NEGATIVE].fall, 0.2, 0.0);
    ui_responses_restore();
    assert_true(ui_responses_are_standard());
}

static void only_movements_have_a_speed(void **state) {
    (void)state;
    assert_true(ui_response_has_speed(VEH_BOOM));
    assert_true(ui_response_has_speed(VEH_FEED));
    assert_false(ui_response_has_speed(VEH_SAW));
    assert_false(ui_response_has_speed(VEH_CRANE_SLOWER));
    assert_false(ui_response_has_speed(VEH_ENGINE));
    assert_false(ui_response_has_speed(VEH_CALIBRATE)); // a button with two sides
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dead_zone_is_still_and_reaches_the_end),
        cmocka_unit_test(response_is_fine_in_the_middle),
        cmocka_unit_test(pedal_rests_at_its_top),
        cmocka_unit_test(swelling_arrives_and_never_passes),
        cmocka_unit_test(each_side_answers_in_its_own_way),
        cmocka_unit_test(responses_are_the_programs_until_they_are_set),
        cmocka_unit_test(only_movements_have_a_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
