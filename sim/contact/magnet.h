// A magnet (Jung 6.4.2): a body that holds on to what it touches.
//
// While it is on, a body that touches the magnet's body becomes one with it by a rigid joint, in
// the pose of the touch, which the contact graph fuses (4.1); the pose of one in the other then
// stays exactly. With a break force the bond is held by six rows instead, whose impulses say what
// it carries. A bond that carried more is let go and not made again until the two have come apart.
// Switched off, the magnet lets go of all.
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
    int material;        // sticks to shapes of this material of the world only; -1: to all
    bool holds_fixed;    // also sticks to bodies that are fixed
    double break_force;  // [N] that a bond bears; INFINITY: any
    double break_torque; // [N m] about the middle of the touch; INFINITY: any
};
struct sim_magnet_def sim_default_magnet_def(void);
const char *sim_magnet_def_problem(const struct sim_magnet_def *def);

// Goes when its body goes, and so do its bonds.
struct sim_magnet_id sim_magnet_create(struct sim_world *world, const struct sim_magnet_def *def);
void sim_magnet_destroy(struct sim_world *world, struct sim_magnet_id magnet);
bool sim_magnet_valid(const struct sim_world *world, struct sim_magnet_id magnet);
// Takes effect in the next step.
void sim_magnet_switch(struct sim_world *world, struct sim_magnet_id magnet, bool on);
int sim_magnet_held(const struct sim_world *world, struct sim_magnet_id magnet); // bodies
bool sim_magnet_holds(const struct sim_world *world, struct sim_magnet_id magnet,
                      struct sim_body_id body);
// The largest force [N] that a bond carried in the last step; 0 where bonds cannot break, because
// one body has no forces inside.
double sim_magnet_force(const struct sim_world *world, struct sim_magnet_id magnet);
