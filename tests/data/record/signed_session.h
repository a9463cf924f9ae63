// A session with a state, for the tests of those who have sealed it.
#pragma once

#include <sqlite3.h>

#include "data/record/trust.h"
#include "tests/data/record/one_lever.h"
#include "tests/scratch.h"

static inline uint64_t signed_hash(const void *simulation) {
    (void)simulation;
    return 7;
}

static inline bool signed_state(const void *simulation, struct dat_state *state) {
    (void)simulation;
    state->layout = 77;
    state->size = 100;
    state->bytes = calloc(1, state->size);
    return state->bytes != NULL;
}

// Two seconds that took long are recorded by the user whose data folder is of that name in the
// scratch folder, into the database; signer: whose seal their states have.
static inline void signed_session(struct tests_scratch *scratch, const char *user, const char *db,
                                  uint8_t signer[DAT_SIGNER]) {
    struct dat_seal_key key;
    setenv("XDG_DATA_HOME", tests_scratch_path(scratch, user), 1);
    struct dat_store *store = dat_store_open(db, DAT_STORE_WRITE, NULL);
    assert_non_null(store);
    struct dat_recorder *recorder = one_lever_begin(store, signed_hash, signed_state, NULL);
    for (int i = 0; i < 200; i++)
        one_lever_step(recorder, 1.0);
    assert_true(
        dat_recorder_end(recorder, &(struct dat_recording_end){.outcome = DAT_STOPPED}, NULL));
    dat_store_close(store);
    assert_true(dat_seal_key_read(&key, false, NULL) && dat_seal_signer(&key, signer));
}

// Adds a state to the database's first session whose signer has the first four bytes of that one,
// and is another.
static inline void signed_look_alike(const char *db, const uint8_t signer[DAT_SIGNER]) {
    static const char add[] = "INSERT INTO state SELECT session_id, 1000000, layout, state_hash, "
                              "size, ?1, bytes FROM state WHERE session_id = 1 LIMIT 1";
    sqlite3 *file;
    sqlite3_stmt *insert;
    uint8_t seal[DAT_SEAL] = {0};
    memcpy(seal, signer, 4);
    assert_int_equal(sqlite3_open(db, &file), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(file, add, -1, &insert, NULL), SQLITE_OK);
    sqlite3_bind_blob(insert, 1, seal, sizeof seal, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(insert), SQLITE_DONE);
    sqlite3_finalize(insert);
    sqlite3_close(file);
}
