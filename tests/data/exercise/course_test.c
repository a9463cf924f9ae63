// Targets of an exercise: their places on the site, and those that cannot be reached.
#include "data/exercise/course.h"

#include <math.h>

#include "tests/data/exercise/text_case.h"

#define TRY                                                                                        \
    "exercise: Try\nsite: library/sites/yard\nmachine: library/machines/forwarder.yaml\n"          \
    "start: {position: [50, 40], heading_deg: 90}\ntargets:\n"

// Facing north, ahead is y and left is -x.
static void places_are_measured_from_the_start(void **state) {
    (void)state;
    assert_true(load_text(TRY "  - {at: [-4, 5, 2], radius: 0.3, hold: 2}\n"
                              "  - {kind: gate, at: [3, 0, 0], radius: 1.5}\n"));
    const struct veh_target *tip = &exercise.course[0], *gate = &exercise.course[1];
    assert_int_equal(exercise.scenario.target_count, 2);
    assert_near(tip->place.x, 45.0, 1e-9);
    assert_near(tip->place.y, 36.0, 1e-9);
    assert_near(tip->place.z, 12.0, 1e-9); // over the ground at 10 m
    assert_near(tip->hold, 2.0, 0.0);
    assert_int_equal(gate->kind, VEH_TARGET_GATE);
    assert_near(gate->place.y, 43.0, 1e-9);
    assert_near(gate->radius, 1.5, 0.0);
    dat_exercise_finish(&exercise);
}

static const struct bad_input rows[] = {
    {TRY "  - {at: [-4, 15, 2]}\n", 6, 6, "the target cannot be reached: the place is"},
    {TRY "  - {at: [-4, 0, 2], radius: 0}\n", 6, 30, "must be greater than 0"},
    {TRY "  - {kind: ball, at: [-4, 5, 2]}\n", 6, 12, "'kind' must be tip or gate"},
    {TRY "  - {radius: 1}\n", 6, 6, "missing key 'at'"},
    {TRY "  - {kind: gate, at: [0, 60, 0]}\n", 6, 6,
     "the gate cannot be reached: the place is off"},
    {TRY "  - {at: [-4, 5, 2]}\ngoals: {targets_reached: {at_least: 2}}\n", 7, 9,
     "the goal is 2 targets, but the course has 1"},
};

static void every_mistake_is_named_at_its_place(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

// A gate moves the machine, and its crane with it.
static void a_gate_brings_the_crane_there(void **state) {
    (void)state;
    assert_false(load_text(TRY "  - {at: [20, 3, 2]}\n"));
    assert_true(load_text(TRY "  - {kind: gate, at: [22, 0, 0]}\n  - {at: [20, 3, 2]}\n"));
    dat_exercise_finish(&exercise);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_measured_from_the_start),
        cmocka_unit_test(every_mistake_is_named_at_its_place),
        cmocka_unit_test(a_gate_brings_the_crane_there),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
