// The signers of the states of a store (data/record/seal.h), for the user to decide whom to trust.
#pragma once

#include "data/record/store.h"
#include "data/record/trust.h"

struct dat_signer_row {
    uint8_t signer[DAT_SIGNER];
    char *seats; // owned: of a server, the names of the seats that have sent such states; else ""
    int64_t sessions; // with such states
    bool own, trusted;
};
struct dat_signer_list {
    struct dat_signer_row *items;
    int count, capacity;
};

// The one with the most sessions first. The caller finishes the list whatever the result. False
// with a sentence in problem.
bool dat_store_signers(struct dat_store *store, struct dat_signer_list *list,
                       struct dat_problem *problem);
void dat_signer_list_finish(struct dat_signer_list *list);

// Whom the user of the store trusts. Expects the mutex locked, as data/record/sql.h has it.
const struct dat_trust *dat_store_trust(struct dat_store *store);
