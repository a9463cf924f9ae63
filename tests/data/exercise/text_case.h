// A scratch folder for the text of an exercise, with a link to the project's library.
#pragma once

#include "data/exercise/exercise.h"
#include "tests/scratch.h"

static struct tests_scratch scratch;
static struct dat_diagnostics d;
static struct dat_exercise exercise;

static inline int set_up(void **state) {
    (void)state;
    const char *root = getenv("KRANICH_ROOT");
    char library[512];
    tests_scratch_create(&scratch);
    snprintf(library, sizeof library, "%s/data/library", root != NULL ? root : ".");
    return symlink(library, tests_scratch_path(&scratch, "library"));
}

static inline int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}
