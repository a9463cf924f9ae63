// Factorisation L D L^T of a sparse symmetric matrix of small dense blocks, and its use.
//
// Every node (a body, or the rows of one joint) has a front: the columns of its unknowns, with the
// rows of the node itself on top and below them those of its neighbours, which are eliminated
// later. Fronts lie one behind the other in the order of elimination, with the rows of each node
// padded with zeros to a multiple of four, so that all arithmetic works on four numbers at a time.
// The destination of each sum is known beforehand and the same in every step of the same structure.
#pragma once

#include "sim/solve/sparse_order.h"

#define SIM_SPARSE_MOST 16 // unknowns of a front

struct sim_sparse_front {
    int size;         // unknowns
    int rows;         // of the front: its own and those of its neighbours
    int value;        // where the front begins in value
    int place;        // where its unknowns begin in a vector
    int first, count; // its neighbours in near
    int run;          // its first run
    int ahead;        // how many of the sequence are entered before it is worked on
    bool leaf;        // a body that is eliminated before everything around it
    bool positive;    // sign of its pivots
};

// A neighbour, as the front that it belongs to sees it.
struct sim_sparse_near {
    int front, row;
    int runs; // how many runs its columns consist of
};

// Consecutive rows of a front that are consecutive in a neighbour's front, too.
struct sim_sparse_run {
    int from, to; // where the first row's numbers are in the two fronts
    int quads;    // fours of rows
};

struct sim_sparse_factor {
    SIM_ARRAY(struct sim_sparse_front) front; // in the order of elimination
    SIM_ARRAY(struct sim_sparse_near) near;
    SIM_ARRAY(struct sim_sparse_run) run;
    SIM_ARRAY(int) position;   // node -> front
    SIM_ARRAY(int) sequence;   // fronts, in the order in which they are needed first
    SIM_ARRAY(int) row;        // room: front -> row in the front at hand
    SIM_ARRAY(int) of;         // room: fronts that have a neighbour, by neighbour
    SIM_ARRAY(double) value;   // of all fronts
    SIM_ARRAY(double) inverse; // 1 / D, by places
    SIM_ARRAY(double) scaled;  // room: a front's columns over their pivots
    int fronts, values, places;
    double flops_factorise, flops_substitute; // of one factorisation, of one solution
};

// Source of the matrix: enters the lower triangle in a front, all entries of which are zero.
struct sim_sparse_source {
    void (*enter)(void *context, int front);
    void *context;
};

// Lays out the fronts. The previous factors are lost.
void sim_sparse_factor_layout(struct sim_sparse_factor *factor,
                              const struct sim_sparse_graph *graph,
                              const struct sim_sparse_fill *fill);
void sim_sparse_factor_finish(struct sim_sparse_factor *factor); // accepts a zeroed struct
// Index in value of the entry of unknown i of the node `below` in the column of unknown j of
// `node`; below: node itself or one of its neighbours.
int sim_sparse_factor_value(const struct sim_sparse_factor *factor, int node, int below, int i,
                            int j);
// Each front is entered right before it is needed and followed by the forward substitution of x,
// while it is in the first-level cache. Without a source (NULL) the matrix has been entered
// already; without x (NULL) it is only factorised. x has `places` numbers, zeros where there is no
// unknown.
void sim_sparse_factorise(struct sim_sparse_factor *factor, const struct sim_sparse_source *source,
                          double *x);
// Back substitution, in place, of an x that was substituted forward.
void sim_sparse_substitute_back(const struct sim_sparse_factor *factor, double *x);
// Solves in place.
void sim_sparse_substitute(const struct sim_sparse_factor *factor, double *x);
