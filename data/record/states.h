// States of a session at which a replay may begin, in the table `state` of the database. They
// follow from the inputs: one that is lost costs time only. Each is sealed (data/record/seal.h),
// since a state that somebody has made up could do what no file may. See also data/record/store.h,
// whose conventions hold here.
#pragma once

#include "data/record/store.h"

enum {
    DAT_STATES_BYTES = 64000000, // of a session at most; then every other state goes
    DAT_STATES_SESSIONS = 100    // the newest ones keep theirs
};

// Makes the bytes of the state small, and marks that. False: out of memory.
bool dat_state_compress(struct dat_state *state);

// The steps at which the session has states of that layout, rising. The caller finishes the list.
bool dat_store_states(struct dat_store *store, int64_t session, uint64_t layout,
                      struct dat_step_list *steps, struct dat_problem *problem);
// The state at one of these, not compressed, which the caller finishes. False where it is damaged
// or has not the user's seal, too.
bool dat_store_state(struct dat_store *store, int64_t session, int64_t step,
                     struct dat_state *state, struct dat_problem *problem);
