// Short demonstrations of both machines.
#include "tests/data/work_elements.h"

static void elements_of_a_harvest(void **state) {
    (void)state;
    check_elements("first-harvest");
}

static void elements_of_a_load(void **state) {
    (void)state;
    check_elements("first-load");
}

// Thin logs by the bundle, from three stops.
static void elements_of_bundles(void **state) {
    (void)state;
    check_elements("loose-pile");
}

// Out of a bunk near the pillar, where the crane does not lift over the stakes.
static void elements_of_unloading(void **state) {
    (void)state;
    check_elements("stacking");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_of_a_harvest),
        cmocka_unit_test(elements_of_a_load),
        cmocka_unit_test(elements_of_bundles),
        cmocka_unit_test(elements_of_unloading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
