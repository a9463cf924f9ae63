#include "ui/text/metric_text.h"

#include <string.h>

#include "tests/near.h"
#include "ui/text/language.h"

static struct dat_score score;

static void happens(enum veh_event_kind kind, double first, double second) {
    const struct veh_event event = {.kind = kind, .number = {first, second}};
    dat_score_event(&score, &event);
}

static void drives(double distance, int logs) {
    const struct dat_observation now = {
        .driven = distance, .logs_in_bunk = logs, .payload = 90.0 * logs};
    dat_score_step(&score, &now);
}

static const struct dat_goal harvest[] = {
    {.metric = DAT_TREES_FELLED, .at_least = 1.0, .at_most = DAT_NO_LIMIT},
    {.metric = DAT_LOGS_CUT, .at_least = 3.0, .at_most = DAT_NO_LIMIT},
    {.metric = DAT_MAX_LENGTH_ERROR, .at_least = 0.0, .at_most = 0.03}};
static const struct dat_goal load[] = {
    {.metric = DAT_LOGS_LOADED, .at_least = 1.0, .at_most = DAT_NO_LIMIT},
    {.metric = DAT_CARRIED, .at_least = 50.0, .at_most = DAT_NO_LIMIT}};

static void one_is_singular(void **state) {
    (void)state;
    char text[160];
    dat_score_start(&score, harvest, 3, DAT_NEEDS_HEAD);
    assert_string_equal(ui_metric_task(&score, text, sizeof text), "fell 1 tree, cut 3 logs");
    dat_score_start(&score, load, 2, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    drives(23.4, 1);
    assert_string_equal(ui_metric_task(&score, text, sizeof text),
                        "load 1 log, carry the load 50 m: 23 m so far");
    for (size_t size = 1; size < 40; size++)
        assert_true(strlen(ui_metric_task(&score, text, size)) < size);
    // A small length, and a metric that has no phrase.
    static const struct dat_goal other[] = {
        {.metric = DAT_CARRIED, .at_least = 0.25, .at_most = DAT_NO_LIMIT},
        {.metric = DAT_PAYLOAD, .at_least = 900.0, .at_most = DAT_NO_LIMIT}};
    dat_score_start(&score, other, 2, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    assert_string_equal(ui_metric_task(&score, text, sizeof text),
                        "carry the load 0.25 m: 0 m so far");
}

static void yield_and_values_fit_the_machine(void **state) {
    (void)state;
    char text[160];
    dat_score_start(&score, harvest, 3, DAT_NEEDS_HEAD);
    happens(VEH_EVENT_TREE_FELLED, 0.0, 0.0);
    happens(VEH_EVENT_LOG_CUT, 4.93, 4.9);
    happens(VEH_EVENT_LOG_CUT, 4.9, 4.9);
    assert_string_equal(ui_metric_yield(&score, text, sizeof text), "1 tree felled, 2 logs cut");
    assert_string_equal(ui_metric_value(&score, DAT_LOGS_CUT, text, sizeof text), "2 / 3");
    happens(VEH_EVENT_LOG_CUT, 4.9, 4.9);
    assert_string_equal(ui_metric_value(&score, DAT_LOGS_CUT, text, sizeof text), "3");
    assert_string_equal(ui_metric_value(&score, DAT_MAX_LENGTH_ERROR, text, sizeof text), "30 mm");
    assert_string_equal(ui_metric_value(&score, DAT_LOGS_LOST, text, sizeof text), "");
    assert_string_equal(ui_metric_value(&score, DAT_TIPS, text, sizeof text), ""); // 0 of them
    assert_string_equal(ui_metric_value(&score, DAT_TREES_HIT, text, sizeof text), "0");
    dat_score_start(&score, load, 2, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    drives(23.4, 2);
    assert_string_equal(ui_metric_yield(&score, text, sizeof text),
                        "2 logs loaded, 0 lost, 23 m carried");
    assert_string_equal(ui_metric_value(&score, DAT_CARRIED, text, sizeof text), "23 / 50 m");
    assert_string_equal(ui_metric_value(&score, DAT_PAYLOAD, text, sizeof text), "180 kg");
    assert_string_equal(ui_metric_value(&score, DAT_LOGS_FUSED, text, sizeof text), "");
}

// A metric that was asked for has a row where it is missing; others of nothing have none.
static void what_is_missing_is_shown(void **state) {
    (void)state;
    static const struct dat_goal goal = {
        .metric = DAT_LOGS_LANDED, .at_least = 60.0, .at_most = DAT_NO_LIMIT};
    char text[160];
    dat_score_start(&score, &goal, 1, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    assert_string_equal(ui_metric_value(&score, DAT_LOGS_LANDED, text, sizeof text), "0 / 60");
    assert_string_equal(ui_metric_value(&score, DAT_LOGS_PILED, text, sizeof text), "");
}

// An exercise about other things says nothing of trees and logs, unless some come of it.
static void logs_that_nobody_wanted_are_no_news(void **state) {
    (void)state;
    static const struct dat_goal goal = {
        .metric = DAT_TARGETS_REACHED, .at_least = 8.0, .at_most = DAT_NO_LIMIT};
    char text[160];
    dat_score_start(&score, &goal, 1, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    assert_string_equal(ui_metric_yield(&score, text, sizeof text), "");
    assert_string_equal(ui_metric_value(&score, DAT_LOGS_LOADED, text, sizeof text), "");
    assert_string_equal(ui_metric_value(&score, DAT_TARGETS_REACHED, text, sizeof text), "0 / 8");
    drives(0.0, 2);
    assert_string_equal(ui_metric_yield(&score, text, sizeof text), "2 logs loaded");
    dat_score_start(&score, NULL, 0, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    assert_string_equal(ui_metric_value(&score, DAT_LOGS_LOADED, text, sizeof text), "0");
}

static void a_figure_without_a_unit_ends_with_its_number(void **state) {
    (void)state;
    char text[32];
    assert_string_equal(ui_metric_figure(DAT_FUNCTIONS, 2.0, text, sizeof text), "2.00");
    assert_string_equal(ui_metric_figure(DAT_TREES_HIT, 1.0, text, sizeof text), "1");
    assert_string_equal(ui_metric_figure(DAT_MAX_LENGTH_ERROR, 0.03, text, sizeof text), "30 mm");
}

static void phrases_are_translated(void **state) {
    (void)state;
    static const char po[] = "msgctxt \"metric.logs_cut.task\"\nmsgid \"cut {} log\"\n"
                             "msgid_plural \"cut {} logs\"\n"
                             "msgstr[0] \"{} Stamm\"\nmsgstr[1] \"{} St\xC3\xA4mme\"\n";
    struct dat_diagnostics d;
    char text[160];
    dat_diagnostics_init(&d, "de.po", po);
    assert_true(ui_language_read(po, "de.po", &d));
    dat_score_start(&score, harvest, 3, DAT_NEEDS_HEAD);
    assert_string_equal(ui_metric_task(&score, text, sizeof text), "fell 1 tree, 3 St\xC3\xA4mme");
    static const struct dat_goal one = {
        .metric = DAT_LOGS_CUT, .at_least = 1.0, .at_most = DAT_NO_LIMIT};
    dat_score_start(&score, &one, 1, DAT_NEEDS_HEAD);
    assert_string_equal(ui_metric_task(&score, text, sizeof text), "1 Stamm");
    ui_language_restore();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_singular),
        cmocka_unit_test(yield_and_values_fit_the_machine),
        cmocka_unit_test(what_is_missing_is_shown),
        cmocka_unit_test(logs_that_nobody_wanted_are_no_news),
        cmocka_unit_test(a_figure_without_a_unit_ends_with_its_number),
        cmocka_unit_test(phrases_are_translated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
