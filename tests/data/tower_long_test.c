// The crane's tower of five crossed logs stands, loose, for ten minutes.
#include "tests/data/crane_tower.h"

static void a_tower_of_crossed_logs_stands_for_ten_minutes(void **state) {
    (void)state;
    build_tower(0.0);
    tower_stands_for(600.0);
    machine_stand_finish(&hand.stand);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tower_of_crossed_logs_stands_for_ten_minutes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
