// The table of the state: the members of the world's structs that a snapshot holds, and which of
// them are hashed: those that change while the world runs, not those that define it. For the files
// of sim/ only.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct sim_state_field {
    size_t offset, size;
    bool hashed; // changes while the world runs, and has no padding bytes
};

struct sim_state_table {
    size_t size; // of the struct
    int count;
    const struct sim_state_field *field;
};

extern const struct sim_state_table sim_state_world, sim_state_body, sim_state_group,
    sim_state_joint, sim_state_differential, sim_state_resistance, sim_state_guide,
    sim_state_magnet, sim_state_contact;
