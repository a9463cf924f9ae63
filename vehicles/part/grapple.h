// The grapple, which grips logs.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

enum veh_grapple_measure { VEH_GRAPPLE_LOGS, VEH_GRAPPLE_MASS, VEH_GRAPPLE_HANGING };

struct veh_grapple_def {
    int body;               // base
    struct sim_vec3 centre; // [m] grip centre in the base's frame
    struct veh_list tongs;  // bodies
};

const struct veh_grapple_def *veh_grapple_def(const struct veh_machine_def *def); // NULL: none
// Bodies of the machine's grapple, at most VEH_MAX_LIST + 1; returns their number.
int veh_grapple_bodies(const struct veh_machine *machine, struct sim_body_id bodies[]);
