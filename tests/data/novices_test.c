// Simulated novices touch points with the crane's tip: the metrics of the crane rank them as
// studies rank people. `--write` renews their table in the manual.
#include "tests/data/novices.h"

static bool writes;

static void the_grades_of_crane_work_are_ranked(void **state) {
    (void)state;
    static double mean[GRADES][DAT_METRIC_COUNT];
    work_all("touch-points", 1, DAT_TARGETS_REACHED, mean);
    expect_rank(mean, DAT_CRANE_CONTROL, 1.0, 0.0);
    expect_rank(mean, DAT_FUNCTIONS, 1.0, 0.0);
    expect_rank(mean, DAT_TIP_PATH, -1.0, 0.0);
    expect_rank(mean, DAT_TIP_PATH_PER_PIECE, -1.0, 0.0);
    expect_rank(mean, DAT_TIME, -1.0, 0.0);
    expect_rank(mean, DAT_TIME_PER_PIECE, -1.0, 0.0);
    expect_rank(mean, DAT_CRANE_STANDING, -1.0, 0.0);
    expect_rank(mean, DAT_LEVER_MOVES, -1.0, 0.0);
    expect_rank(mean, DAT_LEVER_WAY, -1.0, 0.0);
    expect_rank(mean, DAT_OVERSHOOT, -1.0, 0.0);
    expect_rank(mean, DAT_PATH_ERROR, -1.0, 0.0);
    expect_rank(mean, DAT_FUEL, -1.0, 0.002);
    // The first grade moves as novices do: crane control of 0.63, one function at a time; the
    // demonstrator beyond the 0.80 and 1.8 of trained people (Polowy and Rutkowski 2024).
    assert_true(mean[0][DAT_CRANE_CONTROL] >= 50.0 && mean[0][DAT_CRANE_CONTROL] <= 70.0);
    assert_true(mean[0][DAT_FUNCTIONS] >= 1.0 && mean[0][DAT_FUNCTIONS] <= 1.2);
    assert_true(mean[1][DAT_FUNCTIONS] >= 1.4 && mean[1][DAT_FUNCTIONS] <= 2.0);
    assert_true(mean[3][DAT_CRANE_CONTROL] > 80.0);
    novices_table("touch points", mean, writes);
}

// A metric is in a table of the manual, or among those of which is said why they do not rank.
static void the_manual_says_it_of_every_metric(void **state) {
    (void)state;
    static char page[200000];
    char name[64];
    manual_read("instructor.md", page, sizeof page);
    char *section = strstr(page, "\n## Figures of novices\n");
    assert_non_null(section);
    char *end = strstr(section + 1, "\n## ");
    assert_non_null(end);
    *end = '\0';
    for (int m = 0; m < DAT_METRIC_COUNT; m++) {
        (void)snprintf(name, sizeof name, "`%s`", dat_metric_name((enum dat_metric)m));
        if (strstr(section, name) == NULL)
            fail_msg("%s is not in the section", name);
    }
}

int main(int argc, char **argv) {
    writes = manual_asked_to_write(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_manual_says_it_of_every_metric),
        cmocka_unit_test(the_grades_of_crane_work_are_ranked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
