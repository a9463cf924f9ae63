// The interrupted session that the start screen offers.
#include "ui/screen/unfinished.h"

#include "data/record/recorder.h"
#include "tests/scratch_store.h"

static struct tests_scratch scratch;
static struct dat_store *store;

static int set_up(void **state) {
    (void)state;
    store = tests_scratch_store(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    dat_store_close(store);
    tests_scratch_remove(&scratch);
    return 0;
}

static int64_t record(const char *trainee, enum dat_operator who, double seconds,
                      enum dat_outcome outcome) {
    static const char *const names[] = {"drive"};
    const struct dat_recording_def def = {.trainee = trainee,
                                          .exercise = "slalom",
                                          .scenario_file = "/slalom.yaml",
                                          .machine = "Harvester",
                                          .who = who,
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = 1};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, NULL);
    assert_non_null(recorder);
    const int64_t id = dat_recorder_session(recorder);
    for (int i = 0; i < (int)(seconds * 100.0); i++)
        dat_recorder_step(recorder, &(double){0.0});
    assert_true(dat_recorder_end(recorder, &(struct dat_recording_end){.outcome = outcome}, NULL));
    return id;
}

static void the_latest_session_is_offered_where_it_was_interrupted(void **state) {
    (void)state;
    assert_int_equal(ui_find_unfinished(store, "Eva").session, 0);
    assert_int_equal(ui_find_unfinished(NULL, "Eva").session, 0);
    const int64_t id = record("Eva", DAT_TRAINEE, 73.0, DAT_INTERRUPTED);
    record("Bo", DAT_TRAINEE, 20.0, DAT_STOPPED);
    record("Eva", DAT_DEMONSTRATOR, 20.0, DAT_STOPPED);
    const struct ui_unfinished found = ui_find_unfinished(store, "Eva");
    assert_int_equal(found.session, id);
    assert_string_equal(found.exercise, "slalom");
    assert_int_equal(found.seconds, 73);
    assert_int_equal(ui_find_unfinished(store, "Bo").session, 0);
    // She has begun another one: the old one is given up. A moment is not worth it.
    record("Eva", DAT_TRAINEE, 20.0, DAT_PASSED);
    assert_int_equal(ui_find_unfinished(store, "Eva").session, 0);
    record("Eva", DAT_TRAINEE, 1.0, DAT_INTERRUPTED);
    assert_int_equal(ui_find_unfinished(store, "Eva").session, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_latest_session_is_offered_where_it_was_interrupted,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
