// The demonstrator picks a dropped stem up again and cuts it to the end.
#include "tests/data/dropped_stem.h"

static void a_dropped_stem_is_picked_up(void **state) {
    (void)state;
    assert_int_equal(work_with_losses("first-harvest", NULL, 1, 0), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_dropped_stem_is_picked_up)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
