// Differentials between two joints (Jung 3.4.2).
#pragma once

#include "sim/joint/def.h"

struct sim_differential_id {
    uint32_t index, generation;
};

// qd[0] + ratio qd[1] = rate, for two joints with or without a common body; sliding and turning
// axes may be mixed.
struct sim_differential_def {
    char name[SIM_NAME_SIZE];
    struct sim_joint_id joint[2];
    int axis[2];
    double ratio;    // c_d of 3.85; -1: equal motion; 1 with motor: cross differential
    bool positional; // keeps q[0] + ratio q[1] at its value at creation (3.88); with a motor, this
                     // value advances with the rate, except while the motor is at a limit
    struct sim_softness softness; // of the gear, such as the twist of a shaft
    bool motor;                   // true: rate with force limits; false: rate 0, unbounded
    double rate;                  // [m/s or rad/s] in units of qd[0] + ratio qd[1]
    double force_low, force_high; // [N or N m] on joint 0
};
struct sim_differential_def sim_default_differential_def(void);
const char *sim_differential_def_problem(const struct sim_differential_def *def);
struct sim_differential_id sim_differential_create(struct sim_world *world,
                                                   const struct sim_differential_def *def);
void sim_differential_destroy(struct sim_world *world, struct sim_differential_id differential);
// For changing rate and limits between steps; valid until the next creation.
struct sim_differential_def *sim_differential(struct sim_world *world,
                                              struct sim_differential_id differential);
double sim_differential_force(const struct sim_world *world,
                              struct sim_differential_id differential);
