// Machines under piles: the sparse solver's way where contacts outnumber everything else.
//
// A pile consists of bodies that only contacts hold. Its active set changes in hundreds of places
// from step to step, and its contacts fill the factors, so that a direct method loses there what it
// gains on joints. Therefore the rule of thumb of Jung 3.5.3 is applied row by row: rows of
// machines (joints, motors, limits, wheels) are solved directly, contacts of piles by projected
// Gauss-Seidel, in turns, each with the impulses of the other as given. The direct solution comes
// last: joints are as exact as without piles, and the remaining error is between logs.
#pragma once

#include "sim/base/array.h"
#include "sim/solve/problem.h"

// One of the two problems, with rows of its own.
struct sim_piles_part {
    SIM_ARRAY(struct sim_row) row;
    SIM_ARRAY(struct sim_point) point;
    SIM_ARRAY(int) origin;       // row -> that of the whole
    SIM_ARRAY(int) point_origin; // point -> that of the whole
};

// A linear and an angular velocity per body.
struct sim_piles_velocities {
    double (*items)[6];
    int count, capacity;
};

// Kept from call to call; a zeroed struct to begin with.
struct sim_piles {
    SIM_ARRAY(bool) jointed;    // body: a joint holds it
    SIM_ARRAY(bool) pile;       // row: contact of a pile
    SIM_ARRAY(bool) pile_point; // point: contact of a pile
    SIM_ARRAY(int) member;      // body of the machines -> body
    SIM_ARRAY(int) place;       // body -> body of the machines, -1: none; row -> row of its part
    SIM_ARRAY(struct sim_inertia) inertia; // of the machines' bodies
    struct sim_piles_velocities free;      // before any impulse
    struct sim_piles_velocities velocity;  // of the machines' bodies
    struct sim_piles_velocities own;       // of these, without the contacts' impulses
    struct sim_piles_velocities push;      // of these, added by the contacts' impulses
    struct sim_piles_part machine, contact;
};
void sim_piles_finish(struct sim_piles *piles); // accepts a zeroed struct

// Sorts the rows and returns whether the contacts of piles are so many that turns are worthwhile.
bool sim_piles_found(struct sim_piles *piles, const struct sim_problem *problem);
// After sim_piles_found() for the same problem. direct: solves the machines' rows.
struct sim_solve_stats sim_solve_piles(
    struct sim_piles *piles, struct sim_problem *problem, struct sim_scratch *scratch,
    struct sim_solve_stats (*direct)(struct sim_problem *problem, struct sim_scratch *scratch));
