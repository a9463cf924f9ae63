#include "data/report/metric_notes.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

// Each figure's link leads to a row, and only figures that are shown have one.
static void links_lead_to_rows(void **state) {
    (void)state;
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        char *text = NULL, row[128], link[128];
        size_t size = 0;
        bool shows[DAT_METRIC_COUNT] = {false};
        const struct dat_report_out out = {.file = open_memstream(&text, &size),
                                           .texts = dat_report_english()};
        assert_non_null(out.file);
        shows[i] = true;
        dat_report_metric_link(&out, (enum dat_metric)i);
        dat_report_metric_notes(&out, shows);
        assert_int_equal(fclose(out.file), 0);
        const char *name = dat_metric_name((enum dat_metric)i);
        (void)snprintf(link, sizeof link, "<a href=\"#%s\">", name);
        (void)snprintf(row, sizeof row, "<tr id=\"%s\">", name);
        assert_non_null(strstr(text, link));
        const char *found = strstr(text, row);
        assert_non_null(found);
        assert_null(strstr(found + 1, "<tr id="));
        assert_ptr_equal(strstr(text, "<tr id="), found);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(links_lead_to_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
