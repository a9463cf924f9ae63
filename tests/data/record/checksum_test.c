// The checksum of a row is the one that docs/database.md describes, so that others can compute it.
#include "data/record/checksum.h"

#include <stdio.h>

#include <sqlite3.h>

#include "tests/near.h"

static sqlite3 *db;

static int set_up(void **state) {
    (void)state;
    return sqlite3_open(":memory:", &db) != SQLITE_OK || !dat_checksum_add_function(db);
}

static int tear_down(void **state) {
    (void)state;
    return sqlite3_close(db) != SQLITE_OK;
}

static int64_t number(const char *sql) {
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

// Python: zlib.crc32(b'\1' + struct.pack('<q', -7) + b'\2' + struct.pack('<d', 0.25) + b'\0' +
// b'\3' + struct.pack('<Q', 5) + 'Bäum'.encode())
static void the_checksum_is_that_of_the_manual(void **state) {
    (void)state;
    assert_int_equal(number("SELECT row_checksum(-7, 0.25, NULL, 'Bäum')"), 1381433169);
    assert_int_equal(number("SELECT row_checksum()"), 0);
    // CRC-32 of the eight bytes 0 to 7: zlib.crc32(bytes(range(8))).
    assert_int_equal(dat_checksum_number(0, UINT64_C(0x0706050403020100)), 0x88aa689f);
}

static void values_of_different_types_differ(void **state) {
    (void)state;
    static const char *const values[] = {"1", "1.0", "'1'", "NULL", "''", "0"};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < i; j++) {
            char sql[96];
            (void)snprintf(sql, sizeof sql, "SELECT row_checksum(%s) = row_checksum(%s)", values[i],
                           values[j]);
            assert_int_equal(number(sql), 0);
        }
    // Where one value ends and the next begins counts, too.
    assert_int_equal(number("SELECT row_checksum('ab', 'c') = row_checksum('a', 'bc')"), 0);
}

// SQLite keeps a whole number in a REAL column as an integer, and forgets the sign of zero.
static void a_value_that_was_kept_has_the_checksum_it_had(void **state) {
    (void)state;
    assert_int_equal(
        sqlite3_exec(db, "CREATE TABLE kept (a REAL, b REAL, c REAL) STRICT;", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_stmt *insert;
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "INSERT INTO kept VALUES (?1, ?2, ?3) RETURNING "
                                        "row_checksum(?1, ?2, ?3)",
                                        -1, &insert, NULL),
                     SQLITE_OK);
    sqlite3_bind_double(insert, 1, -0.0);
    sqlite3_bind_double(insert, 2, 3.0);
    sqlite3_bind_double(insert, 3, 0.1);
    assert_int_equal(sqlite3_step(insert), SQLITE_ROW);
    const int64_t given = sqlite3_column_int64(insert, 0);
    assert_int_equal(sqlite3_step(insert), SQLITE_DONE);
    sqlite3_finalize(insert);
    assert_int_equal(number("SELECT row_checksum(a, b, c) FROM kept"), given);
}

// A database from elsewhere must not be able to have it called.
static void a_schema_cannot_use_it(void **state) {
    (void)state;
    assert_int_equal(
        sqlite3_exec(db, "CREATE VIEW trap AS SELECT row_checksum(1)", NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "SELECT * FROM trap", NULL, NULL, NULL), SQLITE_ERROR);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checksum_is_that_of_the_manual),
        cmocka_unit_test(values_of_different_types_differ),
        cmocka_unit_test(a_value_that_was_kept_has_the_checksum_it_had),
        cmocka_unit_test(a_schema_cannot_use_it),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
