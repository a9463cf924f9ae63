// Databases that earlier versions of the program have written.
#include "data/record/migrate.h"

#include <sqlite3.h>

#include "data/record/inputs.h"
#include "data/record/schema.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// The output of `sqlite3 .dump` for a database of version 1, with one session of 12 steps.
static const char version_1[] =
    "PRAGMA journal_mode = WAL; PRAGMA application_id = 1265787246; PRAGMA user_version = 1;"
    "CREATE TABLE trainee (id INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL UNIQUE CHECK (length(trim(name)) > 0), created_utc TEXT NOT NULL) STRICT;"
    "INSERT INTO trainee VALUES(1,'Anna','2026-11-22T06:40:47.489Z');"
    "CREATE TABLE session (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " trainee_id INTEGER NOT NULL REFERENCES trainee (id), exercise TEXT NOT NULL,"
    " scenario_file TEXT NOT NULL, scenario_hash TEXT NOT NULL CHECK (length(scenario_hash) = 16),"
    " machine TEXT NOT NULL, operator TEXT NOT NULL CHECK (operator IN ('trainee',"
    " 'demonstrator')), seed INTEGER NOT NULL, program_version TEXT NOT NULL,"
    " step_s REAL NOT NULL CHECK (step_s > 0),"
    " input_names TEXT NOT NULL CHECK (json_valid(input_names)), start_utc TEXT NOT NULL,"
    " end_utc TEXT, steps INTEGER NOT NULL DEFAULT 0 CHECK (steps >= 0),"
    " outcome TEXT CHECK (outcome IN ('passed', 'failed', 'stopped', 'error', 'interrupted')),"
    " end_state_hash TEXT CHECK (length(end_state_hash) = 16),"
    " result TEXT CHECK (result IS NULL OR json_valid(result)),"
    " CHECK ((end_utc IS NULL) = (outcome IS NULL))) STRICT;"
    "INSERT INTO session VALUES(1,1,'first-load','data/library/exercises/first-load.yaml',"
    "'9976b6d2987438ec','Kranich F12 forwarder','trainee',0,'0.1.0',0.01,'[\"drive\",\"brake\"]',"
    "'2026-11-22T06:40:47.488Z','2026-11-22T06:40:47.612Z',12,'stopped','7fcb3605c0e1c090',"
    "'{\"passed\":false,\"points\":12.5,\"logs\":[1]}');"
    "CREATE TABLE event (session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL CHECK (number >= 1), step INTEGER NOT NULL CHECK (step >= 0),"
    " time_s REAL NOT NULL, kind TEXT NOT NULL CHECK (length(kind) > 0),"
    " detail TEXT CHECK (detail IS NULL OR json_valid(detail)),"
    " PRIMARY KEY (session_id, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE log (session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL CHECK (number >= 1), step INTEGER NOT NULL CHECK (step >= 0),"
    " time_s REAL NOT NULL, species TEXT NOT NULL, assortment TEXT NOT NULL, tree TEXT NOT NULL,"
    " length_m REAL NOT NULL, target_length_m REAL, top_diameter_m REAL NOT NULL,"
    " mid_diameter_m REAL NOT NULL, butt_diameter_m REAL NOT NULL, volume_m3 REAL NOT NULL,"
    " x_m REAL NOT NULL, y_m REAL NOT NULL, z_m REAL NOT NULL,"
    " PRIMARY KEY (session_id, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE input (session_id INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,"
    " first_step INTEGER NOT NULL CHECK (first_step >= 0),"
    " steps INTEGER NOT NULL CHECK (steps >= 1), changes BLOB NOT NULL,"
    " PRIMARY KEY (session_id, first_step)) STRICT, WITHOUT ROWID;"
    "INSERT INTO input VALUES(1,0,12,X'0102');"
    "CREATE INDEX session_by_trainee ON session (trainee_id);";

static const char *make_version_1(const char *name) {
    const char *path = tests_scratch_path(&scratch, name);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, version_1, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    return path;
}

static struct dat_store *open_or_fail(const char *path, enum dat_store_mode mode) {
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(path, mode, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    return store;
}

static int64_t version_of(const char *path) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const int64_t version = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return version;
}

static void assert_session(struct dat_store *store) {
    struct dat_session_info info;
    struct dat_input_list inputs;
    struct dat_source_list files;
    struct dat_problem problem = {""};
    assert_true(dat_store_session(store, 1, &info, NULL));
    assert_string_equal(info.trainee, "Anna");
    assert_int_equal(info.steps, 12);
    assert_int_equal(info.outcome, DAT_STOPPED);
    assert_true(info.end_state_hash == UINT64_C(0x7fcb3605c0e1c090));
    assert_null(info.machine_file);
    assert_true(dat_store_inputs(store, 1, &inputs, NULL));
    assert_int_equal(inputs.count, 1);
    assert_false(inputs.items[0].has_checksum || inputs.items[0].has_state_hash);
    assert_true(dat_inputs_check(&info, &inputs, NULL, &problem));
    assert_true(dat_store_files(store, 1, &files, NULL));
    assert_int_equal(files.count, 0);
    dat_input_list_finish(&inputs);
    dat_session_info_finish(&info);
}

// The figures that the session's row has, or nothing.
static void assert_figures(const char *path, const char *expected) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT coalesce(figures, '') FROM session WHERE id = 1",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), expected);
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

static void an_old_database_is_read_as_it_is(void **state) {
    (void)state;
    const char *path = make_version_1("read.db");
    struct dat_store *store = open_or_fail(path, DAT_STORE_READ);
    assert_session(store);
    dat_store_close(store);
    assert_int_equal(version_of(path), 1);
}

static void an_old_database_is_brought_up_for_writing(void **state) {
    (void)state;
    const char *path = make_version_1("write.db");
    struct dat_store *store = open_or_fail(path, DAT_STORE_WRITE);
    assert_session(store);
    struct dat_session_info info;
    assert_true(dat_store_session(store, 1, &info, NULL));
    // The session again, as one of the present version.
    assert_int_equal(dat_store_begin(store, &info, NULL, NULL), 2);
    dat_session_info_finish(&info);
    dat_store_close(store);
    assert_int_equal(version_of(path), DAT_SCHEMA_VERSION);
    assert_figures(path, "{\"points\":12.5}");
    dat_store_close(open_or_fail(path, DAT_STORE_WRITE));
}

// "table.column type not-null default primary-key" of all columns.
static void columns(sqlite3 *db, char *text, size_t size) {
    sqlite3_stmt *statement;
    size_t used = 0;
    assert_int_equal(sqlite3_prepare_v2(
                         db,
                         "SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" "
                         "|| ' ' || ifnull(c.dflt_value, '-') || ' ' || c.pk FROM sqlite_schema "
                         "AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' "
                         "ORDER BY m.name, c.cid",
                         -1, &statement, NULL),
                     SQLITE_OK);
    text[0] = '\0';
    while (sqlite3_step(statement) == SQLITE_ROW)
        used += (size_t)snprintf(text + used, size - used, "%s\n",
                                 (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
}

// A new database and one that was brought up have the same columns in the same order.
static void all_ways_lead_to_the_same_schema(void **state) {
    (void)state;
    static char fresh[16384], brought_up[16384];
    const char *path = make_version_1("schema.db");
    dat_store_close(open_or_fail(path, DAT_STORE_WRITE));
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    columns(db, brought_up, sizeof brought_up);
    sqlite3_close(db);
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, dat_schema_sql, NULL, NULL, NULL), SQLITE_OK);
    columns(db, fresh, sizeof fresh);
    sqlite3_close(db);
    assert_non_null(strstr(fresh, "input.state_hash TEXT 0 - 0\n"));
    assert_string_equal(brought_up, fresh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_old_database_is_read_as_it_is),
        cmocka_unit_test(an_old_database_is_brought_up_for_writing),
        cmocka_unit_test(all_ways_lead_to_the_same_schema),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
