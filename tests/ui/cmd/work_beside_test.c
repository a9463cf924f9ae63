// The world beside the pictures steps while it is let go only. No time is tested.
#include "ui/cmd/work_beside.h"

#include <time.h>

#include "tests/near.h"

static void wait_a_little(void) {
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
}

static void it_works_while_it_is_let_go(void **state) {
    (void)state;
    struct ui_work_beside *work = ui_work_beside_start();
    assert_non_null(work);
    wait_a_little();
    assert_int_equal(ui_work_beside_pace(work).steps, 0);
    ui_work_beside_let(work, true);
    wait_a_little();
    ui_work_beside_let(work, false);
    const struct ui_work_pace pace = ui_work_beside_pace(work);
    assert_true(pace.steps > 0 && pace.share > 0.0 && pace.step_median > 0.0);
    wait_a_little();
    assert_int_equal(ui_work_beside_pace(work).steps, pace.steps);
    ui_work_beside_stop(work);
}

static void it_can_be_stopped_while_it_works(void **state) {
    (void)state;
    struct ui_work_beside *work = ui_work_beside_start();
    assert_non_null(work);
    ui_work_beside_let(work, true);
    ui_work_beside_stop(work);
    ui_work_beside_stop(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_works_while_it_is_let_go),
        cmocka_unit_test(it_can_be_stopped_while_it_works),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
