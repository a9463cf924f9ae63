// Recorded sessions in a database of their own, for the tests of `kranich sessions`.
#pragma once

#include "data/record/recorder.h"
#include "tests/scratch.h"
#include "tests/ui/cmd/command_line.h"

static struct tests_scratch scratch;

#define SESSIONS(...) RUN("sessions", __VA_ARGS__)

static inline uint64_t state_hash(const void *simulation) {
    (void)simulation;
    return 0xabc;
}

static inline void record(const char *trainee, enum dat_operator who, enum dat_outcome outcome,
                          const char *result) {
    struct dat_problem problem = {""};
    struct dat_store *store = dat_store_open(NULL, DAT_STORE_WRITE, &problem);
    if (store == NULL)
        fail_msg("%s", problem.text);
    const char *const names[] = {"drive", "boom"};
    struct dat_recording_def def = {.trainee = trainee,
                                    .exercise = "first-harvest",
                                    .scenario_file = "/x/first-harvest.yaml",
                                    .scenario_hash = 1,
                                    .machine = "harvester",
                                    .who = who,
                                    .seed = 3,
                                    .step = 0.01,
                                    .input_names = names,
                                    .input_count = 2,
                                    .state_hash = state_hash};
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    assert_non_null(recorder);
    for (int step = 0; step < 6543; step++) {
        double inputs[2] = {step >= 10 ? 0.1 : 0.0, 0.0};
        dat_recorder_step(recorder, inputs);
    }
    dat_recorder_event(recorder, "log_cut", "{\"tree\": \"17\", \"length\": 4.9000000000000004}");
    struct dat_log log = {.species = "spruce",
                          .assortment = "saw log",
                          .tree = "17",
                          .length = 4.897,
                          .target_length = 4.88,
                          .top_diameter = 0.203,
                          .mid_diameter = 0.25,
                          .butt_diameter = 0.31,
                          .volume = 0.2404};
    dat_recorder_log(recorder, &log);
    struct dat_recording_end end = {.outcome = outcome, .result = result};
    assert_true(dat_recorder_end(recorder, &end, &problem));
    dat_store_close(store);
}

static inline int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    setenv("XDG_DATA_HOME", scratch.folder, 1);
    return 0;
}

static inline int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

// With two sessions: 1 of a trainee who has passed, 2 of a demonstrator that was stopped.
static inline int set_up_with_two(void **state) {
    set_up(state);
    record("Jürgen", DAT_TRAINEE, DAT_PASSED, "{\"trees_felled\": 1, \"logs\": []}");
    record("Anna", DAT_DEMONSTRATOR, DAT_STOPPED, NULL);
    return 0;
}
