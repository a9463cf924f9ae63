// Piles in the exercise's file: their values, and mistakes with their place.
#include "data/exercise/pile.h"

#include "tests/data/exercise/text_case.h"

static bool load(const char *piles) {
    char text[1000];
    snprintf(text, sizeof text,
             "exercise: Try\nsite: library/sites/first-forest\n"
             "machine: library/machines/forwarder.yaml\n"
             "start: {position: [14, 35.8], heading_deg: 23}\npiles:\n%s",
             piles);
    return load_text(text);
}

#define SPRUCE "{species: spruce, length: 4, mid_diameter_cm: [15, 25], count: 12}"
#define PINE "{species: pine, length: 5, mid_diameter_cm: [20, 35], count: 4}"

static void values_arrive_in_si_units(void **state) {
    (void)state;
    if (!load("  - {position: [29.7, 45.3], heading_deg: 45, crossing_deg: 90, width: 1.5,\n"
              "     uneven: 0.2, seed: 7, logs: [" SPRUCE ", " PINE "]}\n"
              "  - {position: [36, 41], logs: [" PINE "]}\n")) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the piles were refused");
    }
    const struct dat_pile *pile = &exercise.scenario.piles[0];
    assert_int_equal(exercise.scenario.pile_count, 2);
    assert_near(pile->x, 29.7, 0.0);
    assert_near(pile->heading, 0.25 * SIM_PI, 1e-12);
    assert_near(pile->crossing, 0.5 * SIM_PI, 1e-12);
    assert_near(pile->width, 1.5, 0.0);
    assert_near(pile->uneven, 0.2, 0.0);
    assert_true(pile->seed == 7);
    assert_int_equal(pile->kinds, 2);
    assert_int_equal(pile->kind[1].species, TER_PINE);
    assert_near(pile->kind[1].thick, 0.35, 1e-12);
    assert_int_equal(dat_pile_logs(pile), 16);
    assert_near(dat_pile_longest(pile), 5.0, 0.0);
    assert_int_equal(dat_lying_logs(&exercise.lying), 20);
    assert_int_equal(d.warnings, 0);
    dat_exercise_finish(&exercise);
}

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    static const struct bad_input bad[] = {
        {"  - {position: [29, 45], logs: []}\n", 6, 26, "the pile is empty"},
        {"  - {position: [29, 45], logs: [{species: spurce, length: 4, mid_diameter_cm: [15, 25], "
         "count: 1}]}\n",
         6, 43, "did you mean 'spruce'"},
        {"  - {position: [29, 45], logs: [{species: spruce, length: 19, mid_diameter_cm: [5, 25], "
         "count: 1}]}\n",
         6, 59, "no spruce yields a log of 19 m with 5 cm"},
        {"  - {position: [29, 45], crossing_deg: 100, logs: [" PINE "]}\n", 6, 40,
         "'crossing_deg' must be from 0 to 90 deg"},
        {"  - {position: [-29, 45], logs: [" PINE "]}\n", 6, 6, "a pile at (-29, 45) is off"},
        {"  - {position: [1, 45], logs: [" PINE "]}\n", 6, 6, "the pile reaches off the site"},
        {"  - {position: [14, 35], logs: [" PINE "]}\n", 4, 9, "a log of the pile of line 6"},
        {"  - {position: [36, 41], logs: [" PINE "]}\n"
         "  - {position: [24, 35], width: 2, logs: [{species: oak, length: 5, mid_diameter_cm: "
         "[30, "
         "31], count: 30}]}\n",
         7, 6, "the pile is not free: a log lies where tree"},
        {"  - {position: [29, 45], logs: [{species: oak, length: 4, mid_diameter_cm: [30, 31], "
         "count: 500}]}\n"
         "  - {position: [39, 45], logs: [{species: oak, length: 4, mid_diameter_cm: [30, 31], "
         "count: 500}, " PINE "]}\n",
         7, 6, "more than 1000 logs in all"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(load(bad[i].text));
        assert_reported(&d, &bad[i]);
    }
}

// It can be loaded all the same: logs may stick out.
static void logs_longer_than_the_bunk_are_a_warning(void **state) {
    (void)state;
    assert_true(load("  - {position: [36, 41], logs: [{species: oak, length: 6, "
                     "mid_diameter_cm: [30, 31], count: 2}]}\n"));
    assert_int_equal(d.warnings, 1);
    assert_non_null(strstr(d.item[0].text, "logs of 6 m are longer than the machine's bunk"));
    assert_int_equal(d.item[0].line, 6);
    dat_exercise_finish(&exercise);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_arrive_in_si_units),
        cmocka_unit_test(mistakes_are_named_with_their_place),
        cmocka_unit_test(logs_longer_than_the_bunk_are_a_warning),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
