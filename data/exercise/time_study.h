// Time study of an exercise: what data/metrics/work.h has recognised, tree by tree and load by
// load. It is part of the result, from which it can be read again.
#pragma once

#include <jansson.h>

#include "data/metrics/metric.h"
#include "sim/base/array.h"

struct dat_studied_tree {
    char id[TER_TREE_ID_SIZE]; // "": a stem that was no tree of the stand
    enum ter_species species;
    struct veh_tree_work work;
};

struct dat_time_study {
    SIM_ARRAY(struct dat_studied_tree) trees; // in the order of felling
    SIM_ARRAY(struct veh_haul_work) loads;
};

// After each observation. Observations of an earlier moment take back what came after it.
void dat_time_study_step(struct dat_time_study *study, const struct dat_observer *observer,
                         const struct veh_worksite *site);
void dat_time_study_finish(struct dat_time_study *study); // accepts a zeroed struct

// An array of objects, first the trees; the caller releases it. NULL: out of memory. observer: of
// the last step, knows how what is undecided in the last tree and load looks now.
json_t *dat_time_study_json(const struct dat_time_study *study,
                            const struct dat_observer *observer);
// From such an array; what is none is left out. The caller finishes study, which is overwritten.
void dat_time_study_read(struct dat_time_study *study, const json_t *array);

// Means of the trees [s] and what is published for trees like these; high 0: nothing is.
struct dat_tree_mean {
    double seconds[VEH_WORK_ELEMENTS], all;
    struct veh_work_range published[VEH_WORK_ELEMENTS];
    double brunberg; // [s] of all elements but moving and other
};
// Of one tree at least.
struct dat_tree_mean dat_time_study_mean(const struct dat_time_study *study);
