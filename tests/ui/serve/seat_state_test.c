// A seat's state for the instructor's page: the map, the functions and the scores of a forwarder.
#include "ui/serve/seat_state.h"

#include <string.h>

#include "tests/data/exercise/recorded_session.h"
#include "vehicles/part/crane.h"

static struct dat_exercise exercise;
static struct dat_practice practice;
static struct ui_seat_trace trace;
static struct veh_controls levers;

static int set_up(void **state) {
    (void)state;
    trace = (struct ui_seat_trace){.count = 0};
    levers = (struct veh_controls){{0.0}};
    session_start("first-load", NULL, &exercise, &practice);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    (void)dat_practice_finish(&practice, DAT_STOPPED, NULL);
    dat_exercise_finish(&exercise);
    return 0;
}

static double at(const json_t *array, size_t i) {
    assert_true(i < json_array_size(array));
    return json_number_value(json_array_get(array, i));
}

// The object of the list whose key has that text.
static const json_t *find(const json_t *list, const char *key, const char *text) {
    size_t i;
    const json_t *object;
    json_array_foreach(list, i, object) if (strcmp(json_string_value(json_object_get(object, key)),
                                                   text) == 0) return object;
    fail_msg("%s '%s' is not in the list", key, text);
    return NULL;
}

static void the_map_has_what_stands_near(void **state) {
    (void)state;
    json_t *object = ui_seat_state(&practice, &trace, &levers);
    const json_t *map = json_object_get(object, "map"), *machine = json_object_get(map, "machine");
    const struct sim_vec3 p = veh_machine_pose(&practice.site, 0).p;
    assert_near(at(machine, 0), p.x, 0.05);
    assert_near(at(machine, 1), p.y, 0.05);
    size_t near = 0;
    const struct ter_stand *stand = &practice.site.stand;
    for (int i = 0; i < stand->count; i++)
        near += ter_tree_stands(&stand->trees[i]) &&
                fabs(stand->trees[i].position.x - p.x) < 40.0 &&
                fabs(stand->trees[i].position.y - p.y) < 30.0;
    assert_true(near > 10);
    assert_int_equal(json_array_size(json_object_get(map, "trees")), near);
    assert_int_equal(json_array_size(json_object_get(map, "logs")), 10); // of both rows
    json_decref(object);
}

static void functions_and_scores_are_those_of_now(void **state) {
    (void)state;
    levers.value[VEH_BOOM] = -0.256;
    json_t *object = ui_seat_state(&practice, &trace, &levers);
    const json_t *boom =
        find(json_object_get(object, "functions"), "title", veh_control_info(VEH_BOOM)->title);
    assert_near(json_number_value(json_object_get(boom, "value")), -0.26, 1e-12);
    const json_t *loaded = find(json_object_get(object, "scores"), "metric", "logs_loaded");
    assert_near(json_number_value(json_object_get(loaded, "value")), 0.0, 0.0);
    assert_string_equal(json_string_value(json_object_get(object, "exercise")), "first-load");
    assert_null(json_object_get(object, "session")); // nothing is recorded
    const json_t *fault = find(json_object_get(object, "faults"), "name",
                               json_string_value(json_object_get(
                                   json_array_get(json_object_get(object, "faults"), 0), "name")));
    assert_false(json_is_true(json_object_get(fault, "on")));
    json_decref(object);
}

static json_int_t edge_after(const char *fault) {
    dat_fault_inject(&practice, dat_fault_find(&practice, fault));
    dat_practice_step(&practice, &levers);
    json_t *object = ui_seat_state(&practice, &trace, &levers);
    const json_t *knives = find(json_object_get(object, "faults"), "name", "knives:head.frame");
    assert_false(json_is_true(json_object_get(knives, "on"))); // it may be sent again
    const json_int_t percent = json_integer_value(json_object_get(knives, "edge_percent"));
    json_decref(object);
    return percent;
}

static void the_edge_is_that_of_the_knives(void **state) {
    (void)tear_down(state);
    session_start("first-harvest", NULL, &exercise, &practice);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(edge_after("knives:head.frame"), 0);
        assert_int_equal(edge_after("service:head.frame"), 100);
    }
}

// A point every half a second; the oldest of a minute go.
static void the_path_is_that_of_the_last_minute(void **state) {
    (void)state;
    levers.value[VEH_SLEW] = 0.5;
    for (int i = 0; i < 160; i++) {
        dat_practice_step(&practice, &levers);
        ui_seat_trace_step(&trace, &practice);
    }
    assert_in_range(trace.count, 3, 4);
    const struct sim_vec3 tip = veh_machine_crane_tip(&practice.site, 0);
    for (int i = trace.count; i < UI_SEAT_TRACE + 5; i++) {
        trace.due = 0.0;
        ui_seat_trace_step(&trace, &practice);
    }
    assert_int_equal(trace.count, UI_SEAT_TRACE);
    json_t *object = ui_seat_state(&practice, &trace, &levers);
    const json_t *path = json_object_get(json_object_get(object, "map"), "path");
    assert_int_equal(json_array_size(path), UI_SEAT_TRACE);
    for (size_t i = 0; i < UI_SEAT_TRACE; i++) { // those of the way are gone
        assert_near(at(json_array_get(path, i), 0), tip.x, 0.05);
        assert_near(at(json_array_get(path, i), 1), tip.y, 0.05);
    }
    json_decref(object);
}

static void an_event_has_its_sentence(void **state) {
    (void)state;
    const struct veh_event event = {.kind = VEH_EVENT_TREE_HIT, .time = 12.5};
    json_t *object = ui_seat_event(&event);
    assert_near(json_number_value(json_object_get(object, "t")), 12.5, 0.0);
    assert_string_equal(json_string_value(json_object_get(object, "kind")), "tree_hit");
    assert_true(json_is_true(json_object_get(object, "warning")));
    assert_true(strlen(json_string_value(json_object_get(object, "text"))) > 5);
    json_decref(object);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_map_has_what_stands_near, set_up, tear_down),
        cmocka_unit_test_setup_teardown(functions_and_scores_are_those_of_now, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_edge_is_that_of_the_knives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_path_is_that_of_the_last_minute, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_event_has_its_sentence, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
