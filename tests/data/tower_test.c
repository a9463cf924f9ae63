// A tower of five crossed logs that the crane builds stands, loose, for a minute; with the last log
// beyond its support it does not.
#include "tests/data/crane_tower.h"

static void a_tower_of_crossed_logs_stands(void **state) {
    (void)state;
    build_tower(0.0);
    tower_stands_for(60.0);
    machine_stand_finish(&hand.stand);
}

// Its weight is 30 cm beyond the log that it lies on.
static void a_log_beyond_its_support_falls(void **state) {
    (void)state;
    build_tower(apart + 0.3);
    const struct sim_pose top = veh_stem_pose(&hand.stand.site, tower_log[4]);
    const double slope = fabs(sim_rotate(top.q, sim_vec3(0.0, 0.0, 1.0)).z);
    print_message("the last log slopes by %.2f\n", slope);
    assert_true(slope > 0.2); // it leans on the ground with one end
    const struct veh_tower left = veh_tower_find(&hand.stand.site);
    assert_true(left.logs < TOWER_LOGS && left.layers < 3);
    machine_stand_finish(&hand.stand);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_tower_of_crossed_logs_stands),
                                       cmocka_unit_test(a_log_beyond_its_support_falls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
