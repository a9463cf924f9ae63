// The whole state of a world as bytes. A snapshot can be restored into the same world or into
// another one created from the same definitions, which then continues bit for bit like the first.
//
// One table (sim/state_table.h) lists every member of the state; saving, restoring and hashing walk
// it. The definition of the world (step, gravity, solver) is not part of a snapshot; heights of
// heightfields belong to the caller. The bytes are valid for the same program on the same kind of
// machine; they begin with a number that changes with the table.
#pragma once

#include "sim/model/model.h"

struct sim_snapshot {
    unsigned char *bytes; // owned
    size_t size, capacity;
};

// Hash of the whole state: equal for two worlds with the same bits, whatever the thread count.
uint64_t sim_world_hash(const struct sim_world *world);

// Hash of the layout of the bytes: differs between programs that cannot restore each other's.
uint64_t sim_world_layout(void);

void sim_snapshot_finish(struct sim_snapshot *snapshot); // accepts a zeroed struct
// Replaces the previous contents of the snapshot.
void sim_world_save(const struct sim_world *world, struct sim_snapshot *snapshot);
// NULL, or a sentence that says why the bytes do not fit; the world is then unchanged. Bodies,
// joints and differentials created since the snapshot are removed, and destroyed ones are back with
// their ids. A body with a heightfield must exist at the same index in the world.
const char *sim_world_restore(struct sim_world *world, const void *bytes, size_t size);

// The same for a world with one instance, whose inputs and locks follow the world's bytes. The
// instance must come from the same model and must have been created first in its world.
void sim_instance_save(const struct sim_instance *instance, struct sim_snapshot *snapshot);
const char *sim_instance_restore(struct sim_instance *instance, const void *bytes, size_t size);
