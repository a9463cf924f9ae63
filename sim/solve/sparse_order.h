// Elimination order of the sparse solver and the fill that it makes.
#pragma once

#include <stdbool.h>

// A node is a body (6 unknowns) or the rows of one joint, coupling or contact point.
struct sim_sparse_graph {
    int bodies, nodes;  // the nodes of rows follow those of the bodies
    const int *size;    // unknowns of each node
    const int *body;    // 4 per node of rows: distinct bodies, -1: none; none behind the first -1
    const bool *soft;   // node of rows whose own diagonal is large enough to be a pivot at once
    const double *mass; // [kg] per body
};

// What elimination leaves. Arrays are owned, grow and are kept for the next call.
struct sim_sparse_fill {
    int *order;     // order[k] is the node that is eliminated as number k
    int *first;     // nodes + 1: of the k-th node's neighbours
    int *neighbour; // nodes that are eliminated later and coupled to it then, in no order
    int order_capacity, first_capacity, neighbour_capacity;
    struct sim_sparse_queue *queue; // room for the search
};

void sim_sparse_order(const struct sim_sparse_graph *graph, struct sim_sparse_fill *fill);
void sim_sparse_fill_finish(struct sim_sparse_fill *fill); // accepts a zeroed struct
