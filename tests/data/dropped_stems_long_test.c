// The same on a strip of 20 trees with each shipped harvester: every second stem is dropped, and
// one or two of ten may be left where no attempt gets them.
#include "tests/data/dropped_stem.h"

static void dropped_stems_are_picked_up(void **state) {
    (void)state;
    static const char *const machines[] = {"harvester", "harvester-8w", "harvester-thinning"};
    for (int i = 0; i < 3; i++)
        assert_true(work_with_losses("strip-harvest", machines[i], 2, 2) >= 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(dropped_stems_are_picked_up)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
