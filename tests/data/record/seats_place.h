#pragma once

// A server and a folder for the databases of seats, both new for each group of tests.

#include "tests/data/record/seats.h"

static struct tests_postgres pg;
static struct tests_scratch scratch;

static inline int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    tests_postgres_create(&pg);
    return 0;
}

static inline int tear_down(void **state) {
    (void)state;
    tests_postgres_remove(&pg);
    tests_scratch_remove(&scratch);
    return 0;
}
