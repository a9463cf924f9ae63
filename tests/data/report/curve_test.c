#include "data/report/curve.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

static struct dat_session_info sessions[] = {
    {.trainee = "Ann", .exercise = "a", .result = "{\"points\": 40, \"time_s\": 100}"},
    {.trainee = "Bob", .exercise = "a", .result = "{\"points\": 50}"},
    {.trainee = "Ann", .exercise = "b", .result = "{\"points\": 99}"},
    {.trainee = "Ann", .exercise = "a", .result = "{\"points\": 80, \"time_s\": 50}"},
    {.trainee = "Cyd", .exercise = "a", .result = "{\"points\": 70}"},
    {.trainee = "Ann", .exercise = "a", .result = NULL}, // was killed
    {.trainee = "Ann", .exercise = "a", .result = "{\"points\": 98}", .parameters = "{\"s\":2}"},
    {.trainee = "Ann", .exercise = "a", .result = "{\"points\": 97}", .who = DAT_DEMONSTRATOR},
};

// In the caller's hands.
static char *curve_of(const struct dat_session_info *session) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    const struct dat_session_list list = {.items = sessions,
                                          .count = sizeof sessions / sizeof sessions[0]};
    assert_non_null(file);
    dat_report_curve(&(struct dat_report_out){.file = file, .texts = dat_report_english()}, &list,
                     session);
    assert_int_equal(fclose(file), 0);
    return text;
}

static int count(const char *text, const char *what) {
    int found = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what))
        found++;
    return found;
}

// Two sessions with points and time, none with crane control; two others make a band of points,
// from 55 to 65 of at most 80.
static void own_sessions_are_a_line_and_others_a_band(void **state) {
    (void)state;
    char *page = curve_of(&sessions[0]);
    assert_int_equal(count(page, "<h3>"), 2);
    assert_int_equal(count(page, "<circle"), 4);
    assert_int_equal(count(page, "<rect"), 1);
    assert_non_null(strstr(page, "y=\"25.2\" width=\"820\" height=\"11.5\""));
    assert_non_null(strstr(page, "d=\"M60.0 54.0L880.0 8.0\""));
    assert_int_equal(count(page, "<path fill=\"none\""), 4); // two axes, two lines
    assert_null(strstr(page, ">99.0"));
    assert_null(strstr(page, ">97.0"));
    assert_null(strstr(page, ">98.0")); // of another draw
    free(page);
}

static void one_session_is_no_curve(void **state) {
    (void)state;
    char *page = curve_of(&sessions[1]);
    assert_string_equal(page, "");
    free(page);
    page = curve_of(&sessions[6]); // the only one with its parameters
    assert_string_equal(page, "");
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_sessions_are_a_line_and_others_a_band),
        cmocka_unit_test(one_session_is_no_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
