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

static int64_t rival_of(struct dat_session_info *infos, int count, int index) {
    const struct dat_session_list some = {.items = infos, .count = count};
    return dat_session_rival(&some, &infos[index]);
}

static void ones_own_best_is_the_rival_or_the_demonstrator(void **state) {
    (void)state;
    struct dat_session_info some[] = {
        {.id = 1, .trainee = "D", .result = "{\"points\": 100}", .who = DAT_DEMONSTRATOR},
        {.id = 2, .trainee = "Ann", .result = "{\"points\": 0}"},
        {.id = 3, .trainee = "Bob", .result = "{\"points\": 90}"},
        {.id = 4, .trainee = "Ann", .result = "{\"points\": 99}", .parameters = "{\"s\":2}"},
        {.id = 5, .trainee = "Ann", .result = "{\"points\": 40}"},
        {.id = 6, .trainee = "Ann", .result = "{\"points\": 30}"},
        {.id = 7, .trainee = "Ann", .result = NULL},
        {.id = 8, .trainee = "Ann", .result = "{\"points\": 95}"},
    };
    const int count = sizeof some / sizeof some[0];
    for (int i = 0; i < count; i++) {
        some[i].exercise = "a";
        some[i].machine = i == 7 ? "other" : "m";
    }
    assert_int_equal(rival_of(some, count, 6), 5);
    assert_int_equal(rival_of(some, count, 4), 6); // not itself
    assert_int_equal(rival_of(some, count, 2), 1); // has no other: the demonstrator
    assert_int_equal(rival_of(some, count, 3), 0); // other parameters
    assert_int_equal(rival_of(some, count, 7), 0); // another machine
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_and_group_are_told_apart),
        cmocka_unit_test(ones_own_best_is_the_rival_or_the_demonstrator),
        cmocka_unit_test(what_a_session_does_not_have_is_a_gap),
        cmocka_unit_test(other_parameters_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
