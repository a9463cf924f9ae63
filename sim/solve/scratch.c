#include "sim/solve/scratch.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/array.h"

// [byte] Every piece starts at a multiple of this; so many of them may each waste less than that.
static const unsigned long alignment = 16, pieces = 64;

void sim_scratch_finish(struct sim_scratch *scratch) {
    free(scratch->memory);
    *scratch = (struct sim_scratch){0};
}

void sim_scratch_level(struct sim_scratch *scratch, unsigned long size) {
    scratch->used = 0;
    if (size <= scratch->size)
        return;
    free(scratch->memory); // nothing of it is in use, so there is nothing to copy
    scratch->memory = sim_aligned(size);
    scratch->size = scratch->memory ? size : 0;
}

bool sim_scratch_reserve(struct sim_scratch *scratch, unsigned long size) {
    const unsigned long needed = size + pieces * alignment;
    scratch->used = 0;
    if (needed < size)
        return false;
    if (needed > scratch->size) {
        // Half more than asked for: contacts come and go, and the step shall soon stop allocating.
        const unsigned long wanted = needed + needed / 2 > needed ? needed + needed / 2 : needed;
        sim_scratch_level(scratch, wanted);
    }
    return scratch->memory != NULL;
}

void *sim_scratch_take_unset(struct sim_scratch *scratch, unsigned long size) {
    const unsigned long rounded = (size + alignment - 1) / alignment * alignment;
    assert(rounded <= scratch->size - scratch->used);
    void *piece = (char *)scratch->memory + scratch->used;
    scratch->used += rounded;
    if (scratch->used > scratch->high_water)
        scratch->high_water = scratch->used;
    return piece;
}

void *sim_scratch_take(struct sim_scratch *scratch, unsigned long size) {
    return memset(sim_scratch_take_unset(scratch, size), 0, size);
}

void *sim_scratch_take_lines(struct sim_scratch *scratch, unsigned long size) {
    char *piece = sim_scratch_take_unset(scratch, size + SIM_SCRATCH_LINE);
    return piece + (SIM_SCRATCH_LINE - (uintptr_t)piece % SIM_SCRATCH_LINE) % SIM_SCRATCH_LINE;
}
