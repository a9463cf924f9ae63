// Contacts of a world: found, kept from step to step, made equations. For the files of sim/ only.
#pragma once

#include "sim/contact/contact.h"
#include "sim/state/state.h"

struct contact {
    struct sim_contact pub;
    uint64_t key[2];          // bodies and shapes, feature: finds itself in the next step
    struct sim_vec3 stick;    // [m] accumulated tangential displacement of a against b
    struct sim_vec3 grain[2]; // [unit] directions of friction and friction_across, perpendicular
    struct sim_vec3
        tangent[2];    // [unit] of the friction rows; perpendicular where friction is alike
    double bound[2];   // friction coefficients of these rows
    double impulse[3]; // normal, two tangential
    double stiffness, damping;
    bool warm;    // found in the last step
    bool bounces; // is hit in a later step and must not be slowed down now
    bool missed;  // of those that seemed to be hit in this step
    int group_a, group_b;
};

// Contacts that a thread has found, in the order of their keys.
struct contact_list {
    SIM_ARRAY(struct contact);
    // For who puts the lists together and need not look at the contacts then.
    int first;                       // number of its first contact among all
    SIM_ARRAY(struct touch) touches; // per contact
    bool bounces;                    // one of them may
    uint64_t first_key[2], last_key[2];
    // While they are found.
    int old;               // where those of the next pair may begin among those of the last step
    bool sorted;           // by key
    int material[2];       // of the pair found last, -1: none
    struct contact common; // what all its contacts have in common
    char apart[SIM_LINES]; // from what other threads write
};

// Below, at or above 0.
static inline int sim_compare_keys(const uint64_t a[2], const uint64_t b[2]) {
    if (a[0] != b[0])
        return a[0] < b[0] ? -1 : 1;
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

// ---- items.c: shapes for the broad phase ----

// Whether a shape stays above the ground, if other is ground, as long as it stays in the larger
// box.
bool sim_far_above_ground(const void *context, int item, const struct sim_aabb *larger, int other);
// The boxes of a body's shapes, for the broad phase of the next step.
void sim_place_items(struct sim_world *world, const struct body *body);

// Places all items where the bodies are now. True where the items that do not move, and the number
// of items, are those of the last call.
bool sim_place_all_items(struct sim_world *world);

// ---- pair.c ----

// The contact points of two items, 0 where they shall not collide.
int sim_points_of_pair(const struct sim_world *world, int ia, int ib,
                       struct sim_contact_point points[SIM_MAX_POINTS]);
// Appends the contacts of two items.
void sim_collide_pair(const struct sim_world *world, struct contact_list *list, int ia, int ib);

// ---- contacts.c ----

void sim_find_contacts(struct sim_world *world);
// Is any contact, as the bodies stand now, deeper than limit [m] and than the contacts of the same
// two shapes when contacts were found last? Changes nothing.
bool sim_contacts_too_deep(struct sim_world *world, double limit);
void sim_publish_contacts(struct sim_world *world); // all; a step does so cluster by cluster
void sim_make_room_to_publish(struct sim_world *world);

// ---- lists.c: the contacts of all pairs, on all threads where it pays ----

void sim_collide_pairs(struct sim_world *world, const struct sim_pair *pairs, int count);
// Brings a cluster's contacts to where all are, from the lists of those who have found them.
void sim_cluster_take_contacts(struct sim_world *world, const struct cluster *cluster);

// ---- material.c ----

// Fills friction, restitution, stiffness and damping of a contact from its materials; its grain
// from its normal and bodies, that of a before that of b.
void sim_material_combine(const struct sim_world *world, struct contact *contact, int a, int b);
void sim_material_place_grain(const struct sim_world *world, struct contact *contact, int a, int b);

// ---- rows.c ----

void sim_contact_tangents(const struct sim_world *world, struct contact *contact,
                          const struct contact *old);
// The equations of a contact between the groups of a cluster; and its impulses after the step.
// NULL: it had no equations.
void sim_contact_point(const struct sim_world *world, const struct contact *contact,
                       struct sim_point *point);
void sim_contact_store(const struct sim_world *world, struct contact *contact,
                       const struct sim_point *point);

// ---- shock.c ----

void sim_find_levels(struct sim_world *world);
// Which body of a contact carries no more than its own weight: 0 is a, 1 is b; -1: neither.
int sim_shock_side(const struct sim_world *world, const struct contact *contact);
