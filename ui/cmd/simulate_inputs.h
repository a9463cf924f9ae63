// The inputs that the command line of `kranich simulate` sets.
#pragma once

#include "data/model/input_table.h"

// Sets the inputs of "NAME=X,...", NULL: none. False after errors on the standard error output.
bool ui_simulate_set_inputs(struct sim_instance *instance, const char *inputs);

// Reads the table of inputs in a file, NULL: none, with room for reports in d. False after errors
// on the standard error output; finish the table in any case.
bool ui_simulate_load_table(const char *path, const struct sim_model *model,
                            struct dat_input_table *table, struct dat_diagnostics *d);
