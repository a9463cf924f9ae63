// The load of measured joints. For the files of sim/ only.
#pragma once

struct sim_world;
struct work;

// The bodies must still have the poses for which the rows were built.
void sim_joint_store_load(struct sim_world *world, const struct work *work, int joint);
// Breaks the joints whose load of the last step is too large.
void sim_joints_break(struct sim_world *world);
