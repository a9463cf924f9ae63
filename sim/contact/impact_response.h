// The response of the bodies to one impact. For the files of sim/ only.
#pragma once

#include "sim/contact/contact_impl.h"

#define SIM_IMPACT_POINTS 16

// One impact: points of two groups that are hit at the same time with nearly the same normal.
struct sim_impact_event {
    double time; // [s] from the beginning of the step
    int contact; // the contact that asked for it: groups, materials, grain
    int count;
    struct sim_contact_point point[SIM_IMPACT_POINTS];
};

// Where a group was at the beginning of the step, and by how much impacts have shifted that place.
struct impact_motion {
    struct sim_pose start;
    struct sim_vec3 shift, turn; // [m], [rad]
};

// Velocity of a against b at a point p of the groups of the contact, at a time.
struct sim_vec3 sim_impact_velocity(const struct sim_world *world, const struct contact *contact,
                                    struct sim_vec3 p, double time);
// Exchanges the impulses of the event between groups whose poses are those of its time.
void sim_impact_respond(struct sim_world *world, const struct sim_impact_event *event);
