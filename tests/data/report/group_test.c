#include "data/report/group.h"

#include "tests/data/report/some_sessions.h"

static char *page_of(const struct dat_report_whom *whom) {
    char *page = dat_report_group(&some, whom, dat_report_english(), NULL);
    assert_non_null(page);
    assert_non_null(strstr(page, "</html>"));
    assert_null(strstr(page, "http")); // nothing from outside
    return page;
}

static void expect(const char *page, const char *const *words) {
    for (; *words != NULL; words++)
        if (strstr(page, *words) == NULL)
            fail_msg("not in the page: %s", *words);
}

static void a_group_has_a_row_per_trainee(void **state) {
    (void)state;
    static const char *const words[] = {
        "<h1>All trainees</h1>",
        "Sessions: 6, 2026-11-01 \xE2\x80\x93 2026-11-06, 1:00 hours of training",
        "<h2>slalom</h2>",
        "<tr><td>Anna</td><td class=\"n\">2</td><td class=\"n\">50</td><td class=\"n\">70</td>"
        "<td class=\"n\">70</td><td class=\"n\">61</td><td>gold</td></tr>",
        "<tr><td>Bo</td><td class=\"n\">2</td><td class=\"n\">40</td><td class=\"n\">80</td>"
        "<td class=\"n\">80</td><td class=\"n\">-</td><td>none</td></tr>",
        "<h2>stacking</h2>",
        NULL};
    char *page = page_of(&(struct dat_report_whom){0});
    expect(page, words);
    assert_null(strstr(strstr(page, "<h2>slalom</h2>") + 1, "<h2>slalom</h2>"));
    free(page);
}

static void a_trainee_has_a_row_per_session(void **state) {
    (void)state;
    static const char *const words[] = {
        "<h1>Bo</h1>",
        "<tr><td>2026-11-05 08:00</td><td class=\"n\">5</td><td "
        "class=\"n\">10:00</td><td>passed</td>"
        "<td>none</td><td class=\"n\">80</td><td class=\"n\">-</td></tr>",
        NULL};
    char *page = page_of(&(struct dat_report_whom){.trainee = "Bo"});
    expect(page, words);
    assert_null(strstr(page, "Anna"));
    assert_null(strstr(page, "stacking"));
    free(page);
}

static void only_those_who_are_meant_are_shown(void **state) {
    (void)state;
    const struct dat_report_whom late = {.since = "2026-11-04T09:00"},
                                 other = {.exercise = "stacking", .trainee = "Bo"};
    int count = 0;
    for (int i = 0; i < some.count; i++) {
        count += dat_report_means(&late, &some.items[i]);
        assert_false(dat_report_means(&other, &some.items[i]));
    }
    assert_int_equal(count, 2);
    char *page = page_of(&other);
    assert_null(strstr(page, "<h2>"));
    free(page);
}

static void foreign_markup_is_text(void **state) {
    (void)state;
    some_session("<script>", "<b>", "2026-12-01T08:00:00.000Z", "{\"points\": 1}");
    char *page = page_of(&(struct dat_report_whom){0});
    assert_null(strstr(page, "<script>"));
    assert_null(strstr(page, "<b>"));
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_group_has_a_row_per_trainee),
        cmocka_unit_test(a_trainee_has_a_row_per_session),
        cmocka_unit_test(only_those_who_are_meant_are_shown),
        cmocka_unit_test(foreign_markup_is_text),
    };
    return cmocka_run_group_tests(tests, some_sessions, no_sessions);
}
