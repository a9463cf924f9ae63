// Machines under piles: what the sparse solver does where contacts outnumber everything else.
//
// A pile is what only contacts hold. Its active set changes in hundreds of places from step to
// step, and its contacts fill the factors, so that there a direct method loses what it gains on
// joints: it takes the thesis's rule of thumb (Jung 3.5.3) row by row. Rows of machines (joints,
// motors, limits, wheels) are solved directly, contacts of piles by projected Gauss-Seidel, each
// with the impulses of the other as given, in turns. The direct solution comes last: joints are as
// exact as ever, and what is left is left between logs.
#ifndef SIM_SOLVE_PILES_H
#define SIM_SOLVE_PILES_H

#include "sim/solve/problem.h"

// One of the two problems, with rows of its own.
struct sim_piles_part {
    struct sim_row *row;
    struct sim_point *point;
    int *origin, *point_origin; // row, point -> those of the whole
    int rows, points;
    int row_capacity, point_capacity, origin_capacity, point_origin_capacity;
};

// What is kept from call to call; a zeroed struct to begin with.
struct sim_piles {
    bool *jointed;                // body: a joint holds it
    bool *pile, *pile_point;      // row, point: contact of a pile
    int *member;                  // body of the machines -> body
    int *place;                   // body -> body of the machines, -1: none; row -> row of its part
    double (*free)[6];            // velocities before any impulse
    struct sim_inertia *inertia;  // of the machines' bodies
    double (*velocity)[6];        // of the machines' bodies
    double (*own)[6], (*push)[6]; // without the contacts' impulses, and what these add
    struct sim_piles_part machine, contact;
    int members;
    int jointed_capacity, pile_capacity, pile_point_capacity, member_capacity, place_capacity;
    int free_capacity, inertia_capacity, velocity_capacity, own_capacity, push_capacity;
};
void sim_piles_finish(struct sim_piles *piles); // accepts a zeroed struct

// Sorts the rows and says whether there are so many contacts of piles that they are to be solved
// this way.
bool sim_piles_found(struct sim_piles *piles, const struct sim_problem *problem);
// After sim_piles_found() for the same problem. direct: solves the machines' rows.
struct sim_solve_stats sim_solve_piles(
    struct sim_piles *piles, struct sim_problem *problem, struct sim_scratch *scratch,
    struct sim_solve_stats (*direct)(struct sim_problem *problem, struct sim_scratch *scratch));

#endif
