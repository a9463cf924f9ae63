#include "data/record/send.h"

#include "data/record/backup.h"
#include "data/record/server_schema.h"
#include "tests/data/record/seats_place.h"

static struct dat_sender *sender_of(const char *path, const char *user, const char *seat) {
    struct dat_problem problem = {""};
    struct dat_sender *sender =
        dat_sender_create(path, tests_postgres_address(&pg, user), seat, &problem);
    if (sender == NULL)
        fail_msg("%s", problem.text);
    return sender;
}

// The number of sessions of which something was sent.
static int send_all(struct dat_sender *sender) {
    struct dat_sent sent;
    struct dat_problem problem = {""};
    if (!dat_sender_send(sender, &sent, &problem))
        fail_msg("%s", problem.text);
    assert_int_equal(sent.refused, 0);
    return sent.sessions;
}

// A new database with one session that has ended.
static const char *record(const char *name, const char *trainee, int64_t steps) {
    const char *path = tests_scratch_path(&scratch, name);
    struct dat_store *store = tests_seats_open(path);
    struct dat_recorder *recorder = tests_seats_begin(store, trainee);
    tests_seats_record(recorder, 0, steps);
    tests_seats_end(recorder);
    dat_store_close(store);
    return path;
}

static void a_running_session_arrives_bit_by_bit(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "running.db");
    struct dat_store *store = tests_seats_open(path);
    struct dat_sender *sender = sender_of(path, "kranich", "running");
    assert_int_equal(send_all(sender), 0);
    struct dat_recorder *recorder = tests_seats_begin(store, "Anna");
    for (int64_t step = 0; step < 1000; step += 250) {
        tests_seats_record(recorder, step, step + 250);
        assert_true(dat_recorder_flush(recorder, NULL));
        assert_int_equal(send_all(sender), 1);
        assert_int_equal(send_all(sender), 0);
        tests_seats_compare(&pg, path, "running");
    }
    // A note in a pause is an event without a step.
    dat_recorder_event(recorder, "instructor", "{\"command\":\"note\"}");
    assert_true(dat_recorder_flush(recorder, NULL));
    assert_int_equal(send_all(sender), 1);
    tests_seats_end(recorder);
    assert_int_equal(send_all(sender), 1);
    tests_seats_compare(&pg, path, "running");
    // A program that is started again sends nothing twice.
    dat_sender_destroy(sender);
    sender = sender_of(path, "kranich", "running");
    assert_int_equal(send_all(sender), 0);
    dat_sender_destroy(sender);
    dat_store_close(store);
}

// Two databases have sessions of the same number and trainee.
static void two_seats_are_told_apart(void **state) {
    (void)state;
    char left[512], right[512];
    (void)snprintf(left, sizeof left, "%s", record("left.db", "Bo", 300));
    (void)snprintf(right, sizeof right, "%s", record("right.db", "Bo", 500));
    struct dat_sender *a = sender_of(left, "kranich", "left"),
                      *b = sender_of(right, "kranich", "right");
    assert_int_equal(send_all(a), 1);
    assert_int_equal(send_all(b), 1);
    tests_seats_compare(&pg, left, "left");
    tests_seats_compare(&pg, right, "right");
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM trainee WHERE name = 'Bo'"),
                     1);
    dat_sender_destroy(a);
    dat_sender_destroy(b);
}

// The server has the rows, but the seat has not heard of it: as if the answer to COMMIT were lost.
static void an_answer_that_is_lost_does_no_harm(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "lost.db");
    struct dat_store *store = tests_seats_open(path);
    struct dat_recorder *recorder = tests_seats_begin(store, "Anna");
    struct dat_sender *first = sender_of(path, "kranich", "lost"),
                      *second = sender_of(path, "kranich", "lost");
    tests_seats_record(recorder, 0, 600);
    assert_true(dat_recorder_flush(recorder, NULL));
    assert_int_equal(send_all(first), 1);
    assert_int_equal(send_all(second), 0);
    tests_seats_record(recorder, 600, 900);
    assert_true(dat_recorder_flush(recorder, NULL));
    assert_int_equal(send_all(second), 1);
    assert_int_equal(send_all(first), 1); // does not know yet, and looks
    tests_seats_compare(&pg, path, "lost");
    tests_seats_end(recorder);
    dat_sender_destroy(first);
    dat_sender_destroy(second);
    dat_store_close(store);
}

// A database that is an earlier copy takes nothing back, and its own new sessions are sent.
static void an_earlier_copy_takes_nothing_back(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "original.db"),
               *copy = tests_scratch_path(&scratch, "copy.db");
    struct dat_store *store = tests_seats_open(path);
    struct dat_recorder *recorder = tests_seats_begin(store, "Anna");
    tests_seats_record(recorder, 0, 500);
    assert_true(dat_recorder_flush(recorder, NULL));
    assert_true(dat_store_backup(store, copy, false, NULL));
    tests_seats_record(recorder, 500, 900);
    tests_seats_end(recorder);
    struct dat_sender *sender = sender_of(path, "kranich", "original");
    assert_int_equal(send_all(sender), 1);
    dat_sender_destroy(sender);
    dat_store_close(store);
    store = tests_seats_open(copy); // marks its session as interrupted
    tests_seats_end(tests_seats_begin(store, "Anna"));
    sender = sender_of(copy, "kranich", "original");
    (void)send_all(sender);
    dat_sender_destroy(sender);
    dat_store_close(store);
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM session JOIN seat ON seat.id "
                                                "= seat_id WHERE name = 'original'"),
                     2);
    assert_int_equal(tests_postgres_number(&pg, "DELETE FROM session USING seat WHERE seat.id = "
                                                "seat_id AND name = 'original' AND number = 2 "
                                                "RETURNING 1::bigint"),
                     1);
    tests_seats_compare(&pg, path, "original");
}

static void a_killed_server_loses_nothing(void **state) {
    (void)state;
    const char *path = tests_scratch_path(&scratch, "killed.db");
    struct dat_store *store = tests_seats_open(path);
    struct dat_recorder *recorder = tests_seats_begin(store, "Cem");
    struct dat_sender *sender = sender_of(path, "kranich", "killed");
    struct dat_sent sent;
    struct dat_problem problem = {""};
    tests_seats_record(recorder, 0, 400);
    assert_true(dat_recorder_flush(recorder, NULL));
    assert_int_equal(send_all(sender), 1);
    tests_postgres_kill(&pg);
    tests_seats_record(recorder, 400, 800);
    tests_seats_end(recorder);
    assert_false(dat_sender_send(sender, &sent, &problem));
    assert_non_null(strstr(problem.text, "the server at /"));
    assert_false(dat_sender_send(sender, &sent, &problem));
    tests_postgres_start(&pg);
    assert_int_equal(send_all(sender), 1);
    tests_seats_compare(&pg, path, "killed");
    dat_sender_destroy(sender);
    dat_store_close(store);
}

static void tests_set_text(const char *path, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

// A damaged text is no UTF-8: its session stays, the next one goes.
static void a_refused_session_holds_up_no_others(void **state) {
    (void)state;
    const char *path = record("refused.db", "Anna", 100);
    tests_set_text(path, "UPDATE session SET machine = CAST(x'61ff' AS TEXT)");
    struct dat_store *store = tests_seats_open(path);
    tests_seats_end(tests_seats_begin(store, "Anna"));
    struct dat_sender *sender = sender_of(path, "kranich", "refused");
    struct dat_sent sent;
    struct dat_problem problem = {""};
    assert_true(dat_sender_send(sender, &sent, &problem));
    assert_int_equal(sent.sessions, 1);
    assert_int_equal(sent.refused, 1);
    assert_non_null(strstr(sent.refusal.text, "session 1 stays here, the server at /"));
    assert_non_null(strstr(sent.refusal.text, "invalid byte sequence"));
    assert_true(dat_sender_send(sender, &sent, &problem));
    assert_int_equal(sent.sessions + sent.refused, 0);
    dat_sender_destroy(sender);
    dat_store_close(store);
}

static int64_t ask(sqlite3 *db, const char *sql) {
    sqlite3_stmt *query;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &query, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    const int64_t number = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return number;
}

// Makes the first page of the inputs' tree unreadable; pages are counted from 1.
static void damage_first_inputs(const char *path) {
    sqlite3 *db;
    unsigned char child[4];
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    const int64_t root = ask(db, "SELECT rootpage FROM sqlite_schema WHERE name = 'input'"),
                  size = ask(db, "PRAGMA page_size");
    sqlite3_close(db);
    const int file = open(path, O_RDWR);
    unsigned char head[14];
    assert_int_equal(pread(file, head, sizeof head, (root - 1) * size), sizeof head);
    assert_int_equal(head[0], 2); // an inner page of an index, whose cells begin with a child
    assert_int_equal(pread(file, child, 4, (root - 1) * size + head[12] * 256 + head[13]), 4);
    const int64_t page = child[0] << 24 | child[1] << 16 | child[2] << 8 | child[3];
    memset(head, 0xff, sizeof head);
    assert_int_equal(pwrite(file, head, sizeof head, (page - 1) * size), sizeof head);
    assert_int_equal(close(file), 0);
}

static void an_unreadable_session_holds_up_no_others(void **state) {
    (void)state;
    const char *path = record("torn.db", "Anna", 5000);
    damage_first_inputs(path);
    struct dat_store *store = tests_seats_open(path);
    struct dat_recorder *recorder = tests_seats_begin(store, "Anna");
    tests_seats_record(recorder, 0, 100);
    tests_seats_end(recorder);
    struct dat_sender *sender = sender_of(path, "kranich", "torn");
    struct dat_sent sent;
    struct dat_problem problem = {""};
    if (!dat_sender_send(sender, &sent, &problem))
        fail_msg("%s", problem.text);
    assert_int_equal(sent.sessions, 1);
    assert_int_equal(sent.refused, 1);
    assert_non_null(strstr(sent.refusal.text, "session 1 stays here, "));
    assert_non_null(strstr(sent.refusal.text, "malformed"));
    assert_int_equal(send_all(sender), 0);
    // Nothing of the first one is there.
    assert_int_equal(tests_postgres_number(&pg, "SELECT sum(number)::bigint FROM session JOIN seat "
                                                "ON seat.id = seat_id WHERE name = 'torn'"),
                     2);
    dat_sender_destroy(sender);
    dat_store_close(store);
}

static void refuse(const char *user, const char *words) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s", tests_scratch_path(&scratch, "left.db"));
    struct dat_sender *sender = sender_of(path, user, "left");
    struct dat_sent sent;
    struct dat_problem problem = {""};
    assert_false(dat_sender_send(sender, &sent, &problem));
    if (strstr(problem.text, words) == NULL)
        fail_msg("'%s' does not say '%s'", problem.text, words);
    dat_sender_destroy(sender);
}

static void a_role_that_may_only_read_is_refused(void **state) {
    (void)state;
    tests_postgres_run(&pg, "CREATE ROLE reader LOGIN; GRANT pg_read_all_data TO reader");
    refuse("reader", "permission denied for table seat");
}

static void a_newer_server_is_refused(void **state) {
    (void)state;
    char words[128];
    (void)snprintf(words, sizeof words,
                   "was written by a newer Kranich (its version is 99, this "
                   "program knows %d): update the program",
                   DAT_SERVER_VERSION);
    tests_postgres_run(&pg, "UPDATE kranich SET version = 99");
    refuse("kranich", words);
    (void)snprintf(words, sizeof words, "UPDATE kranich SET version = %d", DAT_SERVER_VERSION);
    tests_postgres_run(&pg, words);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_running_session_arrives_bit_by_bit),
        cmocka_unit_test(two_seats_are_told_apart),
        cmocka_unit_test(an_answer_that_is_lost_does_no_harm),
        cmocka_unit_test(an_earlier_copy_takes_nothing_back),
        cmocka_unit_test(a_killed_server_loses_nothing),
        cmocka_unit_test(a_refused_session_holds_up_no_others),
        cmocka_unit_test(an_unreadable_session_holds_up_no_others),
        cmocka_unit_test(a_role_that_may_only_read_is_refused),
        cmocka_unit_test(a_newer_server_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
