// The metrics of piles and landings, from observations that are written down here.
#include "data/metrics/score.h"
#include "tests/near.h"

static const unsigned forwarder = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK;

// Of the logs on landings, where any has come there; else of those in piles.
static void order_is_a_share_of_the_logs_that_were_brought(void **state) {
    (void)state;
    struct dat_score score;
    struct dat_observation now = {.piles = {.logs = 8, .in_order = 6}};
    dat_score_start(&score, NULL, 0, forwarder);
    assert_near(dat_score_value(&score, DAT_PILE_ORDER), 0.0, 0.0);
    dat_score_step(&score, &now);
    assert_near(dat_score_value(&score, DAT_PILE_ORDER), 75.0, 1e-12);
    now.landed.right = 3;
    now.landed.wrong = 1;
    now.landed.in_order = 2;
    dat_score_step(&score, &now);
    assert_near(dat_score_value(&score, DAT_PILE_ORDER), 50.0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_a_share_of_the_logs_that_were_brought),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
