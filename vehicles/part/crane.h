// The crane: the joints and levers that move its tip. The operator moves the levers.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

enum veh_crane_measure { VEH_CRANE_REACH, VEH_CRANE_HEIGHT };

// Joints from the base to the tip, for displays and for the demonstrator; -1: none.
struct veh_crane_def {
    int slew, boom, jib, telescope;                         // hinges and the first slide
    int slew_input, boom_input, jib_input, telescope_input; // that drive them
    int telescope_stages;                                   // that slide alike
    int tip_body;
    struct sim_vec3 tip; // [m] in tip_body
};

const struct veh_crane_def *veh_crane_def(const struct veh_machine_def *def);        // NULL: none
struct sim_vec3 veh_machine_crane_tip(const struct veh_worksite *site, int machine); // [m] world
