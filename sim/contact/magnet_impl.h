// Magnets of a world and their bonds. For the files of sim/ only.
#pragma once

#include "sim/contact/magnet.h"
#include "sim/joint/def.h"

enum bond_state { BOND_FREE, BOND_HELD, BOND_BROKEN };
// Bond with a body that the magnet holds, or held until the bond broke.
struct bond {
    enum bond_state state;
    struct sim_body_id body;   // the other one
    struct sim_joint_id joint; // while held
};

struct magnet {
    bool used;
    uint32_t generation;
    struct sim_magnet_def def;
    struct bond bond[SIM_MAGNET_BONDS];
};

void sim_magnets_act(struct sim_world *world); // forms and breaks bonds, from the last contacts
// Destroys the magnets of a body that is being destroyed, and bonds with it.
void sim_magnets_drop(struct sim_world *world, int body);
