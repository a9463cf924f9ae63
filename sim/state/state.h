// The state of a world, by subject. Joints and contacts are declared in their own folders. For the
// files of sim/ only.
//
// The table in sim/state_table.c lists the members that a snapshot holds. A new member is entered
// there if it outlives a step, else in the list of tests/state_table.py.
#pragma once

#include "sim/base/array.h"
#include "sim/base/pool.h"
#include "sim/broad/neighbours.h"
#include "sim/state/bodies.h"
#include "sim/state/clusters.h"
#include "sim/state/def.h"
#include "sim/state/graph.h"
#include "sim/state/items.h"
#include "sim/state/loops.h"
#include "sim/state/material.h"
#include "sim/state/stats.h"
#include "sim/state/work.h"

#define SIM_MAX_MATERIALS 32

// External force [N] and torque [N m] on a body, for the whole step.
struct push {
    struct sim_vec3 force, torque;
};

// Saved at the start of a part of a step, to undo it.
struct kept {
    SIM_ARRAY(unsigned char) bytes;
    SIM_ARRAY(struct push) pushes; // per body
};

struct sim_world {
    struct sim_world_def def;
    double time; // [s] simulated
    uint64_t steps;
    struct sim_material materials[SIM_MAX_MATERIALS];
    int material_count;
    struct sim_material_pair pairs[SIM_MAX_MATERIALS][SIM_MAX_MATERIALS];

    SIM_ARRAY(struct body) bodies;
    SIM_ARRAY(struct joint) joints;
    SIM_ARRAY(struct differential) differentials;
    SIM_ARRAY(struct sim_curve *) curves;     // of paths; owned
    SIM_ARRAY(struct sim_outline_edge) edges; // of planes
    SIM_ARRAY(struct resistance) resistances;
    SIM_ARRAY(struct guide) guides;
    SIM_ARRAY(struct magnet) magnets;
    int first_new_body, first_new_joint; // lowest index for a new one
    SIM_ARRAY(struct group) groups;
    bool dirty; // rigid edges changed: groups must be found again

    // ---- contacts ----
    SIM_ARRAY(struct item) items;          // shapes that collide
    SIM_ARRAY(struct sim_grid_item) boxes; // of the items, for the broad phase
    SIM_ARRAY(double) reach;               // [m] per item: margin plus the motion in a step
    bool items_known;                      // false: a body was moved from outside since
    bool items_placed;                     // the boxes match the poses of the bodies
    struct sim_neighbours *neighbours;     // uses the broad phase chosen in def
    SIM_ARRAY(struct contact) contacts;
    SIM_ARRAY(struct contact) old_contacts;  // of the step before
    SIM_ARRAY(struct touch) contact_touches; // per contact: its groups
    SIM_ARRAY(struct sim_contact) published;
    struct contact_list *found; // per task
    int found_count;
    bool contacts_apart; // the contacts of this step are still in the lists above
    SIM_ARRAY(struct impact_motion) impact_motion; // per group
    struct {
        double (*items)[6];
        int count, capacity;
    } response; // velocities of a cluster after unit impulses

    // ---- the contact graph ----
    struct sim_graph graph;
    SIM_ARRAY(int) component; // per group: its cluster, -1: it does not move
    SIM_ARRAY(bool) barrier;
    SIM_ARRAY(int) path;             // path lengths per body or group, from the last query
    SIM_ARRAY(struct touch) touches; // between groups that move, in the order of contacts
    struct sim_vec3 down;            // [unit] if shock propagation is on

    // ---- clusters ----
    SIM_ARRAY(struct cluster) clusters; // one more behind the last: static bodies and joints
    bool clusters_known;  // clusters, their bodies and joints are unchanged since the last step
    bool clusters_shared; // they were shared among the threads in the last step
    SIM_ARRAY(int) cluster_thread; // the thread that had each of them
    struct members cluster_groups, cluster_bodies, cluster_joints, cluster_differentials,
        cluster_resistances, cluster_guides, cluster_contacts;
    SIM_ARRAY(struct sim_sparse *) sparse; // indexed by the first body of the first group
    int enabled_bodies;
    struct loops loops, loops_before; // of joints; before: of another set of joints

    // ---- joints, at the current poses ----
    SIM_ARRAY(struct sim_row_builder) frames; // per joint
    bool frames_known;                        // false: a body was moved since they were computed
    bool rest_known;                          // the same for the coordinates of static joints
    bool rest_pushed;                         // a force acts on a static body

    struct sim_pool *pool; // NULL: one thread
    struct work
        *work; // per thread; the first also serves everything that is not shared among threads
    struct kept kept;
    struct sim_profile *profile; // NULL: none
    struct sim_step_stats stats;
    char fault[160];
};

struct body *sim_body_get(const struct sim_world *world, struct sim_body_id id); // asserts validity
int sim_body_index(const struct sim_world *world, struct sim_body_id id); // -1 for the none id
// Index of a body's group; -1: the body is disabled, or -1 itself, which is the fixed world.
static inline int sim_group_of(const struct sim_world *world, int body) {
    return body >= 0 ? world->bodies.items[body].group : -1;
}
// Sets pose and velocity of a moving body from its group; of all moving bodies.
void sim_group_to_body(const struct sim_world *world, struct body *body);
void sim_groups_to_bodies(struct sim_world *world);
