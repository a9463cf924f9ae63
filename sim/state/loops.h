// Closed loops of joints. For the files of sim/ only.
#pragma once

#include "sim/base/array.h"

struct sim_joint_id;

struct sim_mobility {
    // Rows of the joints that the others imply wherever the loop can move, if drift can make them
    // contradict the others; else 0, as for loops that are flat.
    int redundant;
    // Fewer rows are implied than in a flat loop, which has three for each joint that closes it.
    bool in_space;
    // [m] The largest distance of a joint from the centre of its body, by which turns are measured.
    double size;
};

struct loop {
    int first, count; // of its joints
    struct sim_mobility mobility;
};

struct loops {
    bool known;    // false: joints or bodies have changed since
    int redundant; // rows that are released in each step, of all loops
    SIM_ARRAY(struct loop) list;
    SIM_ARRAY(struct sim_joint_id) joints; // of one loop after the other
};
