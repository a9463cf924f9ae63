// Replays of recorded sessions: the same files, the same inputs step by step, the same states.
#pragma once

#include "data/exercise/practice.h"
#include "data/record/store.h"

struct dat_replay {
    int64_t steps;                // replayed
    bool interrupted;             // the session has no end, only what was written before
    int states;                   // recorded states that were compared, the end included
    int64_t proved;               // steps up to the last state that is the recorded one
    int64_t differs;              // steps up to the first state that differs; -1: there is none
    uint64_t recorded;            // the last recorded state that was compared, where states > 0
    uint64_t replayed;            // the replay's state there
    bool other_machine;           // the name of the loaded machine is not the recorded one
    bool same_files;              // with def.exercise: all recorded files had the same content
    struct dat_name_list changed; // sentences about the session's files that have changed
    struct dat_name_list damage;  // sentences about damage to the record
};

struct dat_replay_def {
    int64_t session; // > 0
    // The scenario file and the machine file to read instead of those at the recorded paths, NULL:
    // those. With another scenario file, its own machine is the default.
    const char *exercise, *machine;
};

enum dat_replay_result {
    DAT_REPLAY_DONE,
    DAT_REPLAY_NO_SUCH,  // there is no session of that number
    DAT_REPLAY_DAMAGED,  // its inputs are not what was recorded, see damage
    DAT_REPLAY_BAD_FILE, // the exercise cannot be read any more, see diagnostics
    DAT_REPLAY_FAILED    // the database or memory
};

// Runs a session again, without a picture, as fast as it goes. d is initialised here. The caller
// finishes replay whatever the result; damage and, without def->exercise, changed are also filled
// where the session cannot be replayed.
enum dat_replay_result dat_replay_run(struct dat_store *store, const struct dat_replay_def *def,
                                      struct dat_replay *replay, struct dat_diagnostics *d,
                                      struct dat_problem *problem);
void dat_replay_finish(struct dat_replay *replay); // accepts a zeroed struct

// Every state that was recorded came out the same, and there was one.
bool dat_replay_same(const struct dat_replay *replay);
