// The stakes towards which trees shall fall: their mistakes, and the angle that counts.
#include "data/exercise/fall.h"

#include <math.h>

#include "data/exercise/practice.h"
#include "tests/data/exercise/text_case.h"

// Tree 1 stands at (24, 36), tree 2 at (40, 24.5).
#define TRY                                                                                        \
    "exercise: Try\nsite: library/sites/four\nmachine: library/machines/harvester.yaml\n"          \
    "start: {position: [12, 30]}\nassortments: [{name: log, length: 3}]\ntrees: ['1', '2']\n"      \
    "falls:\n"

static const struct bad_input rows[] = {
    {TRY "  - {tree: '3', toward: [20, 40]}\n", 8, 6, "tree '3' is not among those to be felled"},
    {TRY "  - {tree: '1', toward: [20, 400]}\n", 8, 6, "the stake at (20, 400) is off the site"},
    {TRY "  - {tree: '1', toward: [24.2, 36]}\n", 8, 6, "the stake is at its tree"},
    {TRY "  - {tree: '1'}\n", 8, 6, "missing key 'toward'"},
    {TRY "  - {tree: '1', toward: [20, 40]}\n  - {tree: '1', toward: [20, 30]}\n", 9, 12,
     "tree '1' has a stake already"},
};

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

static const double direction[] = {0.3, -2.5, 3.0, 1.2}; // [rad] of the stem

// A stem of the tree lies in each direction: its angle to the stake follows from both directions.
static void the_error_is_the_angle_to_the_stake(void **state) {
    (void)state;
    struct veh_worksite site;
    struct dat_problem problem = {""};
    assert_true(load_text(TRY "  - {tree: '2', toward: [30, 24.5]}\n")); // to the west
    const struct veh_fall *fall = &exercise.falls[0];
    assert_int_equal(fall->tree, exercise.targets[1]);
    assert_true(dat_exercise_start(&exercise, &site, &problem));
    const struct dat_scenario_log log = {.species = TER_SPRUCE, .length = 4.0, .mid_diameter = 0.2};
    struct ter_stem stem;
    assert_true(dat_scenario_log_stem(&log, &stem));
    for (int i = 0; i < 4; i++) {
        const int lies =
            veh_worksite_add_log(&site, &stem, 60.0, 20.0 + 8.0 * i, -1.0, direction[i]);
        assert_true(lies >= 0);
        site.stems.items[lies].tree = fall->tree;
        assert_near(veh_fall_error(fall, &site, lies), SIM_PI - fabs(direction[i]), 1e-6);
    }
    veh_worksite_finish(&site);
    dat_exercise_finish(&exercise);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_named_at_its_place),
        cmocka_unit_test(the_error_is_the_angle_to_the_stake),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
