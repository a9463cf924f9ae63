#pragma once

// Sessions to be sent to a server, and the comparison of what it has with what the seats have.

#include <inttypes.h>

#include <sqlite3.h>

#include "data/record/recorder.h"
#include "tests/data/record/postgres.h"

static uint64_t tests_seats_hash(const void *simulation) {
    (void)simulation;
    return UINT64_C(0x8123456789abcdef);
}

static inline struct dat_store *tests_seats_open(const char *path) {
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(path, DAT_STORE_WRITE, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    return store;
}

static inline struct dat_recorder *tests_seats_begin(struct dat_store *store, const char *trainee) {
    static const char *const names[] = {"drive", "boom"};
    struct dat_source_list files = {.count = 0};
    assert_true(dat_sources_add_hash(&files, "/e/first-harvest.yaml", 42));
    const struct dat_recording_def def = {.trainee = trainee,
                                          .exercise = "first-harvest",
                                          .scenario_file = "/e/first-harvest.yaml",
                                          .scenario_hash = 42,
                                          .parameters = "{\"row\":3.5}",
                                          .machine = "harvester",
                                          .files = &files,
                                          .who = DAT_TRAINEE,
                                          .seed = UINT64_MAX,
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = 2,
                                          .state_hash = tests_seats_hash};
    struct dat_problem problem = {""};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    if (recorder == NULL)
        fail_msg("%s", problem.text);
    dat_sources_finish(&files);
    return recorder;
}

static inline void tests_seats_record(struct dat_recorder *recorder, int64_t from, int64_t to) {
    for (int64_t step = from; step < to; step++) {
        dat_recorder_step(recorder, (const double[]){(double)(step % 7) / 8, step % 90 > 40});
        if (step % 50 == 49)
            dat_recorder_event(recorder, "half_second", step % 100 == 99 ? "{\"a\":0.1}" : NULL);
        if (step % 200 == 199)
            dat_recorder_log(recorder, &(struct dat_log){.species = "spruce",
                                                         .length = 4.0 + 1e-3 * (double)step,
                                                         .x = -1.0 / 3.0});
    }
}

static inline void tests_seats_end(struct dat_recorder *recorder) {
    struct dat_problem problem = {""};
    const struct dat_recording_end end = {.outcome = DAT_PASSED, .result = "{\"points\":1}"};
    if (!dat_recorder_end(recorder, &end, &problem))
        fail_msg("%s", problem.text);
}

// ---- comparison ----

// The columns of a table but for those that each database numbers by itself, as an SQL list.
static inline void tests_seats_columns(sqlite3 *db, const char *table, char *list, size_t size) {
    sqlite3_stmt *query;
    size_t used = 0;
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT name, type FROM pragma_table_info(?1) WHERE name "
                                        "NOT IN ('id', 'trainee_id', 'session_id')",
                                        -1, &query, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(query, 1, table, -1, SQLITE_STATIC);
    while (sqlite3_step(query) == SQLITE_ROW)
        used += (size_t)snprintf(
            list + used, size - used,
            strcmp((const char *)sqlite3_column_text(query, 1), "BLOB") == 0   ? ", hex(t.%s)"
            : strcmp((const char *)sqlite3_column_text(query, 1), "REAL") == 0 ? ", bits(t.%s)"
                                                                               : ", t.%s",
            (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    assert_true(used > 0);
}

// The bits of a number, as PostgreSQL's float8send() gives them.
static void tests_seats_bits(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    char text[17];
    const double value = sqlite3_value_double(values[0]);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    (void)snprintf(text, sizeof text, "%016" PRIx64, bits);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

// Fails unless the server has the rows of the table exactly as the seat's database, each once.
static inline void tests_seats_compare_table(sqlite3 *db, struct dat_pq *pq, const char *seat,
                                             const char *table, const char *order) {
    char list[2048] = "", sql[4096];
    sqlite3_stmt *here;
    struct dat_problem problem = {""};
    const bool whole = strcmp(table, "session") == 0;
    const struct dat_pq_value name = dat_pq_text(seat);
    tests_seats_columns(db, table, list, sizeof list);
    (void)snprintf(
        sql, sizeof sql,
        "SELECT concat_ws('|', session.number, trainee.name%s) FROM %s AS t %s JOIN seat "
        "ON seat.id = session.seat_id JOIN trainee ON trainee.id = session.trainee_id "
        "WHERE seat.name = $1 ORDER BY session.number, t.%s",
        list, table,
        whole ? "JOIN session ON session.id = t.id" : "JOIN session ON session.id = session_id",
        order);
    struct dat_pq_rows *there = dat_pq_query(pq, sql, &name, 1, &problem);
    if (there == NULL)
        fail_msg("%s", problem.text);
    // SQLite 3.40 has no concat_ws().
    (void)snprintf(sql, sizeof sql,
                   "SELECT session.id, trainee.name%s FROM %s AS t %s JOIN trainee ON trainee.id "
                   "= session.trainee_id ORDER BY session.id, t.%s",
                   list, table,
                   whole ? "JOIN session ON session.id = t.id"
                         : "JOIN session ON session.id = session_id",
                   order);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &here, NULL), SQLITE_OK);
    int rows = 0;
    while (sqlite3_step(here) == SQLITE_ROW) {
        static char line[65536];
        size_t used = 0;
        line[0] = '\0';
        for (int i = 0; i < sqlite3_column_count(here); i++)
            if (sqlite3_column_type(here, i) != SQLITE_NULL)
                used +=
                    (size_t)snprintf(line + used, sizeof line - used, "%s%s", used > 0 ? "|" : "",
                                     (const char *)sqlite3_column_text(here, i));
        assert_true(rows < dat_pq_rows_count(there));
        assert_string_equal(dat_pq_rows_value(there, rows++, 0).bytes, line);
    }
    sqlite3_finalize(here);
    assert_int_equal(dat_pq_rows_count(there), rows);
    assert_true(rows > 0);
    dat_pq_rows_destroy(there);
}

// The same for all tables of sessions.
static inline void tests_seats_compare(const struct tests_postgres *server, const char *path,
                                       const char *seat) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_create_function(db, "bits", 1, SQLITE_UTF8, NULL, tests_seats_bits, NULL, NULL),
        SQLITE_OK);
    struct dat_pq *pq = tests_postgres_connect(server);
    struct dat_problem problem = {""};
    if (!dat_pq_execute(pq,
                        "CREATE OR REPLACE FUNCTION bits(double precision) RETURNS text RETURN "
                        "encode(float8send($1), 'hex');"
                        "CREATE OR REPLACE FUNCTION hex(bytea) RETURNS text RETURN "
                        "upper(encode($1, 'hex'))",
                        &problem))
        fail_msg("%s", problem.text);
    tests_seats_compare_table(db, pq, seat, "session", "id");
    tests_seats_compare_table(db, pq, seat, "event", "number");
    tests_seats_compare_table(db, pq, seat, "log", "number");
    tests_seats_compare_table(db, pq, seat, "input", "first_step");
    tests_seats_compare_table(db, pq, seat, "file", "number");
    dat_pq_destroy(pq);
    sqlite3_close(db);
}
