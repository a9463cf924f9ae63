// The inside of the cab in which the eye is: armrests, levers and pedals that move with the
// controls, a console, mirrors, a monitor and the frame of the board computer's screen. Placed from
// the eye, so that each machine has it; the machine's file brings posts, panes and the seat. The
// middle of the picture stays free.
#pragma once

#include "ui/scene/worksite_scene.h"

// A flat screen in the world, seen from its x.
struct ui_cab_screen {
    struct sim_pose pose;           // of its middle; x: towards the viewer, y: to his right, z: up
    double half_width, half_height; // [m]
};

// [rad] How far a lever leans for a control of 1.
static const double ui_lever_lean = 0.30;

// Adds what is around the eye of that camera of the machine, two mirrors and a monitor among the
// scene's, and says where the board computer's screen is. share:
// as for ui_worksite_scene_fill(), which is called before. False where memory is missing.
bool ui_scene_add_cab(struct ui_worksite_scene *view, const struct veh_worksite *site, int machine,
                      int camera, double share, struct ui_cab_screen *screen);
