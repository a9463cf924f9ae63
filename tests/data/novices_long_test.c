// Simulated novices harvest a tree and load logs, with a seed each.
#include <math.h>

#include "tests/data/novices.h"

static void the_grades_of_a_harvest_are_ranked(void **state) {
    (void)state;
    static double mean[GRADES][DAT_METRIC_COUNT];
    work_all("first-harvest", 1, mean);
    expect_rank(mean, DAT_CRANE_CONTROL, 1.0, 0.0);
    expect_rank(mean, DAT_FUNCTIONS, 1.0, 0.0);
    expect_rank(mean, DAT_TIP_PATH_PER_PIECE, -1.0, 0.0);
    expect_rank(mean, DAT_TIME_PER_PIECE, -1.0, 0.0);
    expect_rank(mean, DAT_CRANE_STANDING, -1.0, 0.0);
    expect_rank(mean, DAT_LEVER_WAY, -1.0, 0.0);
    expect_rank(mean, DAT_LEVER_MOVES, -1.0, 0.0);
    expect_rank(mean, DAT_GRIPS, -1.0, 0.0);
    expect_rank(mean, DAT_FUEL, -1.0, 0.0);
    expect_rank(mean, DAT_POSITIONING, -1.0, 0.0);
    expect_rank(mean, DAT_OTHER_PER_TREE, -1.0, 0.0);
    expect_rank(mean, DAT_FELLING, -1.0, 0.1);
    expect_rank(mean, DAT_LIMIT_HITS, -1.0, 0.0);
}

static void the_grades_of_a_load_are_ranked(void **state) {
    (void)state;
    static double mean[GRADES][DAT_METRIC_COUNT];
    work_all("first-load", 1, mean);
    // The first grade does not finish, so that only its grips per log can be compared.
    for (int g = 0; g < GRADES; g++)
        mean[g][DAT_GRIPS] /= fmax(mean[g][DAT_LOGS_LOADED], 1.0);
    expect_rank(mean, DAT_CRANE_CONTROL, 1.0, 0.0);
    expect_rank(mean, DAT_FUNCTIONS, 1.0, 0.0);
    expect_rank(mean, DAT_TIP_PATH_PER_PIECE, -1.0, 0.0);
    expect_rank(mean, DAT_TIME_PER_PIECE, -1.0, 0.0);
    expect_rank(mean, DAT_CRANE_STANDING, -1.0, 4.0); // it waits for the tongs, too
    expect_rank(mean, DAT_LEVER_MOVES, -1.0, 0.0);
    expect_rank(mean, DAT_GRIPS, -1.0, 0.0);
    expect_rank(mean, DAT_LEVER_WAY, -1.0, 0.0);
    expect_rank(mean, DAT_FUEL, -1.0, 0.0);
    expect_rank(mean, DAT_LOADING, -1.0, 0.0);
    expect_rank(mean, DAT_LIMIT_HITS, -1.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_grades_of_a_harvest_are_ranked),
        cmocka_unit_test(the_grades_of_a_load_are_ranked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
