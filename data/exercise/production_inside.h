// Shared by the files that make messages of a recorded harvest (production.c, production_stems.c).
#pragma once

#include "data/exercise/exercise.h"
#include "data/exercise/monitoring.h"
#include "data/record/store.h"
#include "data/site/hpr_write.h"
#include "data/text/name_index.h"
#include "sim/base/array.h"

struct dat_production {
    struct dat_exercise exercise;
    bool loaded;
    struct dat_event_list events;
    struct dat_log_list cut;
    struct dat_source_list recorded;
    struct dat_name_index trees;
    int *stem_of; // of each tree of the stand, -1: not felled
    SIM_ARRAY(struct dat_stanford_product) products;
    SIM_ARRAY(struct dat_hpr_stem) stems;
    SIM_ARRAY(struct dat_hpr_log) logs;
    SIM_ARRAY(struct dat_hpr_calibration) calibrations;
    double length_off, diameter_off; // [m] of the last control measurement
    bool routine; // a stem that chance has chosen was measured since the last calibration
    struct dat_stop_list stops; // of a monitoring
    SIM_ARRAY(struct dat_stanford_track) track;
    int left_out;
    char program[64];
};

// Fills stems, logs and calibrations; start: of the session, as the record has it. False: out of
// memory.
bool dat_production_add_stems(struct dat_production *p, const char *start);
// Fills the track. False: out of memory.
bool dat_production_follow_machine(struct dat_production *p, const char *start);
