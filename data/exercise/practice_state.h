// The whole state of a practice as bytes: the worksite's, and the memory of the scores. A practice
// of the same exercise that is restored from them continues bit for bit like the one that was
// saved. The bytes are valid for the same program on the same kind of computer.
#pragma once

#include "data/exercise/practice.h"
#include "sim/model/snapshot.h"

// Replaces what bytes held.
void dat_practice_save(const struct dat_practice *practice, struct sim_snapshot *bytes);
// NULL, or a sentence that says why the bytes do not fit; the practice is then as it was. The
// record and the guides of the next step are not part of the state.
const char *dat_practice_restore(struct dat_practice *practice, const void *bytes, size_t size);
// Hash of the layout of the bytes and of the metrics: differs between programs, or machines, that
// cannot restore each other's.
uint64_t dat_practice_layout(const struct dat_practice *practice);
