// Landings in the exercise's file: their values and defaults.
#include "data/exercise/landing.h"

#include <math.h>

#include "tests/data/exercise/landing_case.h"

static void values_arrive_in_si_units(void **state) {
    (void)state;
    if (!load("  - {assortment: Pulpwood, position: [29.7, 45.3], heading_deg: 45, length: 5,\n"
              "     width: 3, bearer_cm: 20, max_height: 2, straight: rear}\n"
              "  - {assortment: Sawlogs, position: [36, 53]}\n")) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the landings were refused");
    }
    const struct dat_landing *landing = exercise.scenario.landings;
    assert_int_equal(exercise.scenario.landing_count, 2);
    assert_string_equal(landing[0].assortment, "Pulpwood");
    assert_near(landing[0].x, 29.7, 0.0);
    assert_near(landing[0].heading, 0.25 * SIM_PI, 1e-12);
    assert_near(landing[0].length, 5.0, 0.0);
    assert_near(landing[0].width, 3.0, 0.0);
    assert_near(landing[0].bearer, 0.2, 1e-12);
    assert_near(landing[0].max_height, 2.0, 0.0);
    assert_int_equal(landing[0].straight, VEH_ENDS_REAR);
    assert_near(landing[1].width, 4.0, 0.0);
    assert_near(landing[1].bearer, 0.15, 1e-12);
    assert_true(isinf(landing[1].max_height));
    assert_int_equal(landing[1].straight, 0);
    dat_exercise_finish(&exercise);
}

static void ends_have_words(void **state) {
    (void)state;
    static const struct {
        const char *word;
        unsigned ends;
    } cases[] = {{"none", 0},
                 {"front", VEH_ENDS_FRONT},
                 {"rear", VEH_ENDS_REAR},
                 {"both", VEH_ENDS_FRONT | VEH_ENDS_REAR}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "  - {assortment: Pulpwood, position: [29.7, 45.3], straight: %s}\n",
                 cases[i].word);
        assert_true(load(text));
        assert_int_equal(exercise.scenario.landings[0].straight, cases[i].ends);
        dat_exercise_finish(&exercise);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_arrive_in_si_units),
        cmocka_unit_test(ends_have_words),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
