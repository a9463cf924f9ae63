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

// Returns the material's index; 0 is the default material. An existing material of the same name is
// overwritten.
int sim_world_add_material(struct sim_world *world, const struct sim_material *material);
int sim_world_find_material(const struct sim_world *world, const char *name); // -1: none
void sim_world_set_pair(struct sim_world *world, int a, int b,
                        const struct sim_material_pair *pair);
void sim_world_set_pair_friction(struct sim_world *world, int a, int b, double friction);

// Of the last step.
const struct sim_step_stats *sim_world_stats(const struct sim_world *world);
// The clusters of the last step, single free bodies among them; cluster: 0 to count - 1. rows is 0
// if there was nothing to solve.
int sim_world_cluster_count(const struct sim_world *world);
struct sim_cluster_stats sim_world_cluster(const struct sim_world *world, int cluster);

struct sim_energy {
    double kinetic;   // [J]
    double potential; // [J] of weight, zero at z = 0
    double elastic;   // [J] in the springs of joints, stops, bushings and shafts; not in contacts
    struct sim_vec3 momentum, angular_momentum; // [kg m/s], [kg m^2/s] about the origin
};
struct sim_energy sim_world_energy(const struct sim_world *world);
