// An exercise that is stopped anywhere and resumed on a fresh worksite ends with the same bits as
// one that was never stopped.
#include <stdlib.h>
#include <string.h>

#include "data/exercise/exercise.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/snapshot.h"

enum { STOPS = 3, MOST_STEPS = 30000 };

static struct dat_exercise exercise;
static struct veh_controls levers[MOST_STEPS]; // of each step of the run that is not stopped
static int steps;
static struct sim_snapshot stop[STOPS], end;
static int stopped_at[STOPS];

static void load(const char *name) {
    static struct dat_diagnostics d;
    char path[512];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/%s.yaml", root ? root : ".", name);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
}

static void start(struct veh_worksite *site) {
    struct dat_problem problem = {""};
    assert_true(dat_exercise_start(&exercise, site, &problem));
}

static void finish(void) {
    for (int i = 0; i < STOPS; i++)
        sim_snapshot_finish(&stop[i]);
    sim_snapshot_finish(&end);
    dat_exercise_finish(&exercise);
}

// The whole exercise as the demonstrator does it, at most so many steps.
static void demonstrate(int most) {
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    struct veh_worksite site;
    const char *reason;
    start(&site);
    struct veh_demonstrator *demo = veh_demo_create(&site, &task, &reason);
    assert_non_null(demo);
    for (steps = 0; steps < most; steps++) {
        if (veh_demo_step(demo, &site, &levers[steps]) != VEH_DEMO_GOING)
            break;
        veh_worksite_step(&site, &levers[steps]);
    }
    veh_demo_destroy(demo);
    assert_null(sim_world_fault(site.world));
    veh_worksite_finish(&site);
}

// Runs the levers once more, saves at the stops and at the end.
static void run_through(void) {
    struct veh_worksite site;
    int next = 0;
    start(&site);
    for (int i = 0; i < steps; i++) {
        if (next < STOPS && i == stopped_at[next])
            veh_worksite_save(&site, &stop[next++]);
        veh_worksite_step(&site, &levers[i]);
    }
    veh_worksite_save(&site, &end);
    veh_worksite_finish(&site);
}

static void resume_from_each_stop(void) {
    for (int k = 0; k < STOPS; k++) {
        struct veh_worksite site;
        struct sim_snapshot after = {0};
        start(&site);
        assert_null(veh_worksite_restore(&site, stop[k].bytes, stop[k].size));
        veh_worksite_save(&site, &after); // what was restored is what was saved
        assert_true(after.size == stop[k].size &&
                    memcmp(after.bytes, stop[k].bytes, after.size) == 0);
        for (int i = stopped_at[k]; i < steps; i++)
            veh_worksite_step(&site, &levers[i]);
        veh_worksite_save(&site, &after);
        if (after.size != end.size || memcmp(after.bytes, end.bytes, end.size) != 0)
            fail_msg("resumed at step %d of %d, the end is another one", stopped_at[k], steps);
        sim_snapshot_finish(&after);
        veh_worksite_finish(&site);
    }
}

static void resumed_like_not_stopped(const char *name, int most) {
    static const double share[STOPS] = {0.0, 0.41, 0.93};
    load(name);
    demonstrate(most);
    for (int k = 0; k < STOPS; k++)
        stopped_at[k] = (int)(share[k] * steps);
    run_through();
    resume_from_each_stop();
    finish();
}

static void the_first_harvest_can_be_stopped(void **state) {
    (void)state;
    resumed_like_not_stopped("first-harvest", MOST_STEPS);
}

static void the_first_load_can_be_stopped(void **state) {
    (void)state;
    resumed_like_not_stopped("first-load", MOST_STEPS);
}

// ---- random levers ----

static uint64_t random_state;

static double random_share(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

// After the demonstrator has come to where it works, each lever changes now and then.
static void shake(const char *name, uint64_t seed) {
    load(name);
    demonstrate(4500);
    const int demonstrated = steps;
    random_state = seed;
    for (; steps < demonstrated + 1500; steps++) {
        levers[steps] = levers[steps - 1];
        for (int c = 0; c < VEH_CONTROL_COUNT; c++)
            if (random_share() < 0.01)
                levers[steps].value[c] = 2.0 * random_share() - 1.0;
    }
    for (int k = 0; k < STOPS; k++)
        stopped_at[k] = demonstrated + (int)(1500.0 * (k + random_share()) / STOPS);
    run_through();
    resume_from_each_stop();
    finish();
}

static void random_levers_can_be_stopped(void **state) {
    (void)state;
    shake("first-harvest", 1);
    shake("first-load", 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_harvest_can_be_stopped),
        cmocka_unit_test(the_first_load_can_be_stopped),
        cmocka_unit_test(random_levers_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
