// Contacts of a world: detection, persistence from step to step, equations. For the files of sim/
// only.
#pragma once

#include "sim/contact/contact.h"
#include "sim/state/state.h"

struct contact {
    struct sim_contact pub;
    uint64_t key[2];          // bodies, shapes, feature: identifies the contact in the next step
    struct sim_vec3 stick;    // [m] accumulated tangential displacement of a against b
    struct sim_vec3 rolled;   // [rad] elastic part of the roll of a against b, along the tangents
    struct sim_vec3 grain[2]; // [unit] directions of friction and friction_across, perpendicular
    struct sim_vec3
        tangent[2];    // [unit] of the friction rows; perpendicular if friction is isotropic
    double bound[2];   // friction coefficients of these rows
    double impulse[3]; // normal, two tangential
    double stiffness, damping;
    double rolling;           // coefficient of rolling resistance
    double stop, stop_length; // [m] of the footing
    bool warm;                // found in the last step
    bool bounces; // the impact comes in a later step, so do not slow the bodies down now
    bool missed;  // expected to be hit in this step, but was not
    int group_a, group_b;
};

// Contacts that a thread has found, in the order of their keys.
struct contact_list {
    SIM_ARRAY(struct contact);
    // Summaries for joining the lists, so that the contacts themselves need not be read.
    int first;                       // number of its first contact among all
    SIM_ARRAY(struct touch) touches; // per contact
    bool bounces;                    // one of the contacts may bounce
    uint64_t first_key[2], last_key[2];
    // Used during detection.
    int old;               // in the last step's contacts: lowest index for the next pair
    bool sorted;           // by key
    int material[2];       // of the previous pair, -1: none
    struct contact common; // values shared by all contacts of that pair
    struct sim_vec3 grain; // of that pair, in the world; zero: none
    char apart[SIM_LINES]; // keeps other threads' memory off these cache lines
};

// Order of two keys: negative, 0 or positive.
static inline int sim_compare_keys(const uint64_t a[2], const uint64_t b[2]) {
    if (a[0] != b[0])
        return a[0] < b[0] ? -1 : 1;
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

// ---- items.c: shapes for the broad phase ----

// True if other is ground and the shape stays above it while inside the larger box.
bool sim_far_above_ground(const void *context, int item, const struct sim_aabb *larger, int other);
// The boxes of a body's shapes, for the broad phase of the next step.
void sim_place_items(struct sim_world *world, const struct body *body);

// Moves all items to the current poses of the bodies. True if the static items and the number of
// items are unchanged since the last call.
bool sim_place_all_items(struct sim_world *world);

// ---- pair.c ----

// Finds the contact points of two items; 0 if collision is disabled between them.
int sim_points_of_pair(const struct sim_world *world, int ia, int ib,
                       struct sim_contact_point points[SIM_MAX_POINTS]);
// Appends the contacts of two items.
void sim_collide_pair(const struct sim_world *world, struct contact_list *list, int ia, int ib);

// ---- contacts.c ----

void sim_find_contacts(struct sim_world *world);
// Is any contact, at the current poses, deeper than limit [m] and deeper than the contacts of the
// same two shapes in the last detection? Changes nothing.
bool sim_contacts_too_deep(struct sim_world *world, double limit);
void sim_publish_contacts(
    struct sim_world *world); // all at once; a step publishes them cluster by cluster
void sim_make_room_to_publish(struct sim_world *world);

// ---- lists.c: the contacts of all pairs, on all threads if that is worthwhile ----

void sim_collide_pairs(struct sim_world *world, const struct sim_pair *pairs, int count);
// Moves a cluster's contacts from the threads' lists to the common array.
void sim_cluster_take_contacts(struct sim_world *world, const struct cluster *cluster);

// ---- material.c ----

// Fills friction, restitution, stiffness and damping of a contact from its materials.
void sim_material_combine(const struct sim_world *world, struct contact *contact, int a, int b);
// The grain of the contact's bodies in the world, zero: none; that of a takes precedence.
struct sim_vec3 sim_material_grain(const struct sim_world *world, const struct contact *contact,
                                   int a, int b);
// The contact's directions of friction, from the grain and its normal.
void sim_contact_place_grain(struct contact *contact, struct sim_vec3 grain);

// ---- rows.c ----

void sim_contact_tangents(const struct sim_world *world, struct contact *contact,
                          const struct contact *old);
// Adds the equations of a contact between the groups of a cluster; stores its impulses after the
// step. NULL: the contact had no equations.
void sim_contact_point(const struct sim_world *world, const struct contact *contact,
                       struct sim_point *point);
void sim_contact_store(const struct sim_world *world, struct contact *contact,
                       const struct sim_point *point);

// ---- rolling.c ----

// Rolling resistance of a cluster's contacts, between the prediction of its velocities and the
// solution of its rows.
void sim_cluster_resist_rolling(struct sim_world *world, const struct cluster *cluster);
// Adds the roll of a step with the velocities that the groups have now; without pressure none is
// left.
void sim_contact_roll_on(const struct sim_world *world, struct contact *contact);

// ---- shock.c ----

void sim_find_levels(struct sim_world *world);
// With shock propagation, the body of a contact that carries only its own weight: 0 for a, 1 for b,
// -1 for neither.
int sim_shock_side(const struct sim_world *world, const struct contact *contact);
