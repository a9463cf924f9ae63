// Table, JSON and drawing show the results.
#include "bench/points/report.h"

#include <stdlib.h>
#include <string.h>

#include "tests/capture.h"
#include "tests/near.h"
#include "tests/scratch.h"

static void integrators_are_printed_written_and_drawn(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    json_t *json = json_object();
    struct tests_capture capture;
    static char out[10000], err[10000];
    tests_capture_begin(&capture);
    const bool done = bench_integrators(json, tests_scratch_path(&scratch, "i.svg"));
    tests_capture_end(&capture, out, err, sizeof out);
    assert_true(done);
    assert_contains(out, "explicit Euler        1.0198          0.00           1.00");
    const json_t *list = json_object_get(json, "integrators");
    assert_int_equal(json_array_size(list), 8);
    const json_t *euler = json_array_get(list, 0);
    assert_string_equal(json_string_value(json_object_get(euler, "method")), "explicit Euler");
    assert_near(json_real_value(json_object_get(euler, "decay_bound")), 2.0, 1e-6);
    assert_true(json_is_null(json_object_get(json_array_get(list, 7), "decay_bound")));
    char *svg = tests_scratch_read(&scratch, "i.svg");
    assert_non_null(strstr(svg, "the bounds 1/k and 2/k"));
    assert_null(strstr(svg, "nan"));
    free(svg);
    json_decref(json);
    tests_scratch_remove(&scratch);
}

static void experiments_are_printed_and_written(void **state) {
    (void)state;
    json_t *json = json_object();
    struct tests_capture capture;
    static char out[10000], err[10000];
    tests_capture_begin(&capture);
    const bool done = bench_experiments(json, NULL);
    tests_capture_end(&capture, out, err, sizeof out);
    assert_true(done);
    assert_contains(out, "2.00701857    2.00701858       2.00701896");
    const json_t *first = json_array_get(json_object_get(json, "experiments"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "experiment")), "5.1 pendulum");
    assert_near(json_real_value(json_object_get(first, "published")), 2.006687, 0.0);
    assert_near(json_real_value(json_object_get(first, "impulses")), 2.006687, 1e-6);
    json_decref(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integrators_are_printed_written_and_drawn),
        cmocka_unit_test(experiments_are_printed_and_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
