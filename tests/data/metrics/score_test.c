// Metrics and goals, without a worksite: events and observations are all they see.
#include "data/metrics/score.h"

#include <string.h>

#include "tests/manual.h"
#include "tests/near.h"

static struct dat_score score;

static void happens(enum veh_event_kind kind, double first, double second) {
    const struct veh_event event = {.kind = kind, .number = {first, second}};
    dat_score_event(&score, &event);
}

static void drives(double distance, int logs) {
    const struct dat_observation now = {
        .driven = distance, .logs_in_bunk = logs, .logs_fused = logs / 2, .payload = 90.0 * logs};
    dat_score_step(&score, &now);
}

static void the_ground_is_counted(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, 0);
    struct dat_observation now = {.rolled = 6.0, .slipped = 0.6};
    dat_score_step(&score, &now);
    now = (struct dat_observation){.ruts = {0.3, 0.2, 12.0}, .rolled = 2.0, .slipped = 1.4};
    dat_score_step(&score, &now);
    assert_near(dat_score_value(&score, DAT_WHEEL_SLIP), 25.0, 1e-12);
    assert_near(dat_score_value(&score, DAT_RUT_DEPTH_MAX), 0.3, 0.0);
    assert_near(dat_score_value(&score, DAT_RUT_DEPTH_MEAN), 0.2, 0.0);
    assert_near(dat_score_value(&score, DAT_RUT_LENGTH), 12.0, 0.0);
}

static void expect_phrase(const struct dat_phrase *phrase) {
    assert_true((phrase->one == NULL) == (phrase->many == NULL));
    if (phrase->one == NULL)
        return;
    assert_non_null(strstr(phrase->one, "{}"));
    assert_non_null(strstr(phrase->many, "{}"));
}

static void every_row_is_complete(void **state) {
    (void)state;
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const struct dat_metric_info *info = dat_metric_info((enum dat_metric)i);
        const char *name = dat_metric_name((enum dat_metric)i);
        const char *unit = dat_metric_unit((enum dat_metric)i);
        assert_true(strlen(name) > 3 && strlen(dat_metric_help((enum dat_metric)i)) > 5);
        if (unit[0] != '\0') { // "carried_m": the name ends in the unit
            const char *end = strrchr(name, '_');
            assert_non_null(end);
            assert_string_equal(end + 1, unit);
        }
        assert_non_null(info->value);
        assert_true(info->event != NULL || info->step != NULL);
        // A metric that counts from a goal on needs to know whose goal it is.
        assert_true((info->start == NULL) == (info->measure == NULL));
        expect_phrase(&info->task);
        expect_phrase(&info->yield);
        if (info->row.unit != NULL)
            assert_true(info->row.title != NULL && info->row.per_si > 0.0);
        else if (info->row.title != NULL)
            assert_string_equal(unit, "");
        for (int other = 0; other < i; other++)
            assert_string_not_equal(name, dat_metric_name((enum dat_metric)other));
    }
}

static void events_are_counted(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, DAT_NEEDS_HEAD);
    happens(VEH_EVENT_TREE_FELLED, 0.0, 0.0);
    happens(VEH_EVENT_TREE_HIT, 9000.0, 0.0);
    happens(VEH_EVENT_LOG_CUT, 4.91, 4.9);
    happens(VEH_EVENT_LOG_CUT, 2.96, 3.0);
    happens(VEH_EVENT_LOG_CUT, 7.0, 0.0); // by hand
    assert_near(dat_score_value(&score, DAT_TREES_FELLED), 1.0, 0.0);
    assert_near(dat_score_value(&score, DAT_TREES_HIT), 1.0, 0.0);
    assert_near(dat_score_value(&score, DAT_LOGS_CUT), 3.0, 0.0);
    assert_near(dat_score_value(&score, DAT_MAX_LENGTH_ERROR), 0.04, 1e-12);
    assert_near(dat_score_value(&score, DAT_LOGS_LOST), 0.0, 0.0);
}

static void happens_to(enum veh_event_kind kind, int tree) {
    const struct veh_event event = {.kind = kind, .number = {9000.0}, .tree = tree};
    dat_score_event(&score, &event);
}

// The one that is gripped next was reached for, others on the way there were not.
static void the_tree_that_is_gripped_may_be_touched(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, DAT_NEEDS_HEAD);
    happens_to(VEH_EVENT_TREE_HIT, 4);
    happens_to(VEH_EVENT_TREE_HIT, 0);
    happens_to(VEH_EVENT_TREE_GRIPPED, 0);
    assert_near(dat_score_value(&score, DAT_TREES_HIT), 1.0, 0.0);
    happens_to(VEH_EVENT_TREE_GRIPPED, 0); // once more
    assert_near(dat_score_value(&score, DAT_TREES_HIT), 1.0, 0.0);
    happens_to(VEH_EVENT_TREE_HIT, 7);
    happens_to(VEH_EVENT_TREE_GRIPPED, 2);
    happens_to(VEH_EVENT_TREE_GRIPPED, 7);
    assert_near(dat_score_value(&score, DAT_TREES_HIT), 2.0, 0.0);
}

// Piles are judged as they are at the end.
static void piles_are_judged(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    struct dat_observation now = {.piles = {.logs = 7, .mixed = 1, .height = 1.25, .ends = 0.4}};
    dat_score_step(&score, &now);
    assert_near(dat_score_value(&score, DAT_LOGS_PILED), 7.0, 0.0);
    assert_near(dat_score_value(&score, DAT_PILES_MIXED), 1.0, 0.0);
    assert_near(dat_score_value(&score, DAT_PILE_HEIGHT_MAX), 1.25, 0.0);
    assert_near(dat_score_value(&score, DAT_PILE_ENDS_MAX), 0.4, 0.0);
    now.piles = (struct dat_piles){.logs = 6};
    dat_score_step(&score, &now);
    assert_near(dat_score_value(&score, DAT_LOGS_PILED), 6.0, 0.0);
    assert_near(dat_score_value(&score, DAT_PILES_MIXED), 0.0, 0.0);
}

static void the_share_of_the_marked_trees_counts(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, DAT_NEEDS_HEAD);
    const struct dat_observation now = {.marked = 20, .marked_left = 5};
    dat_score_step(&score, &now);
    assert_near(dat_score_value(&score, DAT_MARKED_FELLED), 75.0, 1e-12);
}

static void only_a_drive_with_the_whole_load_counts(void **state) {
    (void)state;
    static const struct dat_goal goals[] = {
        {.metric = DAT_LOGS_LOADED, .at_least = 8.0, .at_most = DAT_NO_LIMIT},
        {.metric = DAT_CARRIED, .at_least = 50.0, .at_most = DAT_NO_LIMIT}};
    dat_score_start(&score, goals, 2, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    drives(20.0, 7);
    drives(30.0, 8);
    drives(25.0, 9);
    assert_near(dat_score_value(&score, DAT_DRIVEN), 75.0, 0.0);
    assert_near(dat_score_value(&score, DAT_CARRIED), 55.0, 0.0);
    assert_near(dat_score_value(&score, DAT_LOGS_LOADED), 9.0, 0.0);
    assert_near(dat_score_value(&score, DAT_LOGS_FUSED), 4.0, 0.0);
    assert_near(dat_score_value(&score, DAT_PAYLOAD), 810.0, 0.0);
    assert_true(dat_score_passed(&score));
    drives(1.0, 7); // one has fallen off
    assert_false(dat_score_passed(&score));
    dat_score_start(&score, NULL, 0, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    drives(30.0, 8); // no goal says how many logs are the load
    assert_near(dat_score_value(&score, DAT_CARRIED), 0.0, 0.0);
}

// The engine's counter is the metric, where there is an engine.
static void fuel_is_counted(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, DAT_NEEDS_ENGINE);
    const struct dat_observation now = {.fuel = 1.25};
    dat_score_step(&score, &now);
    assert_near(dat_score_value(&score, DAT_FUEL), 1.25, 0.0);
    assert_true(dat_score_concerns(&score, DAT_FUEL));
    dat_score_start(&score, NULL, 0, 0);
    assert_false(dat_score_concerns(&score, DAT_FUEL));
}

// Bronze is needed to pass; the worst mark counts; points are weighted, and wait for the work.
static void marks_and_points_follow_the_goals(void **state) {
    (void)state;
    static const struct dat_goal goals[] = {
        {.metric = DAT_LOGS_LOADED, .at_least = 2.0, .at_most = DAT_NO_LIMIT},
        {.metric = DAT_DRIVEN,
         .at_most = DAT_NO_LIMIT,
         .rating = {.limit = {0.0, 90.0, 70.0, 50.0}, .weight = 1.0}},
        {.metric = DAT_TREES_HIT,
         .at_most = DAT_NO_LIMIT,
         .rating = {.limit = {0.0, 2.0, 1.0, 0.0}, .weight = 3.0}}};
    dat_score_start(&score, goals, 3, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    drives(60.0, 1);
    assert_true(dat_score_rated(&score));
    assert_int_equal(dat_score_mark(&score), DAT_NO_MARK);
    assert_near(dat_score_points(&score), 0.0, 0.0);
    // Before the work is done all is lost, however few trees were hit.
    struct dat_loss losses[DAT_METRIC_COUNT];
    assert_int_equal(dat_score_losses(&score, losses), 2);
    for (int i = 0; i < 2; i++)
        assert_int_equal(losses[i].mark, DAT_NO_MARK);
    assert_near(losses[0].lost + losses[1].lost, 100.0, 1e-9);
    drives(0.0, 2);
    assert_true(dat_score_passed(&score));
    assert_int_equal(dat_score_mark(&score), DAT_SILVER);
    assert_near(dat_score_points(&score), (90.0 + 3.0 * 100.0) / 4.0, 1e-9);
    happens(VEH_EVENT_TREE_HIT, 9000.0, 0.0);
    happens(VEH_EVENT_TREE_HIT, 9000.0, 0.0);
    assert_int_equal(dat_score_mark(&score), DAT_BRONZE);
    happens(VEH_EVENT_TREE_HIT, 9000.0, 0.0);
    assert_false(dat_score_passed(&score));
    // Losses are those of the whole, the largest first; with the points they are 100.
    assert_int_equal(dat_score_losses(&score, losses), 2);
    assert_int_equal(losses[0].metric, DAT_TREES_HIT);
    assert_int_equal(losses[0].mark, DAT_NO_MARK);
    assert_near(losses[0].lost, 3.0 * 70.0 / 4.0, 1e-9);
    assert_near(losses[1].lost, 10.0 / 4.0, 1e-9);
    assert_near(losses[0].lost + losses[1].lost + dat_score_points(&score), 100.0, 1e-9);
    assert_int_equal(dat_score_mark(&score), DAT_NO_MARK);
    assert_near(dat_score_points(&score), (90.0 + 3.0 * 30.0) / 4.0, 1e-9);
}

static void goals_are_met_one_by_one(void **state) {
    (void)state;
    static const struct dat_goal goals[] = {
        {.metric = DAT_TREES_FELLED, .at_least = 1.0, .at_most = DAT_NO_LIMIT},
        {.metric = DAT_LOGS_CUT, .at_least = 2.0, .at_most = DAT_NO_LIMIT},
        {.metric = DAT_MAX_LENGTH_ERROR, .at_least = 0.0, .at_most = 0.03}};
    dat_score_start(&score, goals, 3, DAT_NEEDS_HEAD);
    assert_true(dat_score_has_goals(&score));
    happens(VEH_EVENT_LOG_CUT, 4.88, 4.9);
    happens(VEH_EVENT_LOG_CUT, 4.9, 4.9);
    assert_false(dat_score_passed(&score));
    happens(VEH_EVENT_TREE_FELLED, 0.0, 0.0);
    assert_true(dat_score_passed(&score));
    happens(VEH_EVENT_LOG_CUT, 4.86, 4.9);
    assert_false(dat_score_passed(&score));
    // A limit alone is nothing to be reached.
    dat_score_start(&score, &goals[2], 1, DAT_NEEDS_HEAD);
    assert_false(dat_score_has_goals(&score));
    assert_false(dat_score_passed(&score));
}

static void what_must_not_happen_is_a_goal(void **state) {
    (void)state;
    static const struct dat_goal goals[] = {
        {.metric = DAT_TREES_FELLED, .at_least = 1.0, .at_most = DAT_NO_LIMIT},
        {.metric = DAT_TREES_HIT, .at_least = 0.0, .at_most = 0.0}};
    dat_score_start(&score, goals, 2, DAT_NEEDS_HEAD);
    happens(VEH_EVENT_TREE_FELLED, 0.0, 0.0);
    assert_true(dat_score_passed(&score));
    happens(VEH_EVENT_TREE_HIT, 9000.0, 0.0);
    assert_false(dat_score_passed(&score));
}

static void tipping_over_fails_whatever_the_goals(void **state) {
    (void)state;
    static const struct dat_goal goal = {
        .metric = DAT_TREES_FELLED, .at_least = 1.0, .at_most = DAT_NO_LIMIT};
    dat_score_start(&score, &goal, 1, DAT_NEEDS_HEAD);
    happens(VEH_EVENT_TREE_FELLED, 0.0, 0.0);
    assert_true(dat_score_passed(&score));
    happens(VEH_EVENT_TIPPED, 0.0, 0.0);
    assert_false(dat_score_passed(&score));
}

// ---- the manual ----

static const char *machine_of(unsigned needs) {
    return needs & DAT_NEEDS_HEAD ? "harvester" : needs & DAT_NEEDS_BUNK ? "forwarder" : "any";
}

static void print_rows(FILE *out) {
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        fprintf(out, "| `%s` | %s | %s |\n", dat_metric_name(metric),
                machine_of(dat_metric_info(metric)->needs), dat_metric_help(metric));
    }
}

static const struct manual_part part = {
    .page = "instructor.md",
    .after = "| metric | machine | meaning |\n|---|---|---|\n",
    .until = "\n",
    .print = print_rows,
    .test = "data_metrics_score_test",
};

static void the_manual_has_the_table(void **state) {
    (void)state;
    manual_part_check(&part);
}

int main(int argc, char **argv) {
    if (manual_asked_to_write(argc, argv))
        return manual_part_write(&part);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(piles_are_judged),
        cmocka_unit_test(every_row_is_complete),
        cmocka_unit_test(events_are_counted),
        cmocka_unit_test(the_tree_that_is_gripped_may_be_touched),
        cmocka_unit_test(the_ground_is_counted),
        cmocka_unit_test(the_share_of_the_marked_trees_counts),
        cmocka_unit_test(only_a_drive_with_the_whole_load_counts),
        cmocka_unit_test(fuel_is_counted),
        cmocka_unit_test(marks_and_points_follow_the_goals),
        cmocka_unit_test(goals_are_met_one_by_one),
        cmocka_unit_test(what_must_not_happen_is_a_goal),
        cmocka_unit_test(tipping_over_fails_whatever_the_goals),
        cmocka_unit_test(the_manual_has_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
