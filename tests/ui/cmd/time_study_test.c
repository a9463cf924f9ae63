// The tables of a time study, as they are printed.
#include "ui/cmd/time_study.h"

#include "tests/capture.h"

static char out[4096], err[4096];

static void print(const char *result) {
    struct tests_capture capture;
    json_t *object = json_loads(result, 0, NULL);
    assert_non_null(object);
    tests_capture_begin(&capture);
    ui_time_study_print(object);
    tests_capture_end(&capture, out, err, sizeof out);
    json_decref(object);
}

static void tables_are_printed(void **state) {
    (void)state;
    print("{\"time_study\": [{\"tree\": \"t7\", \"species\": \"spruce\", \"logs\": 3,"
          " \"volume_m3\": 0.3, \"positioning_s\": 5.26, \"moving_s\": 2},"
          " {\"load\": 1, \"logs\": 20, \"stops\": 2, \"grips\": 4, \"volume_m3\": 3,"
          " \"loading_s\": 80, \"drive_loaded_s\": 77.5, \"drive_loaded_m\": 44}]}");
    assert_contains(out, "t7         spruce");
    assert_contains(out, "5.3");
    assert_contains(out, "4.5-8.0");                      // Nurminen's 6.0 s of positioning
    assert_contains(out, "5.3 s, Brunberg 1997: 26.5 s"); // 0.441 minutes for 0.3 m3
    assert_contains(out, "4 grips from 2 stops (20.0 s each)");
    assert_contains(out, "44.7-80.5"); // his minute for 44 m
}

static void nothing_is_printed_of_nothing(void **state) {
    (void)state;
    print("{\"time_study\": []}");
    assert_string_equal(out, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_printed),
        cmocka_unit_test(nothing_is_printed_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
