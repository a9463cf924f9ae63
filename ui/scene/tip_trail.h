// The way of a crane's tip, as it is drawn behind a session that is played again: what was seen of
// the last seconds.
#pragma once

#include "sim/base/array.h"
#include "ui/scene/scene.h"
#include "vehicles/worksite.h"

struct ui_tip_sample {
    double time;       // [s] of the exercise
    struct sim_vec3 p; // [m]
};

struct ui_tip_trail {
    SIM_ARRAY(struct ui_tip_sample) samples; // by time, rising; gaps where nothing was played
};

void ui_tip_trail_finish(struct ui_tip_trail *trail); // accepts a zeroed struct
// Notes where the tip of machine 0 is now, a tenth of a second from the samples next to it. Without
// a crane, the machine itself.
void ui_tip_trail_note(struct ui_tip_trail *trail, const struct veh_worksite *site);
// The last 20 s before that time as a thin line. False where memory is missing.
bool ui_tip_trail_add(struct ui_scene *scene, const struct ui_tip_trail *trail, double time,
                      const float colour[3]);
