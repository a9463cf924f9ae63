// Changing a store: the recorder's entries, and the user's deletions.
#include <assert.h>
#include <string.h>

#include "data/record/checksum.h"
#include "data/record/figures.h"
#include "data/record/file_copies.h"
#include "data/record/inputs.h"
#include "data/record/place.h"
#include "data/record/server.h"
#include "data/record/states_write.h"
#include "data/text/utf8.h"

int64_t dat_store_trainee(struct dat_store *store, const char *name, struct dat_problem *problem) {
    assert(store->lock >= 0 && name != NULL);
    int64_t id = 0;
    if (name[strspn(name, " \t\r\n")] == '\0') {
        dat_problem_set(problem, "the trainee's name is empty");
        return 0;
    }
    if (!dat_utf8_valid(name)) { // neither a server nor JSON could have it
        dat_problem_set(problem, "the trainee's name is not valid UTF-8");
        return 0;
    }
    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *insert = dat_sql_prepare(
        store,
        "INSERT INTO trainee (name, created_utc) VALUES (?1, strftime('%Y-%m-%dT%H:%M:%fZ'))"
        " ON CONFLICT (name) DO UPDATE SET name = name RETURNING id",
        problem);
    if (insert != NULL) {
        dat_sql_bind(insert, "t", name);
        if (sqlite3_step(insert) == SQLITE_ROW)
            id = sqlite3_column_int64(insert, 0);
        // The row is returned before the change is on the disk: only the end of the statement
        // tells.
        if (id == 0 || sqlite3_step(insert) != SQLITE_DONE) {
            dat_sql_report(store, problem);
            id = 0;
        }
    }
    sqlite3_finalize(insert);
    pthread_mutex_unlock(&store->mutex);
    return id;
}

bool dat_store_delete(struct dat_store *store, int64_t id, bool *found,
                      struct dat_problem *problem) {
    assert((store->lock >= 0 || store->server != NULL) && id > 0);
    *found = false;
    if (store->server != NULL)
        return dat_server_delete(store, id, found, problem);
    pthread_mutex_lock(&store->mutex);
    const bool done = dat_sql_begin(store, problem) &&
                      dat_sql_run(store, problem, "DELETE FROM session WHERE id = ?1", "i", id);
    *found = done && sqlite3_changes(store->db) > 0;
    const bool ok = dat_sql_commit(store, done, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

static bool insert_session(struct dat_store *store, int64_t trainee,
                           const struct dat_session_info *info, int files,
                           struct dat_problem *problem) {
    return dat_sql_run(
        store, problem,
        "INSERT INTO session (trainee_id, exercise, scenario_file, scenario_hash, machine, "
        "operator, seed, program_version, step_s, start_utc, input_names, machine_file, events, "
        "logs, files, parameters) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0, 0, "
        "?13, ?14)",
        "itthttitrtttit", trainee, info->exercise, info->scenario_file, info->scenario_hash,
        info->machine, dat_operator_name(info->who), info->seed, info->program_version, info->step,
        info->start_utc, info->input_names, info->machine_file, (int64_t)files, info->parameters);
}

// Renews the checksum after a change of the session's row.
static bool seal_session(struct dat_store *store, int64_t id, struct dat_problem *problem) {
    return dat_sql_run(
        store, problem,
        "UPDATE session SET checksum = " DAT_SESSION_CHECKSUM("end_utc", "outcome") //
        " WHERE id = ?1",
        "i", id);
}

static bool insert_files(struct dat_store *store, int64_t id, const struct dat_source_list *files,
                         struct dat_problem *problem) {
    sqlite3_stmt *insert = dat_sql_prepare(
        store, "INSERT INTO file (session_id, number, path, hash) VALUES (?1, ?2, ?3, ?4)",
        problem);
    bool ok = insert != NULL;
    for (int i = 0; ok && i < files->count; i++) {
        dat_sql_bind(insert, "iith", id, (int64_t)(i + 1), files->items[i].path,
                     files->items[i].hash);
        ok = dat_sql_step(store, insert, problem);
    }
    sqlite3_finalize(insert);
    return ok &&
           dat_sql_run(store, problem,
                       "UPDATE file SET checksum = " DAT_FILE_CHECKSUM " WHERE session_id = ?1",
                       "i", id) &&
           dat_file_copies_append(store, id, files, problem);
}

int64_t dat_store_begin(struct dat_store *store, const struct dat_session_info *info,
                        const struct dat_source_list *files, struct dat_problem *problem) {
    assert(store->lock >= 0 && info->step > 0.0);
    assert(info->trainee && info->exercise && info->scenario_file && info->machine);
    if (!dat_store_has_room(store->path, DAT_ROOM_FOR_A_SESSION, problem))
        return 0;
    int64_t trainee = dat_store_trainee(store, info->trainee, problem);
    if (trainee == 0)
        return 0;
    pthread_mutex_lock(&store->mutex);
    bool ok = dat_sql_begin(store, problem) &&
              insert_session(store, trainee, info, files != NULL ? files->count : 0, problem);
    const int64_t id = sqlite3_last_insert_rowid(store->db);
    ok = ok && (files == NULL || insert_files(store, id, files, problem)) &&
         seal_session(store, id, problem) && dat_states_retire(store, problem);
    ok = dat_sql_commit(store, ok, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok ? id : 0;
}

bool dat_store_reopen(struct dat_store *store, int64_t id, struct dat_problem *problem) {
    assert(store->lock >= 0 && id > 0);
    if (!dat_store_has_room(store->path, DAT_ROOM_FOR_A_SESSION, problem))
        return false;
    pthread_mutex_lock(&store->mutex);
    bool ok = dat_sql_begin(store, problem) &&
              dat_sql_run(store, problem,
                          "UPDATE session SET end_utc = NULL, outcome = NULL, "
                          "end_state_hash = NULL, result = NULL, figures = NULL "
                          "WHERE id = ?1 AND outcome = 'interrupted'",
                          "i", id);
    if (ok && sqlite3_changes(store->db) != 1) {
        dat_problem_set(problem, "session %lld is not interrupted", (long long)id);
        ok = false;
    }
    ok = ok && seal_session(store, id, problem);
    ok = dat_sql_commit(store, ok, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

static bool append_events(struct dat_store *store, int64_t id, const struct dat_batch *batch,
                          struct dat_problem *problem) {
    sqlite3_stmt *insert =
        dat_sql_prepare(store,
                        "INSERT INTO event (session_id, number, step, time_s, kind, detail) "
                        "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                        problem);
    bool ok = insert != NULL;
    for (int i = 0; ok && i < batch->events.count; i++) {
        const struct dat_event *event = &batch->events.items[i];
        dat_sql_bind(insert, "iiirtt", id, batch->first_event + i, event->step, event->time,
                     event->kind, event->detail);
        ok = dat_sql_step(store, insert, problem);
    }
    sqlite3_finalize(insert);
    return ok && dat_sql_run(store, problem,
                             "UPDATE event SET checksum = " DAT_EVENT_CHECKSUM
                             " WHERE session_id = ?1 AND number >= ?2",
                             "ii", id, batch->first_event);
}

static bool append_logs(struct dat_store *store, int64_t id, const struct dat_batch *batch,
                        struct dat_problem *problem) {
    sqlite3_stmt *insert = dat_sql_prepare(
        store,
        "INSERT INTO log (session_id, number, step, time_s, species, assortment, tree, "
        "length_m, target_length_m, top_diameter_m, mid_diameter_m, butt_diameter_m, "
        "volume_m3, x_m, y_m, z_m) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, "
        "nullif(?9, 0.0), ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        problem);
    bool ok = insert != NULL;
    for (int i = 0; ok && i < batch->logs.count; i++) {
        const struct dat_log *log = &batch->logs.items[i];
        dat_sql_bind(insert, "iiirtttrrrrrrrrr", id, batch->first_log + i, log->step, log->time,
                     log->species, log->assortment, log->tree, log->length, log->target_length,
                     log->top_diameter, log->mid_diameter, log->butt_diameter, log->volume, log->x,
                     log->y, log->z);
        ok = dat_sql_step(store, insert, problem);
    }
    sqlite3_finalize(insert);
    return ok && dat_sql_run(store, problem,
                             "UPDATE log SET checksum = " DAT_LOG_CHECKSUM
                             " WHERE session_id = ?1 AND number >= ?2",
                             "ii", id, batch->first_log);
}

static bool append_chunk(struct dat_store *store, int64_t id, const struct dat_input_chunk *chunk,
                         struct dat_problem *problem) {
    sqlite3_stmt *insert =
        dat_sql_prepare(store,
                        "INSERT INTO input (session_id, first_step, steps, checksum, state_hash, "
                        "changes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                        problem);
    if (insert == NULL)
        return false;
    dat_sql_bind(insert, chunk->has_state_hash ? "iiiih" : "iiii", id, chunk->first_step,
                 chunk->steps, (int64_t)dat_input_checksum(id, chunk), chunk->state_hash);
    sqlite3_bind_blob64(insert, 6, chunk->bytes, chunk->size, SQLITE_STATIC);
    bool ok = dat_sql_step(store, insert, problem);
    sqlite3_finalize(insert);
    return ok;
}

static bool append_batch(struct dat_store *store, int64_t id, const struct dat_batch *batch,
                         bool room_for_states, struct dat_problem *problem) {
    return (batch->events.count == 0 || append_events(store, id, batch, problem)) &&
           (batch->logs.count == 0 || append_logs(store, id, batch, problem)) &&
           (batch->chunk.steps == 0 || append_chunk(store, id, &batch->chunk, problem)) &&
           (batch->state.bytes == NULL || !room_for_states ||
            dat_states_append(store, id, &batch->state, problem));
}

static bool update_session(struct dat_store *store, int64_t id, const struct dat_batch *last,
                           struct dat_problem *problem) {
    return dat_sql_run(store, problem,
                       "UPDATE session SET steps = ?2, events = ?3, logs = ?4 WHERE id = ?1",
                       "iiii", id, last->steps, last->first_event - 1 + last->events.count,
                       last->first_log - 1 + last->logs.count) &&
           seal_session(store, id, problem);
}

bool dat_store_append(struct dat_store *store, int64_t id, const struct dat_batch *first,
                      struct dat_problem *problem) {
    assert(store->lock >= 0 && id > 0);
    assert(first->first_event >= 1 && first->first_log >= 1);
    // States can be done without: they never take the last place of what cannot.
    const bool room = dat_store_has_room(store->path, DAT_ROOM_FOR_A_SESSION, NULL);
    pthread_mutex_lock(&store->mutex);
    bool ok = dat_sql_begin(store, problem);
    const struct dat_batch *last = first;
    for (const struct dat_batch *batch = first; ok && batch != NULL; batch = batch->next) {
        ok = append_batch(store, id, batch, room, problem);
        last = batch;
    }
    ok = ok && update_session(store, id, last, problem);
    ok = dat_sql_commit(store, ok, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

bool dat_store_end(struct dat_store *store, int64_t id, const struct dat_session_info *info,
                   struct dat_problem *problem) {
    assert(store->lock >= 0 && id > 0);
    assert(info->outcome > DAT_RUNNING && info->outcome <= DAT_INTERRUPTED);
    assert(info->end_utc != NULL);
    pthread_mutex_lock(&store->mutex);
    const bool done =
        dat_sql_begin(store, problem) &&
        dat_sql_run(store, problem,
                    "UPDATE session SET end_utc = ?2, outcome = ?3, result = ?4, "
                    "end_state_hash = ?5 WHERE id = ?1",
                    info->has_end_state_hash ? "ittth" : "ittt", id, info->end_utc,
                    dat_outcome_name(info->outcome), info->result, info->end_state_hash) &&
        dat_sql_run(store, problem,
                    "UPDATE session SET figures = " DAT_FIGURES
                    " WHERE id = ?1 AND result IS NOT NULL",
                    "i", id) &&
        seal_session(store, id, problem);
    const bool ok = dat_sql_commit(store, done, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}
