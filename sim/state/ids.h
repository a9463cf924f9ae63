// Ids of what a world contains.
//
// An id is an index and a generation, so that the id of a destroyed object does not match its
// successor at the same index. The all-zero id means none.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SIM_NAME_SIZE 48

struct sim_world;

struct sim_body_id {
    uint32_t index, generation;
};
bool sim_body_valid(const struct sim_world *world, struct sim_body_id body);
