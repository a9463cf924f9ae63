// A recording of a single lever, and states for it.
#pragma once

#include <stdlib.h>

#include "data/record/recorder.h"
#include "tests/near.h"

// simulation: what both functions are given.
static inline struct dat_recorder *
one_lever_begin(struct dat_store *store, uint64_t (*hash)(const void *simulation),
                bool (*save)(const void *simulation, struct dat_state *state),
                const void *simulation) {
    static const char *const names[] = {"boom"};
    const struct dat_recording_def def = {.trainee = "Anna",
                                          .exercise = "e",
                                          .scenario_file = "e.yaml",
                                          .machine = "m",
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = 1,
                                          .state_hash = hash,
                                          .save_state = save,
                                          .simulation = simulation};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, NULL);
    assert_non_null(recorder);
    return recorder;
}

// A step of which the simulation says that it has taken so long [s].
static inline void one_lever_step(struct dat_recorder *recorder, double took) {
    dat_recorder_step(recorder, &(double){0.5});
    dat_recorder_took(recorder, took);
}

// Bytes that cannot be compressed.
static inline bool one_lever_state(struct dat_state *state, uint64_t layout, size_t size) {
    static uint32_t draw = 1;
    state->layout = layout;
    state->size = size;
    state->bytes = malloc(size);
    assert_non_null(state->bytes);
    for (size_t i = 0; i < size; i++) {
        draw = draw * 1664525u + 1013904223u;
        state->bytes[i] = (uint8_t)(draw >> 24);
    }
    return true;
}
