// Seals of states: signatures (Ed25519) with a key that is kept in a file of the user's data
// folder, so that a state that came into a database in another way is noticed. A seal names its
// signer, the public half of the key; the user trusts the own one and those of data/record/trust.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "data/record/session.h"
#include "data/text/problem.h"

enum { DAT_SIGNER = 32, DAT_SEAL = DAT_SIGNER + 64 }; // [bytes]

struct dat_seal_key {
    uint8_t secret[32];
};

// Reads the key of the user, which only the user may be able to read; create: draws one where there
// is none. False with a sentence in problem.
bool dat_seal_key_read(struct dat_seal_key *key, bool create, struct dat_problem *problem);
// False: out of memory.
bool dat_seal_signer(const struct dat_seal_key *key, uint8_t signer[DAT_SIGNER]);

// Of the state, which is compressed, at its place: the number of its session where it was recorded,
// and the session's start. False: out of memory.
bool dat_seal_state(const struct dat_seal_key *key, int64_t number, const char *start_utc,
                    const struct dat_state *state, uint8_t seal[DAT_SEAL]);
// Whether the seal of size bytes is that of the signer that it names.
bool dat_seal_holds(const void *seal, size_t size, int64_t number, const char *start_utc,
                    const struct dat_state *state);
