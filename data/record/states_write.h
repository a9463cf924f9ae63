// The recorder's writes to the table of states. The store's mutex is locked and a transaction open,
// as data/record/sql.h has it; private to data/record.
#pragma once

#include "data/record/store.h"

// Enters a compressed state; where the session has too many bytes then, every other state goes.
bool dat_states_append(struct dat_store *store, int64_t session, const struct dat_state *state,
                       struct dat_problem *problem);
// Deletes the states of sessions that are no longer among the newest.
bool dat_states_retire(struct dat_store *store, struct dat_problem *problem);
