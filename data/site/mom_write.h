// Operational monitoring (.mom, StanForD 2010): how long a machine has worked, driven and burnt
// fuel, and what it has produced meanwhile.
#pragma once

#include <stdint.h>

#include "data/site/stanford_parts.h"

enum dat_mom_processing {
    DAT_MOM_SINGLE_TREES,
    DAT_MOM_SINGLE_FELLED,  // trees that were felled one by one, and gave no logs
    DAT_MOM_BUNCHES,        // stems that were held and cut together
    DAT_MOM_BUNCHES_FELLED, // stems that were laid down together, without logs
    DAT_MOM_PROCESSINGS
};

// The harvest of a species group by one way of work.
struct dat_mom_group {
    int stems;
    double over_bark, under_bark; // [m^3] of the logs
};

enum dat_mom_run { DAT_MOM_TRAVEL, DAT_MOM_PROCESSING, DAT_MOM_OTHER, DAT_MOM_RUNS };

// Of a forwarder: what was unloaded.
struct dat_mom_forwarded {
    int loads;
    double volume, mass; // [m^3] over bark, [kg]
};

// A stretch in which the operator moved nothing. What is shorter than the least stop is part of the
// work; from the long one on it is a down time of its own.
struct dat_mom_stop {
    double from, length; // [s] since the start
};

enum { DAT_MOM_LEAST_STOP = 15, DAT_MOM_LONG_STOP = 900 }; // [s]

// One stretch of work without a break. All of it stays the caller's.
struct dat_mom {
    struct dat_stanford common; // common.created is the end; without authors
    const char *category;       // "Harvester" or "Forwarder"
    int64_t session;
    const char *start_utc;    // as the record has it; common.start is its date
    double duration;          // [s]
    double run[DAT_MOM_RUNS]; // [s] of it
    double distance;          // [m] driven
    double fuel;              // [l]
    // By processing and species; stems 0: none.
    struct dat_mom_group group[DAT_MOM_PROCESSINGS][TER_SPECIES_MAX];
    struct dat_mom_forwarded forwarded;
    const struct dat_mom_stop *stops; // in the order of time
    int stop_count;
};

// Writes path as a whole or not at all. False with a sentence in problem.
bool dat_mom_write(const struct dat_mom *mom, const char *path, struct dat_problem *problem);
