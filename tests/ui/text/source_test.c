#include "ui/text/source.h"

#include <string.h>

#include "tests/near.h"

// A translation finds a text by its context alone.
static void contexts_differ(void **state) {
    (void)state;
    static char context[UI_SOURCE_COUNT][UI_SOURCE_CONTEXT];
    for (int i = 0; i < UI_SOURCE_COUNT; i++) {
        ui_source_context(i, context[i]);
        assert_in_range(strlen(context[i]), 1, UI_SOURCE_CONTEXT - 2); // nothing is cut off
        for (int k = 0; k < i; k++)
            assert_string_not_equal(context[i], context[k]);
    }
}

static void all_tables_are_sources(void **state) {
    (void)state;
    char context[UI_SOURCE_CONTEXT];
    const int felled = UI_SOURCE_EVENTS + VEH_EVENT_TREE_FELLED;
    const int cut = ui_source_of_metric(DAT_LOGS_CUT, UI_METRIC_YIELD);
    assert_string_equal(ui_source_english(UI_TEXT_PAUSE).one, "Pause");
    assert_string_equal(ui_source_english(felled).one, "Tree felled");
    assert_string_equal(ui_source_english(cut).other, "{} logs cut");
    ui_source_context(cut, context);
    assert_string_equal(context, "metric.logs_cut.yield");
    ui_source_context(felled, context);
    assert_string_equal(context, "event.tree_felled");
    const int last =
        ui_source_of_metric((enum dat_metric)(DAT_METRIC_COUNT - 1), UI_METRIC_TEXTS - 1);
    assert_int_equal(last, UI_SOURCE_COUNT - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts_differ),
        cmocka_unit_test(all_tables_are_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
