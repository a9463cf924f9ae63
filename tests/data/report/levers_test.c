#include "data/report/levers.h"

#include <math.h>

#include "tests/data/report/recorded_levers.h"
#include "tests/scratch.h"

// A second at rest, two of the boom up, one of boom down and slewing together, one at rest but for
// a hand on the jib's lever, one of slewing back; the tool works all the time.
static void script(int64_t step, double values[VEH_CONTROL_COUNT]) {
    const int second = (int)(step / 100);
    values[VEH_GRIP] = 1.0;
    values[VEH_BOOM] = second == 1 || second == 2 ? 0.5 : second == 3 ? -1.0 : 0.0;
    values[VEH_SLEW] = second == 3 ? 0.25 : second == 5 ? -0.25 : 0.0;
    values[VEH_JIB] = second == 4 ? 0.03 : 0.0;
}

static void figures_are_those_of_the_script(void **state) {
    struct tests_scratch scratch;
    struct dat_recorded recorded;
    struct dat_lever_figures f;
    struct dat_problem problem = {""};
    (void)state;
    tests_scratch_create(&scratch);
    const char *db = tests_scratch_path(&scratch, "s.db");
    levers_record(db, "Test", 700, script);
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, &problem);
    assert_int_equal(dat_recorded_read(store, 1, &recorded, &problem), DAT_REPLAY_DONE);
    dat_lever_figures(&recorded, &f);
    assert_near(f.time, 7.0, 1e-9);
    assert_near(f.crane_time, 4.0, 1e-9);
    assert_near(f.standing, 1.0 / 5.0, 1e-9);           // one of the seconds 1 to 5
    assert_near(f.simultaneous, 5.0 / 4.0, 1e-9);       // 1 1 2 - 1
    assert_near(f.reversals, 2.0 / (4.0 / 60.0), 1e-9); // boom and slewing, each once
    assert_int_equal(f.control[VEH_BOOM].moves, 1);     // it passed through rest in no step
    assert_int_equal(f.control[VEH_BOOM].reversals, 1);
    assert_int_equal(f.control[VEH_SLEW].moves, 2);
    assert_int_equal(f.control[VEH_JIB].moves, 0);
    assert_near(f.control[VEH_GRIP].time, 7.0, 1e-9);
    dat_recorded_finish(&recorded);
    dat_store_close(store);
    tests_scratch_remove(&scratch);
}

static void a_setting_is_no_move(void **state) {
    (void)state;
    assert_true(dat_lever_moves(VEH_BOOM, -0.2));
    assert_false(dat_lever_moves(VEH_BOOM, 0.04));
    assert_false(dat_lever_moves(VEH_TIP_CONTROL, 1.0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_the_script),
        cmocka_unit_test(a_setting_is_no_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
