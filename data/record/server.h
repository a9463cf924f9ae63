// Reading the sessions that seats have sent to a PostgreSQL server. A store of them is a temporary
// SQLite database, which has the rows of the tables trainee and session at once, and those of a
// session's record when they are first asked for. All are read from one moment of the server. Rows
// that no session can have are left out, with a sentence that names them.
#pragma once

#include "data/record/pq.h"
#include "data/record/sql.h"

struct dat_server;

// Fills the empty database of the store. False with a sentence in problem.
bool dat_server_open(struct dat_store *store, const char *address, dat_store_tell *tell,
                     struct dat_problem *problem);
void dat_server_close(struct dat_server *server); // NULL is allowed

// Fetches the record of the session, 0: of all, unless it is there. Does nothing in a store of a
// file. Expects the mutex unlocked.
bool dat_server_need(struct dat_store *store, int64_t id, struct dat_problem *problem);

// The rows of a query of the server about its states, without parameters; else as below.
struct dat_pq_rows *dat_server_all_states(struct dat_store *store, const char *query,
                                          struct dat_problem *problem);
// The rows of a query of the server about the states of a session, which stay there until they are
// needed. *number: of the session at its seat. NULL where they cannot be read; the caller destroys
// them. Expects the mutex locked, and a store of a server.
struct dat_pq_rows *dat_server_states(struct dat_store *store, const char *query, int64_t session,
                                      const struct dat_pq_value *second, int64_t *number,
                                      struct dat_problem *problem);

// Adds the sentences about rows that were left out so far; none for a store of a file. False: out
// of memory.
bool dat_server_malformed(struct dat_store *store, struct dat_name_list *sentences);

// Deletes the session on the server; its seat does not send it again. *found: there was one. The
// store can only be closed then. False with a sentence in problem.
bool dat_server_delete(struct dat_store *store, int64_t id, bool *found,
                       struct dat_problem *problem);
