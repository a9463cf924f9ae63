// Clusters of a world. For the files of sim/ only.
#pragma once

#include "sim/solve/problem.h"
#include "sim/state/def.h"

// Bodies that influence each other in this step (Jung 4.3), with their joints, contacts and other
// constraints. Clusters are independent of each other: several threads may work on one each, if
// they write only to its groups, bodies, joints, differentials and contacts.
struct cluster {
    int first_group, group_count;               // in cluster_groups
    int first_body, body_count;                 // in cluster_bodies
    int first_joint, joint_count;               // in cluster_joints
    int acting_joints;                          // of these, the joints that have rows
    int pivots;                                 // of these, those whose anchors' arcs may matter
    int measured;                               // of these, those that are measured and may break
    int driven;                                 // joints that are measured or have free axes
    int first_differential, differential_count; // in cluster_differentials
    int first_contact, contact_count;           // in cluster_contacts
    enum sim_solver solver;
    int first_resistance, resistance_count; // in cluster_resistances
    int first_guide, guide_count;           // in cluster_guides
    struct sim_sparse **sparse;             // kept by the sparse solver from step to step
    struct sim_solve_stats stats;           // of this step
    double joint_error, joint_error_angle;  // [m], [rad] after this step
    double penetration;                     // [m]
    int absurd;                             // first group with an unusable state, -1: none
};

// Indices, cluster by cluster, in ascending order.
struct members {
    int *items;
    int count, capacity;
};

// Two groups that are in contact.
struct touch {
    int group_a, group_b;
};
