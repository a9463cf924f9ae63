#include "data/record/schema.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "tests/near.h"

static sqlite3 *db;
static char manual[65536];

static int set_up(void **state) {
    (void)state;
    char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    snprintf(path, sizeof path, "%s/docs/database.md", root != NULL ? root : ".");
    FILE *file = fopen(path, "r");
    if (file == NULL || sqlite3_open(":memory:", &db) != SQLITE_OK)
        return 1;
    manual[fread(manual, 1, sizeof manual - 1, file)] = '\0';
    fclose(file);
    return sqlite3_exec(db, dat_schema_sql, NULL, NULL, NULL) != SQLITE_OK;
}

static int tear_down(void **state) {
    (void)state;
    sqlite3_close(db);
    return 0;
}

// The rows `| `column` | TYPE |` that the manual should have, in order.
static void expected_rows(const char *table, char *rows, size_t size) {
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT name, type FROM pragma_table_info(?1)", -1,
                                        &statement, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(statement, 1, table, -1, SQLITE_STATIC);
    size_t used = 0;
    rows[0] = '\0';
    while (sqlite3_step(statement) == SQLITE_ROW)
        used += (size_t)snprintf(rows + used, size - used, "| `%s` | %s |\n",
                                 (const char *)sqlite3_column_text(statement, 0),
                                 (const char *)sqlite3_column_text(statement, 1));
    sqlite3_finalize(statement);
}

// The same of the manual: the first two cells of each row below the table's heading.
static void documented_rows(const char *table, char *rows, size_t size) {
    char heading[64];
    snprintf(heading, sizeof heading, "\n## %s\n", table);
    const char *line = strstr(manual, heading);
    size_t used = 0;
    rows[0] = '\0';
    if (line == NULL)
        return;
    line += strlen(heading);
    while (*line != '\0' && strncmp(line, "## ", 3) != 0) {
        size_t length = strcspn(line, "\n");
        const char *second = strncmp(line, "| `", 3) == 0 ? strchr(line + 3, '|') : NULL;
        const char *third = second != NULL ? strchr(second + 1, '|') : NULL;
        if (third != NULL)
            used +=
                (size_t)snprintf(rows + used, size - used, "%.*s\n", (int)(third + 1 - line), line);
        line += length + (line[length] == '\n');
    }
}

static void manual_has_every_column(void **state) {
    (void)state;
    static char expected[8192], documented[8192];
    sqlite3_stmt *statement;
    int tables = 0;
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT name FROM sqlite_schema WHERE type = 'table' AND "
                                        "name NOT LIKE 'sqlite_%'",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(statement, 0);
        expected_rows(table, expected, sizeof expected);
        documented_rows(table, documented, sizeof documented);
        assert_string_equal(documented, expected);
        tables++;
    }
    sqlite3_finalize(statement);
    assert_int_equal(tables, 10);
}

static int64_t number(const char *sql) {
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static void manual_has_the_identity(void **state) {
    (void)state;
    char text[128];
    snprintf(text, sizeof text, "`application_id` is %lld (\"Kran\"), `user_version` is %lld.",
             (long long)number("PRAGMA application_id"), (long long)number("PRAGMA user_version"));
    assert_non_null(strstr(manual, text));
}

static bool refused(const char *sql) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_CONSTRAINT;
}

#define SESSION(values)                                                                            \
    "INSERT INTO session (trainee_id, exercise, scenario_file, scenario_hash, machine, operator, " \
    "seed, program_version, step_s, input_names, start_utc, end_utc, outcome) VALUES (" values ")"

#define EVENT "INSERT INTO event (session_id, number, step, time_s, kind, detail) VALUES "

static void tables_refuse_nonsense(void **state) {
    (void)state;
    assert_int_equal(sqlite3_exec(db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "INSERT INTO trainee VALUES (1, 'Anna', 'now')", NULL, NULL, NULL),
        SQLITE_OK);
    assert_true(refused("INSERT INTO trainee VALUES (2, ' ', 'now')"));
    assert_true(refused("INSERT INTO trainee VALUES ('two', 'Bo', 'now')") ||
                sqlite3_errcode(db) == SQLITE_MISMATCH);
    assert_int_equal(sqlite3_exec(db,
                                  SESSION("1, 'e', 'f', '0123456789abcdef', 'm', 'trainee', 0, "
                                          "'1', 0.01, '[]', 's', NULL, NULL"),
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    // Nobody's session, an unknown operator, no length of a step, an end without an outcome.
    assert_true(refused(SESSION("9, 'e', 'f', '0123456789abcdef', 'm', 'trainee', 0, '1', 0.01, "
                                "'[]', 's', NULL, NULL")));
    assert_true(refused(SESSION("1, 'e', 'f', '0123456789abcdef', 'm', 'robot', 0, '1', 0.01, "
                                "'[]', 's', NULL, NULL")));
    assert_true(refused(SESSION("1, 'e', 'f', '0123456789abcdef', 'm', 'trainee', 0, '1', 0, "
                                "'[]', 's', NULL, NULL")));
    assert_true(refused(SESSION("1, 'e', 'f', '0123456789abcdef', 'm', 'trainee', 0, '1', 0.01, "
                                "'[]', 's', 'end', NULL")));
    assert_true(refused(EVENT "(9, 1, 0, 0.0, 'x', NULL)"));
    assert_true(refused(EVENT "(1, 1, 0, 0.0, 'x', '{')"));
    assert_true(refused("DELETE FROM trainee"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manual_has_every_column),
        cmocka_unit_test(manual_has_the_identity),
        cmocka_unit_test(tables_refuse_nonsense),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
