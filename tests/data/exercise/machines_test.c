// The demonstrator passes each shipped exercise on each shipped machine of its kind; with either
// forwarder it has gold.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/practice.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"

static struct dat_exercise exercise;

static const char *library(void) {
    const char *root = getenv("KRANICH_ROOT");
    return root != NULL ? root : ".";
}

static void demonstrate(const char *scenario, const char *machine) {
    static struct dat_diagnostics d;
    struct dat_problem problem = {""};
    struct dat_practice p;
    assert_true(dat_exercise_load(scenario, machine, &exercise, &d));
    assert_true(dat_practice_start(&p, &exercise, NULL, "Test", DAT_DEMONSTRATOR, &problem));
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason;
    struct veh_demonstrator *demo = veh_demo_create(&p.site, &task, &reason);
    assert_non_null(demo);
    enum veh_demo_result result = VEH_DEMO_GOING;
    while (result == VEH_DEMO_GOING && !dat_practice_time_is_up(&p)) {
        struct veh_controls levers;
        result = veh_demo_step(demo, &p.site, &levers);
        if (result == VEH_DEMO_GOING)
            dat_practice_step(&p, &levers);
    }
    if (result != VEH_DEMO_DONE || !dat_score_passed(&p.score))
        print_message("%s with %s: %s\n", scenario, machine, veh_demo_message(demo));
    assert_int_equal(result, VEH_DEMO_DONE);
    assert_true(dat_score_passed(&p.score));
    if (exercise.machine.kind == VEH_FORWARDER && dat_score_mark(&p.score) != DAT_GOLD)
        fail_msg("%s with %s: %s", scenario, machine, dat_mark_name(dat_score_mark(&p.score)));
    assert_near(p.site.max_joint_error, 0.0, 0.01);
    veh_demo_destroy(demo);
    assert_true(dat_practice_finish(&p, DAT_PASSED, &problem));
    dat_exercise_finish(&exercise);
}

// Calls for each file of that folder of the library whose name begins so.
static void for_each(const char *folder, const char *prefix,
                     void (*call)(const char *path, const char *context), const char *context) {
    char path[512], file[1024];
    (void)snprintf(path, sizeof path, "%.300s/data/library/%s", library(), folder);
    DIR *opened = opendir(path);
    assert_non_null(opened);
    for (const struct dirent *entry; (entry = readdir(opened)) != NULL;) {
        if (strstr(entry->d_name, ".yaml") == NULL ||
            strncmp(entry->d_name, prefix, strlen(prefix)) != 0)
            continue;
        (void)snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        call(file, context);
    }
    (void)closedir(opened);
}

static int pairings;

static void with_machine(const char *machine, const char *scenario) {
    demonstrate(scenario, machine);
    pairings++;
}

// With all machines of the kind of its own one.
static void with_each_machine(const char *scenario, const char *context) {
    static struct dat_diagnostics d;
    (void)context;
    assert_true(dat_exercise_load(scenario, NULL, &exercise, &d));
    const bool harvester = exercise.machine.kind == VEH_HARVESTER;
    dat_exercise_finish(&exercise);
    if (strstr(scenario, "full-turn") != NULL) { // a load for the larger forwarder
        with_machine(NULL, scenario);
        return;
    }
    for_each("machines", harvester ? "harvester" : "forwarder", with_machine, scenario);
}

static void every_machine_passes(void **state) {
    (void)state;
    for_each("exercises", "", with_each_machine, NULL);
    assert_true(pairings >= 54); // 8 exercises with three harvesters, 15 with two forwarders
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_machine_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
