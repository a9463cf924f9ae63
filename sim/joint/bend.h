// Bending of a chain of links. For the files of sim/ only.
#pragma once

#include "sim/joint/def.h"

struct sim_row;
struct work;

// Two neighbouring links, or one whose first body holds its direction axis[0].
struct sim_chain {
    int count;
    int joint[2];
    bool forward[2];              // the link runs from its a to its b along the chain
    struct sim_softness softness; // [N m], [N m s] per difference of the directions
};

struct sim_bend {
    struct sim_vec3 moment;    // [N m s] of the last step
    struct sim_vec3 across[2]; // directions of the two rows, of this step
};

// Appends the two rows, which start with the moment of the last step.
void sim_bend_rows(struct sim_world *world, struct work *work, const struct sim_chain *chain,
                   struct sim_bend *bend, int node);
void sim_bend_store(struct sim_bend *bend, const struct sim_row *rows);               // its two
double sim_bend_energy(const struct sim_world *world, const struct sim_chain *chain); // [J]
