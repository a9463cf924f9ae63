// Figures of the operator from the levers of a recorded session. Functions of the record alone, so
// that a later version can compute them again.
#pragma once

#include "data/exercise/recorded.h"
#include "data/metrics/metric.h"

struct dat_lever_figures {
    double time;       // [s] of the record
    double crane_time; // [s] in which a function of the crane was moved: slewing to rotator
    // Share of the time between the first and the last of these in which none was.
    double standing;
    double simultaneous; // mean number of these functions that were moved, while one was
    double reversals;    // [1/min of crane_time] in which one of them went straight the other way
    struct {
        double time;   // [s] moved
        int moves;     // times that it was taken out of rest
        int reversals; // and went from one direction to the other
    } control[VEH_CONTROL_COUNT];
};

// The session's inputs must be undamaged.
void dat_lever_figures(const struct dat_recorded *recorded, struct dat_lever_figures *figures);
