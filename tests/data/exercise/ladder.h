// The checks of ladder_test.c and ladder_harvest_test.c.
// Every exercise that ships: it has its own place on the ladder, the demonstrator reaches gold,
// doing nothing does not pass, the same levers give the same result again, and there is German. No
// log of a forwarder's work is 3 cm deep in anything, from the piles to the landing.
// With KRANICH_LADDER=all only, as they take long: the repetition of demonstrations over
// 60 s, the strips, whose demonstrations data/strip_harvest checks, the full turn and the shift.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/part/head.h"

static struct dat_exercise exercise;
static struct dat_practice practice;
static struct {
    struct veh_controls *items;
    int count, capacity;
} levers;

enum { MOST_PLACES = 1000 };
static bool place_taken[MOST_PLACES + 1];

static const double longest = 7200.0; // [s] of any demonstration
static const double repeated = 60.0;  // [s] of those that are always repeated
static const double deepest = 0.03;   // [m] in which logs, grapple, stakes and ground overlap

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
    if (!dat_score_passed(&practice.score) || mark != DAT_GOLD)
        fail_msg("%s: the demonstrator has %s, %.0f points", exercise.name, dat_mark_name(mark),
                 dat_score_points(&practice.score));
    if ((practice.score.parts & DAT_NEEDS_BUNK) != 0 && !(practice.site.max_penetration < deepest))
        fail_msg("%s: something is %.3f m deep in another thing", exercise.name,
                 practice.site.max_penetration);
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

static void check_place(const struct dat_scenario *scenario) {
    assert_in_range(scenario->ladder, 1, MOST_PLACES);
    if (place_taken[scenario->ladder])
        fail_msg("%s: place %d of the ladder is taken", exercise.name, scenario->ladder);
    place_taken[scenario->ladder] = true;
}

static void check_texts(const struct dat_scenario *scenario) {
    for (int i = 0; i < scenario->step_count; i++)
        if (strcmp(dat_scenario_prompt(scenario, i, "de"), scenario->steps[i].prompt) == 0)
            fail_msg("%s: step %d has no German prompt", exercise.name, i + 1);
    if (dat_scenario_title(scenario, "de") == scenario->title ||
        dat_scenario_description(scenario, "de") == scenario->description)
        fail_msg("%s has no German texts", exercise.name);
}

static bool takes_a_minute(void) {
    static const char *const names[] = {"full-turn", "shift", "slope-harvest", "strip-harvest"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(exercise.name, names[i]) == 0)
            return true;
    return false;
}

static void check_scores(void) {
    const bool all = getenv("KRANICH_LADDER") != NULL;
    do_nothing();
    if (takes_a_minute() && !all)
        return;
    char *first = demonstrate();
    if (0.01 * levers.count > repeated && !all) {
        free(first);
        return;
    }
    char *second = repeat();
    if (strcmp(first, second) != 0)
        fail_msg("%s: the same levers have another result", exercise.name);
    free(first);
    free(second);
}

// Those of harvesters, or all others: they take minutes.
static inline void check_ladder(bool of_harvesters) {
    char library[512];
    struct dat_problem problem = {""};
    struct dat_name_list names;
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(library, sizeof library, "%s/data/library", root != NULL ? root : ".");
    assert_int_equal(dat_library_list(library, "exercises", &names, &problem), DAT_LIBRARY_FOUND);
    assert_true(names.count >= 20);
    for (int i = 0; i < names.count; i++) {
        load_shipped(&exercise, names.items[i], NULL);
        check_place(&exercise.scenario);
        check_texts(&exercise.scenario);
        if ((veh_head_def(&exercise.machine) != NULL) == of_harvesters)
            check_scores();
        dat_exercise_finish(&exercise);
    }
    dat_name_list_finish(&names);
    SIM_ARRAY_FREE(&levers);
}
