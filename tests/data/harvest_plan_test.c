// The plan of the harvesting demonstrator beside the road of the clear-cut, which is straight and
// level; the machine stands on it and looks along it.
#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"
#include "vehicles/operator/harvest.h"

static const double start = 12.0, middle = 30.0; // [m] of the machine, along the road and across

static struct dat_exercise exercise;
static struct dat_practice practice;
static struct veh_harvest *demo;

static int set_up(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    const char *reason = "";
    load_shipped(&exercise, "clear-cut", NULL);
    if (!dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem))
        return -1;
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    struct veh_demonstrator *made = veh_demo_create(&practice.site, &task, &reason);
    demo = (struct veh_harvest *)made;
    return made != NULL ? 0 : -1;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_tree_within_reach_has_a_stop, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
