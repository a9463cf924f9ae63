#include "sim/base/version.h"

#include <stdio.h>

#include "tests/near.h"

static void is_three_numbers(void **state) {
    (void)state;
    int part[3];
    char rest;
    assert_int_equal(sscanf(sim_version(), "%d.%d.%d%c", &part[0], &part[1], &part[2], &rest), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_three_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
