// What a log does to the bark of a standing tree.
#include "tests/vehicles/flying_log.h"

static struct small_site s;

// A log flies against the tree at that speed [m/s]; returns how often damage is told.
static int strike(double speed) {
    small_site_throw_log(&s, TER_TREE_STANDING, speed);
    int told = 0;
    for (int i = 0; i < 300; i++) {
        const struct veh_event *events;
        small_site_steps(&s, 1);
        const int count = veh_worksite_events(&s.site, &events);
        for (int k = 0; k < count; k++)
            told += events[k].kind == VEH_EVENT_TREE_DAMAGED && events[k].tree == 0;
    }
    return told;
}

static void a_hard_blow_is_kept_and_told_once(void **state) {
    (void)state;
    assert_int_equal(strike(6.0), 1);
    assert_int_equal(s.site.stand.trees[0].damage, TER_DAMAGE_BARK);
    small_site_finish(&s);
    assert_int_equal(strike(0.05), 0);
    assert_int_equal(s.site.stand.trees[0].damage, 0);
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_hard_blow_is_kept_and_told_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
