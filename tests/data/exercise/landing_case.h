// A small exercise whose landings a test writes itself.
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

// The list of landings begins in line 9.
static inline bool load_on(const char *site, const char *landings) {
    char text[2000];
    snprintf(text, sizeof text,
             "exercise: Try\nsite: library/sites/%s\n"
             "machine: library/machines/forwarder.yaml\n"
             "start: {position: [14, 35.8], heading_deg: 23}\nassortments:\n"
             "  - {name: Pulpwood, species: spruce, length: 4, window_cm: [-5, 5]}\n"
             "  - {name: Sawlogs, length: 4.9, longer: [[5.5, 1]]}\nlandings:\n%s",
             site, landings);
    tests_scratch_write(&scratch, "try.yaml", text);
    return dat_exercise_load(tests_scratch_path(&scratch, "try.yaml"), NULL, &exercise, &d);
}

// On a level yard without trees.
static inline bool load(const char *landings) {
    return load_on("yard", landings);
}
