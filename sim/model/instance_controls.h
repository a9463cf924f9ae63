// Controls of an instance: resistances, guides and magnets, which act on single bodies. For
// sim/model/instance.c only.
#pragma once

#include "sim/model/model.h"

// material: index in the world per material of the model. The bodies must exist. False: out of
// memory; sim_instance_finish frees what was created.
bool sim_instance_create_controls(struct sim_instance *instance, const int *material);
// Sets forces, targets and switches from the applied inputs.
void sim_instance_apply_controls(struct sim_instance *instance);
