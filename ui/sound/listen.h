// Hears a worksite: after each step it gathers what machines do and what strikes what.
#pragma once

#include "ui/sound/scene.h"

// Memory between steps; zeroed to begin.
struct ui_listener {
    struct ui_sound_scene scene;       // for the mixer; its strikes pile up until they are taken
    double cut[VEH_MAX_MACHINES];      // share of the cross-section that was sawn before
    double silence;                    // [s] until the next strike of stems may sound
    double delimbed[VEH_MAX_MACHINES]; // [kg] branches that its knives had cut off before
    struct veh_snapped snapped;        // branches that have broken and are yet to be heard
    double unbroken;                   // [s] until the next of them may sound
    double wind, rain;                 // [m/s], [mm/h] of the weather; the caller sets them
    double wiper;                      // [1/s] sweeps to and fro, 0: it rests; likewise
};

// Call after each step of the worksite.
void ui_listen(struct ui_listener *listener, const struct veh_worksite *site);
