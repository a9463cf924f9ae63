// The tower of an exercise: its plan, and mistakes with their place.
#include "data/exercise/tower.h"

#include "tests/data/exercise/text_case.h"

static bool load_on(const char *site, const char *rest) {
    char text[1500];
    snprintf(text, sizeof text,
             "logs:\n  - {species: spruce, length: 3, mid_diameter_cm: 20, position: [18, 42], "
             "count: 6}\n%s",
             rest);
    return load_forwarder_on(site, text);
}

// As many logs as the goals ask for: five for three layers.
static void the_plan_follows_the_goals(void **state) {
    (void)state;
    assert_true(load_on("yard", "tower: {position: [16, 46], heading_deg: 30, spacing: 1}\n"
                                "goals:\n  tower_layers: {at_least: 3}\n"));
    assert_int_equal(exercise.tower.logs, 5);
    assert_near(exercise.tower.heading, SIM_PI / 6.0, 1e-9);
    assert_near(exercise.tower.spacing, 1.0, 0.0);
    assert_near(exercise.tower.x + exercise.site.ground.origin_x, 16.0, 1e-9);
    assert_int_equal(dat_exercise_task(&exercise).tower.logs, 5);
    dat_exercise_finish(&exercise);
    assert_true(load_on("yard", "tower: {position: [16, 46]}\n"
                                "goals:\n  tower_logs: {at_least: 6}\n"));
    assert_int_equal(exercise.tower.logs, 6);
    dat_exercise_finish(&exercise);
    assert_true(load_on("yard", "goals:\n  tower_logs: {at_least: 6}\n")); // anywhere
    assert_int_equal(exercise.tower.logs, 0);
    dat_exercise_finish(&exercise);
}

static void mistakes_are_named_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *site;
        struct bad_input row;
    } bad[] = {
        {"yard", {"tower: {position: [16, 46]}\n", 7, 1, "'tower' needs the goal 'tower_logs"}},
        {"yard",
         {"tower: {position: [16, 46]}\ngoals:\n  tower_logs: {at_least: 20}\n", 7, 1,
          "of 3 to 16 logs"}},
        {"yard",
         {"tower: {position: [-29, 46]}\ngoals:\n  tower_logs: {at_least: 5}\n", 7, 1,
          "the tower is off the site"}},
        {"yard",
         {"tower: {position: [16, 46]}\ngoals:\n  tower_logs: {at_least: 7}\n", 9, 3,
          "the goal is a tower of 7 logs, but only 6 lie there"}},
        {"first-forest",
         {"tower: {position: [22.8, 45]}\ngoals:\n  tower_logs: {at_least: 5}\n", 7, 1,
          "the place of the tower is not free: tree"}},
        {"yard",
         {"tower: {spacing: 1}\ngoals:\n  tower_logs: {at_least: 5}\n", 7, 1, "'position'"}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(load_on(bad[i].site, bad[i].row.text));
        assert_reported(&d, &bad[i].row);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plan_follows_the_goals),
        cmocka_unit_test(mistakes_are_named_with_their_place),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
