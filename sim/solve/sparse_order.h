// Elimination order of the sparse solver and the fill that it makes.
#pragma once

#include <stdbool.h>

#include "sim/base/array.h"

// A node is a body (6 unknowns) or the rows of one joint, coupling or contact point.
struct sim_sparse_graph {
    int bodies, nodes;  // the nodes of rows follow those of the bodies
    const int *size;    // unknowns of each node
    const int *body;    // 4 per node of rows: distinct bodies, -1: none; none behind the first -1
    const bool *soft;   // node of rows whose own diagonal is large enough to be a pivot at once
    const double *mass; // [kg] per body
};

// Neighbours of a node that are not eliminated.
struct sim_sparse_list {
    int first, count, capacity; // in the pool
};

// Room for the search. Arrays are per node unless stated.
struct sim_sparse_queue {
    SIM_ARRAY(struct sim_sparse_list) list;
    SIM_ARRAY(int) next;
    SIM_ARRAY(int) previous;
    SIM_ARRAY(int) degree;
    SIM_ARRAY(int) head;     // per degree: the first of a chain, -1: none
    SIM_ARRAY(int) mark;     // the last number that it was marked with
    SIM_ARRAY(int) waits;    // per node of rows: bodies to be eliminated before it
    SIM_ARRAY(int) child;    // per node of rows: the one body that it waits for, -1: all
    SIM_ARRAY(int) sequence; // bodies, as the spanning tree reaches them
    SIM_ARRAY(int) heap;     // bodies that may be roots
    SIM_ARRAY(bool) reached;
    SIM_ARRAY(bool) queued;
    SIM_ARRAY(int) pool; // of the lists
    int lowest, marks;
};

// The result of elimination. Arrays are owned, grow and are kept for the next call.
struct sim_sparse_fill {
    SIM_ARRAY(int) order;     // order[k] is the node that is eliminated as number k
    SIM_ARRAY(int) first;     // nodes + 1: of the k-th node's neighbours
    SIM_ARRAY(int) neighbour; // nodes that are eliminated later and coupled to it then, in no order
    struct sim_sparse_queue queue;
};

// Finds an order in which every node is a sound pivot when its turn comes, with little fill.
void sim_sparse_order(const struct sim_sparse_graph *graph, struct sim_sparse_fill *fill);
void sim_sparse_fill_finish(struct sim_sparse_fill *fill); // accepts a zeroed struct
