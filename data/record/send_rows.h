// The rows of a session on their way from the database to a server.
#pragma once

#include "data/record/tables.h"

struct dat_row_way {
    struct dat_store *store;
    struct dat_pq *pq;
    int64_t number, id; // of the session, here and there
    bool damaged;       // the last rows cannot be read here, or not be taken there
};

// In the transaction that the caller has begun: sends those rows of the table that the server
// lacks, which are the ones behind its last; no further row is begun beyond so many bytes. False
// with a sentence in problem.
bool dat_rows_send(struct dat_row_way *way, const struct dat_table *table, int most,
                   struct dat_problem *problem);
