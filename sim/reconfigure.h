// Groups, collider groups and clusters, from the contact graph. For the files of sim/ only.
#pragma once

#include "sim/state/state.h"

void sim_reconfigure(struct sim_world *world); // groups and collider groups, when dirty
void sim_forget(struct sim_world *world); // drops what is kept from step to step but is not state
void sim_find_clusters(struct sim_world *world);
