#include "ui/screen/wall_clock.h"

#include <stdlib.h>
#include <time.h>

#include "tests/near.h"

static void assert_shown(const char *zone, const char *utc, const char *expected) {
    char text[32];
    assert_int_equal(setenv("TZ", zone, 1), 0);
    tzset();
    ui_local_time_text(utc, text, sizeof text);
    assert_string_equal(text, expected);
}

// The rules of the zones are written out, so that no table of zones has to be installed.
static void records_are_shown_in_local_time(void **state) {
    (void)state;
    static const char berlin[] = "CET-1CEST,M3.5.0,M10.5.0/3", chatham[] = "<+1245>-12:45";
    assert_shown("UTC0", "2026-11-23T11:34:05.120Z", "2026-11-23 11:34");
    assert_shown(berlin, "2026-11-23T11:34:05.120Z", "2026-11-23 12:34");
    assert_shown(berlin, "2026-07-01T22:30:00.000Z", "2026-07-02 00:30"); // summer, the next day
    assert_shown(chatham, "2026-12-31T11:20:00.000Z", "2027-01-01 00:05");
    assert_shown("EST5", "2026-03-01T02:00:00.000Z", "2026-02-28 21:00");
    assert_shown("UTC0", "yesterday", "yesterday");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(records_are_shown_in_local_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
