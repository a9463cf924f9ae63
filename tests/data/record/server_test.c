#include "data/record/server.h"

#include "data/record/backup.h"
#include "data/record/damage.h"
#include "data/record/send.h"
#include "data/record/server_schema.h"
#include "tests/data/record/seats.h"

static struct tests_postgres pg;
static struct tests_scratch scratch;

// Two sessions of one seat, and one of the same number of another.
static void fill(const char *name, const char *const trainees[], int64_t steps) {
    const char *path = tests_scratch_path(&scratch, name);
    struct dat_sent sent;
    struct dat_problem problem = {""};
    struct dat_store *store = tests_seats_open(path);
    for (int i = 0; trainees[i] != NULL; i++) {
        struct dat_recorder *recorder = tests_seats_begin(store, trainees[i]);
        tests_seats_record(recorder, 0, steps * (i + 1));
        tests_seats_end(recorder);
    }
    struct dat_sender *sender =
        dat_sender_create(path, tests_postgres_address(&pg, "kranich"), name, &problem);
    assert_non_null(sender);
    if (!dat_sender_send(sender, &sent, &problem))
        fail_msg("%s", problem.text);
    dat_sender_destroy(sender);
    dat_store_close(store);
}

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    tests_postgres_create(&pg);
    fill("left.db", (const char *const[]){"Anna", "Bo", NULL}, 450);
    fill("right.db", (const char *const[]){"Bo", NULL}, 300);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_postgres_remove(&pg);
    tests_scratch_remove(&scratch);
    return 0;
}

static char told[4096]; // about rows that were left out

static void tell(const char *sentence) {
    const size_t used = strlen(told);
    (void)snprintf(told + used, sizeof told - used, "%s\n", sentence);
}

static struct dat_store *open_as(const char *user) {
    struct dat_problem problem = {""};
    struct dat_store *store =
        dat_store_open_server(tests_postgres_address(&pg, user), tell, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    return store;
}

static int damage_of(struct dat_store *store, int64_t id, char *first, size_t size) {
    struct dat_session_info info;
    struct dat_name_list damage;
    struct dat_problem problem = {""};
    assert_true(dat_store_session(store, id, &info, &problem));
    assert_int_equal(info.id, id);
    if (!dat_session_check(store, &info, &damage, &problem))
        fail_msg("%s", problem.text);
    const int count = damage.count;
    (void)snprintf(first, size, "%s", count > 0 ? damage.items[0] : "");
    dat_name_list_finish(&damage);
    dat_session_info_finish(&info);
    return count;
}

static void the_sessions_of_all_seats_are_there(void **state) {
    (void)state;
    static const char *const trainees[] = {"Anna", "Bo", "Bo"}, *const seats[] = {"left.db",
                                                                                  "left.db",
                                                                                  "right.db"};
    struct dat_store *store = open_as("kranich");
    struct dat_session_list list;
    char seat[64], damage[256];
    assert_true(dat_store_sessions(store, &list, NULL));
    assert_int_equal(list.count, 3);
    for (int i = 0; i < list.count; i++) {
        assert_string_equal(list.items[i].trainee, trainees[i]);
        assert_string_equal(dat_store_seat(store, list.items[i].id, seat, sizeof seat), seats[i]);
        assert_int_equal(list.items[i].outcome, DAT_PASSED);
        assert_int_equal(list.items[i].event_count, list.items[i].steps / 50);
        // The checksums count the server's numbers here.
        assert_int_equal(damage_of(store, list.items[i].id, damage, sizeof damage), 0);
    }
    dat_session_list_finish(&list);
    dat_store_close(store);
}

static void a_record_is_that_of_the_seat(void **state) {
    (void)state;
    struct dat_store *here = tests_seats_open(tests_scratch_path(&scratch, "right.db")),
                     *there = open_as("kranich");
    struct dat_input_list a, b;
    struct dat_event_list events;
    struct dat_log_list logs;
    struct dat_source_list files;
    assert_true(dat_store_inputs(here, 1, &a, NULL) && dat_store_inputs(there, 3, &b, NULL));
    assert_true(a.count == b.count && a.count > 0);
    for (int i = 0; i < a.count; i++) {
        assert_int_equal(a.items[i].first_step, b.items[i].first_step);
        assert_true(a.items[i].state_hash == b.items[i].state_hash);
        assert_int_equal(a.items[i].size, b.items[i].size);
        assert_memory_equal(a.items[i].bytes, b.items[i].bytes, a.items[i].size);
    }
    assert_true(dat_store_events(there, 3, &events, NULL) &&
                dat_store_logs(there, 3, &logs, NULL) && dat_store_files(there, 3, &files, NULL));
    assert_int_equal(events.count, 6);
    assert_int_equal(logs.count, 1);
    assert_true(logs.items[0].x == -1.0 / 3.0);
    assert_string_equal(files.items[0].path, "/e/first-harvest.yaml");
    dat_input_list_finish(&a);
    dat_input_list_finish(&b);
    dat_event_list_finish(&events);
    dat_log_list_finish(&logs);
    dat_sources_finish(&files);
    dat_store_close(here);
    dat_store_close(there);
}

// An open store does not see later changes on the server.
static void a_store_is_of_one_moment(void **state) {
    (void)state;
    struct dat_store *store = open_as("kranich");
    struct dat_event_list events;
    tests_postgres_run(&pg, "CREATE TABLE kept AS SELECT * FROM event; DELETE FROM event");
    assert_true(dat_store_hold(store, NULL));
    assert_true(dat_store_events(store, 1, &events, NULL));
    assert_int_equal(events.count, 9);
    dat_event_list_finish(&events);
    dat_store_release(store);
    dat_store_close(store);
    tests_postgres_run(&pg, "INSERT INTO event SELECT * FROM kept; DROP TABLE kept");
}

static void damage_on_the_server_is_noticed(void **state) {
    (void)state;
    static const char *const changes[][3] = {
        {"UPDATE session SET steps = steps + 1 WHERE id = 2",
         "UPDATE session SET steps = steps - 1 WHERE id = 2", "its row in the table of sessions"},
        {"UPDATE event SET step = 1 WHERE session_id = 2 AND number = 3",
         "UPDATE event SET step = 149 WHERE session_id = 2 AND number = 3", "event 3"},
        {"UPDATE input SET steps = steps + 1 WHERE session_id = 2 AND first_step = 0",
         "UPDATE input SET steps = steps - 1 WHERE session_id = 2 AND first_step = 0", "chunk 1"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char damage[256];
        tests_postgres_run(&pg, changes[i][0]);
        struct dat_store *store = open_as("kranich");
        assert_true(damage_of(store, 2, damage, sizeof damage) > 0);
        if (strstr(damage, changes[i][2]) == NULL)
            fail_msg("'%s' does not say '%s'", damage, changes[i][2]);
        dat_store_close(store);
        tests_postgres_run(&pg, changes[i][1]);
    }
}

static void assert_told(const char *words) {
    if (strstr(told, words) == NULL)
        fail_msg("'%s' does not say '%s'", told, words);
}

// Each seat can write anything to the server; the sessions of the others stay readable.
static void malformed_rows_are_left_out(void **state) {
    (void)state;
    tests_postgres_run(
        &pg, "INSERT INTO trainee (name, created_utc) OVERRIDING SYSTEM VALUE VALUES (' ', '');"
             "INSERT INTO session OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(session, "
             "jsonb_build_object('id', 100 + n, 'number', 100 + n, 'step_s', 0.01 * (n % 2), "
             "'outcome', CASE n WHEN 3 THEN 'none' ELSE outcome END, 'trainee_id', CASE n WHEN 5 "
             "THEN (SELECT max(id) FROM trainee) ELSE trainee_id END))).* FROM session, "
             "generate_series(1, 6) AS n WHERE session.id = 1;"
             "UPDATE event SET detail = 'no JSON' WHERE session_id = 2 AND number IN (4, 5);"
             "INSERT INTO session OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(session, "
             "'{\"id\": -7, \"number\": 107}')).* FROM session WHERE id = 1");
    told[0] = '\0';
    struct dat_store *store = open_as("kranich");
    struct dat_session_list list;
    struct dat_event_list events;
    struct dat_name_list damage;
    char text[256];
    assert_true(dat_store_sessions(store, &list, NULL));
    assert_int_equal(list.count, 4); // 101 is well-formed
    assert_int_equal(list.items[3].id, 101);
    dat_session_list_finish(&list);
    assert_told("malformed rows are left out: trainee ");
    assert_told("left out: session -7 (CHECK constraint failed: id > 0)\n");
    assert_told("session 102 (CHECK constraint failed: step_s > 0), session 103 (CHECK ");
    assert_told(" and 2 more\n");
    told[0] = '\0';
    assert_true(dat_store_events(store, 2, &events, NULL));
    assert_int_equal(events.count, 16);
    dat_event_list_finish(&events);
    assert_told("event 4 of session 2 (CHECK constraint failed: detail IS NULL OR "
                "json_valid(detail)), event 5 of session 2 (");
    assert_int_equal(damage_of(store, 2, text, sizeof text), 1);
    assert_non_null(strstr(text, "event 4 is missing"));
    assert_true(dat_store_check(store, &damage, NULL));
    assert_int_equal(damage.count, 4); // trainee, origin and session, event
    dat_name_list_finish(&damage);
    dat_store_close(store);
    tests_postgres_run(&pg, "DELETE FROM session WHERE id > 100 OR id < 0; DELETE FROM trainee "
                            "WHERE name = ' '; UPDATE event SET detail = CASE number % 2 WHEN 0 "
                            "THEN '{\"a\":0.1}' END WHERE session_id = 2 AND number IN (4, 5)");
    told[0] = '\0';
    store = open_as("kranich");
    assert_int_equal(damage_of(store, 2, text, sizeof text), 0);
    assert_string_equal(told, "");
    dat_store_close(store);
}

// One file with the sessions of all seats, which needs the server no more.
static void a_backup_has_everything(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    const char *path = tests_scratch_path(&scratch, "all.db");
    struct dat_store *store = open_as("kranich");
    if (!dat_store_backup(store, path, false, &problem))
        fail_msg("%s", problem.text);
    dat_store_close(store);
    store = dat_store_open(path, DAT_STORE_READ, &problem);
    assert_non_null(store);
    for (int64_t id = 1; id <= 3; id++) {
        char damage[256];
        struct dat_input_list inputs;
        assert_int_equal(damage_of(store, id, damage, sizeof damage), 0);
        assert_true(dat_store_inputs(store, id, &inputs, &problem) && inputs.count > 0);
        dat_input_list_finish(&inputs);
    }
    dat_store_close(store);
}

static void a_role_that_may_only_read_is_enough(void **state) {
    (void)state;
    tests_postgres_run(&pg, "CREATE ROLE reader LOGIN; GRANT pg_read_all_data TO reader");
    struct dat_store *store = open_as("reader");
    struct dat_log_list logs;
    assert_true(dat_store_logs(store, 2, &logs, NULL));
    assert_int_equal(logs.count, 4);
    dat_log_list_finish(&logs);
    bool found;
    struct dat_problem problem = {""};
    assert_false(dat_store_delete(store, 2, &found, &problem));
    assert_non_null(strstr(problem.text, "permission denied"));
    dat_store_close(store);
}

// A seat does not bring back what was deleted on the server, not even while it records it.
static void a_deleted_session_does_not_come_back(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    struct dat_sent sent;
    bool found;
    const char *path = tests_scratch_path(&scratch, "right.db");
    struct dat_store *seat = tests_seats_open(path);
    struct dat_recorder *recorder = tests_seats_begin(seat, "Bo");
    struct dat_sender *sender =
        dat_sender_create(path, tests_postgres_address(&pg, "kranich"), NULL, &problem);
    assert_true(sender != NULL && dat_sender_send(sender, &sent, &problem));
    assert_int_equal(sent.sessions, 1);
    const int64_t running =
        tests_postgres_number(&pg, "SELECT id FROM session WHERE outcome IS NULL");
    const int64_t deleted[] = {3, running, 3};
    for (int i = 0; i < 3; i++) {
        struct dat_store *store = open_as("kranich");
        if (!dat_store_delete(store, deleted[i], &found, &problem))
            fail_msg("%s", problem.text);
        assert_int_equal(found, i < 2);
        dat_store_close(store);
    }
    tests_seats_record(recorder, 0, 500);
    tests_seats_end(recorder);
    assert_true(dat_sender_send(sender, &sent, &problem));
    dat_sender_destroy(sender);
    sender = dat_sender_create(path, tests_postgres_address(&pg, "kranich"), NULL, &problem);
    assert_true(sender != NULL && dat_sender_send(sender, &sent, &problem));
    assert_int_equal(sent.sessions, 0);
    dat_sender_destroy(sender);
    dat_store_close(seat);
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM session JOIN seat ON seat.id "
                                                "= seat_id WHERE name = 'right.db'"),
                     0);
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM event WHERE session_id = 3"),
                     0);
    assert_int_equal(tests_postgres_number(&pg, "SELECT count(*) FROM session"), 2);
}

static void refuse(const char *words) {
    struct dat_problem problem = {""};
    assert_null(dat_store_open_server(tests_postgres_address(&pg, "kranich"), tell, &problem));
    if (strstr(problem.text, words) == NULL)
        fail_msg("'%s' does not say '%s'", problem.text, words);
}

// A server that earlier versions of the program have written is read as it is, and brought up by
// the next seat.
static void an_older_server_is_read_and_brought_up(void **state) {
    (void)state;
    char damage[256];
    tests_postgres_run(&pg, "ALTER TABLE session DROP COLUMN parameters; UPDATE kranich SET "
                            "version = 4");
    struct dat_store *store = open_as("kranich");
    struct dat_session_info info;
    assert_true(dat_store_session(store, 1, &info, NULL));
    assert_string_equal(info.trainee, "Anna");
    assert_null(info.parameters);
    dat_session_info_finish(&info);
    dat_store_close(store);
    fill("new.db", (const char *const[]){"Cem", NULL}, 100);
    assert_int_equal(tests_postgres_number(&pg, "SELECT version FROM kranich"), DAT_SERVER_VERSION);
    const int64_t newest = tests_postgres_number(&pg, "SELECT max(id) FROM session");
    store = open_as("kranich");
    assert_int_equal(damage_of(store, newest, damage, sizeof damage), 0);
    assert_true(dat_store_session(store, newest, &info, NULL));
    assert_string_equal(info.parameters, "{\"row\":3.5}");
    dat_session_info_finish(&info);
    dat_store_close(store);
}

static void other_servers_are_refused(void **state) {
    (void)state;
    char words[128];
    (void)snprintf(words, sizeof words, "newer Kranich (its version is %d, this program knows %d)",
                   DAT_SERVER_VERSION + 1, DAT_SERVER_VERSION);
    tests_postgres_run(&pg, "UPDATE kranich SET version = version + 1");
    refuse(words);
    tests_postgres_run(&pg, "ALTER TABLE kranich RENAME TO other");
    refuse("it has no session database; the first seat that sends its sessions there creates it");
    tests_postgres_kill(&pg);
    refuse("the server at /");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sessions_of_all_seats_are_there),
        cmocka_unit_test(a_record_is_that_of_the_seat),
        cmocka_unit_test(a_store_is_of_one_moment),
        cmocka_unit_test(damage_on_the_server_is_noticed),
        cmocka_unit_test(malformed_rows_are_left_out),
        cmocka_unit_test(a_backup_has_everything),
        cmocka_unit_test(a_role_that_may_only_read_is_enough),
        cmocka_unit_test(a_deleted_session_does_not_come_back),
        cmocka_unit_test(an_older_server_is_read_and_brought_up),
        cmocka_unit_test(other_servers_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
