// An exercise of the library in which the demonstrator works, for benchmarks.
#pragma once

#include "data/exercise/practice.h"
#include "vehicles/operator/demonstrator.h"

struct ui_demo_site {
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct veh_demonstrator *demo;
    struct veh_controls controls; // of the last step
    bool loaded, started;         // what there is to be freed
};

// False with a line on stderr; finish it then, too. It must stay where it is until it is finished.
bool ui_demo_site_start(struct ui_demo_site *site, const char *exercise);
void ui_demo_site_finish(struct ui_demo_site *site); // accepts a zeroed struct

// One step of the world. Not VEH_DEMO_GOING: the demonstrator is done or stuck, and no step was
// made.
enum veh_demo_result ui_demo_site_step(struct ui_demo_site *site);
