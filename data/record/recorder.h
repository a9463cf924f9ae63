// Records a session into the database while it runs. The calls of the frame loop fill a batch,
// which ends after a quarter of a second of real time or half a second of simulated time, with a
// hash of the state then; a thread of the recorder writes it at once. So neither a slow disk nor a
// fast simulation delays the other, a kill at any moment loses less than a second, and a replay can
// prove what is left.
//
// While the disk is full or fails, unwritten batches stay in memory and are retried every second;
// dat_recorder_ok() reports the problem meanwhile.
//
// Inputs are kept exactly: a replay gets the same bits that the simulation got.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "data/record/store.h"

struct dat_recorder;

struct dat_recording_def {
    const char *trainee;
    const char *exercise;      // the scenario's name
    const char *scenario_file; // absolute
    uint64_t scenario_hash;    // of its text
    const char *parameters;    // JSON object of the scenario's parameters; NULL: it has none
    const char *machine;
    const char *machine_file;            // absolute; may be NULL
    const struct dat_source_list *files; // that were read, the scenario first; may be NULL
    enum dat_operator who;
    uint64_t seed;
    double step;                    // [s] > 0
    const char *const *input_names; // one per channel, what the model calls its inputs
    int input_count;                // 1 to DAT_INPUT_MAX
    // Hash of the simulation's state after the last step; called between steps by the thread that
    // calls the recorder. NULL: no states are recorded, and a replay cannot be compared.
    uint64_t (*state_hash)(const void *simulation);
    // The simulation's state at that moment, whose layout and bytes are filled in; false: out of
    // memory. It is called every 20 s of the simulation, and sooner where its steps take long.
    // NULL: a replay begins at the start.
    bool (*save_state)(const void *simulation, struct dat_state *state);
    const void *simulation; // must outlive the recorder
};

struct dat_recording_end {
    enum dat_outcome outcome; // not DAT_RUNNING
    const char *result;       // JSON object with the exercise's figures, or NULL
};

// Enters the session, written before the call returns, and starts the thread. NULL with a sentence
// in problem: nothing is recorded. The store must be open for writing and outlive the recorder. One
// recorder per store at a time.
struct dat_recorder *dat_recorder_begin(struct dat_store *store,
                                        const struct dat_recording_def *def,
                                        struct dat_problem *problem);

// Continues the record of a session that was interrupted, behind its last step; the simulation must
// be in the state after that step. Of def, only step, input_names, input_count, state_hash,
// save_state and simulation are used. Otherwise as dat_recorder_begin(); NULL, too, where the
// session's inputs are others.
struct dat_recorder *dat_recorder_continue(struct dat_store *store,
                                           const struct dat_recording_def *def,
                                           const struct dat_session_info *info,
                                           struct dat_problem *problem);

// The number of the session in the database, > 0.
int64_t dat_recorder_session(const struct dat_recorder *recorder);

// The inputs of the next step, one per channel. Call it once per step, before the step and after
// the events and logs of the previous one. All calls of a recorder must come from one thread.
void dat_recorder_step(struct dat_recorder *recorder, const double *inputs);

// Processor time of the last step [s]. Their sum since the last state is the time that a replay
// needs to the next one, so it decides when a state is saved.
void dat_recorder_took(struct dat_recorder *recorder, double seconds);

// An event in the last step that was recorded. kind must not be empty; detail is the text of a JSON
// value, or NULL.
void dat_recorder_event(struct dat_recorder *recorder, const char *kind, const char *detail);

// A log that was produced in the last step; its step and time are filled in by the recorder. All
// numbers must be finite.
void dat_recorder_log(struct dat_recorder *recorder, const struct dat_log *log);

// False with a sentence while the record cannot be written.
bool dat_recorder_ok(struct dat_recorder *recorder, struct dat_problem *problem);

// Waits until everything recorded so far is written. False with a sentence if that failed.
bool dat_recorder_flush(struct dat_recorder *recorder, struct dat_problem *problem);

// Writes what is left, ends the session and frees the recorder whatever the result. False with a
// sentence if the end could not be written; the session is then marked as interrupted and keeps
// what was written before.
bool dat_recorder_end(struct dat_recorder *recorder, const struct dat_recording_end *end,
                      struct dat_problem *problem);
