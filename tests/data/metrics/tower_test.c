// The metrics of a tower, from observations that are written down here.
#include "data/metrics/score.h"
#include "tests/near.h"

static struct dat_score score;

// Once per second.
static void see(double time, int logs, int layers, double turn) {
    const struct dat_observation now = {.time = time,
                                        .tower = {.logs = logs, .layers = layers, .turn = turn}};
    dat_score_step(&score, &now);
}

static void assert_tower(double logs, double layers, double turn) {
    assert_near(dat_score_value(&score, DAT_TOWER_LOGS), logs, 0.0);
    assert_near(dat_score_value(&score, DAT_TOWER_LAYERS), layers, 0.0);
    assert_near(dat_score_value(&score, DAT_TOWER_TURN_MAX), turn, 0.0);
}

static void what_stands_for_two_seconds_counts(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    see(0.0, 0, 0, 0.0);
    see(1.0, 3, 2, 0.1);
    assert_tower(0.0, 0.0, 0.0);
    see(2.0, 3, 2, 0.1);
    assert_tower(0.0, 0.0, 0.0);
    see(3.0, 3, 2, 0.1);
    assert_tower(3.0, 2.0, 0.1);
}

// A fall counts at once; a log that only lay there for a moment never did.
static void what_falls_no_longer_counts(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK);
    for (int i = 0; i < 4; i++)
        see(i, 4, 2, 0.2);
    see(4.0, 5, 3, 0.3);
    assert_tower(4.0, 2.0, 0.2);
    see(5.0, 4, 2, 0.2);
    assert_tower(4.0, 2.0, 0.2);
    see(6.0, 0, 0, 0.0);
    assert_tower(0.0, 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stands_for_two_seconds_counts),
        cmocka_unit_test(what_falls_no_longer_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
