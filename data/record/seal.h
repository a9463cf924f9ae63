// Seals of states: HMAC-SHA-256 with a key that is kept in a file of the user's data folder, so
// that a state that came into a database in another way is noticed. Computers with the same file
// trust each other's states.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "data/record/session.h"
#include "data/text/problem.h"

enum { DAT_SEAL = 32 }; // [bytes] of a seal, and of the key

struct dat_seal_key {
    uint8_t bytes[DAT_SEAL];
};

// Reads the key of the user, which only the user may be able to read; create: draws one where there
// is none. False with a sentence in problem.
bool dat_seal_key_read(struct dat_seal_key *key, bool create, struct dat_problem *problem);

// Of the state, which is compressed, at its place: the number of its session where it was recorded,
// and the session's start. False: out of memory.
bool dat_seal_state(const struct dat_seal_key *key, int64_t number, const char *start_utc,
                    const struct dat_state *state, uint8_t seal[DAT_SEAL]);
bool dat_seal_is(const uint8_t seal[DAT_SEAL], const void *given, size_t size);
