// The elements of work that the program recognises beside the demonstrator's own account.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"

static struct dat_exercise exercise;
static struct dat_practice practice;

static const double agreement = 0.5; // [s] per element and tree, and element and stop of a load

static struct dat_time_study seen; // as it is read from the result

static void begin(const char *name) {
    struct dat_problem problem = {""};
    load_shipped(&exercise, name, NULL);
    if (!dat_practice_start(&practice, &exercise, NULL, "Test", DAT_DEMONSTRATOR, &problem))
        fail_msg("%s: %s", name, problem.text);
}

static void expect_trees(const char *name, const struct veh_tree_work *own, int count) {
    assert_int_equal(seen.trees.count, count);
    for (int i = 0; i < count; i++) {
        assert_string_equal(seen.trees.items[i].id, practice.site.stand.trees[own[i].tree].id);
        assert_int_equal(seen.trees.items[i].work.logs, own[i].logs);
        assert_near(seen.trees.items[i].work.volume, own[i].volume, 1e-9);
        for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
            if (fabs(seen.trees.items[i].work.seconds[e] - own[i].seconds[e]) > agreement)
                fail_msg("%s: tree %d, %s: recognised %.2f s, the demonstrator says %.2f s", name,
                         i + 1, veh_work_element_name((enum veh_work_element)e),
                         seen.trees.items[i].work.seconds[e], own[i].seconds[e]);
    }
}

static void expect_loads(const char *name, const struct veh_haul_work *own, int count) {
    assert_int_equal(seen.loads.count, count);
    for (int i = 0; i < count; i++)
        for (int e = 0; e < VEH_HAUL_ELEMENTS; e++)
            if (fabs(seen.loads.items[i].seconds[e] - own[i].seconds[e]) >
                agreement * fmax(seen.loads.items[i].stops, 1.0))
                fail_msg("%s: load %d, %s: recognised %.2f s, the demonstrator says %.2f s", name,
                         i + 1, veh_haul_element_name((enum veh_haul_element)e),
                         seen.loads.items[i].seconds[e], own[i].seconds[e]);
}

// The elements that are recognised make up all the time of the exercise.
static void expect_all_time(void) {
    double sum = 0.0;
    for (int i = 0; i < seen.trees.count; i++)
        for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
            sum += seen.trees.items[i].work.seconds[e];
    for (int i = 0; i < seen.loads.count; i++)
        for (int e = 0; e < VEH_HAUL_ELEMENTS; e++)
            sum += seen.loads.items[i].seconds[e];
    assert_near(sum, veh_worksite_time(&practice.site), 0.05);
}

static inline void check_elements(const char *name) {
    const char *reason = NULL;
    int trees, loads;
    begin(name);
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    if (demo == NULL)
        fail_msg("%s: %s", name, reason);
    struct veh_controls levers;
    while (veh_demo_step(demo, &practice.site, &levers) == VEH_DEMO_GOING)
        dat_practice_step(&practice, &levers);
    json_t *result = dat_practice_result(&practice);
    dat_time_study_read(&seen, json_object_get(result, "time_study"));
    json_decref(result);
    const struct veh_tree_work *own_trees = veh_demo_work(demo, &trees);
    const struct veh_haul_work *own_loads = veh_demo_hauls(demo, &loads);
    if (getenv("KRANICH_PRINT") != NULL) {
        for (int i = 0; i < trees; i++)
            for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
                printf("%s tree %d %-12s %8.2f %8.2f  %6.2f\n", name, i,
                       veh_work_element_name((enum veh_work_element)e),
                       seen.trees.items[i].work.seconds[e], own_trees[i].seconds[e],
                       seen.trees.items[i].work.seconds[e] - own_trees[i].seconds[e]);
        for (int i = 0; i < loads; i++)
            for (int e = 0; e < VEH_HAUL_ELEMENTS; e++)
                printf("%s load %d %-20s %8.2f %8.2f  %6.2f\n", name, i,
                       veh_haul_element_name((enum veh_haul_element)e),
                       seen.loads.items[i].seconds[e], own_loads[i].seconds[e],
                       seen.loads.items[i].seconds[e] - own_loads[i].seconds[e]);
    }
    expect_trees(name, own_trees, trees);
    expect_loads(name, own_loads, loads);
    expect_all_time();
    veh_demo_destroy(demo);
    dat_time_study_finish(&seen);
    struct dat_problem problem = {""};
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}
