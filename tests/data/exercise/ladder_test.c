// Every exercise that ships: the demonstrator reaches gold (or passes where there are no marks),
// doing nothing does not pass, the same levers give the same result again, and there is German.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"

static struct dat_exercise exercise;
static struct dat_practice practice;
static struct {
    struct veh_controls *items;
    int count, capacity;
} levers;

static const double longest = 1200.0; // [s] of any demonstration

static void load(const char *name) {
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    char library[512], path[600];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(library, sizeof library, "%s/data/library", root != NULL ? root : ".");
    assert_int_equal(dat_library_find(library, "exercises", name, path, sizeof path, &problem),
                     DAT_LIBRARY_FOUND);
    if (!dat_exercise_load(path, NULL, &exercise, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("%s is refused", name);
    }
}

static void start(void) {
    struct dat_problem problem = {""};
    if (!dat_practice_start(&practice, &exercise, NULL, "Test", DAT_DEMONSTRATOR, &problem))
        fail_msg("%s: %s", exercise.name, problem.text);
}

static char *end(void) {
    struct dat_problem problem = {""};
    json_t *result = dat_practice_result(&practice);
    char *text = json_dumps(result, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    json_decref(result);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    return text;
}

// Returns the result, which the caller frees.
static char *demonstrate(void) {
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason = NULL;
    start();
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    if (demo == NULL)
        fail_msg("%s: %s", exercise.name, reason);
    levers.count = 0;
    enum veh_demo_result result = VEH_DEMO_GOING;
    while (result == VEH_DEMO_GOING && veh_worksite_time(&practice.site) < longest) {
        struct veh_controls now;
        result = veh_demo_step(demo, &practice.site, &now);
        if (result != VEH_DEMO_GOING)
            break;
        *SIM_ARRAY_PUSH(&levers) = now;
        dat_practice_step(&practice, &now);
    }
    if (result != VEH_DEMO_DONE)
        fail_msg("%s: the demonstrator does not finish: %s", exercise.name, veh_demo_message(demo));
    veh_demo_destroy(demo);
    const enum dat_mark mark = dat_score_mark(&practice.score);
    if (!dat_score_passed(&practice.score) ||
        (dat_score_rated(&practice.score) && mark != DAT_GOLD))
        fail_msg("%s: the demonstrator has %s, %.0f points", exercise.name, dat_mark_name(mark),
                 dat_score_points(&practice.score));
    return end();
}

static char *repeat(void) {
    start();
    for (int i = 0; i < levers.count; i++)
        dat_practice_step(&practice, &levers.items[i]);
    return end();
}

static void do_nothing(void) {
    const struct veh_controls rest = {{0.0}};
    start();
    while (veh_worksite_time(&practice.site) < 5.0)
        dat_practice_step(&practice, &rest);
    if (dat_score_passed(&practice.score) || dat_score_points(&practice.score) > 0.0)
        fail_msg("%s: doing nothing is rewarded", exercise.name);
    free(end());
}

static void check(const char *name) {
    load(name);
    const struct dat_scenario *scenario = &exercise.scenario;
    const bool translated = dat_scenario_title(scenario, "de") != scenario->title &&
                            dat_scenario_description(scenario, "de") != scenario->description;
    if (!translated)
        fail_msg("%s has no German texts", name);
    do_nothing();
    char *first = demonstrate(), *second = repeat();
    if (strcmp(first, second) != 0)
        fail_msg("%s: the same levers have another result", name);
    free(first);
    free(second);
    dat_exercise_finish(&exercise);
}

static void every_exercise_can_be_done_at_gold(void **state) {
    (void)state;
    char library[512];
    struct dat_problem problem = {""};
    struct dat_name_list names;
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(library, sizeof library, "%s/data/library", root != NULL ? root : ".");
    assert_int_equal(dat_library_list(library, "exercises", &names, &problem), DAT_LIBRARY_FOUND);
    assert_true(names.count >= 10);
    for (int i = 0; i < names.count; i++)
        check(names.items[i]);
    dat_name_list_finish(&names);
    free(levers.items);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_exercise_can_be_done_at_gold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
