// The best place for a grapple in a pile: an operator sees it at a glance.
//
// The jaws are looked at in their own plane, across the logs. A log that crosses that plane is a
// circle there; the open tips come down to the left and to the right of the grip, as deep as the
// ground and the logs below them allow, or the base that meets the logs between them. The logs
// between the tips and above them are gripped when they close. A bunk is planned in its own frame:
// its floor is the ground, and the tips pass between its stakes. There logs lie close: the tips are
// pressed in between them, and of each log the share counts that lies above the line between the
// tips.
#pragma once

#include "terrain/ground.h"
#include "vehicles/operator/jaws.h"

enum { VEH_GRIP_LOGS = 24, VEH_GRIP_STAKES = 16 };

struct veh_grip_log {
    int stem;
    struct sim_vec3 butt, tip; // [m] ends of the axis, world
    double centre;             // [m] of mass, from the butt
    double radius;             // [m] in the middle
    double mass;               // [kg]
    bool wanted;               // else it is only in the way
    bool alone;                // then it may come along: it would take a grip of its own
};

// A grip that has brought nothing.
struct veh_grip_failure {
    struct sim_vec3 point; // [m]
    double opening;        // [rad]
};

struct veh_grip_scene {
    const struct veh_jaws *jaws;
    const struct ter_ground *ground; // NULL: the floor of a bunk, z = 0 in its frame, x forward
    double wall;                     // [m] there: of the tips from its middle plane, at most
    struct sim_vec3 stakes[VEH_GRIP_STAKES]; // [m] there
    int stake_count;
    const struct veh_grip_log *logs;
    int count;
    const struct veh_grip_failure *failures; // others are tried before those again
    int failure_count;
    struct sim_vec3 pillar;       // [m] foot of the slewing axis
    double reach_low, reach_high; // [m] from it
    struct sim_pose machine;      // frame of the body that carries the load, x forward
    double machine_front, machine_back, machine_side; // [m] in that frame: no grip inside
    double mass_most, area_most;                      // [kg], [m^2] of a grip
    double moment_most;       // [kg m] of its mass times its distance from the pillar
    double least;             // [kg] value of a grip that is tried, may be negative
    double narrowest, widest; // [rad] openings that are tried; widest 0: any
    bool pure;                // no grip of logs that are not wanted
};

struct veh_grip {
    struct sim_vec3 point;           // [m] on the axis of the logs to grip, as high as their middle
    struct sim_vec3 along;           // unit, level: their direction
    double opening;                  // [rad] of the jaws
    double above;                    // [m] of the tips above the ground while they close
    double top;                      // [m] of the highest log there, world
    double value;                    // [kg] of logs that will hang well, less those that will not
    int stems[VEH_GRIP_LOGS], count; // that will be gripped
    double mass;                     // [kg] of them
    bool reached;                    // by the crane, beside the machine or between the stakes
    bool pure;                       // it takes only logs that are wanted
};

// Whether a grip at p [m] is within reach, and beside the machine. Sets the distance [m] from the
// pillar.
bool veh_grip_reaches(const struct veh_grip_scene *scene, struct sim_vec3 p, double *radius);
// False: no grip of at least scene->least is within reach.
bool veh_grip_plan(const struct veh_grip_scene *scene, struct veh_grip *best);
