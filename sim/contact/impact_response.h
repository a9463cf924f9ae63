// The response of the bodies to one impact. For the files of sim/ only.
#pragma once

#include "sim/contact/contact_impl.h"

#define SIM_IMPACT_POINTS 16

// One impact: points of two groups that are hit at the same time with nearly the same normal.
struct sim_impact_event {
    double time; // [s] from the beginning of the step
    int contact; // the contact that started it: groups, materials, grain
    int count;
    struct sim_contact_point point[SIM_IMPACT_POINTS];
};

// Pose of a group at the beginning of the step, and the shift of it by impacts since.
struct impact_motion {
    struct sim_pose start;
    struct sim_vec3 shift, turn; // [m], [rad]
};

// Velocity of group a relative to group b of a contact at point p and a time.
struct sim_vec3 sim_impact_velocity(const struct sim_world *world, const struct contact *contact,
                                    struct sim_vec3 p, double time);
// Exchanges the impulses of the event between groups whose poses are those of its time.
void sim_impact_respond(struct sim_world *world, const struct sim_impact_event *event);
