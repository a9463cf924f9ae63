#include "data/exercise/playback.h"

#include <stdlib.h>
#include <unistd.h>

#include <sqlite3.h>

#include "data/record/states.h"
#include "tests/data/exercise/recorded_session.h"

enum { STEPS = 500 };

static char folder[] = "/tmp/kranich-playback-XXXXXX";
static struct dat_store *store;

static char db[64];

static void run_sql(const char *sql) {
    sqlite3 *other;
    assert_int_equal(sqlite3_open(db, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
}

// With a state about every second, or with none.
static bool record(bool states) {
    static struct dat_exercise exercise;
    static struct dat_practice practice;
    session_start("first-harvest", store, &exercise, &practice);
    for (int i = 0; i < STEPS; i += 50) {
        session_drive(&practice, i, 50);
        if (states && i % 100 == 0)
            dat_recorder_took(practice.recorder, 1.0);
    }
    const bool done = dat_practice_finish(&practice, DAT_STOPPED, NULL);
    dat_exercise_finish(&exercise);
    if (!states)
        run_sql("DELETE FROM state");
    return done;
}

static int set_up(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL)
        return 1;
    (void)snprintf(db, sizeof db, "%s/s.db", folder);
    store = dat_store_open(db, DAT_STORE_WRITE, NULL);
    return store == NULL || !record(false) || !record(true);
}

static int tear_down(void **state) {
    char command[128];
    (void)state;
    dat_store_close(store);
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static void open_number(struct dat_playback *playback, int64_t session) {
    const struct dat_replay_def def = {.session = session};
    struct dat_diagnostics d;
    assert_int_equal(dat_playback_open(store, &def, playback, &d, NULL), DAT_REPLAY_DONE);
    assert_int_equal(dat_recorded_steps(&playback->recorded), STEPS);
}

// The one without states.
static void open_session(struct dat_playback *playback) {
    open_number(playback, 1);
}

// Plays up to that step, and returns the hash of the state there.
static uint64_t play_to(struct dat_playback *playback, int64_t step) {
    struct veh_controls levers;
    while (playback->reader.step < step && dat_playback_next(playback, &levers))
        dat_practice_step(&playback->practice, &levers);
    assert_int_equal(playback->reader.step, step);
    return veh_worksite_hash(&playback->practice.site);
}

enum { STOPS = 10 };
static const int64_t stops[STOPS] = {400, 100, 499, 0, 250, 249, 500, 300, 1, 399};

struct seen {
    uint64_t hash;
    double score[DAT_METRIC_COUNT];
};

static struct seen look(const struct dat_playback *playback) {
    struct seen seen = {.hash = veh_worksite_hash(&playback->practice.site)};
    for (int m = 0; m < DAT_METRIC_COUNT; m++)
        seen.score[m] = dat_score_value(&playback->practice.score, (enum dat_metric)m);
    return seen;
}

// The visited steps as they are when the session is played once from its begin to its end.
static void look_while_playing(struct seen seen[STOPS]) {
    static struct dat_playback playback;
    struct veh_controls levers;
    bool more = true;
    open_session(&playback);
    while (more) {
        for (int i = 0; i < STOPS; i++)
            if (stops[i] == playback.reader.step)
                seen[i] = look(&playback);
        more = dat_playback_next(&playback, &levers);
        if (more)
            dat_practice_step(&playback.practice, &levers);
    }
    assert_int_equal(playback.reader.step, STEPS);
    assert_true(look(&playback).hash == playback.recorded.info.end_state_hash);
    dat_playback_finish(&playback);
}

// Forwards, backwards and forwards again: each step has one state, and one score.
static void every_way_to_a_step_ends_in_the_same_state(void **state) {
    static struct dat_playback playback;
    struct seen straight[STOPS];
    (void)state;
    look_while_playing(straight);
    open_session(&playback);
    for (int i = 0; i < STOPS; i++) {
        (void)dat_playback_rewind(&playback, stops[i]);
        assert_true(playback.reader.step <= stops[i]);
        (void)play_to(&playback, stops[i]);
        const struct seen seen = look(&playback);
        assert_true(seen.hash == straight[i].hash);
        for (int m = 0; m < DAT_METRIC_COUNT; m++)
            assert_near(seen.score[m], straight[i].score[m], 0.0);
    }
    dat_playback_finish(&playback);
}

// Tickets are part of what a visit finds: those of a step, whichever way it was reached.
static void load_tickets_are_rewound(void **state) {
    static struct dat_playback playback;
    (void)state;
    open_session(&playback);
    struct dat_load_tickets *tickets = &playback.practice.tickets;
    (void)play_to(&playback, 250);
    for (int i = 0; i < 2; i++) { // as if a load had been emptied, and another begun
        *SIM_ARRAY_PUSH(&tickets->items) =
            (struct dat_load_ticket){.began = i + 1.0, .ended = 1.0 - i, .logs = 3};
        tickets->weighed_before = 800.0;
    }
    (void)play_to(&playback, 450);
    tickets->items.items[1].logs = 7;
    assert_true(dat_playback_rewind(&playback, 100));
    assert_int_equal(tickets->items.count, 0);
    assert_near(tickets->weighed_before, 0.0, 0.0);
    assert_true(dat_playback_rewind(&playback, 449));
    assert_int_equal(tickets->items.count, 2);
    assert_int_equal(tickets->items.items[1].logs, 3);
    dat_playback_finish(&playback);
}

static void what_lies_ahead_is_not_rewound(void **state) {
    static struct dat_playback playback;
    (void)state;
    open_session(&playback);
    (void)play_to(&playback, 300);
    assert_false(dat_playback_rewind(&playback, 300));
    assert_false(dat_playback_rewind(&playback, STEPS));
    assert_true(dat_playback_rewind(&playback, 299));
    // A state is kept every two seconds, so there is little to play.
    assert_true(299 - playback.reader.step <= playback.spacing);
    dat_playback_finish(&playback);
}

static char *result_of(const struct dat_playback *playback) {
    json_t *result = dat_practice_result(&playback->practice);
    char *text = json_dumps(result, JSON_REAL_PRECISION(17));
    json_decref(result);
    return text;
}

// A jump by a state of the record ends where playing from the start does: the world, and all that
// the result says.
static void jumps_by_states_end_where_steps_do(void **state) {
    static const int64_t visits[] = {500, 220, 390};
    enum { VISITS = sizeof visits / sizeof visits[0] };
    static struct dat_playback playback;
    uint64_t hash[VISITS];
    char *stepped[VISITS];
    (void)state;
    open_number(&playback, 2);
    for (int64_t step = 0; step <= STEPS; step++) {
        (void)play_to(&playback, step);
        for (int i = 0; i < VISITS; i++)
            if (visits[i] == step) {
                hash[i] = veh_worksite_hash(&playback.practice.site);
                stepped[i] = result_of(&playback);
            }
    }
    dat_playback_finish(&playback);
    open_number(&playback, 2);
    assert_true(playback.stored.count >= 3);
    for (int i = 0; i < VISITS; i++) {
        assert_true(dat_playback_rewind(&playback, visits[i]));
        // The last state is near: there is one about every second.
        assert_true(visits[i] - playback.reader.step <= 160);
        assert_true(play_to(&playback, visits[i]) == hash[i]);
        char *jumped = result_of(&playback);
        assert_string_equal(jumped, stepped[i]);
        free(jumped);
        free(stepped[i]);
    }
    (void)dat_playback_rewind(&playback, 0);
    (void)dat_playback_rewind(&playback, STEPS);
    assert_true(play_to(&playback, STEPS) == playback.recorded.info.end_state_hash);
    dat_playback_finish(&playback);
}

// States that are damaged or of another program are done without.
static void states_that_do_not_fit_are_recomputed(void **state) {
    static struct dat_playback playback;
    (void)state;
    open_number(&playback, 2);
    const int64_t last = playback.stored.items[playback.stored.count - 1];
    const int count = playback.stored.count;
    run_sql("UPDATE state SET bytes = zeroblob(200) WHERE step % 2 = 0 OR step > 200");
    assert_true(dat_playback_rewind(&playback, STEPS));
    assert_true(playback.reader.step < last && playback.stored.count < count);
    assert_true(play_to(&playback, STEPS) == playback.recorded.info.end_state_hash);
    dat_playback_finish(&playback);
    run_sql("UPDATE state SET layout = '0123456789abcdef'");
    open_number(&playback, 2);
    assert_int_equal(playback.stored.count, 0);
    assert_false(dat_playback_rewind(&playback, STEPS));
    assert_true(play_to(&playback, STEPS) == playback.recorded.info.end_state_hash);
    dat_playback_finish(&playback);
}

static void no_such_session(void **state) {
    static struct dat_playback playback;
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    (void)state;
    assert_int_equal(
        dat_playback_open(store, &(struct dat_replay_def){.session = 99}, &playback, &d, &problem),
        DAT_REPLAY_NO_SUCH);
    dat_playback_finish(&playback);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_to_a_step_ends_in_the_same_state),
        cmocka_unit_test(load_tickets_are_rewound),
        cmocka_unit_test(what_lies_ahead_is_not_rewound),
        cmocka_unit_test(jumps_by_states_end_where_steps_do),
        cmocka_unit_test(states_that_do_not_fit_are_recomputed),
        cmocka_unit_test(no_such_session),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
