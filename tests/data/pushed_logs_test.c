// A harvester drives against what lies on the ground; backwards, where no tool is near.
#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"

static struct dat_exercise exercise;
static struct dat_practice practice;

static int set_up(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    load_shipped(&exercise, "clear-cut", NULL);
    return dat_practice_start(&practice, &exercise, NULL, "", DAT_TRAINEE, &problem) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    const bool finished = dat_practice_finish(&practice, DAT_STOPPED, &problem);
    dat_exercise_finish(&exercise);
    return finished ? 0 : -1;
}

// Across the way, so many metres behind the machine's origin and above the ground.
static int lay_across(double behind, double above) {
    const struct ter_stem tree = ter_stem_whole(TER_SPRUCE, 0.16, 16.0, 8.0, 0.1);
    struct ter_stem log, rest;
    ter_stem_split(&tree, 4.0, &log, &rest);
    const struct sim_vec3 p = veh_machine_pose(&practice.site, 0).p;
    const int stem =
        veh_worksite_add_log(&practice.site, &log, p.x - behind, p.y, above, 0.5 * SIM_PI);
    assert_true(stem >= 0);
    return stem;
}

// Returns the way [m] that the machine came.
static double drive(double seconds) {
    const struct veh_controls levers = {.value = {[VEH_DRIVE] = -0.3}};
    const double from = veh_machine_pose(&practice.site, 0).p.x;
    const double end = veh_worksite_time(&practice.site) + seconds;
    while (veh_worksite_time(&practice.site) < end)
        dat_practice_step(&practice, &levers);
    return from - veh_machine_pose(&practice.site, 0).p.x;
}

static double place(int stem) {
    return sim_body_centre(practice.site.world, practice.site.stems.items[stem].body).x;
}

// One end of it lies on other logs: the wheels do not come over it, and push it along.
static void a_log_before_the_wheels_is_pushed_away(void **state) {
    (void)state;
    const int log = lay_across(5.0, 0.6);
    const double before = place(log);
    const double way = drive(8.0);
    assert_true(way > 4.0);
    assert_true(place(log) < before - 0.1);
}

// A log that no machine touches does not move.
static void a_log_beside_the_way_stays(void **state) {
    (void)state;
    const int log = lay_across(20.0, 0.1);
    const double before = place(log);
    assert_true(drive(3.0) > 0.5);
    assert_near(place(log), before, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_log_before_the_wheels_is_pushed_away, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_log_beside_the_way_stays, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
