// Exercises in the hands of simulated novices.
#pragma once

#include <stdlib.h>

#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/operator/novice.h"

enum { GRADES = VEH_NOVICE_GRADES + 1 }; // the novices, and the demonstrator itself as the last

static struct dat_exercise exercise;
static struct dat_practice practice;

// grade VEH_NOVICE_GRADES + 1: the demonstrator. values by metric.
static void work(const char *name, int grade, uint64_t seed, double values[DAT_METRIC_COUNT]) {
    struct dat_problem problem = {""};
    const char *reason = NULL;
    struct veh_controls levers;
    load_shipped(&exercise, name, NULL);
    assert_true(dat_practice_start(&practice, &exercise, NULL, "Test", DAT_DEMONSTRATOR, &problem));
    struct veh_demo_task task = dat_exercise_task(&exercise);
    task.novice = grade < GRADES ? grade : 0;
    task.novice_seed = seed;
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    assert_non_null(demo);
    while (veh_demo_step(demo, &practice.site, &levers) == VEH_DEMO_GOING &&
           !dat_practice_time_is_up(&practice))
        dat_practice_step(&practice, &levers);
    for (int m = 0; m < DAT_METRIC_COUNT; m++)
        values[m] = dat_score_value(&practice.score, (enum dat_metric)m);
    veh_demo_destroy(demo);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

// The means of several seeds in mean, [0]: of the first grade. Runs that were given up without any
// of the metric `done` have no time per piece, and are left out; half of them at most.
static inline void work_all(const char *name, int seeds, enum dat_metric done,
                            double mean[GRADES][DAT_METRIC_COUNT]) {
    for (int g = 0; g < GRADES; g++) {
        const int runs = g + 1 < GRADES ? seeds : 1;
        int counted = 0;
        for (int m = 0; m < DAT_METRIC_COUNT; m++)
            mean[g][m] = 0.0;
        for (int s = 0; s < runs; s++) {
            double values[DAT_METRIC_COUNT];
            work(name, g + 1, (uint64_t)(100 * s + g + 1), values);
            counted += values[done] > 0.0;
            for (int m = 0; m < DAT_METRIC_COUNT && values[done] > 0.0; m++)
                mean[g][m] += values[m];
        }
        assert_true(2 * counted >= runs);
        for (int m = 0; m < DAT_METRIC_COUNT; m++)
            mean[g][m] /= counted;
        if (getenv("KRANICH_PRINT") != NULL)
            printf("%s, grade %d: %d of %d\n", name, g + 1, counted, runs);
    }
    if (getenv("KRANICH_PRINT") != NULL)
        for (int m = 0; m < DAT_METRIC_COUNT; m++)
            printf("%-12s %-30s %9.3f %9.3f %9.3f %9.3f\n", name,
                   dat_metric_name((enum dat_metric)m), mean[0][m], mean[1][m], mean[2][m],
                   mean[3][m]);
}

// The metric gets better from grade to grade, or stays within equal [its unit], and the
// demonstrator is clearly better than the first grade. sense 1: more is better, -1: less is.
static inline void expect_rank(double mean[GRADES][DAT_METRIC_COUNT], enum dat_metric metric,
                               double sense, double equal) {
    for (int g = 1; g < GRADES; g++)
        if (sense * (mean[g][metric] - mean[g - 1][metric]) < -equal)
            fail_msg("%s: grade %d has %g, grade %d has %g", dat_metric_name(metric), g,
                     mean[g - 1][metric], g + 1, mean[g][metric]);
    assert_true(sense * (mean[GRADES - 1][metric] - mean[0][metric]) > equal);
}
