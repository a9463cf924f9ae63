#include "data/exercise/recorded.h"

#include "tests/data/report/recorded_levers.h"
#include "tests/scratch.h"

enum { STEPS = 700 };

// A ramp, with the resolution of the record.
static void script(int64_t step, double values[VEH_CONTROL_COUNT]) {
    values[VEH_BOOM] = dat_input_quantise((double)step / STEPS);
    values[VEH_SLEW] = step % 2 == 0 ? 0.5 : -0.5;
}

// However one comes to a step, its levers are those that were recorded.
static void levers_of_each_step_are_found(void **state) {
    static const int64_t steps[] = {0, 699, 350, 1, 351, 350, 5};
    (void)state;
    struct tests_scratch scratch;
    struct dat_recorded recorded;
    struct dat_lever_reader reader;
    struct veh_controls levers;
    struct dat_problem problem = {""};
    tests_scratch_create(&scratch);
    const char *db = tests_scratch_path(&scratch, "s.db");
    levers_record(db, "Test", STEPS, script);
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, &problem);
    assert_int_equal(dat_recorded_read(store, 1, &recorded, &problem), DAT_REPLAY_DONE);
    assert_int_equal(dat_recorded_steps(&recorded), STEPS);
    assert_null(recorded.exercise);
    dat_lever_reader_init(&reader, &recorded);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        double expected[VEH_CONTROL_COUNT] = {0.0};
        script(steps[i], expected);
        dat_lever_reader_seek(&reader, steps[i]);
        assert_int_equal(reader.step, steps[i]);
        assert_true(dat_lever_reader_next(&reader, &levers));
        for (int c = 0; c < VEH_CONTROL_COUNT; c++)
            assert_near(levers.value[c], expected[c], 0.0);
    }
    dat_lever_reader_seek(&reader, STEPS);
    assert_false(dat_lever_reader_next(&reader, &levers));
    dat_recorded_finish(&recorded);
    dat_store_close(store);
    tests_scratch_remove(&scratch);
}

static void no_such_session(void **state) {
    (void)state;
    struct tests_scratch scratch;
    struct dat_recorded recorded;
    struct dat_problem problem = {""};
    tests_scratch_create(&scratch);
    const char *db = tests_scratch_path(&scratch, "s.db");
    levers_record(db, "Test", 10, script);
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, &problem);
    assert_int_equal(dat_recorded_read(store, 2, &recorded, &problem), DAT_REPLAY_NO_SUCH);
    dat_recorded_finish(&recorded);
    dat_store_close(store);
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levers_of_each_step_are_found),
        cmocka_unit_test(no_such_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
