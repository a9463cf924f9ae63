// Joint frames, coordinates and errors at the current poses. For the files of sim/ only.
#pragma once

#include "sim/joint/builder.h"

// Initialises all members except those set by sim_row_builder_bind().
void sim_row_builder_init(struct sim_row_builder *builder, struct sim_world *world,
                          struct joint *joint);
// Sets the joint frames of a and b, and what is derived from them.
void sim_row_builder_place(struct sim_row_builder *builder, struct sim_pose fa, struct sim_pose fb);
// Updates world->frames.items of one joint or of all joints to the current poses.
struct sim_row_builder *sim_joint_frame(struct sim_world *world, int joint);
void sim_joint_frames(struct sim_world *world);
// Positions, speeds, errors; elapsed [s] is the time since the last update, for counting turns.
void sim_joint_update(struct sim_world *world, int joint, double elapsed);
