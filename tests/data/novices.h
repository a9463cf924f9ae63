// Exercises in the hands of simulated novices.
#pragma once

#include <stdlib.h>

#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/manual.h"
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

// ---- the manual's tables ----

static const char novices_page[] = "instructor.md";

static inline void novices_print(double value, char text[32]) {
    const int decimals = value >= 10.0 ? 0 : value >= 1.0 ? 1 : 2;
    (void)snprintf(text, 32, value < 0.005 ? "0" : "%.*f", decimals, value);
}

// A row "| `metric` | grade 1 | ... | people |": of which metric; -1: it is no row of figures.
static inline int novices_row(const char *line, double shown[GRADES], const char **people) {
    char name[64];
    int used = 0;
    if (sscanf(line, "| `%63[^`]` | %lf | %lf | %lf | %lf |%n", name, &shown[0], &shown[1],
               &shown[2], &shown[3], &used) != 5)
        return -1;
    *people = line + used;
    for (int m = 0; m < DAT_METRIC_COUNT; m++)
        if (strcmp(name, dat_metric_name((enum dat_metric)m)) == 0)
            return m;
    fail_msg("docs/%s: there is no metric %s", novices_page, name);
    return -1;
}

// The manual may lag behind by a fifth, or by its last digit: what is said of the grades is right
// as long.
static inline void novices_compare(int metric, const double shown[GRADES],
                                   double mean[GRADES][DAT_METRIC_COUNT]) {
    for (int g = 0; g < GRADES; g++)
        if (fabs(shown[g] - mean[g][metric]) > fmax(0.2 * mean[g][metric], 0.15))
            fail_msg("docs/%s has %g for %s of grade %d, which is %g: renew it with --write",
                     novices_page, shown[g], dat_metric_name((enum dat_metric)metric), g + 1,
                     mean[g][metric]);
}

// Compares the table that begins with the title with the means, or writes them into it.
static inline void novices_table(const char *title, double mean[GRADES][DAT_METRIC_COUNT],
                                 bool write) {
    static char page[MANUAL_MOST], head[64];
    manual_read(novices_page, page, sizeof page);
    (void)snprintf(head, sizeof head, "\n| %s | grade 1 |", title);
    char *line = strstr(page, head);
    assert_non_null(line);
    FILE *out = write ? fopen(manual_path(novices_page), "w") : NULL;
    assert_true(!write || out != NULL);
    if (write)
        (void)fwrite(page, 1, (size_t)(line + 1 - page), out);
    int rows = 0;
    for (line++; *line == '|'; line = strchr(line, '\n') + 1) {
        double shown[GRADES];
        const char *people;
        char text[GRADES][32];
        const int m = novices_row(line, shown, &people);
        const int length = (int)(strchr(line, '\n') + 1 - line);
        rows += m >= 0;
        for (int g = 0; g < GRADES && m >= 0; g++)
            novices_print(mean[g][m], text[g]);
        if (m >= 0 && !write)
            novices_compare(m, shown, mean);
        else if (m >= 0)
            fprintf(out, "| `%s` | %s | %s | %s | %s |%.*s", dat_metric_name((enum dat_metric)m),
                    text[0], text[1], text[2], text[3], length - (int)(people - line), people);
        else if (write)
            fprintf(out, "%.*s", length, line);
    }
    assert_true(rows > 5);
    if (write) {
        fputs(line, out);
        assert_int_equal(fclose(out), 0);
    }
}
