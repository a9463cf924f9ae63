#include "ui/screen/wall_clock.h"

#include <time.h>

#include "tests/near.h"

static void the_clock_counts_seconds(void **state) {
    (void)state;
    const double before = ui_wall_clock();
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    const double passed = ui_wall_clock() - before;
    assert_true(passed >= 0.02 && passed < 20.0); // the upper bound tells the unit, not the load
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_clock_counts_seconds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
