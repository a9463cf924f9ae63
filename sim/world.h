// The multibody world: bodies, joints, differentials, contacts, and the step (Jung 5.2).
//
// Definition -> model -> state: start from sim_default_..._def(), fill in the ..._def, check it
// with ..._problem() (NULL: valid), create. Creation allocates; a step does not once its buffers
// have grown. The world owns everything created in it.
#pragma once

#include <stddef.h>

#include "sim/base/profile.h"
#include "sim/body.h"
#include "sim/contact/contact.h"
#include "sim/joint/differential.h"
#include "sim/joint/joint.h"
#include "sim/state/def.h"
#include "sim/state/material.h"
#include "sim/state/stats.h"

struct sim_world *sim_world_create(const struct sim_world_def *def); // NULL: out of memory
void sim_world_destroy(struct sim_world *world);                     // NULL is allowed
void sim_world_step(struct sim_world *world);
double sim_world_time(const struct sim_world *world);      // [s]
double sim_world_step_size(const struct sim_world *world); // [s]

// Bodies and joints created between the two calls lie some pages of memory away from existing
// machines: the hardware prefetcher of a core that walks over one machine's bodies and joints also
// fetches the memory behind them, which another core may be writing. The gaps are filled by objects
// created later.
void sim_world_begin_apart(struct sim_world *world);
void sim_world_end_apart(struct sim_world *world);
// Accumulates the time of each stage of the following steps; profile must stay valid until it is
// replaced or ended with NULL.
void sim_world_set_profile(struct sim_world *world, struct sim_profile *profile);
// NULL, or a sentence that names the first body with a non-finite or absurdly fast state; the world
// then refuses further steps.
const char *sim_world_fault(const struct sim_world *world);

struct sim_energy {
    double kinetic, potential;                  // [J], potential is zero at z = 0
    struct sim_vec3 momentum, angular_momentum; // [kg m/s], [kg m^2/s] about the origin
};
struct sim_energy sim_world_energy(const struct sim_world *world);
