// The promises of the first load: eight logs loaded and carried 50 m without one lost, all of them
// fused while driving, no dive deeper than 5 cm, no joint error above 1 cm, and twice the same.
#include <stdlib.h>

#include "data/exercise/practice.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/part/bunk.h"

static struct dat_exercise exercise;

struct outcome {
    enum veh_demo_result result;
    uint64_t hash;
    int loaded, fused, lost, least_fused;
    double carried, penetration, joint_error, payload, longest_pause;
    bool passed;
};

static void load(void) {
    char path[512];
    struct dat_diagnostics d;
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/first-load.yaml",
                   root ? root : ".");
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
}

static double payload(const struct veh_worksite *site) {
    double sum = 0.0;
    for (int i = 0; i < site->stems.count; i++)
        if (site->stems.items[i].used && site->stems.items[i].load.bunk == 0)
            sum += sim_body_mass(site->world, site->stems.items[i].body);
    return sum;
}

static struct outcome do_exercise(void) {
    struct dat_problem problem = {""};
    struct dat_practice p;
    struct outcome o = {.result = VEH_DEMO_GOING, .least_fused = 1000};
    load();
    assert_true(dat_practice_start(&p, &exercise, NULL, "Test", DAT_DEMONSTRATOR, &problem));
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason;
    struct veh_demonstrator *demo = veh_demo_create(&p.site, &task, &reason);
    assert_non_null(demo);
    while (o.result == VEH_DEMO_GOING && veh_worksite_time(&p.site) < 600.0) {
        struct veh_controls levers;
        o.result = veh_demo_step(demo, &p.site, &levers);
        if (o.result == VEH_DEMO_GOING)
            dat_practice_step(&p, &levers);
        const int fused = (int)veh_machine_measure(&p.site, 0, &veh_part_bunk, VEH_BUNK_FUSED);
        if (dat_score_value(&p.score, DAT_CARRIED) > 0.0 && fused < o.least_fused)
            o.least_fused = fused;
    }
    o.longest_pause = veh_demo_longest_pause(demo);
    veh_demo_destroy(demo);
    o.hash = veh_worksite_hash(&p.site);
    o.loaded = (int)veh_machine_measure(&p.site, 0, &veh_part_bunk, VEH_BUNK_LOGS);
    o.fused = (int)veh_machine_measure(&p.site, 0, &veh_part_bunk, VEH_BUNK_FUSED);
    o.lost = (int)dat_score_value(&p.score, DAT_LOGS_LOST);
    o.carried = dat_score_value(&p.score, DAT_CARRIED);
    o.penetration = p.site.max_penetration;
    o.joint_error = p.site.max_joint_error;
    o.payload = payload(&p.site);
    o.passed = dat_score_passed(&p.score);
    assert_true(dat_practice_finish(&p, o.passed ? DAT_PASSED : DAT_FAILED, &problem));
    dat_exercise_finish(&exercise);
    return o;
}

static void first_load(void **state) {
    (void)state;
    const struct outcome o = do_exercise();
    assert_int_equal(o.result, VEH_DEMO_DONE);
    assert_true(o.passed);
    assert_true(o.loaded >= 8);
    assert_int_equal(o.fused, o.loaded);
    assert_int_equal(o.least_fused, o.loaded); // at no time while it drove was one loose
    assert_int_equal(o.lost, 0);
    assert_true(o.carried >= 50.0);
    assert_near(o.penetration, 0.0, 0.03); // also in gripping and letting go
    assert_near(o.joint_error, 0.0, 0.01);
    // Eight spruce logs of 4 m and 18 to 20 cm, green.
    assert_true(o.payload > 8 * 70.0 && o.payload < 10 * 130.0);
    assert_true(o.longest_pause < 30.0); // it gives up after 60 s
    assert_true(do_exercise().hash == o.hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_load)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
