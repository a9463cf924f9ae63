// The jaws of a grapple as its operator knows them: how wide and how deep they are by their
// opening, and where their tips are now.
#pragma once

#include "vehicles/worksite.h"

struct veh_jaws {
    int machine;
    int joint;        // hinge of a tong that has the motor
    double closing;   // sign of its rate that closes
    double widest;    // [rad] largest opening; 0: the tips meet
    double hinge_y;   // [m] of both hinges from the grapple's middle plane
    double hinge_z;   // [m] of them above the grip centre, in the frame of the grapple's base
    double tip_y;     // [m] of a tip from its hinge, outward, while the jaws are closed
    double tip_z;     // [m] of it above its hinge
    double base_low;  // [m] of the base's lowest point above the grip centre
    double base_half; // [m] half of the base's width
};

// False: the machine has no grapple of two tongs with a motor.
bool veh_jaws_init(struct veh_jaws *jaws, const struct veh_worksite *site, int machine);
// [m] between the tips and the middle plane, at an opening [rad].
double veh_jaws_half_width(const struct veh_jaws *jaws, double opening);
// [m] of the tips above the grip centre; negative.
double veh_jaws_tip_height(const struct veh_jaws *jaws, double opening);

// The grip centre and the frame of the base there.
struct sim_pose veh_jaws_pose(const struct veh_jaws *jaws, const struct veh_worksite *site);
double veh_jaws_opening(const struct veh_jaws *jaws, const struct veh_worksite *site); // [rad]
// [m] by which the tips must rise to be that high above the ground below them, or above a floor:
// the plane z = 0 of that pose, NULL for the ground; the mean of both tongs.
double veh_jaws_rise(const struct veh_jaws *jaws, const struct veh_worksite *site, double above,
                     const struct sim_pose *floor);
// Lever that brings the jaws to the opening.
double veh_jaws_lever(const struct veh_jaws *jaws, const struct veh_worksite *site, double opening);
