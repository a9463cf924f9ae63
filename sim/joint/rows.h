// The rows of a joint in its cluster's problem. For the files of sim/ only.
#pragma once

#include "sim/joint/builder.h"

// All rows of a joint, which share the node number (struct sim_row).
void sim_joint_rows(struct sim_world *world, struct work *work, int joint, int node);
// The joint's own rows only, without motors, limits and springs.
void sim_joint_structure_rows(struct sim_world *world, struct work *work, int joint, int node);
void sim_joint_forces(struct sim_world *world, int joint); // motors in force mode
void sim_joint_store(struct joint *joint, const struct sim_row *rows);
