// Directions of friction: whether a contact slides, and in which directions its friction rows act.
// See rows.c.
#pragma once

#include "sim/contact/contact_impl.h"

static const double sim_sliding_speed = 0.01;  // [m/s] above this, friction opposes the velocity
static const double sim_creeping_speed = 1e-5; // [m/s] the same for a contact that slid a step ago
static const double sim_little_impulse = 1e-9; // [N s] below this, the direction is noise

// Is friction isotropic?
static inline bool sim_friction_alike(const struct contact *c) {
    return c->pub.friction >= c->pub.friction_across && c->pub.friction <= c->pub.friction_across;
}

// sim_contact_tangents() of up to four contacts at once, of the same two bodies, with the same
// normal and grain and isotropic friction, all of which existed in the last step. Gives the same
// bits.
void sim_contact_tangents_of_four(const struct sim_world *world, struct contact *contacts,
                                  const struct contact *const old[4], int count);
void sim_contact_tangents_of_four_narrow(const struct sim_world *world, struct contact *contacts,
                                         const struct contact *const old[4], int count);
