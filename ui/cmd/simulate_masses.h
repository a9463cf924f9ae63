// The masses in the result of `kranich simulate`.
#pragma once

#include <jansson.h>

#include "sim/model/model.h"

// For each body of the model its name, mass [kg], centre [m] and principal moments [kg m^2] with
// their axes, all in the world; of fixed ones only that they are fixed.
json_t *ui_simulate_masses(const struct sim_instance *instance);
// The same for each group of bodies that is one rigid body at the moment, with its bodies' names.
json_t *ui_simulate_groups(const struct sim_instance *instance);
