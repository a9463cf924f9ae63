// Inside of the contact rows: when a contact slides, and which way its friction acts. See
// contact_rows.c.
#pragma once

#include "sim/contact/contact_impl.h"

#define SIM_SLIDING_SPEED 0.01  // [m/s] above this, velocity says where friction acts
#define SIM_CREEPING_SPEED 1e-5 // [m/s] the same for a contact that slid a step ago
#define SIM_LITTLE_IMPULSE 1e-9 // [N s] below this a direction is noise

// Is friction the same in all directions?
static inline bool sim_friction_alike(const struct contact *c) {
    return c->pub.friction >= c->pub.friction_across && c->pub.friction <= c->pub.friction_across;
}

// sim_contact_tangents() of up to four contacts at once, of the same two bodies, with the same
// normal and grain and with friction alike, all of which were there in the last step. The same
// bits.
void sim_contact_tangents_of_four(const struct sim_world *world, struct contact *contacts,
                                  const struct contact *const old[4], int count);
void sim_contact_tangents_of_four_narrow(const struct sim_world *world, struct contact *contacts,
                                         const struct contact *const old[4], int count);
