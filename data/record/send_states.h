// The states of sessions (data/record/states.h) on their way to a server: those of sessions that
// have ended, the newest first, some megabytes at a time, so that a session that is being recorded
// does not wait for them. Private to data/record/send.c.
//
// The last state of a session on the server is the mark how far it has come. The bounds are those
// of a database: where a session has too many bytes every other state goes, and the newest sessions
// of a seat keep theirs.
#pragma once

#include "data/record/tables.h"

// Notes how far the server has come with those of the seat. Expects the connection's temporary
// table temp.sent; both return false with a sentence in problem.
bool dat_states_ask(struct dat_store *store, struct dat_pq *pq, int64_t seat,
                    struct dat_problem *problem);
// Sends a portion in one transaction. *more: some are left. States that cannot be read, or that the
// server refuses, are left out.
bool dat_states_send(struct dat_store *store, struct dat_pq *pq, int64_t seat,
                     const struct dat_table *table, bool *more, struct dat_problem *problem);
