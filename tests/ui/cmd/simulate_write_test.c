#include "ui/cmd/simulate_write.h"

#include <math.h>

#include <jansson.h>

#include "tests/capture.h"
#include "tests/ui/cmd/simulate_model.h"

static double broke_at[] = {0.25, (double)INFINITY};
static const struct ui_simulate_result result = {.steps = 100,
                                                 .time = 1.0,
                                                 .wall = 0.5,
                                                 .joint_error = 1e-6,
                                                 .bodies = 1,
                                                 .joints = 2,
                                                 .hash = 0xabc,
                                                 .broke_at = broke_at};

static char out[4096], err[4096];

static bool write_result(const struct ui_simulate_options *options) {
    struct tests_capture capture;
    tests_capture_begin(&capture);
    const bool ok = ui_simulate_write(options, &instance, &result);
    tests_capture_end(&capture, out, err, sizeof out);
    return ok;
}

static void the_report_has_what_was_asked_for(void **state) {
    (void)state;
    assert_true(write_result(&(struct ui_simulate_options){.hash = true}));
    assert_string_equal(out, "simulated 1 s in 100 steps: 1 body, 2 joints, 2.0 times real time\n"
                             "largest joint error 1e-06 m, 0 rad; deepest penetration 0 m\n"
                             "state_hash 0000000000000abc\n"
                             "'cord' broke at 0.25 s\n");
    assert_string_equal(err, "");
    assert_true(write_result(&(struct ui_simulate_options){.energy = true, .stats = true}));
    assert_contains(out, "energy 0 J at the start");
    assert_contains(out, "solver: at most 0 rows");
}

// With the JSON on standard output, the report is on standard error.
static void the_json_has_all_figures(void **state) {
    (void)state;
    assert_true(write_result(&(struct ui_simulate_options){.json = "-"}));
    assert_contains(err, "simulated 1 s in 100 steps");
    json_t *json = json_loads(out, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_integer_value(json_object_get(json, "steps")), 100);
    assert_near(json_number_value(json_object_get(json, "real_time_factor")), 2.0, 0.0);
    assert_string_equal(json_string_value(json_object_get(json, "state_hash")), "0000000000000abc");
    assert_true(json_is_null(json_object_get(json, "fault")));
    const json_t *broken = json_object_get(json, "broken");
    assert_int_equal(json_array_size(broken), 1);
    assert_near(json_number_value(json_object_get(json_array_get(broken, 0), "time_s")), 0.25, 0.0);
    json_decref(json);
}

static void a_file_that_cannot_be_written_is_named(void **state) {
    (void)state;
    assert_false(write_result(&(struct ui_simulate_options){.save = "/nowhere/state"}));
    assert_contains(err, "kranich simulate: error: /nowhere/state cannot be written");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_report_has_what_was_asked_for),
        cmocka_unit_test(the_json_has_all_figures),
        cmocka_unit_test(a_file_that_cannot_be_written_is_named),
    };
    return cmocka_run_group_tests(tests, create_instance, destroy_instance);
}
