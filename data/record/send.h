// Sends the sessions of a database to a PostgreSQL server, each row once.
//
// Invariants:
//  1. The rows of a session, and its row in the table of sessions, reach the server in one
//     transaction per call, read from one moment of the database. So the server has at any time
//     what the database had at some moment, and its own rows are the mark how far it has come:
//     where the end of a transaction is not known, the next one looks.
//  2. A session is the seat (a random name of the database), its number there and its start, so a
//     copy of the database does not send again what the original has sent.
//  3. One transaction at a time is open for a seat; it holds the seat's row.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "data/text/problem.h"

struct dat_sender;

struct dat_sent {
    int sessions;               // of which something was sent
    int refused;                // that are damaged or not taken; they are not tried again
    struct dat_problem refusal; // why, of the last of them
};

// Of the database at path, which another part of the program may write to. address: of the server,
// see data/record/pq.h; it is not connected before the first dat_sender_send(). seat: what people
// call the place from now on, NULL: as before, at first the computer's name. NULL with a sentence
// in problem where the database cannot be read.
struct dat_sender *dat_sender_create(const char *path, const char *address, const char *seat,
                                     struct dat_problem *problem);
void dat_sender_destroy(struct dat_sender *sender); // NULL is allowed

// Sends what the server does not have yet. False with a sentence in problem: the server is away or
// refuses everything; what was sent before is kept.
bool dat_sender_send(struct dat_sender *sender, struct dat_sent *sent, struct dat_problem *problem);

// After dat_sender_send(), and again while *more: sends some megabytes of the states of sessions
// that have ended, from which a replay of the server begins sooner. False with a sentence in
// problem: the server does not take them.
bool dat_sender_send_states(struct dat_sender *sender, bool *more, struct dat_problem *problem);

// For another thread: makes the present call and all later ones fail.
void dat_sender_abort(struct dat_sender *sender);

const char *dat_sender_server(const struct dat_sender *sender); // its name, for sentences
