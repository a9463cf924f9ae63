// The metrics of the hands, from levers that are written down here.
#include <math.h>

#include "data/metrics/score.h"
#include "tests/near.h"

static struct dat_score score;
static struct dat_observation now;
static struct veh_controls levers;

static void begin(void) {
    levers = (struct veh_controls){{0.0}};
    now = (struct dat_observation){.crane.present = true, .work.crane = true};
    dat_score_start(&score, NULL, 0, DAT_NEEDS_CRANE);
    dat_score_step(&score, &now);
    now.levers = &levers;
}

static void step(double slew, double boom, double jib) {
    levers.value[VEH_SLEW] = slew;
    levers.value[VEH_BOOM] = boom;
    levers.value[VEH_JIB] = jib;
    now.dt = 0.1;
    now.time += now.dt;
    dat_score_step(&score, &now);
}

// Six steps with the crane moved, nine functions in them; two of eight steps between the first and
// the last move stand still.
static void functions_and_standing(void **state) {
    (void)state;
    begin();
    levers.value[VEH_FEED] = 1.0; // is no function of the crane
    step(0.0, 0.0, 0.0);
    step(0.5, 0.0, 0.0);
    step(0.5, -0.5, 0.0);
    step(0.5, -0.5, 0.0);
    step(0.0, 0.04, 0.0); // the hand rests on the lever
    step(0.0, 0.0, 0.0);
    step(0.0, 0.0, 1.0);
    step(0.0, 1.0, 1.0);
    step(0.0, 0.0, 1.0);
    step(0.0, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_FUNCTIONS), 9.0 / 6.0, 1e-12);
    assert_near(dat_score_value(&score, DAT_CRANE_STANDING), 25.0, 1e-9);
}

// There and back are two moves, and so is a way through rest and on; a hand that rests on a lever
// makes none, however often it trembles. Per piece: two targets.
static void moves_and_the_way_of_the_levers(void **state) {
    (void)state;
    begin();
    step(0.5, 0.0, 0.0);
    step(0.0, 0.0, 0.0);
    step(0.5, 0.0, 0.0);
    step(-0.5, 0.2, 0.0);
    step(0.5, 0.2, 0.0);
    step(0.08, 0.2, 0.0);
    step(0.5, 0.2, 0.08);
    step(0.5, 0.14, 0.0);
    assert_near(dat_score_value(&score, DAT_LEVER_MOVES), 0.0, 0.0); // no piece yet
    now.course.reached = 2;
    step(0.5, 0.2, 0.08);
    assert_near(dat_score_value(&score, DAT_LEVER_MOVES), 8.0 / 2.0, 1e-9);
    assert_near(dat_score_value(&score, DAT_LEVER_WAY),
                (0.5 + 0.5 + 0.5 + 1.2 + 1.0 + 0.42 + 0.5 + 0.14 + 0.14) / 2.0, 1e-9);
}

// However slowly: the way counts, not the speed.
static void a_slow_way_is_one_move(void **state) {
    (void)state;
    begin();
    for (int i = 1; i <= 20; i++)
        step(0.05 * i, 0.0, 0.0);
    for (int i = 20; i >= -20; i--)
        step(0.05 * i, 0.0, 0.0);
    now.course.reached = 1;
    step(-1.0, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_LEVER_MOVES), 2.0, 1e-12);
}

// A crane that waits for its tongs does not stand.
static void gripping_is_no_standing(void **state) {
    (void)state;
    begin();
    step(0.5, 0.0, 0.0);
    now.crane.grips = true;
    step(0.0, 0.0, 0.0);
    step(0.0, 0.0, 0.0);
    now.crane.grips = false;
    levers.value[VEH_GRIP] = 1.0; // they are closed
    step(0.0, 0.0, 0.0);
    step(0.5, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_CRANE_STANDING), 20.0, 1e-9);
}

// While the machine drives, or its head saws and feeds, the crane may stand.
static void standing_counts_while_the_crane_works(void **state) {
    (void)state;
    begin();
    step(0.5, 0.0, 0.0);
    now.work.crane = false;
    step(0.0, 0.0, 0.0);
    step(0.0, 0.0, 0.0);
    now.work.crane = true;
    step(0.0, 0.0, 0.0);
    step(0.5, 0.0, 0.0);
    step(0.5, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_CRANE_STANDING), 25.0, 1e-9);
}

static void swing_counts_while_the_crane_is_moved(void **state) {
    (void)state;
    begin();
    now.crane.swing = 0.4;
    step(0.5, 0.0, 0.0);
    now.crane.swing = 0.2;
    step(0.5, 0.0, 0.0);
    now.crane.swing = 1.0;
    step(0.0, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_SWING), 0.3, 1e-12);
}

static void a_setting_moves_nothing(void **state) {
    (void)state;
    assert_false(dat_lever_moves(VEH_TIP_CONTROL, 1.0));
    assert_true(dat_lever_moves(VEH_DRIVE, 1.0));
    assert_false(dat_lever_of_crane(VEH_DRIVE));
    assert_true(dat_lever_of_crane(VEH_ROTATOR));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_and_standing),
        cmocka_unit_test(moves_and_the_way_of_the_levers),
        cmocka_unit_test(a_slow_way_is_one_move),
        cmocka_unit_test(gripping_is_no_standing),
        cmocka_unit_test(standing_counts_while_the_crane_works),
        cmocka_unit_test(swing_counts_while_the_crane_is_moved),
        cmocka_unit_test(a_setting_moves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
