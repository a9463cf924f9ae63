// The table of joint kinds. For the files of sim/ only.
#pragma once

#include "sim/joint/builder.h"

const struct joint_kind *sim_joint_kind_of(const struct joint *joint);
// Initialises all members except those set by sim_row_builder_bind().
void sim_row_builder_init(struct sim_row_builder *builder, struct sim_world *world,
                          struct joint *joint);
