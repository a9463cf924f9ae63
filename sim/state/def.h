// Definition of a world: what is constant while it runs.
#pragma once

#include <stdbool.h>

#include "sim/base/math.h"

#define SIM_MAX_HALVINGS 12

enum sim_broad_phase { SIM_BROAD_GRID, SIM_BROAD_SWEEP };
enum sim_solver { SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG, SIM_SOLVER_PGS };
#define SIM_SOLVER_WORDS "sparse|dantzig|pgs" // for readers, in the order of the enum
// Shock propagation: how much of its load a body passes on to its supports (Jung 4.4.1).
enum sim_shock { SIM_SHOCK_NONE, SIM_SHOCK_PLAIN, SIM_SHOCK_OPTIMISED };
// The quantities of the two phases that the coefficient of restitution relates (Jung 2.4): speeds,
// impulses or work.
enum sim_impact_law { SIM_IMPACT_NEWTON, SIM_IMPACT_POISSON, SIM_IMPACT_STRONGE };

struct sim_world_def {
    double step;             // h [s], constant
    struct sim_vec3 gravity; // [m/s^2]
    struct sim_vec3 wind;    // [m/s] of the medium that drags at bodies
    enum sim_solver solver;
    int iterations;  // sweeps of projected Gauss-Seidel
    bool cold_start; // Gauss-Seidel starts from zero impulses instead of those of the last step
    enum sim_shock shock;
    double k_er;         // stabilisation of joints, limits, differentials per step, 0 to 1 (3.22)
    double k_er_contact; // of contact normals
    double joint_cfm;    // softness of all rows of joints and differentials [m/(N s)], 0: rigid
    bool one_cluster;    // solves all moving bodies as one problem, to measure what clusters gain
    enum sim_broad_phase broad_phase; // both find the same pairs
    double grid_cell;                 // [m] of the grid
    double margin;     // [m] contacts are created at this distance before surfaces touch
    double look_ahead; // [m] additional distance, at most, for bodies that approach fast
    // Time control (Jung 2.2). 0: constant steps. Otherwise a step in which a contact would become
    // deeper than this [m], or a shape would pass through another, is undone and repeated in parts;
    // the smallest part is the step halved this many times.
    double deepest;
    int halvings;
    enum sim_impact_law impact_law;
    double impact_speed; // [m/s] slower contacts do not bounce
    int threads; // at most this many work on a step, 1 to 64, including the caller's; the result
                 // has the same bits for any number
};
struct sim_world_def sim_default_world_def(void);
const char *sim_world_def_problem(const struct sim_world_def *def);
