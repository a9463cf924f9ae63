// For sim/model/instance.c only: what inputs and sensors ask for, and the controls of an instance:
// resistances, forces, guides and magnets, which act on single bodies.
#pragma once

#include "sim/model/model.h"

// Whether there is a signal.
static inline bool sim_model_signal_given(const struct sim_model_signal *signal) {
    return signal->scale < 0.0 || signal->scale > 0.0;
}
// base + scale * input + signal; input -1: none.
double sim_instance_asked(const struct sim_instance *instance, double base, int input, double scale,
                          const struct sim_model_signal *signal);
// material: index in the world per material of the model. The bodies must exist. False: out of
// memory; sim_instance_finish frees what was created.
bool sim_instance_create_controls(struct sim_instance *instance, const int *material);
// Sets forces, targets and switches from the applied inputs.
void sim_instance_apply_controls(struct sim_instance *instance);
