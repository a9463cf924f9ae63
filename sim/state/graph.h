// The contact graph: nodes are bodies or groups, edges come from joints, contacts and differentials
// (Jung 4). Each edge has the set of requirements that it meets.
#pragma once

#include <stdbool.h>

#include "sim/base/array.h"

enum sim_requirement {
    SIM_ONE_BODY = 1,           // the two nodes are one rigid body
    SIM_ONE_COLLIDER_GROUP = 2, // they are not tested for collision with each other
    SIM_ONE_CLUSTER = 4,        // they must be solved together
    SIM_TOUCHING = 8            // they are in contact
};

struct sim_edge {
    int a, b;
    unsigned meets; // set of enum sim_requirement
};

// Edges and scratch memory, kept between uses.
struct sim_graph {
    SIM_ARRAY(struct sim_edge) edges;
    int node_count;
    SIM_ARRAY(int)
    first; // first neighbour of a node; the neighbour lists are built by sim_graph_build
    SIM_ARRAY(int) neighbour;
    SIM_ARRAY(unsigned) meets;
    SIM_ARRAY(int) stack;
};

void sim_graph_begin(struct sim_graph *graph, int node_count);
void sim_graph_edge(struct sim_graph *graph, int a, int b, unsigned meets);
void sim_graph_build(struct sim_graph *graph);
// Connected components over edges that meet the requirement, by depth-first search (algorithm 5).
// Nodes with barrier[node] are not entered (NULL: none) and get component -1. Components are
// numbered in the order of their lowest node. Returns how many there are.
int sim_graph_components(struct sim_graph *graph, enum sim_requirement requirement,
                         const bool *barrier, int *component);
// Path lengths by breadth-first search (algorithm 6): on entry the caller has set length[] to 0 at
// the start nodes and to -1 elsewhere; lengths up to limit edges are filled in.
void sim_graph_paths(struct sim_graph *graph, unsigned any_of, int limit, int *length);
void sim_graph_finish(struct sim_graph *graph);
