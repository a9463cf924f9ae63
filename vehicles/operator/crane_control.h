// Moves a crane's tip by its levers: what an operator's hands have learnt. Reads positions of
// joints, writes lever values; it has no other hold on the machine.
//
// In the crane's plane the tip's velocity is J (boom, jib, telescope rates). The wanted rates are
// the weighted least squares solution that also draws telescope and jib towards the middle of their
// range. A hydraulic cylinder's lever follows from the rate of its length, u . (v_eye - v_base),
// with the velocity of a pin v = sum of rate (n x (pin - pivot)) over the hinges that carry it. So
// it does not matter which bodies a cylinder stands on: that of a parallel crane's jib stands on
// the pillar.
#pragma once

#include "vehicles/worksite.h"

struct ter_road;

// A pin of a cylinder.
struct veh_crane_pin {
    int joint;            // -1: none
    bool on_boom, on_jib; // is carried by the boom's hinge, by the jib's
};

struct veh_crane_axis {
    int joint;    // hinge or slide that moves the tip; -1: none
    int cylinder; // joint of the cylinder that drives it, -1: joint itself has the motor
    struct veh_crane_pin base, eye;
    double scale; // motor target per unit of lever
    enum veh_control lever;
};

struct veh_crane_control {
    int machine;
    struct veh_crane_axis slew, boom, jib, telescope;
    double speed; // [m/s] of the tip at most, by slewing and in the crane's plane each
};

// False: the machine has no crane whose levers could be found.
bool veh_crane_control_init(struct veh_crane_control *control, const struct veh_worksite *site,
                            int machine);
// The axis that lifts a load at the tip: the boom, or the jib where its cylinder stands on the
// pillar as in a parallel crane, whose boom moves the tip level.
const struct veh_crane_axis *veh_crane_lifting_axis(const struct veh_crane_control *control);
// Sets the crane levers so that the tip moves straight towards target [m, world]. Returns the
// distance [m].
double veh_crane_control_step(const struct veh_crane_control *control,
                              const struct veh_worksite *site, struct sim_vec3 target,
                              struct veh_controls *levers);
// Horizontal distance [m] of the point from the slewing axis.
double veh_crane_radius(const struct veh_crane_control *control, const struct veh_worksite *site,
                        struct sim_vec3 point);

// Horizontal distance [m] from the slewing axis to the tip of the stretched crane.
double veh_crane_control_reach(const struct veh_crane_control *control,
                               const struct veh_worksite *site);

// Drives along a road: lever values for steering and speed, which must be at rest before.
// along_target [m]: where the machine's frame is to stop; returns the distance [m] still to go,
// signed. speed [m/s] at most.
double veh_drive_along(const struct veh_worksite *site, int machine, const struct ter_road *road,
                       double along_target, double speed, struct veh_controls *levers);
