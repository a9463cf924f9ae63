// Closed loops of joints. For the files of sim/ only.
#pragma once

#include "sim/base/array.h"

struct sim_joint_id;

struct loop {
    int first, count; // of its joints
    int redundant;    // rows that are released in each step, see sim/joint/loops.h
    double size;      // [m] that turns are measured by
};

struct loops {
    bool known;    // false: joints or bodies have changed since
    int redundant; // of all loops
    SIM_ARRAY(struct loop) list;
    SIM_ARRAY(struct sim_joint_id) joints; // of one loop after the other
};
