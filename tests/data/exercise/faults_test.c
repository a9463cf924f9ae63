// Faults that are injected while an exercise runs.
#include "data/exercise/faults.h"

#include <stdlib.h>
#include <unistd.h>

#include "data/exercise/playback.h"
#include "data/exercise/replay.h"
#include "tests/data/exercise/recorded_session.h"
#include "tests/scratch_store.h"
#include "vehicles/part/head.h"

enum { BEFORE = 120, AFTER = 240 };

static struct tests_scratch scratch;
static struct dat_exercise exercise;
static struct dat_practice practice;
static struct dat_store *store;
static int bursts; // events so far

static int set_up(void **state) {
    (void)state;
    store = tests_scratch_store(&scratch);
    bursts = 0;
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    dat_store_close(store);
    tests_scratch_remove(&scratch);
    return 0;
}

static void slew(int steps) {
    const struct veh_controls levers = {.value[VEH_SLEW] = 0.8};
    for (int i = 0; i < steps; i++) {
        const struct veh_event *events;
        dat_practice_step(&practice, &levers);
        const int count = veh_worksite_events(&practice.site, &events);
        for (int k = 0; k < count; k++)
            bursts += events[k].kind == VEH_EVENT_HOSE_BURST;
    }
}

static double slew_speed(void) {
    const struct veh_machine *machine = &practice.site.machines[0];
    const int joint = sim_model_find_joint(&machine->def->model, "crane.slew");
    assert_true(joint >= 0);
    return sim_joint_speed(practice.site.world, machine->instance.joints[joint], 0);
}

static void begin(void) {
    session_start("first-load", store, &exercise, &practice);
}

static uint64_t end(void) {
    const uint64_t hash = veh_worksite_hash(&practice.site);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, NULL));
    dat_exercise_finish(&exercise);
    return hash;
}

static void inject(const char *name) {
    const int number = dat_fault_find(&practice, name);
    char text[96];
    assert_true(number > 0);
    assert_string_equal(dat_fault_name(&practice, number, text, sizeof text), name);
    dat_fault_inject(&practice, number);
}

static void a_burst_hose_takes_the_force(void **state) {
    (void)state;
    begin();
    slew(BEFORE);
    const double before = slew_speed();
    assert_true(before > 0.05);
    inject("hose:crane.slew");
    inject("hose:crane.slew"); // once is enough
    assert_false(dat_fault_is_on(&practice, dat_fault_find(&practice, "hose:crane.slew")));
    slew(AFTER);
    assert_true(dat_fault_is_on(&practice, dat_fault_find(&practice, "hose:crane.slew")));
    assert_false(dat_fault_is_on(&practice, dat_fault_find(&practice, "hose:crane.boom")));
    assert_int_equal(bursts, 1);
    assert_true(slew_speed() < before);
    (void)end();
}

static void a_blocked_joint_stands_still(void **state) {
    (void)state;
    begin();
    slew(BEFORE);
    inject("blocked:crane.slew");
    slew(10);
    assert_near(slew_speed(), 0.0, 1e-6);
    (void)end();
}

// Each of the machine's, far more than an exercise may have of its own.
static void all_happen_that_there_are(void **state) {
    (void)state;
    begin();
    const int count = dat_fault_count(&practice);
    assert_true(count > 32);
    for (int i = 1; i <= count; i++) {
        dat_fault_inject(&practice, i);
        slew(1);
        assert_true(dat_fault_is_on(&practice, i));
    }
    for (int i = 1; i <= count; i++)
        assert_true(dat_fault_is_on(&practice, i));
    (void)end();
}

static void a_broken_joint_holds_nothing(void **state) {
    (void)state;
    begin();
    slew(10);
    inject("joint:crane.boom");
    slew(10);
    assert_true(dat_fault_is_on(&practice, dat_fault_find(&practice, "joint:crane.boom")));
    (void)end();
}

// The exercise's own at 2 s; the instructor blunts the knives before, and sharpens them.
static void knives_become_blunt_again_at_their_time(void **state) {
    (void)state;
    session_start("first-harvest", store, &exercise, &practice);
    struct veh_fault_list *happens = &practice.faults.happens;
    const int blunt = dat_fault_find(&practice, "knives:head.frame");
    const int sharp = dat_fault_find(&practice, "service:head.frame");
    assert_true(blunt > 0 && sharp > 0);
    struct veh_fault planned = practice.faults.possible.items[blunt - 1];
    planned.time = 2.0;
    *SIM_ARRAY_PUSH(happens) = planned;
    practice.site.def.faults = happens->items;
    practice.site.def.fault_count = happens->count;
    const struct veh_head_state *head =
        veh_machine_part(&practice.site.machines[0], &veh_part_head)->state;
    for (int times = 0; times < 2; times++) {
        dat_fault_inject(&practice, blunt);
        slew(20);
        assert_near(head->worn, 1.0, 0.0);
        dat_fault_inject(&practice, sharp);
        slew(20);
        assert_near(head->worn, 0.0, 0.0);
    }
    assert_int_equal(happens->count, 3); // those in the past were not kept
    slew(AFTER);
    assert_near(head->worn, 1.0, 0.0);
    (void)end();
}

static void there_are_no_others(void **state) {
    (void)state;
    begin();
    assert_int_equal(dat_fault_find(&practice, "hose:crane.nothing"), 0);
    assert_int_equal(dat_fault_find(&practice, ""), 0);
    dat_fault_inject(&practice, 0);
    dat_fault_inject(&practice, -3);
    dat_fault_inject(&practice, dat_fault_count(&practice) + 1);
    slew(2);
    for (int i = 1; i <= dat_fault_count(&practice); i++)
        assert_false(dat_fault_is_on(&practice, i));
    (void)end();
}

// With faults at two moments, of which one comes again after the session was wound back.
static void a_session_with_faults_replays_with_the_same_bits(void **state) {
    (void)state;
    begin();
    slew(BEFORE);
    inject("hose:crane.slew");
    slew(AFTER);
    inject("joint:crane.boom");
    inject("hose:crane.jib");
    inject("motor:crane.telescope");
    inject("sensor:crane");
    slew(AFTER);
    inject("blocked:crane.slew");
    slew(AFTER);
    const uint64_t hash = end();
    static struct dat_replay replay;
    static struct dat_playback playback;
    static struct dat_diagnostics d;
    const struct dat_replay_def def = {.session = 1};
    assert_int_equal(dat_replay_run(store, &def, &replay, &d, NULL), DAT_REPLAY_DONE);
    assert_true(dat_replay_same(&replay));
    assert_true(replay.replayed == hash);
    dat_replay_finish(&replay);
    assert_int_equal(dat_playback_open(store, &def, &playback, &d, NULL), DAT_REPLAY_DONE);
    for (int times = 0; times < 2; times++) {
        struct veh_controls levers;
        while (dat_playback_next(&playback, &levers))
            dat_practice_step(&playback.practice, &levers);
        assert_true(veh_worksite_hash(&playback.practice.site) == hash);
        assert_true(dat_playback_rewind(&playback, BEFORE / 2));
    }
    dat_playback_finish(&playback);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_burst_hose_takes_the_force, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_broken_joint_holds_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_blocked_joint_stands_still, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_happen_that_there_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knives_become_blunt_again_at_their_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(there_are_no_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_session_with_faults_replays_with_the_same_bits, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
