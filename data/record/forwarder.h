// A thread that sends what is recorded into a database to a PostgreSQL server (data/record/send.h),
// within a second while the server is there, and the states of ended sessions when there is nothing
// else to send. While it is away, the database keeps everything, and
// the thread tries again every two seconds.
#pragma once

#include "data/record/store.h"

struct dat_forwarder;

// store: that is recorded into; it must be open for writing and outlive the forwarder. address: of
// the server, see data/record/pq.h; seat: see dat_sender_create(). tell: gets a sentence for the
// user, from the thread, when the server goes away or comes back, and one for each session that it
// refuses. NULL with a sentence in problem: the address cannot be read, or there is no thread or
// memory. A server that is away is no such problem.
struct dat_forwarder *dat_forwarder_start(struct dat_store *store, const char *address,
                                          const char *seat, dat_store_tell *tell,
                                          struct dat_problem *problem);

// Sends what is left, for so many seconds at most (but see data/record/pq.h for names of hosts),
// and frees the forwarder. The rest is sent the next time. NULL is allowed.
enum { DAT_FORWARDER_PATIENCE = 5 }; // [s] of a user at the end of the program
void dat_forwarder_stop(struct dat_forwarder *forwarder, int patience);
