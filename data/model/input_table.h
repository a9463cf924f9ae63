// Inputs in time: a table with a column of times, one column per input of a model, and one of cuts.
#pragma once

#include "data/text/diagnostics.h"
#include "sim/base/array.h"
#include "sim/model/model.h"

struct dat_input_point {
    double time, value; // [s], in the input's own unit
};

// The values of one input.
struct dat_input_track {
    int input;                                // of the model
    SIM_ARRAY(struct dat_input_point) points; // the times never fall
};

// A body that is cut, see data/model/cut_cell.h.
struct dat_input_cut {
    double time; // [s]
    int joint;   // which holds its parts together until then
};

struct dat_input_table {
    bool ramps;    // values change evenly between two points; else they keep the earlier one's
    double period; // [s] after which the table starts anew, infinite: never
    SIM_ARRAY(struct dat_input_track) tracks;
    SIM_ARRAY(struct dat_input_cut) cuts;
};

// Reads a table for the inputs of the model, and divides the bodies of the model that it cuts, so
// that instances are to be made afterwards. Every mistake goes to d; false after an error. finish
// in any case.
bool dat_read_input_table(const char *text, struct sim_model *model, struct dat_input_table *table,
                          struct dat_diagnostics *d);
void dat_input_table_finish(struct dat_input_table *table); // accepts a zeroed struct

// Makes the cuts whose time has come, and
// sets the inputs for the next step of the instance to the table's values at the middle of it: the
// impulse of a force that follows a ramp is then exact. An input whose first point is still to
// come is left alone. Depends on nothing but the world's time, so it also suits a restored world.
void dat_input_table_apply(const struct dat_input_table *table, struct sim_instance *instance);
