// The metrics of the elements of work: their times, shared among trees, loads and logs.
#include "data/metrics/score.h"
#include "tests/near.h"

static void times_are_shared(void **state) {
    (void)state;
    static struct dat_score score;
    struct dat_observation now = {.work = {.trees = 4, .loads = 2, .logs = 30}};
    now.work.harvest[VEH_WORK_FELLING] = 20.0;
    now.work.haul[VEH_HAUL_DRIVE_LOADED] = 120.0;
    now.work.haul[VEH_HAUL_UNLOADING] = 300.0;
    dat_score_start(&score, NULL, 0, DAT_NEEDS_HEAD);
    assert_near(dat_score_value(&score, DAT_FELLING), 0.0, 0.0);
    dat_score_step(&score, &now);
    assert_near(dat_score_value(&score, DAT_FELLING), 5.0, 1e-12);
    assert_near(dat_score_value(&score, DAT_DRIVE_LOADED), 60.0, 1e-12);
    assert_near(dat_score_value(&score, DAT_UNLOADING), 10.0, 1e-12);
    assert_near(dat_score_value(&score, DAT_POSITIONING), 0.0, 0.0);
    assert_true(dat_score_concerns(&score, DAT_FELLING));
    assert_false(dat_score_concerns(&score, DAT_UNLOADING));
}

// Nothing that follows the work changes them.
static void times_end_with_the_work(void **state) {
    (void)state;
    static struct dat_score score;
    static const struct dat_goal goal = {
        .metric = DAT_TREES_FELLED, .at_least = 1.0, .at_most = DAT_NO_LIMIT};
    const struct veh_event felled = {.kind = VEH_EVENT_TREE_FELLED};
    struct dat_observation now = {.work.trees = 1};
    now.work.harvest[VEH_WORK_MOVING] = 8.0;
    dat_score_start(&score, &goal, 1, DAT_NEEDS_HEAD);
    dat_score_event(&score, &felled);
    dat_score_step(&score, &now);
    now.work.harvest[VEH_WORK_MOVING] = 80.0;
    dat_score_step(&score, &now);
    assert_near(dat_score_value(&score, DAT_MOVING), 8.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_shared),
        cmocka_unit_test(times_end_with_the_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
