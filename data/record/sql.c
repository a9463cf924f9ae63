#include "data/record/sql.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void dat_sql_report(struct dat_store *store, struct dat_problem *problem) {
    int code = store->db ? sqlite3_errcode(store->db) : SQLITE_NOMEM;
    int system_error = store->db ? sqlite3_system_errno(store->db) : 0;
    const char *path = store->path;
    const char *said = store->db ? sqlite3_errmsg(store->db) : "out of memory";
    if (system_error == ENOSPC || system_error == EDQUOT)
        code = SQLITE_FULL;
    switch (code) {
    case SQLITE_FULL:
        dat_problem_set(problem, "the disk with the session database %s is full", path);
        break;
    case SQLITE_IOERR:
        dat_problem_set(problem, "the session database %s cannot be read or written: %s", path,
                        system_error != 0 ? strerror(system_error) : said);
        break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
        dat_problem_set(problem, "the session database %s is read-only: %s", path, said);
        break;
    case SQLITE_CANTOPEN:
        dat_problem_set(problem, "the session database %s cannot be opened: %s", path,
                        system_error != 0 ? strerror(system_error) : said);
        break;
    case SQLITE_NOTADB:
        dat_problem_set(problem, "%s is not a session database (it is not an SQLite file)", path);
        break;
    case SQLITE_CORRUPT:
        store->damaged = true;
        dat_problem_set(problem,
                        "the session database %s is damaged: %s; keep a copy, 'sqlite3 FILE "
                        ".recover' may save what is readable",
                        path, said);
        break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        dat_problem_set(problem, "another program is using the session database %s", path);
        break;
    default:
        dat_problem_set(problem, "the session database %s: %s", path, said);
    }
}

bool dat_sql_execute(struct dat_store *store, const char *sql, struct dat_problem *problem) {
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    dat_sql_report(store, problem);
    return false;
}

bool dat_sql_begin(struct dat_store *store, struct dat_problem *problem) {
    return dat_sql_execute(store, "BEGIN IMMEDIATE", problem);
}

bool dat_sql_commit(struct dat_store *store, bool ok, struct dat_problem *problem) {
    if (ok && dat_sql_execute(store, "COMMIT", problem))
        return true;
    // SQLite may have rolled back itself; then this does nothing.
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

sqlite3_stmt *dat_sql_prepare(struct dat_store *store, const char *sql,
                              struct dat_problem *problem) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK)
        return statement;
    dat_sql_report(store, problem);
    return NULL;
}

static void bind(sqlite3_stmt *statement, const char *format, va_list values) {
    for (int i = 0; format[i] != '\0'; i++) {
        char hex[17];
        switch (format[i]) {
        case 'i':
            sqlite3_bind_int64(statement, i + 1, va_arg(values, int64_t));
            break;
        case 'r':
            sqlite3_bind_double(statement, i + 1, va_arg(values, double));
            break;
        case 't':
            sqlite3_bind_text(statement, i + 1, va_arg(values, const char *), -1, SQLITE_STATIC);
            break;
        case 'h':
            snprintf(hex, sizeof hex, "%016" PRIx64, va_arg(values, uint64_t));
            sqlite3_bind_text(statement, i + 1, hex, -1, SQLITE_TRANSIENT);
            break;
        default:
            assert(false);
        }
    }
}

void dat_sql_bind(sqlite3_stmt *statement, const char *format, ...) {
    assert(sqlite3_bind_parameter_count(statement) >= (int)strlen(format));
    va_list values;
    va_start(values, format);
    bind(statement, format, values);
    va_end(values);
}

bool dat_sql_step(struct dat_store *store, sqlite3_stmt *statement, struct dat_problem *problem) {
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    if (!done)
        dat_sql_report(store, problem);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return done;
}

bool dat_sql_run(struct dat_store *store, struct dat_problem *problem, const char *sql,
                 const char *format, ...) {
    sqlite3_stmt *statement = dat_sql_prepare(store, sql, problem);
    if (statement == NULL)
        return false;
    va_list values;
    va_start(values, format);
    bind(statement, format, values);
    va_end(values);
    const bool ok = dat_sql_step(store, statement, problem);
    sqlite3_finalize(statement);
    return ok;
}

bool dat_sql_number(struct dat_store *store, const char *sql, int64_t *number,
                    struct dat_problem *problem) {
    sqlite3_stmt *statement = dat_sql_prepare(store, sql, problem);
    if (statement == NULL)
        return false;
    bool ok = sqlite3_step(statement) == SQLITE_ROW;
    if (ok)
        *number = sqlite3_column_int64(statement, 0);
    else
        dat_sql_report(store, problem);
    sqlite3_finalize(statement);
    return ok;
}

bool dat_sql_copy(struct dat_store *store, sqlite3 *to, struct dat_problem *problem) {
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", store->db, "main");
    const int code = backup != NULL ? sqlite3_backup_step(backup, -1) : sqlite3_errcode(to);
    sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE)
        return true;
    const int system_error = sqlite3_system_errno(to);
    dat_problem_set(problem, "the session database %s cannot be copied: %s", store->path,
                    system_error != 0 ? strerror(system_error) : sqlite3_errstr(code));
    return false;
}
