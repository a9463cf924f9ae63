#include "ui/cmd/simulate_read.h"

#include "tests/capture.h"
#include "tests/scratch.h"
#include "tests/ui/cmd/simulate_model.h"
#include "ui/screen/exit_status.h"

static char out[4096], err[4096];

static bool set_inputs(const char *text) {
    struct tests_capture capture;
    tests_capture_begin(&capture);
    const bool ok = ui_simulate_set_inputs(&instance, text);
    tests_capture_end(&capture, out, err, sizeof out);
    assert_string_equal(out, "");
    return ok;
}

static void inputs_are_set(void **state) {
    (void)state;
    assert_true(set_inputs(NULL));
    assert_true(set_inputs("lift=-0.5,turn=5"));
    assert_string_equal(err, "");
    assert_near(instance.input[0], -0.5, 0.0);
    assert_near(instance.input[1], 5.0, 0.0);
}

static void every_wrong_input_is_named(void **state) {
    (void)state;
    assert_false(set_inputs("lft=1,turn=9,zzzzzz=1,lift"));
    assert_string_equal(
        err, "kranich simulate: error: --inputs: the model has no input 'lft', did you mean "
             "'lift'?\n"
             "kranich simulate: error: --inputs: expected turn=X with X from 0 to 5\n"
             "kranich simulate: error: --inputs: the model has no input 'zzzzzz'; it has lift, "
             "turn\n"
             "kranich simulate: error: --inputs: expected lift=X with X from -1 to 1\n");
}

static void bad_states_are_refused(void **state) {
    (void)state;
    struct tests_scratch scratch;
    struct tests_capture capture;
    tests_scratch_create(&scratch);
    tests_scratch_write(&scratch, "state", "no state at all");
    tests_capture_begin(&capture);
    const int none = ui_simulate_restore(&instance, NULL);
    const int missing = ui_simulate_restore(&instance, tests_scratch_path(&scratch, "none"));
    const int bad = ui_simulate_restore(&instance, tests_scratch_path(&scratch, "state"));
    tests_capture_end(&capture, out, err, sizeof out);
    tests_scratch_remove(&scratch);
    assert_int_equal(none, UI_EXIT_DONE);
    assert_int_equal(missing, UI_EXIT_USAGE);
    assert_int_equal(bad, UI_EXIT_USAGE);
    assert_contains(err, "none: No such file");
    assert_contains(err, ", expected what --save wrote\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_set),
        cmocka_unit_test(every_wrong_input_is_named),
        cmocka_unit_test(bad_states_are_refused),
    };
    return cmocka_run_group_tests(tests, create_instance, destroy_instance);
}
