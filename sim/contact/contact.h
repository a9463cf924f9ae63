// Contacts of a step: the public view.
#pragma once

#include "sim/collide/collide.h"
#include "sim/state/ids.h"

struct sim_contact {
    struct sim_body_id a, b;
    int shape_a, shape_b;
    struct sim_contact_point point;
    double friction, friction_across; // coefficients, along and across the grain
    double restitution;
    double force;               // [N] normal
    struct sim_vec3 tangential; // [N] on a
};
// Contacts of the last step, valid until the next.
int sim_world_contacts(const struct sim_world *world, const struct sim_contact **contacts);
// Path lengths in the contact graph (Jung 4.4) from a set of bodies over contacts, per body index:
// 0 for the set itself, -1 beyond limit edges. If joints is true, joints count as edges, too. Valid
// until the next call or step.
const int *sim_world_contact_paths(struct sim_world *world, const struct sim_body_id *from,
                                   int count, int limit, bool joints);
