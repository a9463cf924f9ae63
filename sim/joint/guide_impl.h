// Guides of a world. For the files of sim/ only.
#pragma once

#include "sim/joint/guide.h"
#include "sim/solve/problem.h"

struct work;

struct guide {
    bool used;
    uint32_t generation;
    struct sim_guide_def def;
    struct sim_vec3 integral[2]; // of the errors of position [m s] and orientation [rad s], world
    double impulse[6];           // [N s], [N m s] of the last step, 0 without a row
    int first_row;               // in the cluster's problem, this step
};

void sim_guide_rows(struct sim_world *world, struct work *work, struct guide *guide, int node);
void sim_guide_store(const struct sim_world *world, struct guide *guide,
                     const struct sim_row *rows);
// Destroys the guides of a body that is being destroyed.
void sim_guides_drop(struct sim_world *world, int body);
