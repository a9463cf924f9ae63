// A session whose levers are known, recorded for tests of what is read out of it.
#pragma once

#include "data/exercise/recorded.h"
#include "data/record/recorder.h"
#include "tests/near.h"

// Levers of a step; they are all 0 before.
typedef void levers_script(int64_t step, double values[VEH_CONTROL_COUNT]);

static inline uint64_t levers_hash(const void *simulation) {
    (void)simulation;
    return 1;
}

// Records steps of 0.01 s as session 1 of a new database.
static inline void levers_record(const char *db, const char *trainee, int64_t steps,
                                 levers_script *script) {
    const char *names[VEH_CONTROL_COUNT];
    struct dat_problem problem = {""};
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        names[i] = veh_control_info((enum veh_control)i)->name;
    const struct dat_recording_def def = {.trainee = trainee,
                                          .exercise = "levers",
                                          .scenario_file = "/x/levers.yaml",
                                          .machine = "harvester",
                                          .who = DAT_TRAINEE,
                                          .step = 0.01,
                                          .input_names = names,
                                          .input_count = VEH_CONTROL_COUNT,
                                          .state_hash = levers_hash};
    struct dat_store *store = dat_store_open(db, DAT_STORE_WRITE, &problem);
    assert_non_null(store);
    struct dat_recorder *recorder = dat_recorder_begin(store, &def, &problem);
    assert_non_null(recorder);
    for (int64_t step = 0; step < steps; step++) {
        double values[VEH_CONTROL_COUNT] = {0.0};
        script(step, values);
        dat_recorder_step(recorder, values);
    }
    dat_recorder_event(recorder, "tree_gripped", "{\"tree\": \"<b>7\"}");
    const struct dat_log log = {.species = "spruce",
                                .assortment = "saw log",
                                .tree = "7",
                                .length = 4.93,
                                .target_length = 4.9,
                                .mid_diameter = 0.25,
                                .volume = 0.24};
    dat_recorder_log(recorder, &log);
    const struct dat_recording_end end = {.outcome = DAT_PASSED,
                                          .result =
                                              "{\"logs_cut\": 1, \"fuel_l\": 0.5, "
                                              "\"logs_landed\": 0, "
                                              "\"logs_piled\": 0, \"carried_m\": 20,"
                                              "\"asked\": {\"logs_landed\": 60, "
                                              "\"carried_m\": 50}, "
                                              "\"mark\": \"silver\", \"points\": 75, "
                                              "\"losses\": [{\"metric\": "
                                              "\"guided_percent\", \"mark\": \"gold\", "
                                              "\"value\": 12, \"lost\": 0}], \"loads\": "
                                              "[{\"largest_s\": 65, \"assortments\": "
                                              "[{\"species\": \"oak\", \"length_m\": 4,"
                                              "\"logs\": 9, \"volume_m3\": 1.25}]}], \"plan\": "
                                              "{\"planned_m\": 212.04, \"piles\": 5, "
                                              "\"piles_taken\": 2}}"};
    assert_true(dat_recorder_end(recorder, &end, &problem));
    dat_store_close(store);
}
