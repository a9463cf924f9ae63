// The exercises of harvesters that ship.
#include "tests/data/exercise/ladder.h"

static void every_exercise_of_a_harvester_can_be_done_at_gold(void **state) {
    (void)state;
    check_ladder(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_exercise_of_a_harvester_can_be_done_at_gold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
