// Simulated novices harvest a tree and load logs, with several seeds. `--write` renews their tables
// in the manual.
#include "tests/data/novices.h"

// Of each grade's trembling. A tree that slips out of the head is gripped again, which makes one
// harvest three times as long as another of the same hands.
enum { SEEDS = 8 };

static bool writes;

static void the_grades_of_a_harvest_are_ranked(void **state) {
    (void)state;
    static double mean[GRADES][DAT_METRIC_COUNT];
    work_all("first-harvest", SEEDS, DAT_TREES_FELLED, mean);
    expect_rank(mean, DAT_CRANE_CONTROL, 1.0, 0.0);
    expect_rank(mean, DAT_FUNCTIONS, 1.0, 0.0);
    expect_rank(mean, DAT_TIP_PATH_PER_PIECE, -1.0, 0.0);
    expect_rank(mean, DAT_TIME_PER_PIECE, -1.0, 0.0);
    expect_rank(mean, DAT_CRANE_STANDING, -1.0, 0.0);
    // Of eight trees the first grade's mean scatters by 9.
    expect_rank(mean, DAT_LEVER_MOVES, -1.0, 10.0);
    expect_rank(mean, DAT_LEVER_WAY, -1.0, 0.0);
    expect_rank(mean, DAT_GRIPS, -1.0, 0.0);
    expect_rank(mean, DAT_REGRIPS, -1.0, 0.0);
    expect_rank(mean, DAT_FUEL, -1.0, 0.0);
    expect_rank(mean, DAT_POSITIONING, -1.0, 0.0);
    expect_rank(mean, DAT_OTHER_PER_TREE, -1.0, 0.0);
    // Nobody is faster than the tree falls.
    expect_rank(mean, DAT_FELLING, -1.0, 0.5);
    // A centimetre, by which the means of eight trees scatter.
    expect_rank(mean, DAT_STUMP_HEIGHT_MAX, -1.0, 0.01);
    expect_rank(mean, DAT_STUMP_HEIGHT_MEAN, -1.0, 0.01);
    // Of one tree they only tell untrained hands from the demonstrator.
    for (int g = 0; g + 1 < GRADES; g++)
        assert_true(mean[g][DAT_LIMIT_HITS] > mean[GRADES - 1][DAT_LIMIT_HITS]);
    novices_table("first harvest", mean, writes);
}

static void the_grades_of_a_load_are_ranked(void **state) {
    (void)state;
    static double mean[GRADES][DAT_METRIC_COUNT];
    work_all("first-load", SEEDS, DAT_LOGS_LOADED, mean);
    // As many as are asked for; the hands of the first hours may give a load up.
    for (int g = 0; g < GRADES; g++)
        assert_true(mean[g][DAT_LOGS_LOADED] >= (g == 0 ? 7.0 : 8.0));
    // What decides nothing: one grip in three runs made anew, less than a second of standing in a
    // load, and half a blow, by which the means of eight loads scatter.
    expect_rank(mean, DAT_REGRIPS, -1.0, 0.4);
    expect_rank(mean, DAT_CRANE_STANDING, -1.0, 0.5);
    expect_rank(mean, DAT_LIMIT_HITS, -1.0, 0.5);
    expect_rank(mean, DAT_CRANE_CONTROL, 1.0, 0.0);
    expect_rank(mean, DAT_FUNCTIONS, 1.0, 0.0);
    expect_rank(mean, DAT_TIP_PATH_PER_PIECE, -1.0, 0.0);
    expect_rank(mean, DAT_TIME_PER_PIECE, -1.0, 0.0);
    expect_rank(mean, DAT_LEVER_MOVES, -1.0, 0.0);
    expect_rank(mean, DAT_GRIPS, -1.0, 0.0);
    expect_rank(mean, DAT_LEVER_WAY, -1.0, 0.0);
    expect_rank(mean, DAT_FUEL, -1.0, 0.0);
    expect_rank(mean, DAT_LOADING, -1.0, 0.0);
    // Two seconds without any movement happen to none of these hands, or to one in eight loads.
    for (int g = 0; g < GRADES; g++)
        assert_near(mean[g][DAT_OTHER_PER_LOAD], 0.0, 0.5);
    novices_table("first load", mean, writes);
}

int main(int argc, char **argv) {
    writes = manual_asked_to_write(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_grades_of_a_harvest_are_ranked),
        cmocka_unit_test(the_grades_of_a_load_are_ranked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
