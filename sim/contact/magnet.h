// A magnet (Jung 6.4.2): a body that holds the bodies it touches.
//
// While the magnet is on, each body that touches it is attached by a rigid joint in its current
// pose. The contact graph fuses the two (4.1), so their relative pose does not change at all. With
// a break force, the bond is held by six rows instead, whose impulses are the load. A bond with a
// larger load breaks and does not form again until the two bodies have separated. Switching the
// magnet off releases all bodies.
#pragma once

#include "sim/state/ids.h"

#define SIM_MAGNET_BONDS 16 // bodies that one magnet can hold

struct sim_magnet_id {
    uint32_t index, generation;
};

struct sim_magnet_def {
    char name[SIM_NAME_SIZE];
    struct sim_body_id body;
    bool on;
    int material;        // index; holds only shapes of this material; -1: of all
    bool holds_fixed;    // also holds fixed bodies
    double break_force;  // [N] largest load of a bond; INFINITY: unbreakable
    double break_torque; // [N m] the same, about the middle of the contact points
};
struct sim_magnet_def sim_default_magnet_def(void);
const char *sim_magnet_def_problem(const struct sim_magnet_def *def);

// Destroyed with its body, and so are its bonds.
struct sim_magnet_id sim_magnet_create(struct sim_world *world, const struct sim_magnet_def *def);
void sim_magnet_destroy(struct sim_world *world, struct sim_magnet_id magnet);
bool sim_magnet_valid(const struct sim_world *world, struct sim_magnet_id magnet);
// Takes effect in the next step.
void sim_magnet_switch(struct sim_world *world, struct sim_magnet_id magnet, bool on);
int sim_magnet_held(const struct sim_world *world, struct sim_magnet_id magnet); // bodies
bool sim_magnet_holds(const struct sim_world *world, struct sim_magnet_id magnet,
                      struct sim_body_id body);
// The largest force [N] that a bond carried in the last step; 0 for unbreakable bonds, because
// there are no forces inside a fused body.
double sim_magnet_force(const struct sim_world *world, struct sim_magnet_id magnet);
