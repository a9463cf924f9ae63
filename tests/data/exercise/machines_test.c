// The demonstrator passes each shipped exercise on each shipped machine of its kind.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/practice.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"

static struct dat_exercise exercise;

struct pairing {
    const char *exercise, *machine;
};

static const struct pairing pairings[] = {
    {"first-harvest", "harvester"},          {"first-harvest", "harvester-8w"},
    {"first-harvest", "harvester-thinning"}, {"first-load", "forwarder"},
    {"first-load", "forwarder-18t"},
};
enum { PAIRINGS = sizeof pairings / sizeof pairings[0] };

static const char *library(void) {
    const char *root = getenv("KRANICH_ROOT");
    return root != NULL ? root : ".";
}

static void demonstrate(const struct pairing *pairing) {
    char scenario[512], machine[512];
    static struct dat_diagnostics d;
    struct dat_problem problem = {""};
    struct dat_practice p;
    (void)snprintf(scenario, sizeof scenario, "%.300s/data/library/exercises/%s.yaml", library(),
                   pairing->exercise);
    (void)snprintf(machine, sizeof machine, "%.300s/data/library/machines/%s.yaml", library(),
                   pairing->machine);
    assert_true(dat_exercise_load(scenario, machine, &exercise, &d));
    assert_true(dat_practice_start(&p, &exercise, NULL, "Test", DAT_DEMONSTRATOR, &problem));
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason;
    struct veh_demonstrator *demo = veh_demo_create(&p.site, &task, &reason);
    assert_non_null(demo);
    enum veh_demo_result result = VEH_DEMO_GOING;
    while (result == VEH_DEMO_GOING && veh_worksite_time(&p.site) < 600.0) {
        struct veh_controls levers;
        result = veh_demo_step(demo, &p.site, &levers);
        if (result == VEH_DEMO_GOING)
            dat_practice_step(&p, &levers);
    }
    if (result != VEH_DEMO_DONE || !dat_score_passed(&p.score))
        print_message("%s with %s: %s\n", pairing->exercise, pairing->machine,
                      veh_demo_message(demo));
    assert_int_equal(result, VEH_DEMO_DONE);
    assert_true(dat_score_passed(&p.score));
    assert_near(p.site.max_joint_error, 0.0, 0.01);
    veh_demo_destroy(demo);
    assert_true(dat_practice_finish(&p, DAT_PASSED, &problem));
    dat_exercise_finish(&exercise);
}

static void every_machine_passes(void **state) {
    (void)state;
    for (int i = 0; i < PAIRINGS; i++)
        demonstrate(&pairings[i]);
}

static void no_machine_is_left_out(void **state) {
    (void)state;
    char path[512];
    (void)snprintf(path, sizeof path, "%.300s/data/library/machines", library());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const char *end = strstr(entry->d_name, ".yaml");
        bool found = end == NULL;
        for (int i = 0; i < PAIRINGS && !found; i++)
            found = strlen(pairings[i].machine) == (size_t)(end - entry->d_name) &&
                    strncmp(pairings[i].machine, entry->d_name, (size_t)(end - entry->d_name)) == 0;
        if (!found)
            print_message("no exercise for %s\n", entry->d_name);
        assert_true(found);
    }
    (void)closedir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_machine_passes),
        cmocka_unit_test(no_machine_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
