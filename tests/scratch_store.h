#pragma once

// A session database of its own in a new scratch folder.

#include "data/record/store.h"
#include "tests/scratch.h"

static inline struct dat_store *tests_scratch_store(struct tests_scratch *scratch) {
    struct dat_problem problem = {""};
    tests_scratch_create(scratch);
    struct dat_store *store =
        dat_store_open(tests_scratch_path(scratch, "s.db"), DAT_STORE_WRITE, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    return store;
}
