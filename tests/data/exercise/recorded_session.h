// Sessions of an untidy operator, recorded for tests of what is done with them afterwards.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "data/exercise/practice.h"
#include "tests/near.h"
#include "tests/scratch.h"

static inline double session_random_lever(void) {
    static uint32_t draw = 3;
    draw = draw * 1664525u + 1013904223u;
    return (double)(draw >> 8) / 8388608.0 - 1.0;
}

static inline void session_start(const char *name, struct dat_store *own,
                                 struct dat_exercise *exercise, struct dat_practice *practice) {
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    char path[512];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/%s.yaml", root ? root : ".", name);
    assert_true(dat_exercise_load(path, NULL, exercise, &d));
    assert_true(dat_practice_start(practice, exercise, own, "Test", DAT_TRAINEE, &problem));
}

// An untidy operator from step from on.
static inline void session_drive(struct dat_practice *practice, int from, int steps) {
    static struct veh_controls levers;
    for (int i = from; i < from + steps; i++) {
        if (i % 20 == 0)
            for (int c = VEH_DRIVE; c <= VEH_FEED; c++)
                levers.value[c] = session_random_lever();
        dat_practice_step(practice, &levers);
    }
}

// ---- a database in a scratch folder ----

static struct tests_scratch session_scratch;
static struct dat_store *session_store;

// For the group's set-up: a new database, into which record() writes.
static inline int session_set_up(void (*record)(void)) {
    tests_scratch_create(&session_scratch);
    const char *path = tests_scratch_path(&session_scratch, "s.db");
    session_store = dat_store_open(path, DAT_STORE_WRITE, NULL);
    if (session_store == NULL)
        return 1;
    record();
    return 0;
}

static inline int session_tear_down(void **state) {
    (void)state;
    dat_store_close(session_store);
    tests_scratch_remove(&session_scratch);
    return 0;
}
