// Statistics of a step.
#pragma once

#include "sim/state/def.h"
#include "sim/state/ids.h"

struct sim_step_stats {
    int bodies, groups, clusters, contacts, rows;
    int iterations, regularisations, unsolved; // sums over clusters and parts of the step
    int impacts;                               // pairs of bodies that bounced off each other
    int parts, taken_back;                     // of a divided step; 1 and 0 of an undivided one
    double residual;                           // [m/s] largest of all clusters
    double penetration;       // [m] deepest contact of moving bodies in this step; of a
                              // footing what is beyond its stop
    double joint_error;       // [m] largest anchor distance in this step
    double joint_error_angle; // [rad]
};

// A cluster of the last step (its last part).
struct sim_cluster_stats {
    struct sim_body_id body; // a member, the same one for as long as the cluster stays connected
    int bodies;              // after fusing
    enum sim_solver solver;
    int rows, iterations, regularisations;
    double residual; // [m/s]
    bool solved;
};
