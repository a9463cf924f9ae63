// A recorded session that is played forwards and backwards. Forwards is the simulation itself, with
// the recorded levers; backwards restores a state and runs from there. So does a jump: the record
// has states (data/record/states.h), and more are kept as the session is played, the farther apart
// the longer it is.
#pragma once

#include "data/exercise/recorded.h"
#include "sim/model/snapshot.h"

struct dat_kept_state {
    int64_t step;
    struct sim_snapshot bytes; // of the practice
};

struct dat_playback {
    struct dat_recorded recorded;
    struct dat_practice practice; // after reader.step steps
    struct dat_lever_reader reader;
    SIM_ARRAY(struct dat_kept_state) kept; // by step, rising; the first is the start
    int64_t spacing;                       // steps between them
    struct dat_store *store;               // not owned
    struct dat_step_list stored;           // steps of the states in it, rising
};

// As dat_recorded_load(), and starts. The store must outlive the playback. The caller finishes
// playback whatever the result.
enum dat_replay_result dat_playback_open(struct dat_store *store, const struct dat_replay_def *def,
                                         struct dat_playback *playback, struct dat_diagnostics *d,
                                         struct dat_problem *problem);
void dat_playback_finish(struct dat_playback *playback); // accepts a zeroed struct

// The levers of the next step. The caller makes the step with dat_practice_step() before the next
// call. False: it is at the end.
bool dat_playback_next(struct dat_playback *playback, struct veh_controls *levers);
// Goes to the last state at or before step, kept or in the record, unless the present one lies
// between them: what is left to play is then as little as can be. True: the state has changed.
bool dat_playback_rewind(struct dat_playback *playback, int64_t step);
