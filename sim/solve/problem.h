// The boxed complementarity problem of one cluster, as the solvers see it (Jung 3.1 to 3.5).
//
//   (J M^-1 J^T + C) x + J v* = b + w,   x = h lambda,   v* = v + h M^-1 f,   C = c_cfm / h
//   low <= x <= high;  w > 0 where x = low, w < 0 where x = high, else w = 0      (3.21, 3.103)
//
// and afterwards v(t + h) = v* + M^-1 J^T x.
#pragma once

#include "sim/base/math.h"
#include "sim/base/profile.h"
#include "sim/solve/scratch.h"

#define SIM_ROW_BODIES 4

// The members that every pass over the rows reads come first; most rows use two blocks.
struct sim_row {
    int count;                // blocks in use, 1 to 4
    int body[SIM_ROW_BODIES]; // moving bodies, each at most once; fixed bodies have no block
    int normal; // friction: index of its normal row, and low, high are ignored; else -1
    int node; // rows of one joint or contact point share a node number, rows of a node are adjacent
    double rhs;                  // b: requested velocity, including k_er e / h [m/s or rad/s]
    double low, high;            // bounds of the impulse [N s or N m s]; +-INFINITY: unbounded
    double cfm;                  // C >= 0, on the diagonal [1/kg or 1/(kg m^2)]
    double friction;             // friction: bounds are -+ friction * x[normal]
    double x;                    // in: guess (warm start), out: impulse
    double w;                    // out: residual velocity beyond rhs
    double j[SIM_ROW_BODIES][6]; // linear, then angular part of the row, per block
};

// A contact point: a row that only pushes, and two of friction, all at the same place. With v, w of
// the two bodies, which must differ, and r from their centres to it, row k is
//   J_k v = d_k . (v_0 + w_0 x r_0 - v_1 - w_1 x r_1)
// All numbers but x are finite. The members that Gauss-Seidel copies come first, without a gap.
struct sim_point {
    double arm[2][3];       // r [m]
    double direction[3][3]; // d [unit]: normal, two of friction
    double rhs[3], cfm[2];  // as of a row; cfm: of the normal, of both of friction
    double friction[2];     // bounds are -+ friction x[0]
    double x[3];            // in: guess, out: impulse [N s]
    int body[2];            // -1: does not move
    int node;               // as of a row
    bool relieved;          // body 0 carries nothing along problem.down (shock propagation)
};
enum { SIM_POINT_NUMBERS = 25 }; // that Gauss-Seidel copies

struct sim_sparse;

struct sim_inertia {
    double mass, inverse_mass;        // [kg], [1/kg]
    struct sim_mat3 inertia, inverse; // world axes, about the centre of mass
};
// A mass point has no inertia, and nothing turns it: both matrices are zero.
static inline bool sim_inertia_turns(const struct sim_inertia *inertia) {
    return inertia->inverse.m[0][0] > 0.0;
}

struct sim_problem {
    int bodies;
    const struct sim_inertia *inertia;
    double (*velocity)[6]; // in: v*, out: v(t + h); linear, then angular, per body
    int rows;
    struct sim_row *row; // with room for three more per point
    int points;
    struct sim_point *point;
    struct sim_vec3 down;        // [unit] where points are relieved
    struct sim_profile *profile; // NULL: none is asked for
    struct sim_sparse **sparse;  // the sparse solver's memory between calls; NULL: none
};

// [m/s] A problem counts as solved if no row is violated by more: half a millimetre in 10 ms.
static const double sim_solved_residual = 0.05;

struct sim_solve_stats {
    int rows;
    int iterations;      // sweeps (Gauss-Seidel) or pivots
    int regularisations; // times the diagonal had to be raised
    double residual; // [m/s] largest violation of a row: |w| of rows inside their bounds, or the
                     // wrong sign of w at a bound
    bool solved; // residual is at most sim_solved_residual; false: the best iterate was returned
};

// Appends the rows of all points; afterwards the problem has rows only. Returns the number of
// points that it had.
int sim_problem_expand(struct sim_problem *problem);
// Undoes sim_problem_expand(); the points get the impulses of their rows.
void sim_problem_collect(struct sim_problem *problem, int points);

// Dantzig's method with friction bounds taken from the normal impulses (Jung 3.5.2, algorithm 4).
struct sim_solve_stats sim_solve_dantzig(struct sim_problem *problem, struct sim_scratch *scratch);
// Projected Gauss-Seidel, matrix-free, starts from x of rows and points (Jung 3.5.1, algorithm 3).
struct sim_solve_stats sim_solve_pgs(struct sim_problem *problem, int iterations,
                                     struct sim_scratch *scratch);
// Sparse factorisation of the whole system with a predicted active set. Order and layout are kept
// in *problem->sparse (NULL at first) and used again as long as rows connect the same bodies; the
// result does not depend on it.
struct sim_solve_stats sim_solve_sparse(struct sim_problem *problem, struct sim_scratch *scratch);
void sim_sparse_destroy(struct sim_sparse *sparse); // NULL is allowed
// Multiplications and additions of one factorisation and of one solution of the last problem.
void sim_sparse_flops(const struct sim_sparse *sparse, double *factorise, double *substitute);

// Fills w of rows from the velocities and impulses and returns the largest violation of all rows
// and points (see residual above).
double sim_problem_residual(struct sim_problem *problem);
