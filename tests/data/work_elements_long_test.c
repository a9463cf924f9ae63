// Long demonstrations: many trees from several stops, a side slope, several loads and landings.
#include "tests/data/work_elements.h"

static void elements_of_strips(void **state) {
    (void)state;
    check_elements("strip-harvest");
    check_elements("clear-cut");
    check_elements("slope-harvest");
}

static void elements_of_full_loads(void **state) {
    (void)state;
    check_elements("to-the-landing");
    check_elements("full-load");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_of_strips),
        cmocka_unit_test(elements_of_full_loads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
