// The metrics of the crane's tip on ways whose figures are known in closed form.
#include <math.h>

#include "data/metrics/score.h"
#include "tests/near.h"

static struct dat_score score;
static struct dat_observation now;

static void begin(const struct dat_goal goals[], int count) {
    dat_score_start(&score, goals, count, DAT_NEEDS_CRANE | DAT_NEEDS_HEAD);
    now = (struct dat_observation){.crane.present = true};
    dat_score_step(&score, &now);
}

static void moves_to(double x, double y, double z) {
    now.crane.tip = sim_vec3(x, y, z);
    now.dt = 0.1;
    now.time += now.dt;
    dat_score_step(&score, &now);
}

static void happens(enum veh_event_kind kind, int tree) {
    const struct veh_event event = {.kind = kind, .tree = tree};
    dat_score_event(&score, &event);
}

// Half a circle from one place of work to the next: 2 / pi of the way.
static void half_a_circle_is_two_over_pi(void **state) {
    (void)state;
    begin(NULL, 0);
    moves_to(1.0, 0.0, 0.0);
    happens(VEH_EVENT_TREE_GRIPPED, 3);
    moves_to(1.0, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_CRANE_CONTROL), 100.0, 1e-9);
    for (int i = 1; i < 1000; i++)
        moves_to(cos(SIM_PI * i / 1000.0), sin(SIM_PI * i / 1000.0), 0.0);
    happens(VEH_EVENT_STEM_RELEASED, 3);
    moves_to(-1.0, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_TIP_PATH), 1.0 + SIM_PI, 1e-5);
    assert_near(dat_score_value(&score, DAT_CRANE_CONTROL), 100.0 * 3.0 / (1.0 + SIM_PI), 1e-3);
    // Movements that lead to no work are left out.
    moves_to(5.0, 5.0, 5.0);
    assert_near(dat_score_value(&score, DAT_CRANE_CONTROL), 100.0 * 3.0 / (1.0 + SIM_PI), 1e-3);
}

// One tree, two logs, a target: four pieces; what is done twice counts once.
static void way_and_time_are_shared_among_pieces(void **state) {
    (void)state;
    begin(NULL, 0);
    assert_near(dat_score_value(&score, DAT_TIP_PATH_PER_PIECE), 0.0, 0.0);
    happens(VEH_EVENT_TREE_FELLED, 1);
    now.logs_in_bunk = 2;
    moves_to(3.0, 0.0, 0.0);
    now.logs_in_bunk = 1;
    moves_to(3.0, 4.0, 0.0);
    now.logs_in_bunk = 2;
    now.course.reached = 1;
    moves_to(3.0, 4.0, 5.0);
    assert_near(dat_score_value(&score, DAT_TIP_PATH_PER_PIECE), 12.0 / 4.0, 1e-12);
    assert_near(dat_score_value(&score, DAT_TIME_PER_PIECE), 0.3 / 4.0, 1e-12);
    // The bunk is emptied, and a second load begins.
    now.logs_in_bunk = 0;
    moves_to(3.0, 4.0, 5.0);
    now.logs_in_bunk = 2;
    moves_to(3.0, 4.0, 5.0);
    assert_near(dat_score_value(&score, DAT_TIP_PATH_PER_PIECE), 12.0 / 6.0, 1e-12);
}

// Nothing that follows the work changes its figures.
static void figures_end_with_the_work(void **state) {
    (void)state;
    static const struct dat_goal goal = {
        .metric = DAT_TARGETS_REACHED, .at_least = 1.0, .at_most = DAT_NO_LIMIT};
    begin(&goal, 1);
    now.course.known = true;
    moves_to(1.0, 0.0, 0.0);
    now.course.reached = 1;
    moves_to(2.0, 0.0, 0.0);
    now.course.beyond = 7.0;
    now.crane.ends = 1u;
    moves_to(9.0, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_TIME), 0.2, 1e-12);
    assert_near(dat_score_value(&score, DAT_TIP_PATH), 2.0, 1e-12);
    assert_near(dat_score_value(&score, DAT_OVERSHOOT), 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_LIMIT_HITS), 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_TARGETS_REACHED), 1.0, 0.0);
}

// Overshoot is a mean over targets, the distance from the line one over the way.
static void targets_have_overshoot_and_a_line(void **state) {
    (void)state;
    begin(NULL, 0);
    now.course.known = true;
    now.course.aside = 0.5;
    moves_to(1.0, 0.0, 0.0);
    now.course.aside = 0.1;
    moves_to(4.0, 0.0, 0.0);
    moves_to(4.0, 0.0, 0.0); // waits
    assert_near(dat_score_value(&score, DAT_PATH_ERROR), (0.5 + 3.0 * 0.1) / 4.0, 1e-12);
    now.course.reached = 1;
    now.course.beyond = 0.2;
    moves_to(4.2, 0.0, 0.0);
    now.course.beyond = 0.0;
    moves_to(4.0, 0.0, 0.0);
    now.course.reached = 2;
    moves_to(3.0, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_OVERSHOOT), 0.1, 1e-12);
}

static void grips_and_ends_are_counted(void **state) {
    (void)state;
    begin(NULL, 0);
    happens(VEH_EVENT_TREE_GRIPPED, 4);
    happens(VEH_EVENT_TREE_GRIPPED, 4);
    happens(VEH_EVENT_TREE_GRIPPED, 0);
    happens(VEH_EVENT_LOG_GRIPPED, -1);
    happens(VEH_EVENT_LOG_GRIPPED, -1); // of the same grip
    assert_near(dat_score_value(&score, DAT_TREES_GRIPPED), 2.0, 0.0);
    assert_near(dat_score_value(&score, DAT_GRIPS), 4.0, 0.0);
    struct veh_controls levers = {{0.0}};
    levers.value[VEH_GRIP] = -1.0;
    now.levers = &levers;
    moves_to(0.0, 0.0, 0.0);
    levers.value[VEH_GRIP] = 1.0;
    moves_to(0.0, 0.0, 0.0);
    now.levers = NULL;
    happens(VEH_EVENT_LOG_GRIPPED, -1);
    assert_near(dat_score_value(&score, DAT_GRIPS), 5.0, 0.0);
    static const unsigned ends[] = {1u, 1u, 3u, 0u, 2u};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        now.crane.ends = ends[i];
        moves_to(0.0, 0.0, 0.0);
    }
    assert_near(dat_score_value(&score, DAT_LIMIT_HITS), 3.0, 0.0);
    now.lean = 0.2;
    moves_to(0.0, 0.0, 0.0);
    now.lean = 0.1;
    moves_to(0.0, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_LEAN), 0.2, 0.0);
}

// A pose at an end of a function at the start is none that was moved there.
static void the_start_is_no_end(void **state) {
    (void)state;
    dat_score_start(&score, NULL, 0, DAT_NEEDS_CRANE);
    now = (struct dat_observation){.crane = {.present = true, .ends = 5u}};
    dat_score_step(&score, &now);
    moves_to(0.0, 0.0, 0.0);
    assert_near(dat_score_value(&score, DAT_LIMIT_HITS), 0.0, 0.0);
}

static struct veh_controls levers;

static void grips(enum veh_event_kind kind, int stem) {
    const struct veh_event event = {.kind = kind, .stem = stem, .tree = -1};
    dat_score_event(&score, &event);
}

static void pulls_grip(double value) {
    levers.value[VEH_GRIP] = value;
    now.levers = &levers;
    dat_score_step(&score, &now);
}

static double regrips(void) {
    return dat_score_value(&score, DAT_REGRIPS);
}

// Two logs are gripped, slip, are gripped again, loaded, and unloaded: one grip was made anew.
static void what_was_let_go_is_gripped_anew(void **state) {
    (void)state;
    begin(NULL, 0);
    pulls_grip(1.0);
    grips(VEH_EVENT_LOG_GRIPPED, 4);
    grips(VEH_EVENT_LOG_GRIPPED, 5);
    grips(VEH_EVENT_LOG_GRIPPED, 4); // the tongs had lost it for a moment
    assert_near(regrips(), 0.0, 0.0);
    pulls_grip(-1.0);
    grips(VEH_EVENT_LOG_GRIPPED, 5); // pushed aside by the opening tongs
    pulls_grip(1.0);
    grips(VEH_EVENT_LOG_GRIPPED, 5);
    grips(VEH_EVENT_LOG_GRIPPED, 4);
    assert_near(regrips(), 1.0, 0.0);
    pulls_grip(-1.0);
    grips(VEH_EVENT_LOG_LOADED, 5);
    grips(VEH_EVENT_LOG_LOADED, 4);
    pulls_grip(1.0);
    grips(VEH_EVENT_LOG_GRIPPED, 6); // another one
    pulls_grip(-1.0);
    pulls_grip(1.0);
    grips(VEH_EVENT_LOG_GRIPPED, 5); // out of the bunk
    assert_near(regrips(), 1.0, 0.0);
    pulls_grip(-1.0);
    pulls_grip(1.0);
    grips(VEH_EVENT_TREE_GRIPPED, 0);
    pulls_grip(-1.0);
    pulls_grip(1.0);
    grips(VEH_EVENT_TREE_GRIPPED, 0);
    assert_near(regrips(), 2.0, 0.0);
}

// A log that has come into the bunk may be gripped there, as when a load is unloaded at once.
static void what_was_loaded_is_not_gripped_anew(void **state) {
    (void)state;
    begin(NULL, 0);
    pulls_grip(1.0);
    grips(VEH_EVENT_LOG_GRIPPED, 4);
    pulls_grip(-1.0);
    grips(VEH_EVENT_LOG_LOADED, 4);
    pulls_grip(1.0);
    grips(VEH_EVENT_LOG_GRIPPED, 4);
    assert_near(regrips(), 0.0, 0.0);
    pulls_grip(-1.0);
    pulls_grip(1.0);
    grips(VEH_EVENT_LOG_GRIPPED, 4); // it has slipped out on its way to the ground
    assert_near(regrips(), 1.0, 0.0);
}

static void the_mean_stump_is_that_of_all(void **state) {
    (void)state;
    begin(NULL, 0);
    for (int i = 1; i <= 3; i++) {
        const struct veh_event event = {
            .kind = VEH_EVENT_TREE_FELLED, .tree = i, .number = {0.1 * i}};
        dat_score_event(&score, &event);
    }
    assert_near(dat_score_value(&score, DAT_STUMP_HEIGHT_MEAN), 0.2, 1e-12);
    assert_near(dat_score_value(&score, DAT_STUMP_HEIGHT_MAX), 0.3, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_a_circle_is_two_over_pi),
        cmocka_unit_test(way_and_time_are_shared_among_pieces),
        cmocka_unit_test(figures_end_with_the_work),
        cmocka_unit_test(targets_have_overshoot_and_a_line),
        cmocka_unit_test(grips_and_ends_are_counted),
        cmocka_unit_test(the_start_is_no_end),
        cmocka_unit_test(what_was_let_go_is_gripped_anew),
        cmocka_unit_test(what_was_loaded_is_not_gripped_anew),
        cmocka_unit_test(the_mean_stump_is_that_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
