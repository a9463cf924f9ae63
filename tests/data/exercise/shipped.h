// The exercises of the library by their names.
#pragma once

#include <stdlib.h>

#include "data/exercise/exercise.h"
#include "data/exercise/library.h"
#include "tests/near.h"

// machine: NULL is the exercise's own. Fails with the errors printed where it is refused.
static inline void load_shipped_set(struct dat_exercise *exercise, const char *name,
                                    const char *machine, const struct dat_settings *settings) {
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    char library[512], path[600], file[600];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(library, sizeof library, "%s/data/library", root != NULL ? root : ".");
    assert_int_equal(dat_library_find(library, "exercises", name, path, sizeof path, &problem),
                     DAT_LIBRARY_FOUND);
    if (machine != NULL)
        assert_int_equal(
            dat_library_find(library, "machines", machine, file, sizeof file, &problem),
            DAT_LIBRARY_FOUND);
    if (!dat_exercise_load_set(path, machine != NULL ? file : NULL, settings, exercise, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("%s is refused", name);
    }
}

static inline void load_shipped(struct dat_exercise *exercise, const char *name,
                                const char *machine) {
    load_shipped_set(exercise, name, machine, NULL);
}
