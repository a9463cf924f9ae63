// Replays of recorded sessions: the same files, the same inputs step by step, the same states.
#pragma once

#include "data/exercise/recorded.h"

struct dat_replay {
    struct dat_recorded session;
    int64_t steps;     // replayed
    int states;        // recorded states that were compared, the end included
    int64_t proved;    // steps up to the last state that is the recorded one
    int64_t differs;   // steps up to the first state that differs; -1: there is none
    uint64_t recorded; // the last recorded state that was compared, where states > 0
    uint64_t replayed; // the replay's state there
};

// Runs a session again, without a picture, as fast as it goes. d is initialised here. The caller
// finishes replay whatever the result; see dat_recorded_load() for what it holds then.
enum dat_replay_result dat_replay_run(struct dat_store *store, const struct dat_replay_def *def,
                                      struct dat_replay *replay, struct dat_diagnostics *d,
                                      struct dat_problem *problem);
void dat_replay_finish(struct dat_replay *replay); // accepts a zeroed struct

// Every state that was recorded came out the same, and there was one.
bool dat_replay_same(const struct dat_replay *replay);
