// Memory of the sparse solver from call to call: the order of elimination, and the destination of
// every number of the problem.
//
// Both depend only on which rows connect which bodies, on the bodies' masses and on which rows are
// soft. This is their key; they are found again only when it changes.
#pragma once

#include "sim/solve/piles.h"
#include "sim/solve/problem.h"
#include "sim/solve/sparse_factor.h"

// Contribution of a row to a front: its diagonal entry, or the numbers of one of its blocks. In a
// body's front, its unknowns are columns, and these go to every fourth place. In the row's front,
// they are rows: four of them lie one behind the other, and two more lie `jump` behind the first.
// The three of a point need no jump.
enum { SIM_SPARSE_COLUMNS, SIM_SPARSE_POINT_COLUMNS, SIM_SPARSE_POINT_ROWS };
struct row_entry {
    int row, value;
    short block; // -1: the diagonal
    short jump;  // or one of the above, which are smaller than any jump
};

struct sim_sparse {
    SIM_ARRAY(int) key;
    int key_bodies;
    SIM_ARRAY(double) mass; // the rest of the key
    SIM_ARRAY(int) new_key; // of the problem at hand
    SIM_ARRAY(int) node_of; // room: row -> node
    SIM_ARRAY(int) size;    // of the graph, as the next two
    SIM_ARRAY(int) node_body;
    SIM_ARRAY(bool) soft;
    struct sim_sparse_fill fill;
    struct sim_sparse_factor factor;
    SIM_ARRAY(int) body;               // where a body's unknowns begin in a vector
    SIM_ARRAY(int) row;                // the same of a row
    SIM_ARRAY(struct row_entry) entry; // front by front
    SIM_ARRAY(int) first_entry;        // per front, and the end
    struct sim_piles piles;
    struct {
        double (*items)[6];
        int count, capacity;
    } predicted, solved;       // v*, to begin again with; v before a correction
    SIM_ARRAY(double) impulse; // of the rows before a correction
    double work;               // [flop] that is left to this step
};

// The key of the problem is written row by row, in a pass over the rows that the caller makes
// anyway.
void sim_sparse_key_begin(struct sim_sparse *kept, const struct sim_problem *problem);
// diagonal: the row's, of J M^-1 J^T.
void sim_sparse_key_row(struct sim_sparse *kept, const struct sim_row *row, double diagonal);
// Brings kept up to date for the problem whose key has been written.
void sim_sparse_layout(struct sim_sparse *kept, const struct sim_problem *problem);
