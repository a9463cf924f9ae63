// All of a world, by subject; what joints and contacts are is known in their own rooms. For the
// files of sim/ only.
//
// What of it is state stands in the table of sim/state_table.c; a new member that outlives a step
// must be entered there.
#pragma once

#include "sim/base/array.h"
#include "sim/base/pool.h"
#include "sim/broad/neighbours.h"
#include "sim/collide/box.h"
#include "sim/state/bodies.h"
#include "sim/state/clusters.h"
#include "sim/state/def.h"
#include "sim/state/graph.h"
#include "sim/state/material.h"
#include "sim/state/stats.h"
#include "sim/state/work.h"

#define SIM_MAX_MATERIALS 32

// What taking back a part of a step needs.
struct kept {
    unsigned char *bytes;
    int size, capacity;
    struct sim_vec3 (*push)[2]; // per body: force and torque from outside, for the whole step
    int push_capacity;
};

struct sim_world {
    struct sim_world_def def;
    double time;
    uint64_t steps;
    struct sim_material materials[SIM_MAX_MATERIALS];
    int material_count;
    struct sim_material_pair pairs[SIM_MAX_MATERIALS][SIM_MAX_MATERIALS];

    struct body *bodies;
    int body_count, body_capacity;
    struct joint *joints;
    int joint_count, joint_capacity;
    int first_new_body, first_new_joint; // where a new one may lie
    struct differential *differentials;
    int differential_count, differential_capacity;
    struct resistance *resistances;
    int resistance_count, resistance_capacity;
    struct guide *guides;
    int guide_count, guide_capacity;
    struct magnet *magnets;
    int magnet_count, magnet_capacity;
    bool dirty; // rigid edges changed: groups must be found again

    struct group *groups;
    int group_count, group_capacity;
    struct contact *contacts, *old_contacts;
    int contact_count, contact_capacity, old_contact_count, old_contact_capacity;
    struct sim_contact *published;
    int published_capacity;

    struct sim_neighbours *neighbours; // with the broad phase that was chosen
    struct sim_grid_item *items;
    int *item_body, *item_shape, *item_group;
    double *item_reach; // [m] margin and the way of a step
    struct sim_pose *item_pose;
    struct sim_box *item_box; // of boxes only
    int item_count, item_reach_capacity, item_pose_capacity, item_box_capacity;
    bool items_known;  // false: something was moved from outside since they were entered
    bool items_placed; // the boxes are where the bodies stand
    int item_capacity, item_body_capacity, item_shape_capacity, item_group_capacity;
    int *component; // per group: its cluster, -1: it does not move
    bool *barrier;
    int *path; // lengths, per body or group; what was asked for last
    int component_capacity, barrier_capacity, path_capacity;
    struct sim_graph graph;

    bool clusters_known;  // they and their bodies and joints are those of the last step
    bool clusters_shared; // among the threads in the last step
    int *cluster_thread;  // whose they were
    int cluster_thread_capacity;
    struct touch *touches; // between groups that move, in the order of contacts
    int touch_count, touch_capacity;
    int enabled_bodies;
    struct cluster *clusters; // one more than cluster_count: bodies and joints that do not move
    int cluster_count, cluster_capacity;
    int *cluster_groups, *cluster_bodies; // indices, cluster by cluster, in ascending order
    int *cluster_joints, *cluster_differentials, *cluster_contacts;
    int cluster_groups_capacity, cluster_bodies_capacity, cluster_joints_capacity;
    int cluster_differentials_capacity, cluster_contacts_capacity;
    int *cluster_resistances, *cluster_guides;
    int cluster_resistances_capacity, cluster_guides_capacity;
    struct sim_row_builder *frames; // per joint: as the bodies stand now
    int frames_capacity;
    bool frames_known;     // false: something was moved since they were computed
    bool rest_known;       // the same for the coordinates of joints that do not move
    bool rest_pushed;      // a force acts on what does not move
    struct sim_pool *pool; // NULL: one thread
    struct work *work;     // per thread; the first is that of everything that is not shared out
    struct contact_list *found; // per task
    int found_count;
    bool contacts_apart;           // those of this step are still in the lists above
    struct touch *contact_touches; // per contact: its groups
    int contact_touch_capacity;
    struct sim_sparse **sparse; // per cluster, at the index of the first body of its first group
    int sparse_count, sparse_capacity;
    struct sim_vec3 down;                // [unit] where shock propagation is asked for
    struct impact_motion *impact_motion; // per group
    double (*response)[6];               // velocities of a cluster after unit impulses
    int impact_motion_capacity, response_capacity;

    struct kept kept;
    struct sim_profile *profile; // NULL: none
    struct sim_step_stats stats;
    char fault[160];
};
