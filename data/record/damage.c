#include "data/record/damage.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "data/record/checksum.h"
#include "data/record/figures.h"
#include "data/record/file_copies.h"
#include "data/record/inputs.h"
#include "data/record/server.h"

struct check {
    struct dat_store *store;
    int64_t session;
    struct dat_name_list *damage;
    struct dat_problem *problem;
};

// Rows that belong to a session and are numbered from 1.
static const struct rows {
    const char *name, *query;
} tables[] = {
#define QUERY(table, checksum)                                                                     \
    "SELECT number, checksum, " checksum " FROM " table " WHERE session_id = ?1 ORDER BY number"
    {"event", QUERY("event", DAT_EVENT_CHECKSUM)},
    {"log", QUERY("log", DAT_LOG_CHECKSUM)},
    {"file", QUERY("file", DAT_FILE_CHECKSUM)},
#undef QUERY
};
enum { TABLES = sizeof tables / sizeof tables[0] };

// The counts and the checksum in the session's row.
struct row {
    bool has_counts; // recorded since version 3 of the database
    int64_t count[TABLES];
    bool sound;
};

static bool DAT_PRINTF(2, 3) report(const struct check *c, const char *format, ...) {
    char what[256], text[320];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    (void)snprintf(text, sizeof text, "the record of session %" PRId64 " is damaged: %s",
                   c->session, what);
    if (dat_name_list_add(c->damage, text))
        return true;
    dat_problem_set(c->problem, "out of memory");
    return false;
}

static bool is_sound(sqlite3_stmt *row, int checksum) {
    return sqlite3_column_type(row, checksum) != SQLITE_NULL &&
           sqlite3_column_int64(row, checksum) == sqlite3_column_int64(row, checksum + 1);
}

// False where it cannot be read.
static bool read_row(const struct check *c, struct row *row) {
    sqlite3_stmt *query = dat_sql_prepare(
        c->store,
        "SELECT events, logs, files, checksum, " DAT_SESSION_CHECKSUM("end_utc", "outcome") //
        " FROM session WHERE id = ?1",
        c->problem);
    if (query == NULL)
        return false;
    dat_sql_bind(query, "i", c->session);
    const bool found = sqlite3_step(query) == SQLITE_ROW;
    if (found) {
        for (int i = 0; i < TABLES; i++) {
            row->has_counts = row->has_counts || sqlite3_column_type(query, i) != SQLITE_NULL;
            row->count[i] = sqlite3_column_int64(query, i);
        }
        row->sound = is_sound(query, TABLES) ||
                     (!row->has_counts && sqlite3_column_type(query, TABLES) == SQLITE_NULL);
    } else {
        dat_sql_report(c->store, c->problem);
    }
    sqlite3_finalize(query);
    return found;
}

static bool check_rows(const struct check *c, const struct rows *rows, const int64_t *count) {
    sqlite3_stmt *query = dat_sql_prepare(c->store, rows->query, c->problem);
    if (query == NULL)
        return false;
    dat_sql_bind(query, "i", c->session);
    int64_t next = 1;
    bool sound = true, ok = true;
    int code = SQLITE_ROW;
    while (sound && (code = sqlite3_step(query)) == SQLITE_ROW) {
        const int64_t number = sqlite3_column_int64(query, 0);
        const bool numbered = number == next;
        sound = numbered && (count == NULL || is_sound(query, 1));
        if (!numbered)
            ok = report(c, "%s %" PRId64 " is missing", rows->name, next);
        else if (!sound)
            ok = report(c, "%s %" PRId64 " does not have its checksum", rows->name, number);
        next++;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        dat_sql_report(c->store, c->problem);
        ok = false;
    } else if (sound && count != NULL && next <= *count) {
        ok = report(c, "%s %" PRId64 " is missing", rows->name, next);
    } else if (sound && count != NULL && next - 1 > *count) {
        ok = report(c, "%s %" PRId64 " is one too many", rows->name, *count + 1);
    }
    sqlite3_finalize(query);
    return ok;
}

// The figures follow from the result. Versions of SQLite may round the last digit differently.
static bool same_figures(json_t *figures, json_t *result) {
    const char *key;
    json_t *figure;
    json_object_foreach(figures, key, figure) {
        const json_t *value = json_object_get(result, key);
        const double x = json_number_value(figure), y = json_number_value(value);
        if (json_is_number(figure) ? !json_is_number(value) || fabs(x - y) > 1e-12 * fabs(y)
                                   : !json_equal(figure, value))
            return false;
    }
    return true;
}

static bool check_figures(const struct check *c) {
    sqlite3_stmt *query = dat_sql_prepare(
        c->store, "SELECT figures, " DAT_FIGURES " FROM session WHERE id = ?1 AND figures NOT NULL",
        c->problem);
    if (query == NULL)
        return false;
    dat_sql_bind(query, "i", c->session);
    bool ok = true;
    if (sqlite3_step(query) == SQLITE_ROW) {
        const char *kept = (const char *)sqlite3_column_text(query, 0);
        const char *right = (const char *)sqlite3_column_text(query, 1);
        json_t *figures = kept != NULL ? json_loads(kept, 0, NULL) : NULL;
        json_t *result = right != NULL ? json_loads(right, 0, NULL) : NULL;
        if (figures == NULL || json_object_size(figures) != json_object_size(result) ||
            !same_figures(figures, result))
            ok = report(c, "its figures are not those of its result");
        json_decref(figures);
        json_decref(result);
    }
    sqlite3_finalize(query);
    return ok;
}

static bool check_all_rows(const struct check *c) {
    struct row row = {.has_counts = false};
    bool ok = read_row(c, &row);
    if (ok && !row.sound)
        ok = report(c, "its row in the table of sessions does not have its checksum");
    else if (ok)
        ok = check_figures(c);
    for (int i = 0; ok && i < TABLES; i++)
        ok = check_rows(c, &tables[i], row.has_counts ? &row.count[i] : NULL);
    return ok;
}

static bool check_copies(const struct check *c) {
    int64_t damaged;
    return dat_file_copies_check(c->store, c->session, &damaged, c->problem) &&
           (damaged == 0 ||
            report(c, "the copy of file %" PRId64 " does not have the file's hash", damaged));
}

static bool check_inputs(const struct check *c, const struct dat_session_info *info) {
    struct dat_input_list inputs = {0};
    struct dat_problem damage = {""};
    bool ok = dat_store_inputs(c->store, info->id, &inputs, c->problem);
    if (ok && !dat_inputs_check(info, &inputs, NULL, &damage)) {
        ok = dat_name_list_add(c->damage, damage.text);
        if (!ok)
            dat_problem_set(c->problem, "out of memory");
    }
    dat_input_list_finish(&inputs);
    return ok;
}

bool dat_session_check(struct dat_store *store, const struct dat_session_info *info,
                       struct dat_name_list *damage, struct dat_problem *problem) {
    assert(store != NULL && info->id != 0);
    const struct check c = {store, info->id, damage, problem};
    *damage = (struct dat_name_list){0};
    if (!dat_server_need(store, info->id, problem))
        return false;
    pthread_mutex_lock(&store->mutex);
    const bool ok = check_all_rows(&c) && check_copies(&c);
    pthread_mutex_unlock(&store->mutex);
    return ok && check_inputs(&c, info);
}

bool dat_store_check(struct dat_store *store, struct dat_name_list *damage,
                     struct dat_problem *problem) {
    *damage = (struct dat_name_list){0};
    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *query = dat_sql_prepare(store, "PRAGMA integrity_check(20)", problem);
    int code = SQLITE_ERROR;
    while (query != NULL && (code = sqlite3_step(query)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(query, 0);
        if (text == NULL || (strcmp(text, "ok") != 0 && !dat_name_list_add(damage, text))) {
            dat_problem_set(problem, "out of memory");
            break;
        }
    }
    if (query != NULL && code != SQLITE_ROW && code != SQLITE_DONE)
        dat_sql_report(store, problem);
    sqlite3_finalize(query);
    const bool named = dat_server_malformed(store, damage);
    pthread_mutex_unlock(&store->mutex);
    if (!named)
        dat_problem_set(problem, "out of memory");
    return code == SQLITE_DONE && named;
}
