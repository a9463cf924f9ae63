#include "data/report/time_table.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

// In the caller's hands.
static char *page_of(const char *result) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    json_t *object = json_loads(result, 0, NULL);
    assert_true(file != NULL && object != NULL);
    dat_report_time_study(&(struct dat_report_out){.file = file, .texts = dat_report_english()},
                          object);
    assert_int_equal(fclose(file), 0);
    json_decref(object);
    return text;
}

static void trees_and_loads_have_tables(void **state) {
    (void)state;
    char *page =
        page_of("{\"time_study\": [{\"tree\": \"<7>\", \"species\": \"spruce\", \"logs\": 3,"
                " \"volume_m3\": 0.3, \"positioning_s\": 5.25, \"boom_in_s\": 2},"
                " {\"load\": 1, \"logs\": 20, \"stops\": 2, \"volume_m3\": 3,"
                " \"drive_loaded_s\": 77.5, \"drive_loaded_m\": 44}]}");
    assert_non_null(strstr(page, "&lt;7&gt;"));
    assert_non_null(strstr(page, "5.2</td>"));
    assert_non_null(strstr(page, "4.5 - 8.0")); // Nurminen's 6.0 s of positioning
    assert_non_null(strstr(page, "77.5</td>"));
    assert_non_null(strstr(page, "44.7 - 80.5")); // his minute for 44 m
    assert_non_null(strstr(page, "<h2>load 1"));
    free(page);
}

static void nothing_is_written_of_nothing(void **state) {
    (void)state;
    char *page = page_of("{\"time_study\": []}");
    assert_string_equal(page, "");
    free(page);
    page = page_of("{}");
    assert_string_equal(page, "");
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_and_loads_have_tables),
        cmocka_unit_test(nothing_is_written_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
