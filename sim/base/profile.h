// The time that the stages of a step take. sim/ has no clock: the caller provides one, and its
// readings never influence the state.
#pragma once

#include <stddef.h>

enum sim_stage {
    SIM_STAGE_RECONFIGURE, // groups, where rigid edges have changed
    SIM_STAGE_COLLIDE,     // broad and narrow phase
    SIM_STAGE_CLUSTERS,
    SIM_STAGE_PREDICT, // forces, velocities before constraints
    SIM_STAGE_ROWS,    // Jacobians, right sides, bounds; impulses back to their owners
    SIM_STAGE_ORDER,   // elimination order and its analysis
    SIM_STAGE_FACTOR,  // right side, matrix, factorisation and forward substitution in one pass
    SIM_STAGE_SOLVE,   // other substitution, pivoting; all of it for Dantzig and Gauss-Seidel
    SIM_STAGE_CHECK,   // residual
    SIM_STAGE_MOVE,    // poses
    SIM_STAGE_MEASURE, // joint coordinates, errors, contacts for the world outside
    SIM_STAGES
};

struct sim_profile {
    double (*now)(void);        // [s], monotonic
    double seconds[SIM_STAGES]; // sums since they were last set to 0
    double mark;                // when the present stage began
};

// Both do nothing if profile is NULL.
static inline void sim_profile_begin(struct sim_profile *profile) {
    if (profile != NULL)
        profile->mark = profile->now();
}
// The time since the last begin or lap was spent on stage.
static inline void sim_profile_lap(struct sim_profile *profile, enum sim_stage stage) {
    if (profile == NULL)
        return;
    const double time = profile->now();
    profile->seconds[stage] += time - profile->mark;
    profile->mark = time;
}
