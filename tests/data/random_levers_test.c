// Levers moved without sense: whatever a trainee does, the dynamics holds together.
#include "data/exercise/practice.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"

#include <stdlib.h>

enum { RUNS = 6 };

// Measured over 20 runs of 60 s from the start and 20 runs of 30 s out of the demonstration: 7.6 mm
// at the worst joint (the saw bar's hinge, hit by a tree), 9.5 cm at the worst contact (a tyre that
// is driven against a trunk at full speed).
static const double most_joint_error = 0.01, most_penetration = 0.10; // [m]

static struct dat_exercise exercise;
static struct dat_practice practice;
static uint64_t random_state;

static double random_share(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

static void start(const char *name) {
    static struct dat_diagnostics d;
    struct dat_problem problem = {""};
    char path[512];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/%s.yaml", root ? root : ".", name);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem));
}

static void finish(void) {
    struct dat_problem problem = {""};
    assert_true(dat_practice_finish(&practice, DAT_FAILED, &problem));
    dat_exercise_finish(&exercise);
}

// Each lever holds a value for 0.2 to 3.2 s; a third of the time it is let go.
struct hands {
    struct veh_controls levers;
    double until[VEH_CONTROL_COUNT]; // [s]
};

static void move(struct hands *hands, double time) {
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        if (time < hands->until[i])
            continue;
        hands->until[i] = time + 0.2 + 3.0 * random_share();
        double value = 2.0 * random_share() - 1.0;
        if (random_share() < 0.35)
            value = 0.0;
        if (veh_control_info((enum veh_control)i)->momentary)
            value = random_share() < 0.2 ? 1.0 : 0.0;
        if (i == VEH_BRAKE && random_share() < 0.7)
            value = 0.0;
        hands->levers.value[i] = value;
    }
}

static void shake(unsigned seed, double duration) {
    struct hands hands = {0};
    const double end = veh_worksite_time(&practice.site) + duration;
    random_state = seed;
    while (veh_worksite_time(&practice.site) < end) {
        move(&hands, veh_worksite_time(&practice.site));
        dat_practice_step(&practice, &hands.levers);
        const char *fault = sim_world_fault(practice.site.world);
        if (fault != NULL)
            fail_msg("seed %u: %s", seed, fault);
    }
    const struct sim_vec3 p = veh_machine_pose(&practice.site, 0).p;
    assert_true(sim_vec3_finite(p));
    if (practice.site.max_joint_error > most_joint_error ||
        practice.site.max_penetration > most_penetration)
        fail_msg("seed %u: joint error %.4f m, penetration %.4f m", seed,
                 practice.site.max_joint_error, practice.site.max_penetration);
}

static void harvester(void **state) {
    (void)state;
    for (unsigned run = 1; run <= RUNS; run++) {
        start("first-harvest");
        shake(run, 60.0);
        finish();
    }
}

static void forwarder(void **state) {
    (void)state;
    for (unsigned run = 1; run <= RUNS / 2; run++) {
        start("first-load");
        shake(run, 60.0);
        finish();
    }
}

// With a tree in the head, the saw in the wood, logs on the ground.
static void in_the_middle_of_work(void **state) {
    (void)state;
    for (unsigned run = 1; run <= RUNS; run++) {
        struct veh_controls levers;
        start("first-harvest");
        const struct veh_demo_task task = dat_exercise_task(&exercise);
        const char *reason;
        struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
        assert_non_null(demo);
        while (veh_worksite_time(&practice.site) < 18.0 + 6.0 * run &&
               veh_demo_step(demo, &practice.site, &levers) == VEH_DEMO_GOING)
            dat_practice_step(&practice, &levers);
        veh_demo_destroy(demo);
        shake(100 + run, 30.0);
        finish();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harvester),
        cmocka_unit_test(forwarder),
        cmocka_unit_test(in_the_middle_of_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
