// A problem packed for the sweeps of Gauss-Seidel: all that a sweep reads and writes, in the order
// of the sweep. For sim/solve/pgs*.c and their test only.
//
// The order of a sweep is free. Rows on the same bodies must wait for each other, while a processor
// overlaps rows that need not. Therefore runs, which are neighbouring rows on the same bodies, get
// colours such that two runs of one colour have no body in common. The sweep takes the first rows
// of some runs of a colour, then their second rows, and so on.
#pragma once

#include <stdint.h>

#include "sim/base/pair.h"
#include "sim/solve/problem.h"

enum { SIM_PGS_STRIDE = 8 }; // doubles from one body's velocity to the next

// J / d or M^-1 J^T of two blocks of a row: the first four numbers of each, then the last two.
struct sim_pgs_blocks {
    double four[2][4], two[2][2];
};

// Everything is divided by the row's diagonal d = J M^-1 J^T + C. Four cache lines.
struct sim_pgs_row {
    struct sim_pgs_blocks j, response;
    double rhs, keep; // b / d, 1 - C / d
    double low, high;
    double friction; // of friction rows: bounds are -+ friction |impulse of the normal row|
    double diagonal; // d [1/kg]
    int body[2];     // where its velocity begins; without a second body: at zeros of its own
    int normal;      // place of the normal row; not of friction: its own place, with friction 0
    int more;        // index of the other blocks, -1: none
};

// Third and fourth block; a missing one acts on zeros.
struct sim_pgs_more {
    struct sim_pgs_blocks j, response;
    int body[2];
};

enum { SIM_PGS_LANES = 6 };

// Rows of a joint, all on the same two bodies and without friction, one per lane. They are solved
// together: with A = (J M^-1 J^T + C) / d of the block, and impulses x before,
//   e = rhs - J v - (C / d) x,   A dx = e
// Only the last lane l may have bounds. It comes first, and the others u follow it:
//   dx_l = (e_l - A_lu A_uu^-1 e_u) / (1 - A_lu A_uu^-1 A_ul), as its bounds let it,
//   dx_u = A_uu^-1 (e_u - A_ul dx_l)
// T has the factors of e_u and, in its last row, of e_l, elsewhere in its last column, of dx_l.
// The push, M^-1 J^T dx, is stored in terms of them as well, and only e depends on v. Six lanes are
// stored as four and two. The numbers of the two bodies' velocities are in the order 0 1 2 3 of a,
// 0 1 2 3 of b, 4 5 of a, 4 5 of b.
struct sim_pgs_block {
    double j4[12][4], j2[12][2];                       // J / d per number of the velocities
    double push[SIM_PGS_LANES][12];                    // (M^-1 J^T T)^T
    double start[12];                                  // M^-1 J^T x of the impulses at the start
    double t4[SIM_PGS_LANES][4], t2[SIM_PGS_LANES][2]; // columns of T
    double rhs[SIM_PGS_LANES], soft[SIM_PGS_LANES];    // b / d, C / d
    double diagonal[SIM_PGS_LANES];                    // d [1/kg]
    double x[SIM_PGS_LANES];                           // impulses
    double low, high;                                  // of the last lane
    int body[2];                                       // as of a row
    int source[SIM_PGS_LANES];                         // rows in the problem, -1: lane not in use
};

enum { SIM_PGS_WIDTH = 4 };

// Contact points are swept four at a time, one in every lane of a register. A team is four pairs of
// bodies with no body in common. Lanes without a point, and bodies that do not move, are zeros and
// have no effect.
struct sim_pgs_team {
    double inverse_mass[2][SIM_PGS_WIDTH];
    double inverse[2][6][SIM_PGS_WIDTH]; // of the inertia: xx, yy, zz, xy, xz, yz; world axes
    double down[3][SIM_PGS_WIDTH];       // where body 0 is relieved (struct sim_point), else zeros
    int body[2][SIM_PGS_WIDTH];          // as of a row
    int first, count;                    // its points
    int colour;                          // teams of the same have no body in common
    bool relieved;                       // in any lane
};

// A point of each pair of a team. The first members are those of struct sim_point, in its order.
// sim_pgs_start_points_...() computes the others, with d = J M^-1 J^T + C of a row.
struct sim_pgs_point {
    double arm[2][3][SIM_PGS_WIDTH], direction[3][3][SIM_PGS_WIDTH];
    double rhs[3][SIM_PGS_WIDTH]; // b, then b / d
    double cfm[2][SIM_PGS_WIDTH], friction[2][SIM_PGS_WIDTH];
    double x[3][SIM_PGS_WIDTH];
    double inverse[3][SIM_PGS_WIDTH];  // 1 / d; 0 where nothing can move the row
    double keep[3][SIM_PGS_WIDTH];     // 1 - C / d
    double coupling[3][SIM_PGS_WIDTH]; // J M^-1 J^T / d of rows 1 and 0, 2 and 0, 2 and 1
    int source[SIM_PGS_WIDTH];         // point of the problem, -1: none
};

// Four rows on one or two mass points each, with no point in common; a row without a second point,
// and lanes without a row, act on zeros.
struct sim_pgs_rods {
    double j[2][3][SIM_PGS_WIDTH];     // J / d per point
    double response[2][SIM_PGS_WIDTH]; // d / m: M^-1 J^T is j times this
    double rhs[SIM_PGS_WIDTH], keep[SIM_PGS_WIDTH], low[SIM_PGS_WIDTH], high[SIM_PGS_WIDTH],
        diagonal[SIM_PGS_WIDTH], x[SIM_PGS_WIDTH]; // as of a row, and its impulse
    int body[2][SIM_PGS_WIDTH];                    // as of a row
    int source[SIM_PGS_WIDTH];                     // row of the problem, -1: none
};

// Kinds of rows in the order of the sweep.
enum sim_pgs_kind {
    SIM_PGS_ROD,     // on mass points, without friction
    SIM_PGS_JOINT,   // in blocks
    SIM_PGS_MANY,    // three or four bodies
    SIM_PGS_CONTACT, // at most two bodies, with friction
    SIM_PGS_KINDS
};

struct sim_pgs {
    const struct sim_problem *problem;
    bool wide; // uses instructions for four numbers, if the processor has them; the same bits
    struct sim_pgs_rods *rod;
    int rods; // fours
    struct sim_pgs_block *block;
    int blocks;
    struct sim_pgs_row *row; // in the order of the sweep, without rows that nothing can move
    int many, rows;          // many: where contacts begin
    struct sim_pgs_more *more;
    int mores, left_out;
    struct sim_pgs_team *team;
    struct sim_pgs_point *point;
    int teams, points;
    double *x;        // impulse of each row
    int *source;      // index of each row in the problem
    double *velocity; // six numbers per body, SIM_PGS_STRIDE apart
};

// Rows of the problem that follow each other and act on the same bodies.
struct sim_pgs_run {
    int first, count;
    int body[SIM_ROW_BODIES], bodies;
    enum sim_pgs_kind kind;
    int colour;
    int zeros; // body of zeros in the place of a missing one, -1: none is missing
};

// Do two rows act on the same bodies?
static inline bool sim_pgs_same_bodies(const struct sim_row *a, const struct sim_row *b) {
    bool same = a->count == b->count;
    for (int k = 0; k < a->count && same; k++)
        same = a->body[k] == b->body[k];
    return same;
}
// pgs_order.c: finds the runs, with room for one per row, and sorts them by kind and colour into
// sorted. row_run gets the run of each row of the problem, before sorting. met: room for a number
// per body. Returns the number of runs.
int sim_pgs_order(const struct sim_problem *problem, struct sim_pgs_run *run,
                  struct sim_pgs_run *sorted, int *row_run, uint64_t *met);

// response = M^-1 J^T of a block of a row; returns J M^-1 J^T.
static inline double sim_pgs_respond(const struct sim_inertia *inertia, const double *j,
                                     double *response) {
    double sum[2] = {0.0, 0.0};
    for (int c = 0; c < 3; c++) {
        const double *m = inertia->inverse.m[c];
        const double linear = inertia->inverse_mass * j[c];
        const double angular = m[0] * j[3] + m[1] * j[4] + m[2] * j[5];
        response[c] = linear;
        response[c + 3] = angular;
        sum[0] += j[c] * linear;
        sum[1] += j[c + 3] * angular;
    }
    return sum[0] + sum[1];
}

// Can anything move a row with this diagonal?
static inline bool sim_pgs_movable(double diagonal) {
    return diagonal > 1e-200 && isfinite(diagonal);
}

// pgs_block.c: appends the blocks of a run and returns how many. NULL: they are only counted.
int sim_pgs_pack_blocks(struct sim_pgs *pgs, const struct sim_problem *problem,
                        const struct sim_pgs_run *run);

// Colours a run or team that acts on some bodies (-1: none): of the colours that none of them has
// met, the one with the fewest members, or a new colour if they have met all.
enum { SIM_PGS_COLOURS = 64 };
int sim_pgs_colour(const int *body, int count, uint64_t *met, int *members, int *colours);
// Counts in met one more run for each of some bodies (-1: none). Returns the largest count so far,
// at least as many colours are needed.
int sim_pgs_meet(const int *body, int count, uint64_t *met, int most);

// pgs_team.c: contact points, as teams
// Memory that it needs [byte].
unsigned long sim_pgs_team_room(const struct sim_problem *problem);
// Assigns the points to teams and lanes. zeros: number of the body whose velocity is always zero.
void sim_pgs_form_teams(struct sim_pgs *pgs, int zeros, struct sim_scratch *scratch);

// pgs_point.c: the parts of the functions of pgs_sweep.c that concern points. The file is compiled
// twice, with the same bits; wide: for processors with instructions for four numbers.
void sim_pgs_start_points_wide(struct sim_pgs *pgs);
void sim_pgs_start_points_narrow(struct sim_pgs *pgs);
double sim_pgs_sweep_points_wide(const struct sim_pgs *pgs);
double sim_pgs_sweep_points_narrow(const struct sim_pgs *pgs);
double sim_pgs_check_points_wide(const struct sim_pgs *pgs);
double sim_pgs_check_points_narrow(const struct sim_pgs *pgs);

// pgs_rod_pack.c: rows on mass points
bool sim_pgs_is_rod(const struct sim_problem *problem, const struct sim_row *row);
// Appends the rows of up to four runs that have no point in common. zeros: as of the teams.
void sim_pgs_pack_rods(struct sim_pgs *pgs, const struct sim_pgs_run *run, int runs, int zeros);

// pgs_rod.c: their parts of the functions of pgs_sweep.c, compiled twice as those of the points.
void sim_pgs_start_rods_wide(const struct sim_pgs *pgs);
void sim_pgs_start_rods_narrow(const struct sim_pgs *pgs);
double sim_pgs_sweep_rods_wide(const struct sim_pgs *pgs);
double sim_pgs_sweep_rods_narrow(const struct sim_pgs *pgs);
double sim_pgs_unpack_rods_wide(const struct sim_pgs *pgs, struct sim_problem *problem);
double sim_pgs_unpack_rods_narrow(const struct sim_pgs *pgs, struct sim_problem *problem);

// pgs_pack.c
// Packs the rows of a problem and its velocities, with x = 0 for rows without a finite guess, and
// finds the places of its points. The memory is from scratch. False: out of memory.
bool sim_pgs_pack(struct sim_pgs *pgs, const struct sim_problem *problem,
                  struct sim_scratch *scratch);

// pgs_sweep.c
// Applies the guessed impulses of rows, blocks and points as far as their bounds allow, and fills
// in the points. Called once, before the first sweep.
void sim_pgs_warm_start(struct sim_pgs *pgs);
// One sweep; returns the sum of squares of the changes of all rows' velocities [m^2/s^2]. Points
// count without the effects of their arms and their softness.
double sim_pgs_sweep(struct sim_pgs *pgs);
// Writes impulses, velocities and residuals to the problem; returns sim_problem_residual() of the
// rows that were not left out.
double sim_pgs_unpack(const struct sim_pgs *pgs, struct sim_problem *problem);
