// The saws of a harvester head: its own, below the rollers, and a top saw beyond the knives, which
// is an option and a part by itself. A top saw cuts tops and defects off what the head holds; it is
// locked while the head is upright as for felling.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

struct veh_saw_def {
    int joint;          // hinge of the bar; its motor does the swing
    int input;          // index, -1: none
    double place;       // [m] of its cut plane beyond that of the stem frame, towards the top
    double area_rate;   // [m^2/s] cutting speed in spruce with full power
    double chain_speed; // [m/s] of the chain in air
    double least_press; // share of the bar's force that is left with the chain stopped
    double bar;         // [m] usable length of the bar
};

struct veh_saw_state {
    double cut;   // [0..1] share of the cross-section that is sawn
    double chain; // [m/s] speed of its chain
    double power; // [W] of its motor: that it may take, after the step that it has taken
    bool sawing;  // it is started, or its bar is out
    bool pinched; // the tree holds the bar
    bool was_pressed;
};

const struct veh_saw_def *veh_top_saw_def(const struct veh_machine_def *def); // NULL: none
const struct veh_saw_state *veh_top_saw(const struct veh_machine *machine);   // NULL: none
// The top saw while it is started or its bar is out, else the head's own; the machine must have a
// head.
struct veh_saw {
    const struct veh_saw_def *def;
    const struct veh_saw_state *state;
};
struct veh_saw veh_saw_at_work(const struct veh_machine *machine);
