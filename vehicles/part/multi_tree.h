// Multi-tree handling, an option of a harvester head: accumulating arms on its frame hold the stems
// that it has felled, upright, while knives and rollers open for the next tree. Then knives and
// rollers hold, feed and cut all of them together (head_bunch.c).
#pragma once

#include "vehicles/computer/bunch.h"
#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

struct veh_multi_tree_def {
    struct veh_list press, swing; // inputs, arm by arm: back against the frame, across the stems
    int most;                     // stems that the arms hold at once
    double stage_time;            // [s] of each stage of an arm's way around a further stem
    double ease; // share of the force of knives and rollers while an arm comes out between stems
};

// Entries of the computer for the cut that the bar is making, of all stems that it cuts.
struct veh_bunch_cut {
    bool booked;
    double length, top; // [m] as measured, of the mean stem
    double target;      // [m] length that was fed to, 0: none
    int product, colour;
};

struct veh_multi_tree_state {
    bool closed; // the arms are to hold what is in the head
    bool again;  // they have held others, and reach around a further stem
    bool was_pressed;
    double left;                              // [s] until all arms are closed
    int stem[VEH_MAX_BUNCH];                  // felled stems in the head, in the order of felling
    double out[VEH_MAX_BUNCH];                // [s] since each lay in the head
    struct sim_joint_id brake[VEH_MAX_BUNCH]; // of each, as veh_head_state has one
    struct sim_body_id braked[VEH_MAX_BUNCH];
    struct veh_bunch bunch; // count: of all four
    int number;             // of the last bunch that was told of, from 1
    bool told;              // these stems are
    struct veh_bunch_cut cut;
};

// NULL: none.
const struct veh_multi_tree_def *veh_multi_tree_def(const struct veh_machine_def *def);
const struct veh_multi_tree_state *veh_multi_tree(const struct veh_machine *machine);
