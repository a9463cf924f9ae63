// A figure over the sessions.
#include "data/report/history.h"

#include <math.h>

#include "tests/near.h"

static struct dat_session_info sessions[] = {
    {.trainee = "Ann", .exercise = "a", .result = "{\"points\": 40, \"time_s\": 100}"},
    {.trainee = "Bob", .exercise = "a", .result = "{\"points\": 70}"},
    {.trainee = "Ann", .exercise = "b", .result = "{\"points\": 99}"},
    {.trainee = "Ann", .exercise = "a", .result = "{\"points\": 80}"},
    {.trainee = "Cyd", .exercise = "a", .result = "{\"points\": 50}"},
    {.trainee = "Dan", .exercise = "a", .result = "{}"},
    {.trainee = "Ann", .exercise = "a", .result = NULL}, // was killed
    {.trainee = "Ann", .exercise = "a", .result = "{\"points\": 98}", .parameters = "{\"s\":2}"},
    {.trainee = "Eve", .exercise = "a", .result = "{\"points\": 97}", .who = DAT_DEMONSTRATOR},
};

static const struct dat_session_list list = {.items = sessions,
                                             .count = sizeof sessions / sizeof sessions[0]};

static void own_and_group_are_told_apart(void **state) {
    (void)state;
    struct dat_history h;
    dat_history_collect(&h, &list, "a", NULL, "Ann", "points");
    assert_int_equal(h.own.count, 2);
    assert_near(h.own.items[0], 40.0, 0.0);
    assert_near(h.own.items[1], 80.0, 0.0);
    assert_int_equal(h.group, 2);
    assert_near(h.low, 55.0, 1e-9); // a quarter of the way from 50 to 70
    assert_near(h.high, 65.0, 1e-9);
    assert_near(h.most, 80.0, 0.0);
    dat_history_finish(&h);
}

static void what_a_session_does_not_have_is_a_gap(void **state) {
    (void)state;
    struct dat_history h;
    dat_history_collect(&h, &list, "a", NULL, "Ann", "time_s");
    assert_int_equal(h.own.count, 2);
    assert_true(isnan(h.own.items[1]));
    assert_int_equal(h.group, 0);
    dat_history_finish(&h);
    dat_history_collect(&h, &list, "a", NULL, "Nobody", "points");
    assert_int_equal(h.own.count, 0);
    assert_int_equal(h.group, 4);
    dat_history_finish(&h);
}

static void other_parameters_are_left_out(void **state) {
    (void)state;
    struct dat_history h;
    dat_history_collect(&h, &list, "a", "{\"s\":2}", "Ann", "points");
    assert_int_equal(h.own.count, 1);
    assert_near(h.own.items[0], 98.0, 0.0);
    assert_int_equal(h.group, 0);
    dat_history_finish(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_and_group_are_told_apart),
        cmocka_unit_test(what_a_session_does_not_have_is_a_gap),
        cmocka_unit_test(other_parameters_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
