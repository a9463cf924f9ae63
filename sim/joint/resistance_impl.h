// Resistances of a world. For the files of sim/ only.
#pragma once

#include "sim/joint/resistance.h"

struct work;

struct resistance {
    bool used;
    uint32_t generation;
    struct sim_resistance_def def;
    double impulse; // [N s or N m s] of the last step
    int row;        // in the cluster's problem, this step
};

void sim_resistance_rows(struct sim_world *world, struct work *work, struct resistance *resistance,
                         int node);
// Destroys the resistances of a body that is being destroyed.
void sim_resistances_drop(struct sim_world *world, int body);
