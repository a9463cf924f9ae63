// What a log does to the bark of a standing tree.
#include "tests/vehicles/small_site.h"

static struct small_site s;

// A log flies against the tree at that speed [m/s]; returns how often damage is told.
static int strike(double speed) {
    const struct ter_tree tree = {.id = "a",
                                  .species = TER_SPRUCE,
                                  .dbh = 0.28,
                                  .height = 22.0,
                                  .crown_base = 11.0,
                                  .crown_width = 3.0};
    small_site_init(&s, 0.0);
    assert_true(ter_stand_add(&s.stand, &tree));
    assert_true(ter_stand_index(&s.stand));
    veh_worksite_finish(&s.site);
    struct veh_worksite_def def = veh_default_worksite_def();
    def.ground = &s.ground;
    def.stand = &s.stand;
    assert_true(veh_worksite_init(&s.site, &def));
    const struct ter_stem stem = ter_tree_stem(&tree), log = spruce_log(3.0);
    s.site.tree_stem[0] =
        veh_stem_create(&s.site, &stem, ter_tree_stem_pose(&tree), VEH_STEM_STANDING, 0);
    const int flying = veh_worksite_add_log(&s.site, &log, -0.5, 0.0, 1.5, 0.5 * SIM_PI);
    sim_body_set_velocity(s.site.world, s.site.stems.items[flying].body, sim_vec3(speed, 0.0, 0.0),
                          sim_vec3(0.0, 0.0, 0.0));
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
