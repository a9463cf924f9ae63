// The progress of a trainee: the exercises that were passed, and those that an instructor has
// unlocked. See also data/record/store.h, whose conventions hold here.
#pragma once

#include "data/record/store.h"

#define DAT_PROGRESS_NAME 64

struct dat_progress_entry {
    char exercise[DAT_PROGRESS_NAME]; // the name of its file
    bool passed;                      // by the trainee, not by the demonstrator
    int mark;                         // the best one: 1 bronze, 2 silver, 3 gold; 0: none
    bool unlocked;
};

struct dat_progress {
    struct dat_progress_entry *items; // owned
    int count, capacity;
};

// Nobody of that name has no progress. The caller finishes it.
bool dat_store_progress(struct dat_store *store, const char *trainee, struct dat_progress *progress,
                        struct dat_problem *problem);
void dat_progress_finish(struct dat_progress *progress); // accepts a zeroed struct
// NULL: nothing is known of the exercise. Valid until the progress is finished.
const struct dat_progress_entry *dat_progress_find(const struct dat_progress *progress,
                                                   const char *exercise);

// Unlocks exercises[count] for the trainee, who is created if there is none, or takes that back:
// all of them or, after an error, none. The store is open for writing.
bool dat_store_unlock(struct dat_store *store, const char *trainee, const char *const exercises[],
                      int count, bool unlocked, struct dat_problem *problem);
