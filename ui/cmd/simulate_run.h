// The run of `kranich simulate`: steps with their signals and pictures, in a window or without one.
#pragma once

#include "data/model/signals.h"
#include "ui/cmd/simulate.h"

// A level box in the world below z = 0.
void ui_simulate_add_ground(struct sim_world *world);

// Joints, and after them the differentials: the parts of a model that can break.
int ui_simulate_breakable_count(const struct sim_model *model);
// 0 <= i < ui_simulate_breakable_count(). Borrowed from the model.
const char *ui_simulate_breakable_name(const struct sim_model *model, int i);

// Sets up a result for the instance as it is now; the caller finishes it in any case. False: out of
// memory.
bool ui_simulate_result_init(struct ui_simulate_result *result,
                             const struct sim_instance *instance);
void ui_simulate_result_finish(struct ui_simulate_result *result); // accepts a zeroed struct

// Runs the instance to the end of the duration, a fault or the end of the window, and writes the
// signals and pictures of the options. False where something could not be shown or written, after
// that was named; the result holds what was run.
bool ui_simulate_run(const struct ui_simulate_options *options, struct sim_instance *instance,
                     const struct dat_signals *signals, struct ui_simulate_result *result);
