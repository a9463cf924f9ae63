// The harvesting demonstrator picks up stems that have come out of the head.
#include "tests/data/machine_stand.h"
#include "vehicles/operator/harvest.h"
#include "vehicles/rig/rig.h"
#include "vehicles/site.h"

static const int tree = 3;

static struct veh_machine_def machine;
static struct veh_products products;
static struct veh_rig rig;
static struct veh_harvest demo;

static int set_up(void **state) {
    (void)state;
    machine_load("harvester-thinning", &machine);
    assert_true(veh_rig_init(&rig, &(struct veh_rig_def){.machine = &machine, .tied = true}));
    products = veh_default_products();
    products.product[products.count++] = (struct veh_product){.name = "pulp",
                                                              .species = -1,
                                                              .min_top = 0.07,
                                                              .max_butt = 1.0,
                                                              .window_high = 0.05,
                                                              .diameter_count = 1,
                                                              .length_count = 1,
                                                              .diameter = {0.07},
                                                              .length = {3.0}};
    rig.site.def.products = &products;
    demo = (struct veh_harvest){.tree = tree, .stem = -1};
    assert_true(veh_crane_control_init(&demo.base.crane, &rig.site, 0));
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    veh_rig_finish(&rig);
    veh_machine_def_finish(&machine);
    return 0;
}

// On the ground, its butt at (x, y) and its top to the left.
static int lay(double length, double x, double y, int of) {
    const struct ter_stem whole = ter_stem_whole(TER_SPRUCE, 0.25, 20.0, 8.0, 0.1);
    struct ter_stem piece, rest;
    ter_stem_split(&whole, length, &piece, &rest);
    const struct sim_pose pose = {{x, y, 0.2}, sim_quat_rpy(-0.5 * SIM_PI, 0.0, 0.0)};
    const int stem = veh_stem_create(&rig.site, &piece, pose, VEH_STEM_FELLED, -1);
    rig.site.stems.items[stem].tree = of; // the rig has no stand
    return stem;
}

static bool fetches(void) {
    demo.lost = true;
    return veh_harvest_fetches(&demo, &rig.site);
}

// The longest piece of its own tree, three times; each time it grips farther from the butt.
static void the_longest_piece_is_fetched(void **state) {
    (void)state;
    (void)lay(6.0, 5.0, 1.0, tree);
    const int longest = lay(9.0, 7.0, 1.0, tree);
    (void)lay(12.0, 6.0, 1.0, tree + 1);
    assert_false(veh_harvest_fetches(&demo, &rig.site)); // nothing is lost
    double before = 0.0;
    for (int i = 0; i < 3; i++) {
        assert_true(fetches());
        assert_int_equal(demo.stem, longest);
        assert_int_equal(demo.base.state, VEH_HARVEST_FETCH);
        assert_true(demo.grip_at > before);
        before = demo.grip_at;
    }
    assert_false(fetches());
    assert_false(demo.lost);
}

static void what_is_out_of_reach_is_left(void **state) {
    (void)state;
    (void)lay(9.0, 40.0, 1.0, tree);
    assert_false(fetches());
    assert_int_equal(demo.left.why, VEH_SAY_STEM_OUT_OF_REACH);
    assert_int_equal(demo.fetches, 0);
}

static void a_piece_without_a_log_is_left(void **state) {
    (void)state;
    (void)lay(2.5, 6.0, 1.0, tree);
    assert_false(fetches());
    assert_int_equal(demo.stem, -1);
}

// A stem that breaks while it is fetched is looked for anew, in each state.
static void a_broken_stem_is_lost_again(void **state) {
    (void)state;
    static void (*const act[])(struct veh_harvest *, const struct veh_worksite *,
                               struct veh_controls *) = {veh_harvest_fetch, veh_harvest_lower,
                                                         veh_harvest_hold, veh_harvest_find_butt};
    veh_rig_run(&rig, 2.0);
    for (int i = 0; i < 4; i++) {
        struct veh_controls levers = {{0.0}};
        const int stem = lay(9.0, 7.0, 1.0, tree);
        demo.fetches = 0;
        assert_true(fetches());
        assert_int_equal(demo.stem, stem);
        demo.base.state = VEH_HARVEST_FETCH + i;
        demo.base.entered = veh_worksite_time(&rig.site) - 2.0;
        veh_stem_destroy(&rig.site, stem);
        act[i](&demo, &rig.site, &levers);
        assert_true(demo.lost);
        assert_int_equal(demo.base.state, VEH_HARVEST_RELEASE);
        assert_int_equal(demo.left.why, VEH_SAY_STEM_BROKEN);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_longest_piece_is_fetched, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_out_of_reach_is_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_piece_without_a_log_is_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_broken_stem_is_lost_again, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
