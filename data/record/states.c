#include "data/record/states.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "data/record/checksum.h"
#include "data/record/sql.h"
#include "data/record/states_write.h"
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

static uint32_t checksum_of(int64_t session, int64_t step, size_t size, const void *packed,
                            size_t packed_size) {
    uint32_t checksum = dat_checksum_number(0, (uint64_t)session);
    checksum = dat_checksum_number(checksum, (uint64_t)step);
    checksum = dat_checksum_number(checksum, size);
    return (uint32_t)crc32_z(checksum, packed, packed_size);
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
    sqlite3_stmt *insert =
        dat_sql_prepare(store,
                        "INSERT OR REPLACE INTO state (session_id, step, layout, state_hash, size, "
                        "checksum, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                        problem);
    if (insert == NULL)
        return false;
    const uint32_t checksum =
        checksum_of(session, state->step, state->size, state->bytes, state->packed);
    dat_sql_bind(insert, "iihhii", session, state->step, state->layout, state->hash,
                 (int64_t)state->size, (int64_t)checksum);
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

static bool read_steps(struct dat_store *store, sqlite3_stmt *query, struct dat_step_list *steps,
                       struct dat_problem *problem) {
    int code;
    while ((code = sqlite3_step(query)) == SQLITE_ROW) {
        if (!SIM_ARRAY_TRY(steps, steps->count + 1)) {
            dat_problem_set(problem, "out of memory");
            return false;
        }
        steps->items[steps->count++] = sqlite3_column_int64(query, 0);
    }
    if (code != SQLITE_DONE)
        dat_sql_report(store, problem);
    return code == SQLITE_DONE;
}

bool dat_store_states(struct dat_store *store, int64_t session, uint64_t layout,
                      struct dat_step_list *steps, struct dat_problem *problem) {
    assert(store != NULL && session > 0);
    *steps = (struct dat_step_list){.count = 0};
    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *query = dat_sql_prepare(
        store, "SELECT step FROM state WHERE session_id = ?1 AND layout = ?2 ORDER BY step",
        problem);
    bool ok = query != NULL;
    if (ok) {
        dat_sql_bind(query, "ih", session, layout);
        ok = read_steps(store, query, steps, problem);
    }
    sqlite3_finalize(query);
    pthread_mutex_unlock(&store->mutex);
    return ok;
}

static bool read_state(sqlite3_stmt *row, int64_t session, struct dat_state *state) {
    const unsigned char *layout = sqlite3_column_text(row, 0), *hash = sqlite3_column_text(row, 1);
    const void *packed = sqlite3_column_blob(row, 4);
    const size_t packed_size = (size_t)sqlite3_column_bytes(row, 4);
    if (layout == NULL || hash == NULL || packed == NULL)
        return false;
    state->layout = strtoull((const char *)layout, NULL, 16);
    state->hash = strtoull((const char *)hash, NULL, 16);
    state->size = (size_t)sqlite3_column_int64(row, 2);
    return sqlite3_column_int64(row, 3) ==
               checksum_of(session, state->step, state->size, packed, packed_size) &&
           unpack(state, packed, packed_size);
}

bool dat_store_state(struct dat_store *store, int64_t session, int64_t step,
                     struct dat_state *state, struct dat_problem *problem) {
    assert(store != NULL && session > 0);
    *state = (struct dat_state){.step = step};
    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *query =
        dat_sql_prepare(store,
                        "SELECT layout, state_hash, size, checksum, bytes FROM state "
                        "WHERE session_id = ?1 AND step = ?2",
                        problem);
    bool ok = query != NULL;
    if (ok) {
        dat_sql_bind(query, "ii", session, step);
        ok = sqlite3_step(query) == SQLITE_ROW && read_state(query, session, state);
        if (!ok)
            dat_problem_set(problem,
                            "the state of session %" PRId64 " at step %" PRId64
                            " is damaged or missing",
                            session, step);
    }
    sqlite3_finalize(query);
    pthread_mutex_unlock(&store->mutex);
    if (!ok)
        dat_state_finish(state);
    return ok;
}
