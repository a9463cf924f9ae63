// The table of joint kinds, and what it says about each.
#pragma once

#include "sim/joint/def.h"

struct joint;

const char *sim_joint_kind_name(enum sim_joint_kind kind); // as files write it
int sim_joint_kind_axes(enum sim_joint_kind kind);         // free axes: 0 to 3
int sim_joint_kind_directions(enum sim_joint_kind kind);   // of axis[], how many it needs: 0 to 2
// The numbers of these that a description of the joint must give and may give: the second
// direction of a planar joint is free to choose, the axis of a ball joint matters only to a limit.
int sim_joint_kind_required_directions(enum sim_joint_kind kind);
int sim_joint_kind_allowed_directions(enum sim_joint_kind kind);
bool sim_joint_kind_points(enum sim_joint_kind kind); // between two points, anchor and anchor_b
bool sim_joint_kind_slides(enum sim_joint_kind kind, int axis); // true: [m], false: [rad]
// Index into axis[] of the direction that a free axis slides along or turns about; -1: neither.
int sim_joint_kind_along(enum sim_joint_kind kind, int axis);

// For the files of sim/ only.
const struct joint_kind *sim_joint_kind_of(const struct joint *joint);
