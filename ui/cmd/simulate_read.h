// Files and options that `kranich simulate` reads: inputs and a saved state.
#pragma once

#include "ui/cmd/simulate.h"

// Sets the inputs of "NAME=X,...", NULL: none. False after every mistake was named.
bool ui_simulate_set_inputs(struct sim_instance *instance, const char *inputs);

// Reads the table of inputs in a file, NULL: none, with room for diagnostics in d. False after
// errors on the standard error output. The caller finishes the table in any case.
bool ui_simulate_load_table(const char *path, struct sim_model *model,
                            struct dat_input_table *table, struct dat_diagnostics *d);

// Restores the state that ui_simulate_save() wrote to the file, NULL: none. Returns UI_EXIT_DONE,
// or another exit status after the mistake was named.
int ui_simulate_restore(struct sim_instance *instance, const char *path);
