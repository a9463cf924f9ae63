// The grapple, which grips logs.
#pragma once

#include "vehicles/part/kinds.h"
#include "vehicles/worksite.h"

enum veh_grapple_measure { VEH_GRAPPLE_LOGS, VEH_GRAPPLE_MASS };

struct veh_grapple_def {
    int body;               // base
    struct sim_vec3 centre; // [m] grip centre in the base's frame
    struct veh_list tongs;  // bodies
};

struct veh_grapple_state {
    double
        hanging; // [s] all that it touches has hung in it; 0: it rests on something, or is let go
};

const struct veh_grapple_def *veh_grapple_def(const struct veh_machine_def *def); // NULL: none
// All that the grapple touches hangs in it, and it does not open.
bool veh_grapple_lifts(const struct veh_machine *machine);
// Bodies of the machine's grapple, at most VEH_MAX_LIST + 1; returns their number.
int veh_grapple_bodies(const struct veh_machine *machine, struct sim_body_id bodies[]);
