// Answers and refusals.
#include "ui/serve/request.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

static void a_refusal_is_an_object_with_the_reason(void **state) {
    (void)state;
    struct ui_serve_answer answer = {.status = 200, .body = strdup("taken back"), .welcome = true};
    ui_serve_refuse(&answer, 404, "there is no \"%s\"", "seat\n9");
    assert_int_equal(answer.status, 404);
    assert_string_equal(answer.type, "application/json");
    assert_string_equal(answer.body, "{\"error\":\"there is no \\\"seat\\n9\\\"\"}");
    assert_int_equal(answer.size, strlen(answer.body));
    assert_false(answer.welcome);
    free(answer.body);
}

static void a_reason_that_is_not_utf_8_is_left_out(void **state) {
    (void)state;
    struct ui_serve_answer answer = {.status = 200};
    ui_serve_refuse(&answer, 400, "there is no \"%s\"", "\xFF\xFE");
    assert_string_equal(answer.body, "{\"error\":\"refused\"}");
    free(answer.body);
}

static void a_long_reason_is_cut(void **state) {
    (void)state;
    static char reason[5000];
    memset(reason, 'a', sizeof reason - 1);
    struct ui_serve_answer answer = {.status = 200};
    ui_serve_refuse(&answer, 400, "%s", reason);
    assert_true(answer.size > 1000 && answer.size < 1100);
    free(answer.body);
}

static void a_text_is_given_or_missed(void **state) {
    (void)state;
    struct ui_serve_answer answer = {.status = 500};
    ui_serve_give(&answer, "text/html", strdup("<p>"));
    assert_int_equal(answer.status, 200);
    assert_string_equal(answer.type, "text/html");
    assert_int_equal(answer.size, 3);
    free(answer.body);
    answer = (struct ui_serve_answer){.status = 200};
    ui_serve_give(&answer, "text/html", NULL);
    assert_int_equal(answer.status, 503);
    assert_non_null(strstr(answer.body, "out of memory"));
    free(answer.body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refusal_is_an_object_with_the_reason),
        cmocka_unit_test(a_reason_that_is_not_utf_8_is_left_out),
        cmocka_unit_test(a_long_reason_is_cut),
        cmocka_unit_test(a_text_is_given_or_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
