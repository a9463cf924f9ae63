// The session database: one SQLite file in WAL mode, see data/record/schema.sql. Sessions are
// written through data/record/recorder.h.
//
// One program at a time may write to a database; it holds the lock of data/record/place.h from
// dat_store_open() to dat_store_close(). Any number of programs may read at the same time. A store
// may be used from several threads, which wait for each other.
//
// A call that returns false, 0 or NULL has written a sentence for the user to problem (which may be
// NULL) and has not changed the database.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "data/record/session.h"
#include "data/text/problem.h"
#include "data/text/sources.h"

struct dat_store;

enum dat_store_mode {
    DAT_STORE_READ,  // the file must exist; changes nothing, a running session is not disturbed
    DAT_STORE_WRITE, // creates what is missing; marks the sessions of a killed program as
                     // interrupted
};

// The database at path, or at dat_default_database() where path is NULL. The caller closes it.
struct dat_store *dat_store_open(const char *path, enum dat_store_mode mode,
                                 struct dat_problem *problem);
void dat_store_close(struct dat_store *store); // NULL is allowed

// The sessions that seats have sent to a PostgreSQL server, for reading, as they are at one moment;
// they have the server's numbers. address: see data/record/pq.h. Malformed rows are left out; tell,
// which may be NULL, gets a sentence about those of each table, also from later calls for the
// store. The caller closes the store.
typedef void dat_store_tell(const char *sentence);
struct dat_store *dat_store_open_server(const char *address, dat_store_tell *tell,
                                        struct dat_problem *problem);

// The seat that the session of a server comes from, written to name; NULL where the store is a
// file.
const char *dat_store_seat(struct dat_store *store, int64_t id, char *name, size_t size);

// The file; of a server, what follows "the session database".
const char *dat_store_path(const struct dat_store *store);

// The number of the trainee with that name, who is created if there is none. 0: failed. The name
// must be UTF-8 and not blank, the store must be open for writing.
int64_t dat_store_trainee(struct dat_store *store, const char *name, struct dat_problem *problem);

// The names of all trainees, in order of their latest session, newest first. The caller finishes
// the list.
bool dat_store_trainees(struct dat_store *store, struct dat_name_list *names,
                        struct dat_problem *problem);

// All sessions, the oldest first, with their figures but without their results, which are long. The
// caller finishes the list.
bool dat_store_sessions(struct dat_store *store, struct dat_session_list *list,
                        struct dat_problem *problem);
// The same without figures.
bool dat_store_sessions_bare(struct dat_store *store, struct dat_session_list *list,
                             struct dat_problem *problem);

// One session; info->id is 0 where there is none of that number. id > 0, here and below. The caller
// finishes info.
bool dat_store_session(struct dat_store *store, int64_t id, struct dat_session_info *info,
                       struct dat_problem *problem);

// The result of a session, NULL: it has none. The caller frees it.
bool dat_store_result(struct dat_store *store, int64_t id, char **result,
                      struct dat_problem *problem);

// The record of a session, in order. The caller finishes the lists.
bool dat_store_events(struct dat_store *store, int64_t id, struct dat_event_list *list,
                      struct dat_problem *problem);
bool dat_store_logs(struct dat_store *store, int64_t id, struct dat_log_list *list,
                    struct dat_problem *problem);
bool dat_store_inputs(struct dat_store *store, int64_t id, struct dat_input_list *list,
                      struct dat_problem *problem);

// The files that the session used, the scenario first; none for sessions recorded before version 2
// of the database. The caller finishes the list.
bool dat_store_files(struct dat_store *store, int64_t id, struct dat_source_list *list,
                     struct dat_problem *problem);

// Between this call and dat_store_release(), or the end of the store, all reads see the database as
// it was at one moment, even while another program records. Both do nothing in a store that was
// opened for writing, since no other can change the database, and in that of a server, which is of
// one moment as a whole.
bool dat_store_hold(struct dat_store *store, struct dat_problem *problem);
void dat_store_release(struct dat_store *store);

// A sentence for every file of the session that is not what it was when the session was recorded.
// The caller finishes the list.
bool dat_session_changed_files(struct dat_store *store, int64_t id, struct dat_name_list *changed,
                               struct dat_problem *problem);

// Deletes a session with its record; *found: there was one. The store must be open for writing, or
// a server's, which can only be closed then.
bool dat_store_delete(struct dat_store *store, int64_t id, bool *found,
                      struct dat_problem *problem);

// ---- for the recorder ----

// Enters a running session and the files that it uses, and returns its number; 0: failed. Of info,
// only what is known at the start is used: the strings except end_utc and result, scenario_hash,
// who, seed and step. files may be NULL.
int64_t dat_store_begin(struct dat_store *store, const struct dat_session_info *info,
                        const struct dat_source_list *files, struct dat_problem *problem);

// An interrupted session runs again, without its end. False where it is not interrupted, too.
bool dat_store_reopen(struct dat_store *store, int64_t id, struct dat_problem *problem);

// Writes first and the batches that follow it in one transaction, all or nothing, and computes the
// checksums of their rows.
bool dat_store_append(struct dat_store *store, int64_t id, const struct dat_batch *first,
                      struct dat_problem *problem);

// Ends a running session. Of info, only end_utc, outcome, result and the end state hash are used.
bool dat_store_end(struct dat_store *store, int64_t id, const struct dat_session_info *info,
                   struct dat_problem *problem);
