// Statements of a session; tests/xapi.py holds them to what xAPI and cmi5 ask.
#include "data/report/xapi.h"

#include <string.h>

#include "tests/near.h"

static struct dat_session_info session = {.id = 7,
                                          .trainee = "Anna",
                                          .exercise = "first-load",
                                          .step = 0.01,
                                          .steps = 1234,
                                          .start_utc = "2026-11-23T06:00:00.000Z",
                                          .end_utc = "2026-11-23T06:00:13.000Z",
                                          .outcome = DAT_PASSED,
                                          .result = "{\"points\": 81.5}"};

static const char *verb(const json_t *statements, size_t i) {
    const json_t *display =
        json_object_get(json_object_get(json_array_get(statements, i), "verb"), "display");
    return json_string_value(json_object_get(display, "en"));
}

static void a_passed_session_has_four(void **state) {
    (void)state;
    json_t *statements = dat_xapi_statements(&session, "https://s.example");
    json_t *again = dat_xapi_statements(&session, "https://s.example");
    assert_int_equal(json_array_size(statements), 4);
    assert_string_equal(verb(statements, 0), "initialized");
    assert_string_equal(verb(statements, 1), "completed");
    assert_string_equal(verb(statements, 2), "passed");
    assert_string_equal(verb(statements, 3), "terminated");
    assert_true(json_equal(statements, again));
    const json_t *result = json_object_get(json_array_get(statements, 2), "result");
    const json_t *score = json_object_get(result, "score");
    assert_near(json_number_value(json_object_get(score, "scaled")), 0.815, 1e-12);
    assert_string_equal(json_string_value(json_object_get(result, "duration")), "PT12.34S");
    session.id = 8; // another session has other ids
    json_t *other = dat_xapi_statements(&session, "https://s.example");
    session.id = 7;
    assert_false(json_equal(json_object_get(json_array_get(other, 0), "id"),
                            json_object_get(json_array_get(statements, 0), "id")));
    json_decref(statements);
    json_decref(again);
    json_decref(other);
}

static const json_t *id_of(const json_t *statements, size_t i) {
    return json_object_get(json_array_get(statements, i), "id");
}

static const json_t *of_context(const json_t *statements, size_t i, const char *name) {
    return json_object_get(json_object_get(json_array_get(statements, i), "context"), name);
}

// Interrupted and sent, continued and sent again: nothing that was said is taken back.
static void a_continued_session_is_another_one(void **state) {
    (void)state;
    struct dat_session_info first = session;
    first.outcome = DAT_INTERRUPTED;
    first.steps = 600;
    json_t *before = dat_xapi_statements(&first, "https://s.example");
    json_t *after = dat_xapi_statements(&session, "https://s.example");
    assert_string_equal(verb(before, 1), "terminated");
    for (size_t i = 0; i < json_array_size(after); i++)
        for (size_t k = 0; k < 2; k++) {
            assert_false(json_equal(id_of(before, k), id_of(after, i)));
            assert_true(json_equal(of_context(before, k, "registration"),
                                   of_context(after, i, "registration")));
            assert_false(json_equal(of_context(before, k, "extensions"),
                                    of_context(after, i, "extensions")));
        }
    json_decref(before);
    json_decref(after);
}

static void check_id(const char *exercise, const char *expected) {
    struct dat_session_info other = session;
    other.exercise = (char *)(uintptr_t)exercise;
    json_t *statements = dat_xapi_statements(&other, "https://s.example");
    const json_t *object = json_object_get(json_array_get(statements, 0), "object");
    assert_string_equal(json_string_value(json_object_get(object, "id")), expected);
    json_decref(statements);
}

static void an_exercise_is_an_iri_below_the_school(void **state) {
    (void)state;
    check_id("first-load", "https://s.example/exercises/first-load");
    check_id("Ein/zwei \"\xc3\xbc\"?", "https://s.example/exercises/Ein%2Fzwei%20%22%C3%BC%22%3F");
}

static void others_have_fewer(void **state) {
    (void)state;
    static const struct {
        enum dat_outcome outcome;
        size_t count;
    } cases[] = {{DAT_FAILED, 3}, {DAT_STOPPED, 2}, {DAT_INTERRUPTED, 2}, {DAT_ERROR, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        session.outcome = cases[i].outcome;
        json_t *statements = dat_xapi_statements(&session, "https://s.example");
        assert_int_equal(json_array_size(statements), cases[i].count);
        json_decref(statements);
    }
    session.outcome = DAT_PASSED;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_passed_session_has_four),
        cmocka_unit_test(a_continued_session_is_another_one),
        cmocka_unit_test(an_exercise_is_an_iri_below_the_school),
        cmocka_unit_test(others_have_fewer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
