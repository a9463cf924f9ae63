// Inside of the narrow phase: the list that contact points are added to.
#pragma once

#include "sim/collide/point.h"

struct sim_contacts {
    struct sim_contact_point *points; // the caller's
    int count, room;                  // room: for how many
    double margin;                    // [m] points farther apart are dropped
};

// Adds the point whose place on the surface of a is on_a. If there is no room, it replaces the
// shallowest point if that is shallower.
void sim_contacts_add(struct sim_contacts *contacts, struct sim_vec3 on_a, struct sim_vec3 normal,
                      double depth, uint32_t feature);

// Turns all normals, as if the two shapes had changed places.
void sim_contacts_turn(struct sim_contacts *contacts);
// Depth [m] of the deepest point, -HUGE_VAL if there is none.
double sim_contacts_deepest(const struct sim_contacts *contacts);

#define SIM_MANY_POINTS 96 // limit of points gathered before the best are chosen

// Adds a few of many points (at most SIM_MANY_POINTS) that support the shape as all of them would:
// the deepest; of those about as deep, the farthest out in eight directions that turn with axis
// (unit, fixed to a shape); then the next deepest.
void sim_contacts_add_best(struct sim_contacts *contacts, const struct sim_contacts *many,
                           struct sim_vec3 axis);
