// Reading from a store.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/record/figures.h"
#include "data/record/place.h"
#include "data/record/server.h"
#include "data/record/sql.h"
#include "sim/base/array.h"

// A copy of the text, or NULL for SQL's NULL.
static char *column_text(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    if (text == NULL)
        return NULL;
    const size_t size = (size_t)sqlite3_column_bytes(statement, column) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

static uint64_t column_hash(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text != NULL ? strtoull((const char *)text, NULL, 16) : 0;
}

typedef bool read_row(sqlite3_stmt *statement, struct dat_store *store, void *list);

// Calls read for every row of the query, in which ?1 stands for id.
static bool read_rows(struct dat_store *store, const char *sql, int64_t id, read_row *read,
                      void *list, struct dat_problem *problem) {
    assert(store != NULL);
    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *statement = dat_sql_prepare(store, sql, problem);
    bool ok = statement != NULL;
    if (ok && sqlite3_bind_parameter_count(statement) > 0)
        sqlite3_bind_int64(statement, 1, id);
    int code = SQLITE_DONE;
    while (ok && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        ok = read(statement, store, list);
        if (!ok)
            dat_problem_set(problem,
                            "a row of the session database %s is damaged, or memory is missing",
                            store->path);
    }
    if (ok && code != SQLITE_DONE) {
        dat_sql_report(store, problem);
        ok = false;
    }
    sqlite3_finalize(statement);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

// The same for rows of the record of a session.
static bool read_record(struct dat_store *store, const char *sql, int64_t id, read_row *read,
                        void *list, struct dat_problem *problem) {
    assert(id > 0);
    return dat_server_need(store, id, problem) && read_rows(store, sql, id, read, list, problem);
}

bool dat_store_hold(struct dat_store *store, struct dat_problem *problem) {
    assert(store != NULL);
    if (store->lock >= 0 || store->server != NULL)
        return true;
    pthread_mutex_lock(&store->mutex);
    const bool ok = dat_sql_execute(store, "BEGIN", problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

void dat_store_release(struct dat_store *store) {
    assert(store != NULL);
    if (store->lock >= 0 || store->server != NULL)
        return;
    pthread_mutex_lock(&store->mutex);
    (void)dat_sql_commit(store, true, NULL); // after damage, only a rollback ends it
    pthread_mutex_unlock(&store->mutex);
}

static bool read_name(sqlite3_stmt *row, struct dat_store *store, void *data) {
    (void)store;
    struct dat_name_list *list = data;
    const unsigned char *name = sqlite3_column_text(row, 0);
    return name != NULL && dat_name_list_add(list, (const char *)name);
}

bool dat_store_trainees(struct dat_store *store, struct dat_name_list *names,
                        struct dat_problem *problem) {
    *names = (struct dat_name_list){0};
    return read_rows(store,
                     "SELECT name FROM trainee LEFT JOIN session ON trainee_id = trainee.id "
                     "GROUP BY trainee.id ORDER BY max(session.id) DESC NULLS LAST, name",
                     0, read_name, names, problem);
}

// The columns after the result are behind its pages, but only the length of those is read. Sessions
// of earlier versions have no figures.
#define SESSION_QUERY(result, figures)                                                             \
    "SELECT session.id, trainee.name, exercise, scenario_file, scenario_hash, machine, operator, " \
    "seed, program_version, step_s, start_utc, end_utc, steps, outcome, end_state_hash, " result   \
    ", input_names, machine_file, coalesce(events, (SELECT count(*) FROM event WHERE session_id "  \
    "= session.id)), "                                                                             \
    "coalesce(logs, (SELECT count(*) FROM log WHERE session_id = session.id)), "                   \
    "parameters, " figures " "                                                                     \
    "FROM session JOIN trainee ON trainee.id = trainee_id "

#define FIGURES "CASE WHEN result IS NOT NULL THEN coalesce(figures, " DAT_FIGURES ") END"

static enum dat_outcome outcome_of(const char *name, struct dat_store *store) {
    for (int i = DAT_PASSED; name != NULL && i <= DAT_INTERRUPTED; i++)
        if (strcmp(name, dat_outcome_name((enum dat_outcome)i)) == 0)
            return (enum dat_outcome)i;
    // No outcome and no writer: its program was killed and none has written since. The seat of a
    // server's session is elsewhere, and tells the server when it is started again.
    const bool alive =
        store->server != NULL || store->lock >= 0 || dat_store_is_locked(store->path);
    return alive ? DAT_RUNNING : DAT_INTERRUPTED;
}

static json_t *read_figures(sqlite3_stmt *row, int column) {
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text != NULL ? json_loads(text, 0, NULL) : NULL;
}

static bool read_session(sqlite3_stmt *row, struct dat_store *store, void *data) {
    const char *outcome = (const char *)sqlite3_column_text(row, 13);
    const char *who = (const char *)sqlite3_column_text(row, 6);
    struct dat_session_info *info = data;
    *info = (struct dat_session_info){
        .id = sqlite3_column_int64(row, 0),
        .trainee = column_text(row, 1),
        .exercise = column_text(row, 2),
        .scenario_file = column_text(row, 3),
        .scenario_hash = column_hash(row, 4),
        .machine = column_text(row, 5),
        .who = who != NULL && strcmp(who, "trainee") == 0 ? DAT_TRAINEE : DAT_DEMONSTRATOR,
        .seed = sqlite3_column_int64(row, 7),
        .program_version = column_text(row, 8),
        .step = sqlite3_column_double(row, 9),
        .start_utc = column_text(row, 10),
        .end_utc = column_text(row, 11),
        .steps = sqlite3_column_int64(row, 12),
        .outcome = outcome_of(outcome, store),
        .has_end_state_hash = sqlite3_column_type(row, 14) != SQLITE_NULL,
        .end_state_hash = column_hash(row, 14),
        .result = column_text(row, 15),
        .figures = read_figures(row, 21),
        .input_names = column_text(row, 16),
        .machine_file = column_text(row, 17),
        .event_count = sqlite3_column_int64(row, 18),
        .log_count = sqlite3_column_int64(row, 19),
        .parameters = column_text(row, 20),
    };
    return info->id > 0 && info->trainee && info->exercise && info->scenario_file &&
           info->machine && info->program_version && info->start_utc && info->input_names;
}

static bool read_listed_session(sqlite3_stmt *row, struct dat_store *store, void *data) {
    struct dat_session_list *list = data;
    if (!SIM_ARRAY_TRY(list, list->count + 1))
        return false;
    return read_session(row, store, &list->items[list->count++]);
}

bool dat_store_sessions(struct dat_store *store, struct dat_session_list *list,
                        struct dat_problem *problem) {
    *list = (struct dat_session_list){0};
    return read_rows(store, SESSION_QUERY("NULL", FIGURES) "ORDER BY session.id", 0,
                     read_listed_session, list, problem);
}

bool dat_store_sessions_bare(struct dat_store *store, struct dat_session_list *list,
                             struct dat_problem *problem) {
    *list = (struct dat_session_list){0};
    return read_rows(store, SESSION_QUERY("NULL", "NULL") "ORDER BY session.id", 0,
                     read_listed_session, list, problem);
}

bool dat_store_session(struct dat_store *store, int64_t id, struct dat_session_info *info,
                       struct dat_problem *problem) {
    assert(id > 0);
    *info = (struct dat_session_info){0};
    return read_rows(store, SESSION_QUERY("result", FIGURES) "WHERE session.id = ?1", id,
                     read_session, info, problem);
}

static bool read_result(sqlite3_stmt *row, struct dat_store *store, void *data) {
    (void)store;
    char **result = data;
    *result = column_text(row, 0);
    return true;
}

bool dat_store_result(struct dat_store *store, int64_t id, char **result,
                      struct dat_problem *problem) {
    *result = NULL;
    return read_rows(store, "SELECT result FROM session WHERE id = ?1", id, read_result, result,
                     problem);
}

static bool read_event(sqlite3_stmt *row, struct dat_store *store, void *data) {
    (void)store;
    struct dat_event_list *list = data;
    if (!SIM_ARRAY_TRY(list, list->count + 1))
        return false;
    struct dat_event *event = &list->items[list->count++];
    *event = (struct dat_event){.step = sqlite3_column_int64(row, 0),
                                .time = sqlite3_column_double(row, 1),
                                .kind = column_text(row, 2),
                                .detail = column_text(row, 3)};
    return event->kind != NULL;
}

bool dat_store_events(struct dat_store *store, int64_t id, struct dat_event_list *list,
                      struct dat_problem *problem) {
    *list = (struct dat_event_list){0};
    return read_record(store,
                       "SELECT step, time_s, kind, detail FROM event WHERE session_id = ?1 "
                       "ORDER BY number",
                       id, read_event, list, problem);
}

static void copy_text(sqlite3_stmt *row, int column, char *text, size_t size) {
    const unsigned char *from = sqlite3_column_text(row, column);
    snprintf(text, size, "%s", from != NULL ? (const char *)from : "");
}

static bool read_log(sqlite3_stmt *row, struct dat_store *store, void *data) {
    (void)store;
    struct dat_log_list *list = data;
    if (!SIM_ARRAY_TRY(list, list->count + 1))
        return false;
    struct dat_log *log = &list->items[list->count++];
    *log = (struct dat_log){
        .step = sqlite3_column_int64(row, 0),
        .time = sqlite3_column_double(row, 1),
        .length = sqlite3_column_double(row, 5),
        .target_length = sqlite3_column_double(row, 6), // SQL's NULL reads as 0
        .top_diameter = sqlite3_column_double(row, 7),
        .mid_diameter = sqlite3_column_double(row, 8),
        .butt_diameter = sqlite3_column_double(row, 9),
        .volume = sqlite3_column_double(row, 10),
        .x = sqlite3_column_double(row, 11),
        .y = sqlite3_column_double(row, 12),
        .z = sqlite3_column_double(row, 13),
    };
    copy_text(row, 2, log->species, sizeof log->species);
    copy_text(row, 3, log->assortment, sizeof log->assortment);
    copy_text(row, 4, log->tree, sizeof log->tree);
    return true;
}

bool dat_store_logs(struct dat_store *store, int64_t id, struct dat_log_list *list,
                    struct dat_problem *problem) {
    *list = (struct dat_log_list){0};
    return read_record(store,
                       "SELECT step, time_s, species, assortment, tree, length_m, target_length_m, "
                       "top_diameter_m, mid_diameter_m, butt_diameter_m, volume_m3, x_m, y_m, z_m "
                       "FROM log WHERE session_id = ?1 ORDER BY number",
                       id, read_log, list, problem);
}

static bool read_chunk(sqlite3_stmt *row, struct dat_store *store, void *data) {
    (void)store;
    struct dat_input_list *list = data;
    if (!SIM_ARRAY_TRY(list, list->count + 1))
        return false;
    struct dat_input_chunk *chunk = &list->items[list->count];
    const void *bytes = sqlite3_column_blob(row, 2);
    *chunk = (struct dat_input_chunk){
        .first_step = sqlite3_column_int64(row, 0),
        .steps = sqlite3_column_int64(row, 1),
        .size = (size_t)sqlite3_column_bytes(row, 2),
        .has_checksum = sqlite3_column_type(row, 3) != SQLITE_NULL,
        .checksum = (uint32_t)sqlite3_column_int64(row, 3),
        .has_state_hash = sqlite3_column_type(row, 4) != SQLITE_NULL,
        .state_hash = column_hash(row, 4),
    };
    chunk->bytes = malloc(chunk->size + 1);
    if (chunk->bytes == NULL)
        return false;
    if (chunk->size > 0)
        memcpy(chunk->bytes, bytes, chunk->size);
    list->count++;
    return true;
}

bool dat_store_inputs(struct dat_store *store, int64_t id, struct dat_input_list *list,
                      struct dat_problem *problem) {
    *list = (struct dat_input_list){0};
    return read_record(
        store,
        "SELECT first_step, steps, changes, checksum, state_hash FROM input WHERE session_id = ?1 "
        "ORDER BY first_step",
        id, read_chunk, list, problem);
}

static bool read_file(sqlite3_stmt *row, struct dat_store *store, void *data) {
    (void)store;
    const char *path = (const char *)sqlite3_column_text(row, 0);
    return path != NULL && dat_sources_add_hash(data, path, column_hash(row, 1));
}

bool dat_store_files(struct dat_store *store, int64_t id, struct dat_source_list *list,
                     struct dat_problem *problem) {
    *list = (struct dat_source_list){0};
    return read_record(store, "SELECT path, hash FROM file WHERE session_id = ?1 ORDER BY number",
                       id, read_file, list, problem);
}

bool dat_session_changed_files(struct dat_store *store, int64_t id, struct dat_name_list *changed,
                               struct dat_problem *problem) {
    struct dat_source_list files;
    *changed = (struct dat_name_list){0};
    bool ok = dat_store_files(store, id, &files, problem);
    for (int i = 0; ok && i < files.count; i++) {
        char text[PATH_MAX + 64];
        const enum dat_source_state state = dat_source_state(&files.items[i]);
        if (state == DAT_SOURCE_SAME)
            continue;
        (void)snprintf(text, sizeof text, "%s %s", files.items[i].path,
                       state == DAT_SOURCE_CHANGED ? "has changed since the session was recorded"
                                                   : "cannot be read any more");
        ok = dat_name_list_add(changed, text);
        if (!ok)
            dat_problem_set(problem, "out of memory");
    }
    dat_sources_finish(&files);
    return ok;
}
