// The output of `kranich simulate` at the end of a run.
#pragma once

#include "ui/cmd/simulate.h"

// Prints the result, to the standard error output where a file of the options is the standard
// output, and writes the files of --json and --save. False after the mistake was named.
bool ui_simulate_write(const struct ui_simulate_options *options,
                       const struct sim_instance *instance,
                       const struct ui_simulate_result *result);
