#include "data/record/states.h"

#include <string.h>

#include <sqlite3.h>

#include "data/record/backup.h"
#include "data/record/recorder.h"
#include "data/record/trust.h"
#include "tests/data/record/one_lever.h"
#include "tests/scratch_store.h"

enum { LAYOUT = 77 };

static struct tests_scratch scratch;
static struct dat_store *store;
static size_t state_size = 1000;
static bool no_memory;

static int set_up(void **state) {
    (void)state;
    store = tests_scratch_store(&scratch);
    setenv("XDG_DATA_HOME", scratch.folder, 1);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    dat_store_close(store);
    tests_scratch_remove(&scratch);
    return 0;
}

static uint64_t state_hash(const void *simulation) {
    return *(const uint64_t *)simulation;
}

// Bytes that cannot be compressed, and begin with the simulation.
static bool save_state(const void *simulation, struct dat_state *state) {
    if (no_memory)
        return false;
    assert_true(one_lever_state(state, LAYOUT, state_size));
    memcpy(state->bytes, simulation, sizeof(uint64_t));
    return true;
}

static uint64_t simulation; // the steps that it has made

static struct dat_recorder *begin(void) {
    simulation = 0;
    return one_lever_begin(store, state_hash, save_state, &simulation);
}

static void make_steps(struct dat_recorder *recorder, int count, double took) {
    for (int i = 0; i < count; i++) {
        dat_recorder_step(recorder, &(double){0.5});
        simulation++;
        dat_recorder_took(recorder, took);
    }
}

static int64_t end(struct dat_recorder *recorder) {
    const int64_t session = dat_recorder_session(recorder);
    assert_true(
        dat_recorder_end(recorder, &(struct dat_recording_end){.outcome = DAT_STOPPED}, NULL));
    return session;
}

static struct dat_step_list steps_of(int64_t session) {
    struct dat_step_list steps;
    assert_true(dat_store_states(store, session, LAYOUT, &steps, NULL));
    return steps;
}

static int count_of(int64_t session) {
    struct dat_step_list steps = steps_of(session);
    const int count = steps.count;
    dat_step_list_finish(&steps);
    return count;
}

// Quick steps: a state every 20 s. Slow ones: a state where they have taken 0.5 s, but at least a
// second apart. A batch ends half a second later at most.
static void slow_steps_have_more_states(void **state) {
    (void)state;
    struct dat_recorder *recorder = begin();
    make_steps(recorder, 6500, 0.0);
    make_steps(recorder, 1000, 0.002);
    make_steps(recorder, 1000, 0.2);
    const int64_t session = end(recorder);
    struct dat_step_list steps = steps_of(session);
    int64_t before = 0;
    for (int i = 0; i < steps.count; i++) {
        const int64_t apart = steps.items[i] - before;
        before = steps.items[i];
        if (before <= 6500)
            assert_in_range(apart, 2000, 2060);
        else if (before > 6850 && before <= 7500)
            assert_in_range(apart, 100, 310);
        else if (before > 7700)
            assert_in_range(apart, 100, 160);
        struct dat_state kept;
        uint64_t at;
        assert_true(dat_store_state(store, session, before, &kept, NULL));
        memcpy(&at, kept.bytes, sizeof at);
        assert_true(at == (uint64_t)before && kept.hash == at && kept.layout == LAYOUT);
        assert_int_equal(kept.size, state_size);
        dat_state_finish(&kept);
    }
    assert_true(before > 8300);
    dat_step_list_finish(&steps);
}

static void other_layouts_are_not_listed(void **state) {
    (void)state;
    struct dat_recorder *recorder = begin();
    make_steps(recorder, 300, 1.0);
    const int64_t session = end(recorder);
    struct dat_step_list steps;
    assert_true(count_of(session) > 0);
    assert_true(dat_store_states(store, session, LAYOUT + 1, &steps, NULL));
    assert_int_equal(steps.count, 0);
}

static void without_memory_there_is_no_state(void **state) {
    (void)state;
    no_memory = true;
    struct dat_recorder *recorder = begin();
    make_steps(recorder, 300, 1.0);
    const int64_t session = end(recorder);
    no_memory = false;
    assert_int_equal(count_of(session), 0);
}

static void a_large_session_keeps_every_other_state(void **state) {
    (void)state;
    state_size = 3 * (size_t)DAT_STATES_BYTES / 8; // the third is too much
    struct dat_recorder *recorder = begin();
    make_steps(recorder, 360, 1.0);
    const int64_t session = end(recorder);
    state_size = 1000;
    struct dat_step_list steps = steps_of(session);
    assert_in_range((size_t)steps.count * 3 * DAT_STATES_BYTES / 8, 1, DAT_STATES_BYTES);
    assert_true(steps.count >= 1 && steps.items[steps.count - 1] >= 300); // the last stays
    dat_step_list_finish(&steps);
}

static void states_go_with_their_session(void **state) {
    (void)state;
    struct dat_recorder *recorder = begin();
    make_steps(recorder, 300, 1.0);
    const int64_t session = end(recorder);
    const int count = count_of(session);
    bool found;
    assert_true(count > 0);
    // A copy of the database has them.
    const char *path = tests_scratch_path(&scratch, "copy.db");
    assert_true(dat_store_backup(store, path, false, NULL));
    struct dat_store *original = store;
    store = dat_store_open(path, DAT_STORE_READ, NULL);
    assert_int_equal(count_of(session), count);
    dat_store_close(store);
    store = original;
    assert_true(dat_store_delete(store, session, &found, NULL));
    assert_int_equal(count_of(session), 0);
}

static void old_sessions_lose_theirs(void **state) {
    (void)state;
    struct dat_recorder *recorder = begin();
    make_steps(recorder, 300, 1.0);
    const int64_t session = end(recorder);
    struct dat_session_info info;
    assert_true(dat_store_session(store, session, &info, NULL));
    for (int i = 1; i < DAT_STATES_SESSIONS; i++)
        assert_true(dat_store_begin(store, &info, NULL, NULL) > session);
    assert_true(count_of(session) > 0);
    assert_true(dat_store_begin(store, &info, NULL, NULL) > session);
    assert_int_equal(count_of(session), 0);
    dat_session_info_finish(&info);
    assert_true(dat_store_session(store, session, &info, NULL)); // all else stays
    assert_int_equal(info.steps, 300);
    dat_session_info_finish(&info);
}

static void damage_is_noticed(void **state) {
    (void)state;
    static const char *const damages[] = {"UPDATE state SET bytes = zeroblob(900)",
                                          "UPDATE state SET size = size + 1",
                                          "UPDATE state SET size = 9000000000",
                                          "UPDATE state SET step = step + 1",
                                          "UPDATE state SET seal = zeroblob(96)",
                                          "UPDATE state SET state_hash = '0000000000000001'",
                                          "UPDATE session SET start_utc = start_utc || 'Z'"};
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct dat_recorder *recorder = begin();
        make_steps(recorder, 300, 1.0);
        const int64_t session = end(recorder);
        sqlite3 *db;
        assert_int_equal(sqlite3_open(dat_store_path(store), &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, damages[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        struct dat_step_list steps = steps_of(session);
        struct dat_problem problem = {""};
        struct dat_state kept;
        assert_false(dat_store_state(store, session, steps.items[0], &kept, &problem));
        assert_non_null(strstr(problem.text, "is damaged, missing or of another computer"));
        assert_null(kept.bytes);
        dat_step_list_finish(&steps);
        bool found;
        assert_true(dat_store_delete(store, session, &found, NULL));
    }
}

// Another key is that of another computer, whose states are used once it is trusted.
static void states_of_other_computers_are_left_alone(void **state) {
    (void)state;
    struct dat_recorder *recorder = begin();
    make_steps(recorder, 300, 1.0);
    const int64_t session = end(recorder);
    struct dat_step_list steps = steps_of(session);
    const char *const folders[] = {"other", "other", ""};
    uint8_t signer[DAT_SIGNER];
    assert_true(steps.count > 0);
    struct dat_seal_key own;
    assert_true(dat_seal_key_read(&own, false, NULL) && dat_seal_signer(&own, signer));
    assert_int_equal(mkdir(tests_scratch_path(&scratch, "other"), 0700), 0);
    for (int i = 0; i < 3; i++) {
        struct dat_state kept;
        struct dat_seal_key key;
        setenv("XDG_DATA_HOME", tests_scratch_path(&scratch, folders[i]), 1);
        if (i == 1)
            assert_true(dat_trust_add(signer, "Seat 3", NULL));
        assert_true(dat_seal_key_read(&key, true, NULL));
        struct dat_store *reader = dat_store_open(dat_store_path(store), DAT_STORE_READ, NULL);
        assert_non_null(reader);
        assert_int_equal(dat_store_state(reader, session, steps.items[0], &kept, NULL), i > 0);
        dat_state_finish(&kept);
        dat_store_close(reader);
    }
    dat_step_list_finish(&steps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_steps_have_more_states),
        cmocka_unit_test(other_layouts_are_not_listed),
        cmocka_unit_test(without_memory_there_is_no_state),
        cmocka_unit_test(a_large_session_keeps_every_other_state),
        cmocka_unit_test(states_go_with_their_session),
        cmocka_unit_test(old_sessions_lose_theirs),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(states_of_other_computers_are_left_alone),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
