// The swing of a hose that hangs between two points about the line between them, for the picture: a
// damped pendulum that these points and the wind move. The dynamics knows nothing of it.
#pragma once

#include "sim/base/math.h"

struct ui_hose_swing {
    struct sim_vec3 middle, velocity; // [m], [m/s] of the line's middle when it was last told
    struct sim_vec3 bend, before;     // unit vectors towards which it hangs: now, a step ago
    double rate;                      // [rad/s] about the line
};

// At rest where pull [m/s^2] acts on it; along: a unit vector, the line.
void ui_hose_swing_start(struct ui_hose_swing *swing, struct sim_vec3 along, struct sim_vec3 pull);
// dt [s] later. pull: gravity, stiffness and wind less the acceleration of the line; rise [m]: of
// the hose's middle off the line.
void ui_hose_swing_step(struct ui_hose_swing *swing, struct sim_vec3 along, struct sim_vec3 pull,
                        double rise, double dt);

// [m/s^2] that air which moves past a hose of that diameter [m] gives it.
struct sim_vec3 ui_hose_drag(struct sim_vec3 air, double thickness);

static const double ui_hose_damping = 0.15; // of the critical one (rubber with wire, assumed)
