// The part of an instance that acts on single bodies: resistances, guides, magnets. For
// sim/model/instance.c only.
#pragma once

#include "sim/model/model.h"

// material: of the world, per material of the model. Bodies exist. False: out of memory; what was
// made is freed by sim_instance_finish.
bool sim_instance_create_controls(struct sim_instance *instance, const int *material);
// Sets forces, targets and switches from the applied inputs.
void sim_instance_apply_controls(struct sim_instance *instance);
