// Replays of recorded sessions: the same files, the same inputs step by step, the same state.
#pragma once

#include "data/exercise/practice.h"
#include "data/record/store.h"

struct dat_replay {
    int64_t steps;      // that were replayed
    bool has_recorded;  // the session was ended, so there is a state to compare with
    uint64_t recorded;  // state hash at the end of the session
    uint64_t replayed;  // state hash after the replay
    bool files_changed; // the scenario or its site is not what it was: a difference is no surprise
    bool wrong_machine; // the loaded machine has another name than the recorded one
};

enum dat_replay_result {
    DAT_REPLAY_DONE,
    DAT_REPLAY_NO_SUCH,  // no session of that number, or its record is damaged: the user's
    DAT_REPLAY_BAD_FILE, // the exercise cannot be read any more, see diagnostics
    DAT_REPLAY_FAILED    // the database or memory
};

// Runs session id again, without a picture, as fast as it goes. machine_or_null: the machine's file
// where it was not the exercise's own. d is initialised here.
enum dat_replay_result dat_replay_run(struct dat_store *store, int64_t id,
                                      const char *machine_or_null, struct dat_replay *replay,
                                      struct dat_diagnostics *d, struct dat_problem *problem);
