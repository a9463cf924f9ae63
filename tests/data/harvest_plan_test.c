// The plan of the harvesting demonstrator beside the road of the clear-cut, which is straight and
// level; the machine stands on it and looks along it. And on a side slope.
#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"
#include "vehicles/operator/harvest.h"

static const double start = 12.0, middle = 30.0; // [m] of the machine, along the road and across

static struct dat_exercise exercise;
static struct dat_practice practice;
static struct veh_harvest *demo;

static int set_up_in(const char *name) {
    struct dat_problem problem = {""};
    const char *reason = "";
    load_shipped(&exercise, name, NULL);
    if (!dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem))
        return -1;
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    struct veh_demonstrator *made = veh_demo_create(&practice.site, &task, &reason);
    demo = (struct veh_harvest *)made;
    return made != NULL ? 0 : -1;
}

static int set_up(void **state) {
    (void)state;
    return set_up_in("clear-cut");
}

static int set_up_slope(void **state) {
    (void)state;
    return set_up_in("slope-harvest");
}

static int tear_down(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    veh_demo_destroy(&demo->base);
    const bool finished = dat_practice_finish(&practice, DAT_STOPPED, &problem);
    dat_exercise_finish(&exercise);
    return finished ? 0 : -1;
}

// Fells all trees of the task but so many.
static void leave(int count) {
    for (int i = 0; i < demo->base.task.tree_count; i++)
        practice.site.stand.trees[demo->base.task.trees[i]].status =
            i < count ? TER_TREE_MARKED : TER_TREE_FELLED;
}

static void plant(int number, double along, double beside) {
    struct ter_tree *tree = &practice.site.stand.trees[demo->base.task.trees[number]];
    tree->position.x = along;
    tree->position.y = middle + beside;
}

// A tree too far from the road, by however little, keeps the machine from no other.
static void each_tree_within_reach_has_a_stop(void **state) {
    (void)state;
    leave(2);
    plant(1, start + 20.0, 4.0);
    for (double beside = 4.0; beside < 10.0; beside += 0.05) {
        double along = -1.0;
        plant(0, start + 15.0, beside);
        assert_true(veh_harvest_choose_stop(demo, &practice.site, &along));
        assert_true(along > start && along < start + 20.0);
    }
}

// Leaves one tree of the whole stand, at that place, and chooses its fall.
static struct sim_vec3 fall_of_one(double along, double beside) {
    for (int i = 0; i < practice.site.stand.count; i++)
        if (practice.site.stand.trees[i].status == TER_TREE_MARKED ||
            practice.site.stand.trees[i].status == TER_TREE_STANDING)
            practice.site.stand.trees[i].status = TER_TREE_FELLED;
    demo->tree = demo->base.task.trees[0];
    leave(1);
    plant(0, along, beside);
    assert_true(ter_stand_index(&practice.site.stand));
    return veh_harvest_choose_fall(demo, &practice.site);
}

// The machine goes on there, and tips over as it climbs onto a log that lies across the slope.
static void logs_leave_the_road_free(void **state) {
    (void)state;
    for (double beside = 4.0; beside < 7.0; beside += 0.5) {
        const struct sim_vec3 d = fall_of_one(start + 10.0, beside);
        for (double z = 0.0; z < 5.0; z += 0.5)
            assert_true(fabs(beside - z * d.y) > 1.5);
    }
}

// Trees that are to stay, too low to be struck by a falling one, in a line along the slope.
static void fence(double across) {
    int planted = 0;
    for (int i = 0; i < practice.site.stand.count && planted < 20; i++) {
        struct ter_tree *tree = &practice.site.stand.trees[i];
        if (tree->status != TER_TREE_CROP)
            continue;
        tree->position = sim_vec3(start - 4.0 + planted++, middle + across, 0.0);
        tree->position.z = veh_demo_ground(&practice.site, tree->position);
        tree->height = 1.5;
        tree->crown_base = tree->crown_width = 0.1;
    }
}

// Across a slope of 15 degrees a log rolls where that takes more than a fifth of its weight.
static void logs_above_trees_lie_down_the_slope(void **state) {
    (void)state;
    const double slope = tan(15.0 * SIM_PI / 180.0);
    fence(-30.0);
    assert_true(fabs(fall_of_one(start + 3.0, -6.0).x) * slope > 0.2);
    fence(-9.5);
    assert_true(fabs(fall_of_one(start + 3.0, -6.0).x) * slope < 0.2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(logs_leave_the_road_free, set_up_slope, tear_down),
        cmocka_unit_test_setup_teardown(logs_above_trees_lie_down_the_slope, set_up_slope,
                                        tear_down),
        cmocka_unit_test_setup_teardown(each_tree_within_reach_has_a_stop, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
