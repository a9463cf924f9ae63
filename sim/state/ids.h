// What everything in a world is called by.
//
// Ids are an index and a generation, so that an id of something destroyed is not taken for its
// successor at the same index; the all-zero id is none.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SIM_NAME_SIZE 48

struct sim_world;

struct sim_body_id {
    uint32_t index, generation;
};
bool sim_body_valid(const struct sim_world *world, struct sim_body_id body);
