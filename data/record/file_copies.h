// The copies of its files that a session keeps, one row each in the table file_copy.
#pragma once

#include "data/record/store.h"
#include "data/text/copies.h"

// Reads the copies of a session's files (dat_store_files()). False: it has not all of them, or not
// as they were recorded. The caller finishes the list whatever the result.
bool dat_store_copies(struct dat_store *store, int64_t id, const struct dat_source_list *files,
                      struct dat_copy_list *copies);

// ---- for data/record: the store's mutex is locked ----

// Enters a copy of each file that still is what was read; within the caller's transaction. A copy
// for which memory or the disk has no room is left out: a session can do without.
bool dat_file_copies_append(struct dat_store *store, int64_t id,
                            const struct dat_source_list *files, struct dat_problem *problem);
// *damaged: the number of the first file whose copy does not have its hash, 0: there is none.
bool dat_file_copies_check(struct dat_store *store, int64_t id, int64_t *damaged,
                           struct dat_problem *problem);
