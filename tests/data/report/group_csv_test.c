// The figures of sessions as CSV.
#include "data/metrics/metric.h"
#include "data/report/group.h"
#include "tests/data/report/some_sessions.h"

static void each_session_has_a_row_of_all_metrics(void **state) {
    (void)state;
    char *text = dat_report_csv(&some, &(struct dat_report_whom){.trainee = "Anna"});
    assert_non_null(text);
    int rows = 0, commas = 0;
    for (const char *c = text; *c != '\0'; c++) {
        commas += *c == ',';
        rows += *c == '\n';
    }
    assert_int_equal(rows, 1 + 3);
    assert_int_equal(commas, rows * (9 + DAT_METRIC_COUNT));
    assert_non_null(strstr(text, "session,start_utc,trainee,exercise,parameters,machine,duration_s,"
                                 "outcome,mark,points,trees_felled,"));
    assert_non_null(strstr(text, "\r\n3,\"2026-11-03T08:00:00.000Z\",\"Anna\",\"slalom\",\"\","
                                 "\"harvester\",600,\"passed\",\"gold\",70,"));
    assert_non_null(strstr(text, ",61.4,"));
    free(text);
}

// A spreadsheet must not compute a name.
static void names_are_no_formulas(void **state) {
    (void)state;
    some_session("=1+\"2\"", "slalom", "2026-12-01T08:00:00.000Z", NULL);
    some_session("\t@1", "slalom", "2026-12-02T08:00:00.000Z", NULL);
    char *text = dat_report_csv(&some, &(struct dat_report_whom){0});
    assert_non_null(strstr(text, ",\"'=1+\"\"2\"\"\",\"slalom\""));
    assert_non_null(strstr(text, ",\"'@1\",\"slalom\""));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_session_has_a_row_of_all_metrics),
        cmocka_unit_test(names_are_no_formulas),
    };
    return cmocka_run_group_tests(tests, some_sessions, no_sessions);
}
