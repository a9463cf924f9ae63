// Differentials of a world. For the files of sim/ only.
#pragma once

#include "sim/joint/bend.h"
#include "sim/joint/differential.h"

struct sim_row;
struct work;

struct differential {
    bool used;
    uint32_t generation;
    struct sim_differential_def def;
    bool broken;
    double offset;        // [m or rad] value that the sum keeps, or may not exceed
    double impulse;       // [N s or N m s] of the last step
    int row;              // in the cluster's problem, this step; -1: none
    struct sim_bend bend; // of one that bends
};

// The sum of ratio[i] q[i].
double sim_differential_coordinate(const struct sim_world *world,
                                   const struct differential *differential);
void sim_differential_rows(struct sim_world *world, struct work *work,
                           struct differential *differential, int node);
void sim_differential_store(struct differential *differential, const struct sim_row *rows);
// The links of one that bends.
struct sim_chain sim_differential_chain(const struct differential *differential);
// Destroys the differentials of a joint that is being destroyed.
void sim_differentials_drop(struct sim_world *world, struct sim_joint_id joint);
// Breaks the differentials whose force of the last step is too large.
void sim_differentials_break(struct sim_world *world);
