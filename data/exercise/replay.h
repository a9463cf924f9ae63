// Replays of recorded sessions: the same files, the same inputs step by step, the same states.
#pragma once

#include "data/exercise/practice.h"
#include "data/record/store.h"

struct dat_replay {
    int64_t steps;                // that were replayed
    bool interrupted;             // the session has no end, only what was written until then
    int states;                   // recorded states that were compared, the end included
    int64_t proved;               // steps up to the last state that is the recorded one
    int64_t differs;              // steps up to the first state that is another; -1: there is none
    uint64_t recorded;            // the last recorded state that was compared, where states > 0
    uint64_t replayed;            // the replay's state there
    bool other_machine;           // the loaded machine has another name than the recorded one
    struct dat_name_list changed; // sentences: what has become of the session's files
};

enum dat_replay_result {
    DAT_REPLAY_DONE,
    DAT_REPLAY_NO_SUCH,  // no session of that number, or its record is damaged: the user's
    DAT_REPLAY_BAD_FILE, // the exercise cannot be read any more, see diagnostics
    DAT_REPLAY_FAILED    // the database or memory
};

// Runs session id again, without a picture, as fast as it goes. machine_or_null replaces the
// machine that was recorded. d is initialised here. The caller finishes replay whatever the result;
// changed is also filled where the exercise cannot be read.
enum dat_replay_result dat_replay_run(struct dat_store *store, int64_t id,
                                      const char *machine_or_null, struct dat_replay *replay,
                                      struct dat_diagnostics *d, struct dat_problem *problem);
void dat_replay_finish(struct dat_replay *replay); // accepts a zeroed struct

// Every state that was recorded came out the same, and there was one.
bool dat_replay_same(const struct dat_replay *replay);
