// The speed of the simulation in each element of a forwarder's work.
#pragma once

#include <jansson.h>

#include "vehicles/operator/demonstrator.h"

struct ui_phase_times {
    double work[VEH_HAUL_ELEMENTS];     // [s] of all loads so far
    double computed[VEH_HAUL_ELEMENTS]; // [s] of processors, the sum of all cores
    double so_far;                      // [s] of processors since the program's start
};

void ui_phase_times_begin(struct ui_phase_times *times);
// After each step of the demonstrator: the time since the step before belongs to the element that
// has grown by it.
void ui_phase_times_step(struct ui_phase_times *times, const struct veh_demonstrator *demo);
// Simulated seconds per second of one core by the elements' names; only those that there were.
json_t *ui_phase_times_json(const struct ui_phase_times *times);
// The same for a terminal; nothing where there were none. factors: such an object, NULL: none.
void ui_phase_times_print(const json_t *factors);
