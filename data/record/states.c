#include "data/record/states.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "data/record/server.h"
#include "data/record/signers.h"
#include "data/record/states_write.h"
#include "data/record/tables.h"
#include "sim/base/array.h"

enum { LEVEL = 6 }; // of zlib: 4 ms for a stand and its harvester, of the writing thread
#define LARGEST UINT32_C(1 << 30) // [bytes] that a row may claim

bool dat_state_compress(struct dat_state *state) {
    assert(state->bytes != NULL && state->packed == 0);
    uLongf size = compressBound(state->size);
    uint8_t *bytes = malloc(size);
    if (bytes == NULL || compress2(bytes, &size, state->bytes, state->size, LEVEL) != Z_OK) {
        free(bytes);
        return false;
    }
    free(state->bytes);
    state->bytes = bytes;
    state->packed = size;
    return true;
}

// False: they are damaged, or memory is missing.
static bool unpack(struct dat_state *state, const void *packed, size_t packed_size) {
    uLongf size = state->size;
    state->bytes = size <= LARGEST ? malloc(size) : NULL;
    return state->bytes != NULL && uncompress(state->bytes, &size, packed, packed_size) == Z_OK &&
           size == state->size;
}

// ---- seals ----

static const struct dat_seal_key *own_key(struct dat_store *store) {
    if (store->key_state == DAT_KEY_UNREAD)
        store->key_state =
            dat_seal_key_read(&store->key, true, NULL) ? DAT_KEY_READ : DAT_KEY_MISSING;
    return store->key_state == DAT_KEY_READ ? &store->key : NULL;
}

// The start of the session; NULL: there is none. The caller finalizes *query.
static const char *start_of(struct dat_store *store, int64_t session, sqlite3_stmt **query) {
    *query = dat_sql_prepare(store, "SELECT start_utc FROM session WHERE id = ?1", NULL);
    if (*query == NULL)
        return NULL;
    dat_sql_bind(*query, "i", session);
    return sqlite3_step(*query) == SQLITE_ROW ? (const char *)sqlite3_column_text(*query, 0) : NULL;
}

// False: there is no key, or no such session.
static bool seal(struct dat_store *store, int64_t session, const struct dat_state *state,
                 uint8_t bytes[DAT_SEAL]) {
    const struct dat_seal_key *key = own_key(store);
    sqlite3_stmt *query = NULL;
    const char *start = key != NULL ? start_of(store, session, &query) : NULL;
    const bool ok = start != NULL && dat_seal_state(key, session, start, state, bytes);
    sqlite3_finalize(query);
    return ok;
}

// number: of the session where it was recorded.
static bool is_sealed(struct dat_store *store, int64_t session, int64_t number,
                      const struct dat_state *state, const struct dat_pq_value *given) {
    if (given->type != DAT_PQ_BYTES || given->size != DAT_SEAL ||
        !dat_trust_has(dat_store_trust(store), given->bytes))
        return false;
    sqlite3_stmt *query;
    const char *start = start_of(store, session, &query);
    const bool ok =
        start != NULL && dat_seal_holds(given->bytes, given->size, number, start, state);
    sqlite3_finalize(query);
    return ok;
}

// ---- writing ----

// Every other one goes, the last stays.
static bool thin_out(struct dat_store *store, int64_t session, struct dat_problem *problem) {
    return dat_sql_run(store, problem,
                       "DELETE FROM state WHERE session_id = ?1 AND step IN (SELECT step FROM "
                       "(SELECT step, row_number() OVER (ORDER BY step DESC) AS number FROM state "
                       "WHERE session_id = ?1) WHERE number % 2 = 0)",
                       "i", session);
}

static bool bytes_of(struct dat_store *store, int64_t session, int64_t *bytes,
                     struct dat_problem *problem) {
    sqlite3_stmt *query = dat_sql_prepare(
        store, "SELECT coalesce(sum(length(bytes)), 0) FROM state WHERE session_id = ?1", problem);
    if (query == NULL)
        return false;
    dat_sql_bind(query, "i", session);
    const bool ok = sqlite3_step(query) == SQLITE_ROW;
    if (ok)
        *bytes = sqlite3_column_int64(query, 0);
    else
        dat_sql_report(store, problem);
    sqlite3_finalize(query);
    return ok;
}

bool dat_states_append(struct dat_store *store, int64_t session, const struct dat_state *state,
                       struct dat_problem *problem) {
    assert(state->packed > 0);
    uint8_t bytes_of_seal[DAT_SEAL];
    if (!seal(store, session, state, bytes_of_seal))
        return true; // nobody could use it
    sqlite3_stmt *insert =
        dat_sql_prepare(store,
                        "INSERT OR REPLACE INTO state (session_id, step, layout, state_hash, size, "
                        "seal, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                        problem);
    if (insert == NULL)
        return false;
    dat_sql_bind(insert, "iihhi", session, state->step, state->layout, state->hash,
                 (int64_t)state->size);
    sqlite3_bind_blob(insert, 6, bytes_of_seal, DAT_SEAL, SQLITE_STATIC);
    sqlite3_bind_blob64(insert, 7, state->bytes, state->packed, SQLITE_STATIC);
    bool ok = dat_sql_step(store, insert, problem);
    sqlite3_finalize(insert);
    int64_t bytes = 0;
    ok = ok && bytes_of(store, session, &bytes, problem);
    return ok && (bytes <= DAT_STATES_BYTES || thin_out(store, session, problem));
}

bool dat_states_retire(struct dat_store *store, struct dat_problem *problem) {
    return dat_sql_run(store, problem,
                       "DELETE FROM state WHERE session_id IN "
                       "(SELECT id FROM session ORDER BY id DESC LIMIT -1 OFFSET ?1)",
                       "i", (int64_t)DAT_STATES_SESSIONS);
}

// ---- reading ----

static bool add_step(struct dat_step_list *steps, int64_t step, struct dat_problem *problem) {
    if (!SIM_ARRAY_TRY(steps, steps->count + 1)) {
        dat_problem_set(problem, "out of memory");
        return false;
    }
    steps->items[steps->count++] = step;
    return true;
}

static bool list_here(struct dat_store *store, int64_t session, uint64_t layout,
                      struct dat_step_list *steps, struct dat_problem *problem) {
    sqlite3_stmt *query = dat_sql_prepare(
        store, "SELECT step FROM state WHERE session_id = ?1 AND layout = ?2 ORDER BY step",
        problem);
    if (query == NULL)
        return false;
    dat_sql_bind(query, "ih", session, layout);
    bool ok = true;
    int code;
    while (ok && (code = sqlite3_step(query)) == SQLITE_ROW)
        ok = add_step(steps, sqlite3_column_int64(query, 0), problem);
    if (ok && code != SQLITE_DONE)
        dat_sql_report(store, problem);
    sqlite3_finalize(query);
    return ok && code == SQLITE_DONE;
}

static bool list_there(struct dat_store *store, int64_t session, uint64_t layout,
                       struct dat_step_list *steps, struct dat_problem *problem) {
    char hex[17];
    int64_t number;
    (void)snprintf(hex, sizeof hex, "%016" PRIx64, layout);
    const struct dat_pq_value value = dat_pq_text(hex);
    struct dat_pq_rows *rows = dat_server_states(
        store, "SELECT step FROM state WHERE session_id = $1 AND layout = $2 ORDER BY step",
        session, &value, &number, problem);
    bool ok = rows != NULL;
    for (int i = 0; ok && i < dat_pq_rows_count(rows); i++)
        ok = add_step(steps, dat_pq_rows_value(rows, i, 0).integer, problem);
    dat_pq_rows_destroy(rows);
    return ok;
}

bool dat_store_states(struct dat_store *store, int64_t session, uint64_t layout,
                      struct dat_step_list *steps, struct dat_problem *problem) {
    assert(store != NULL && session > 0);
    *steps = (struct dat_step_list){.count = 0};
    pthread_mutex_lock(&store->mutex);
    const bool ok =
        (store->server != NULL ? list_there : list_here)(store, session, layout, steps, problem);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

static uint64_t hash_of(const struct dat_pq_value *value) {
    char text[17] = "";
    if (value->type == DAT_PQ_TEXT)
        memcpy(text, value->bytes, value->size < 16 ? value->size : 16);
    return strtoull(text, NULL, 16);
}

enum { LAYOUT, STATE_HASH, SIZE, SEAL, BYTES, COLUMNS };
#define STATE_COLUMNS "layout, state_hash, size, seal, bytes"

// Of the columns of a row. number: of the session where it was recorded.
static bool read_state(struct dat_store *store, int64_t session, int64_t number,
                       const struct dat_pq_value row[COLUMNS], struct dat_state *state) {
    const struct dat_pq_value *packed = &row[BYTES];
    if (packed->type != DAT_PQ_BYTES || packed->bytes == NULL || packed->size == 0)
        return false;
    state->layout = hash_of(&row[LAYOUT]);
    state->hash = hash_of(&row[STATE_HASH]);
    state->size = (size_t)row[SIZE].integer;
    struct dat_state sealed = *state;
    sealed.packed = packed->size;
    // The cast only takes const away; the bytes are read.
    sealed.bytes = (uint8_t *)(uintptr_t)packed->bytes;
    return is_sealed(store, session, number, &sealed, &row[SEAL]) &&
           unpack(state, packed->bytes, packed->size);
}

static bool read_here(struct dat_store *store, int64_t session, struct dat_state *state) {
    struct dat_pq_value row[COLUMNS];
    sqlite3_stmt *query = dat_sql_prepare(
        store, "SELECT " STATE_COLUMNS " FROM state WHERE session_id = ?1 AND step = ?2", NULL);
    if (query == NULL)
        return false;
    dat_sql_bind(query, "ii", session, state->step);
    bool ok = sqlite3_step(query) == SQLITE_ROW;
    for (int i = 0; ok && i < COLUMNS; i++)
        row[i] = dat_table_value(query, i);
    ok = ok && read_state(store, session, session, row, state);
    sqlite3_finalize(query);
    return ok;
}

static bool read_there(struct dat_store *store, int64_t session, struct dat_state *state) {
    struct dat_pq_value row[COLUMNS];
    const struct dat_pq_value step = dat_pq_integer(state->step);
    int64_t number = 0;
    struct dat_pq_rows *rows = dat_server_states(
        store, "SELECT " STATE_COLUMNS " FROM state WHERE session_id = $1 AND step = $2", session,
        &step, &number, NULL);
    bool ok = rows != NULL && dat_pq_rows_count(rows) == 1;
    for (int i = 0; ok && i < COLUMNS; i++)
        row[i] = dat_pq_rows_value(rows, 0, i);
    ok = ok && read_state(store, session, number, row, state);
    dat_pq_rows_destroy(rows);
    return ok;
}

bool dat_store_state(struct dat_store *store, int64_t session, int64_t step,
                     struct dat_state *state, struct dat_problem *problem) {
    assert(store != NULL && session > 0);
    *state = (struct dat_state){.step = step};
    pthread_mutex_lock(&store->mutex);
    const bool ok = (store->server != NULL ? read_there : read_here)(store, session, state);
    pthread_mutex_unlock(&store->mutex);
    if (ok)
        return true;
    dat_problem_set(problem,
                    "the state of session %" PRId64 " at step %" PRId64
                    " is damaged, missing or of another computer",
                    session, step);
    dat_state_finish(state);
    return false;
}
