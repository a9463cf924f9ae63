// Differentials between two and more joints (Jung 3.4.2).
#pragma once

#include "sim/joint/def.h"

struct sim_differential_id {
    uint32_t index, generation;
};

#define SIM_DIFFERENTIAL_JOINTS 8

// The sum of ratio[i] qd[i] = rate, for joints with or without common bodies, of which at most
// four may move by themselves; sliding and turning axes may be mixed. Over links it is a thread
// that runs over pulleys.
struct sim_differential_def {
    char name[SIM_NAME_SIZE];
    int count; // of joints
    struct sim_joint_id joint[SIM_DIFFERENTIAL_JOINTS];
    int axis[SIM_DIFFERENTIAL_JOINTS];
    // c_d of 3.85; that of the first joint is 1. Of two joints -1: equal motion; 1 with motor:
    // cross differential.
    double ratio[SIM_DIFFERENTIAL_JOINTS];
    bool positional; // keeps the sum of ratio[i] q[i] at its value at creation (3.88); with a
                     // motor, this value advances with the rate, except while the motor is at a
                     // limit
    bool one_sided;  // only keeps the sum from exceeding its value, as a thread that may go slack;
                     // needs positional, and its motor only pulls: force_low <= 0, force_high 0
    double slack;    // [m or rad] at creation, if one-sided
    struct sim_softness softness; // of the gear, such as the twist of a shaft
    // Resists the bending of a chain of links instead of coupling their lengths, with the softness
    // [N m per difference of their directions], see sim/joint/bend.c. Over two links, or one: then
    // the first body of it holds the direction axis[0] of the link's definition. ratio[i] is 1
    // where a link runs from its a to its b along the chain, else -1.
    bool bends;
    bool motor;                   // true: rate with force limits; false: rate 0, unbounded. Limits
                                  // of 0 open it: it then has no row
    double rate;                  // [m/s or rad/s] in units of the sum
    double force_low, force_high; // [N or N m] on joint 0
    double break_force;           // [N or N m] on joint 0 above which it breaks, infinite: never
};
struct sim_differential_def sim_default_differential_def(void);
const char *sim_differential_def_problem(const struct sim_differential_def *def);
struct sim_differential_id sim_differential_create(struct sim_world *world,
                                                   const struct sim_differential_def *def);
void sim_differential_destroy(struct sim_world *world, struct sim_differential_id differential);
// For changing rate and limits between steps; valid until the next creation.
struct sim_differential_def *sim_differential(struct sim_world *world,
                                              struct sim_differential_id differential);
// [N or N m] on joint 0, in the last step; of one that bends: its moment [N m].
double sim_differential_force(const struct sim_world *world,
                              struct sim_differential_id differential);
// A broken differential no longer couples anything. It breaks after the step in which its
// force exceeds its break_force.
bool sim_differential_broken(const struct sim_world *world,
                             struct sim_differential_id differential);
