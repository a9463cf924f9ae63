#include "data/text/progress.h"

#include <string.h>

#include "data/site/asc.h"
#include "data/site/stand.h"
#include "tests/near.h"

static double last_share;
static int reports, ends;
static char last_what[16];

static void listen(const char *what, double share) {
    assert_true(share >= last_share || strcmp(what, last_what) != 0);
    (void)snprintf(last_what, sizeof last_what, "%s", what);
    last_share = share >= 1.0 ? 0.0 : share;
    reports++;
    ends += share >= 1.0;
}

static void readers_report_rising_shares(void **state) {
    (void)state;
    static char text[400 * 400 * 2 + 200];
    struct dat_diagnostics d;
    struct ter_ground ground;
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "ncols 400\nnrows 400\nxllcenter 0\nyllcenter 0\ncellsize 1\n");
    for (int i = 0; i < 400 * 400; i++, used += 2)
        memcpy(text + used, "1 ", 2);
    dat_progress_listen(listen);
    dat_diagnostics_init(&d, "terrain.asc", text);
    assert_true(dat_read_asc(text, &ground, &d));
    ter_ground_finish(&ground);
    assert_string_equal(last_what, "terrain");
    assert_int_equal(ends, 1);
    assert_true(reports >= 4);
    struct ter_stand stand;
    const char *trees = "x;y;species;dbh_cm\n1;1;oak;20\n5;5;oak;20\n";
    dat_diagnostics_init(&d, "stand.csv", trees);
    assert_true(dat_read_stand(trees, NULL, &stand, NULL, &d));
    ter_stand_finish(&stand);
    assert_string_equal(last_what, "stand");
    assert_int_equal(ends, 2);
    dat_progress_listen(NULL);
    dat_progress_report("nobody", 0.5);
    assert_string_equal(last_what, "stand");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers_report_rising_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
