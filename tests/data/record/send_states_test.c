// States of sessions on a server: sent last, in portions, within bounds; a replay reads them there.
#include "data/record/send_states.h"

#include "data/record/send.h"
#include "data/record/signers.h"
#include "data/record/states.h"
#include "tests/data/record/one_lever.h"
#include "tests/data/record/seats_place.h"

enum { LAYOUT = 77 };

static size_t state_size = 1000;

static bool save_state(const void *simulation, struct dat_state *state) {
    (void)simulation;
    return one_lever_state(state, LAYOUT, state_size);
}

// Records so many seconds that took long, each with a state.
static void record(struct dat_store *store, int seconds) {
    struct dat_recorder *recorder = one_lever_begin(store, tests_seats_hash, save_state, NULL);
    for (int i = 0; i < seconds * 100 + 60; i++)
        one_lever_step(recorder, 1.0);
    tests_seats_end(recorder);
}

static struct dat_sender *connect(struct dat_store *store, const char *seat) {
    struct dat_sent sent;
    return seats_place_send(store, seat, &sent);
}

// Sends states, in so many calls at most; returns how many were of use.
static int send(struct dat_sender *sender, int most) {
    struct dat_problem problem = {""};
    bool more = true;
    int calls = 0;
    while (calls < most && more) {
        if (!dat_sender_send_states(sender, &more, &problem))
            fail_msg("%s", problem.text);
        calls += more;
    }
    return calls;
}

static int64_t count_there(const char *seat) {
    char sql[256];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM state JOIN session ON session.id = session_id JOIN seat "
                   "ON seat.id = seat_id WHERE seat.name = '%s'",
                   seat);
    return tests_postgres_number(&pg, sql);
}

static int64_t id_there(const char *seat, int64_t number) {
    char sql[256];
    (void)snprintf(sql, sizeof sql,
                   "SELECT session.id FROM session JOIN seat ON seat.id = seat_id WHERE seat.name "
                   "= '%s' AND number = %" PRId64,
                   seat, number);
    return tests_postgres_number(&pg, sql);
}

// Each state of the session is read from the server as from the file.
static void compare(struct dat_store *here, int64_t session, const char *seat) {
    struct dat_problem problem = {""};
    const int64_t id = id_there(seat, session);
    struct dat_store *there =
        dat_store_open_server(tests_postgres_address(&pg, "kranich"), NULL, &problem);
    assert_non_null(there);
    struct dat_step_list a, b;
    assert_true(dat_store_states(here, session, LAYOUT, &a, NULL));
    assert_true(dat_store_states(there, id, LAYOUT, &b, &problem));
    assert_true(a.count > 0);
    assert_int_equal(a.count, b.count);
    for (int i = 0; i < a.count; i++) {
        struct dat_state s, t;
        assert_int_equal(a.items[i], b.items[i]);
        assert_true(dat_store_state(here, session, a.items[i], &s, NULL));
        assert_true(dat_store_state(there, id, a.items[i], &t, NULL));
        assert_true(s.hash == t.hash && s.layout == t.layout);
        assert_int_equal(s.size, t.size);
        assert_memory_equal(s.bytes, t.bytes, s.size);
        dat_state_finish(&s);
        dat_state_finish(&t);
    }
    dat_step_list_finish(&b);
    assert_true(dat_store_states(there, id, LAYOUT + 1, &b, NULL));
    assert_int_equal(b.count, 0);
    dat_step_list_finish(&a);
    dat_store_close(there);
}

static void signed_by_this_computer(const char *seat) {
    struct dat_problem problem = {""};
    struct dat_signer_list list;
    struct dat_store *there =
        dat_store_open_server(tests_postgres_address(&pg, "kranich"), NULL, &problem);
    assert_non_null(there);
    if (!dat_store_signers(there, &list, &problem))
        fail_msg("%s", problem.text);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.items[0].seats, seat);
    assert_int_equal(list.items[0].sessions, 2);
    assert_true(list.items[0].own);
    dat_signer_list_finish(&list);
    dat_store_close(there);
}

// A later program resumes where an earlier one ended; no state is sent twice.
static void states_arrive_in_portions(void **state) {
    (void)state;
    struct dat_store *store = tests_seats_open(tests_scratch_path(&scratch, "portions.db"));
    state_size = 1500000;
    record(store, 4);
    state_size = 1000;
    record(store, 3); // the newest goes first
    struct dat_sender *sender = connect(store, "portions");
    assert_int_equal(count_there("portions"), 0);
    assert_int_equal(send(sender, 2), 2);
    assert_int_equal(count_there("portions"), 3 + 3);
    dat_sender_destroy(sender);
    sender = connect(store, "portions");
    assert_int_equal(send(sender, 100), 1);
    assert_int_equal(count_there("portions"), 4 + 3);
    assert_int_equal(send(sender, 100), 0);
    dat_sender_destroy(sender);
    compare(store, 1, "portions");
    compare(store, 2, "portions");
    signed_by_this_computer("portions");
    sender = connect(store, "portions");
    assert_int_equal(send(sender, 100), 0);
    dat_sender_destroy(sender);
    dat_store_close(store);
}

static void a_running_session_keeps_its_states(void **state) {
    (void)state;
    struct dat_store *store = tests_seats_open(tests_scratch_path(&scratch, "running.db"));
    struct dat_recorder *recorder = tests_seats_begin(store, "Anna");
    tests_seats_record(recorder, 0, 300);
    struct dat_sender *sender = connect(store, "running");
    sqlite3 *db;
    assert_int_equal(sqlite3_open(dat_store_path(store), &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db,
                     "INSERT INTO state VALUES (1, 100, '000000000000004d', '0000000000000001', "
                     "1, zeroblob(96), x'00')",
                     NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(send(sender, 100), 0);
    tests_seats_end(recorder);
    struct dat_sent sent;
    assert_true(dat_sender_send(sender, &sent, NULL));
    assert_int_equal(send(sender, 100), 1);
    assert_int_equal(count_there("running"), 1);
    dat_sender_destroy(sender);
    dat_store_close(store);
}

// Sessions deleted on the server, even during sending, do not hold up the others.
static void states_of_deleted_sessions_are_left_out(void **state) {
    (void)state;
    struct dat_store *store = tests_seats_open(tests_scratch_path(&scratch, "deleted.db"));
    record(store, 2);
    record(store, 2);
    struct dat_sender *sender = connect(store, "deleted");
    tests_postgres_run(&pg, "DELETE FROM session WHERE number = 2 AND seat_id = (SELECT id FROM "
                            "seat WHERE name = 'deleted')");
    assert_int_equal(send(sender, 100), 2);
    assert_int_equal(count_there("deleted"), 2);
    dat_sender_destroy(sender);
    dat_store_close(store);
}

static void a_server_keeps_the_bounds_of_a_database(void **state) {
    (void)state;
    struct dat_store *store = tests_seats_open(tests_scratch_path(&scratch, "bounds.db"));
    record(store, 2);
    struct dat_sender *sender = connect(store, "bounds");
    char sql[640];
    // Compressed, so that the server need not write 70 MB.
    (void)snprintf(sql, sizeof sql,
                   "ALTER TABLE state ALTER COLUMN bytes SET STORAGE EXTENDED; INSERT INTO state "
                   "(session_id, step, layout, state_hash, size, seal, bytes) SELECT %" PRId64
                   ", n, '', '', 1, '', repeat('x', %d)::bytea FROM generate_series(1, 3) AS n; "
                   "ALTER TABLE state ALTER COLUMN bytes SET STORAGE EXTERNAL",
                   id_there("bounds", 1), 3 * (DAT_STATES_BYTES / 8));
    tests_postgres_run(&pg, sql);
    assert_int_equal(send(sender, 100), 1);
    assert_int_equal(count_there("bounds"), 3); // the last, the third and the fifth from behind
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM state WHERE size = 1 AND "
                                                "layout = ''"),
                     2);
    dat_sender_destroy(sender);
    // The newest of a seat keep theirs.
    struct dat_session_info info;
    assert_true(dat_store_session(store, 1, &info, NULL));
    for (int i = 1; i < DAT_STATES_SESSIONS; i++)
        assert_true(dat_store_begin(store, &info, NULL, NULL) > 1);
    dat_session_info_finish(&info);
    record(store, 1);
    sender = connect(store, "bounds");
    assert_int_equal(send(sender, 100), 1);
    assert_int_equal(count_there("bounds"), 1);
    dat_sender_destroy(sender);
    dat_store_close(store);
}

static int states_of(const char *seat, int64_t number, bool *readable) {
    struct dat_problem problem = {""};
    struct dat_step_list steps;
    struct dat_state kept = {.bytes = NULL};
    const int64_t id = id_there(seat, number);
    struct dat_store *there =
        dat_store_open_server(tests_postgres_address(&pg, "kranich"), NULL, &problem);
    assert_non_null(there);
    const bool listed = dat_store_states(there, id, LAYOUT, &steps, NULL);
    *readable = steps.count > 0 && dat_store_state(there, id, steps.items[0], &kept, NULL);
    const int count = listed ? steps.count : -1;
    dat_state_finish(&kept);
    dat_step_list_finish(&steps);
    dat_store_close(there);
    return count;
}

static void damage_is_noticed(void **state) {
    (void)state;
    static const char *const damages[][2] = {
        {"UPDATE state SET bytes = bytes || 'x'", "UPDATE state SET bytes = substr(bytes, 1, "
                                                  "octet_length(bytes) - 1)"},
        {"UPDATE state SET size = size + 1", "UPDATE state SET size = size - 1"},
        {"UPDATE state SET size = -size", "UPDATE state SET size = -size"},
        {"UPDATE session SET number = number + 1000", "UPDATE session SET number = number - 1000"}};
    struct dat_store *store = tests_seats_open(tests_scratch_path(&scratch, "damage.db"));
    bool readable;
    record(store, 2);
    struct dat_sender *sender = connect(store, "damage");
    assert_int_equal(send(sender, 100), 1);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        tests_postgres_run(&pg, damages[i][0]);
        assert_int_equal(states_of("damage", i == 3 ? 1001 : 1, &readable), 2);
        assert_false(readable);
        tests_postgres_run(&pg, damages[i][1]);
        assert_int_equal(states_of("damage", 1, &readable), 2);
        assert_true(readable);
    }
    dat_sender_destroy(sender);
    dat_store_close(store);
}

// Last: the server becomes one that an earlier version has written.
static void an_older_server_gets_states(void **state) {
    (void)state;
    bool readable;
    static const struct {
        const char *sql;
        int states;
    } older[] = {{"UPDATE state SET seal = substring(seal FROM 1 FOR 32); UPDATE kranich SET "
                  "version = 9",
                  2},
                 {"ALTER TABLE state DROP COLUMN seal; ALTER TABLE state ADD checksum bigint NOT "
                  "NULL DEFAULT 0; UPDATE kranich SET version = 8",
                  -1},
                 {"DROP TABLE state; UPDATE kranich SET version = 7", -1}};
    struct dat_store *store = tests_seats_open(tests_scratch_path(&scratch, "damage.db"));
    struct dat_sender *sender = NULL;
    for (int i = 0; i < 3; i++) {
        tests_postgres_run(&pg, older[i].sql);
        assert_int_equal(states_of("damage", 1, &readable), older[i].states);
        assert_false(readable);
        dat_sender_destroy(sender);
        sender = connect(store, "damage");
        assert_int_equal(send(sender, 100), 1);
        assert_int_equal(states_of("damage", 1, &readable), 2);
        assert_true(readable);
    }
    tests_postgres_run(&pg, "ALTER TABLE state RENAME TO other");
    record(store, 1);
    struct dat_sent sent;
    struct dat_problem problem = {""};
    bool more;
    assert_true(dat_sender_send(sender, &sent, &problem));
    assert_int_equal(sent.sessions, 1); // all else arrives
    assert_false(dat_sender_send_states(sender, &more, &problem));
    assert_non_null(strstr(problem.text, "\"state\" does not exist"));
    tests_postgres_kill(&pg);
    assert_true(dat_sender_send_states(sender, &more, &problem) && !more);
    dat_sender_destroy(sender);
    dat_store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_arrive_in_portions),
        cmocka_unit_test(a_running_session_keeps_its_states),
        cmocka_unit_test(states_of_deleted_sessions_are_left_out),
        cmocka_unit_test(a_server_keeps_the_bounds_of_a_database),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(an_older_server_gets_states),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
