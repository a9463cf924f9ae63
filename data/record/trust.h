// Signers of states (data/record/seal.h) whose states a replay may begin with: the user's own key,
// and those of the file kranich/states.trusted beside it, a line each: 64 hexadecimal digits, a
// blank and what the user calls it.
#pragma once

#include "data/record/seal.h"

enum { DAT_SIGNER_TEXT = 2 * DAT_SIGNER + 1, DAT_TRUSTED = 256 };

struct dat_trust {
    int count;
    uint8_t signers[DAT_TRUSTED][DAT_SIGNER]; // the own one, if there is one, is the first
    bool has_own;
};

// False where the file has anything else in it, or others can write to it: a sentence in problem,
// and trust has the own key alone. A file that is not there is empty.
bool dat_trust_read(struct dat_trust *trust, struct dat_problem *problem);
bool dat_trust_has(const struct dat_trust *trust, const uint8_t signer[DAT_SIGNER]);
// Adds a line to the file. False with a sentence in problem.
bool dat_trust_add(const uint8_t signer[DAT_SIGNER], const char *name, struct dat_problem *problem);

void dat_signer_print(const uint8_t signer[DAT_SIGNER], char text[DAT_SIGNER_TEXT]);
