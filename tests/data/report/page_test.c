#include "data/report/page.h"

#include <stdlib.h>
#include <string.h>

#include "tests/data/report/recorded_levers.h"
#include "tests/scratch.h"

static void script(int64_t step, double values[VEH_CONTROL_COUNT]) {
    values[VEH_BOOM] = step < 300 ? 0.5 : 0.0;
    values[VEH_SLEW] = step < 300 ? 1.0 : 0.0;
}

static void page_has_everything_and_no_foreign_markup(void **state) {
    struct tests_scratch scratch;
    struct dat_recorded recorded;
    struct dat_log_list logs = {0};
    struct dat_problem problem = {""};
    (void)state;
    tests_scratch_create(&scratch);
    const char *db = tests_scratch_path(&scratch, "s.db");
    levers_record(db, "<script>alert(\"1\")</script> & Co", 600, script);
    struct dat_store *store = dat_store_open(db, DAT_STORE_READ, &problem);
    assert_int_equal(dat_recorded_read(store, 1, &recorded, &problem), DAT_REPLAY_DONE);
    assert_true(dat_store_logs(store, 1, &logs, &problem));
    char *page = dat_report_page(&recorded, &logs, NULL, true, dat_report_english(), NULL);
    assert_non_null(page);
    static const char *const present[] = {
        "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Co",
        "levers with harvester",
        "<h2>Mark: silver, 75 of 100 points</h2>",
        "<td class=\"n\">12 %</td><td>gold</td>", // the unit as in the result
        "0:06 min, session 1, passed",
        "<td><a href=\"#logs_cut\">Logs cut</a></td><td class=\"n\">1 </td>",
        "<tr id=\"logs_cut\"><td>Logs cut</td>",
        "Logs on their landing</a></td><td class=\"n\">0 / 60 </td>",
        "<td class=\"n\">20 / 50 m</td>",
        "<td>functions at once</td><td class=\"n\">2.00</td>",
        "<td class=\"n\">1:05</td><td class=\"n\">-</td><td>oak 4.00 m</td>",
        ">main boom</text>",
        "<td class=\"n\">+3.0</td>",
        "<td>planned way</td><td class=\"n\">212.0 m</td>",
        "<td>piles loaded from</td><td class=\"n\">2 / 5</td>",
        "1 logs, 0.24 m³",
        "<td>Stem gripped</td><td class=\"g\">tree &lt;b&gt;7</td>",
    };
    for (size_t i = 0; i < sizeof present / sizeof present[0]; i++)
        if (strstr(page, present[i]) == NULL)
            fail_msg("not in the page: %s", present[i]);
    assert_null(strstr(page, "logs_piled")); // none, and nobody asked for any
    assert_null(strstr(page, "<script>"));
    assert_null(strstr(page, "http://")); // nothing from outside
    free(page);
    page = dat_report_page(&recorded, &logs, NULL, false, dat_report_english(), NULL);
    assert_null(strstr(page, "functions at once"));
    free(page);
    // Ended early: a stump that nobody cut is no gold.
    char *mark = strstr(recorded.info.result, "silver");
    assert_non_null(mark);
    memcpy(mark, "none\"  ", 7); // what was the closing quote becomes a space
    page = dat_report_page(&recorded, &logs, NULL, false, dat_report_english(), NULL);
    assert_non_null(strstr(page, "there are no marks yet"));
    assert_null(strstr(page, "<td>gold</td>"));
    free(page);
    recorded.info.step = 1e300; // of a damaged record: the page has an end, too
    page = dat_report_page(&recorded, &logs, NULL, true, dat_report_english(), NULL);
    assert_non_null(page);
    assert_true(strlen(page) < 100000);
    free(page);
    dat_log_list_finish(&logs);
    dat_recorded_finish(&recorded);
    dat_store_close(store);
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(page_has_everything_and_no_foreign_markup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
