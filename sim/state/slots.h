// Slots: arrays whose items users create and destroy, and name by ids. An item has the members used
// and generation, its id index and generation (sim/state/ids.h). The slot of a destroyed item gets
// the next generation with its next item. For the files of sim/ only.
#pragma once

#include "sim/base/array.h"

// The macros take the address of an array and evaluate their arguments several times.

// Does the id name an item in use?
#define SIM_SLOT_VALID(array, id)                                                                  \
    ((id).generation != 0 && (id).index < (unsigned)(array)->count &&                              \
     (array)->items[(id).index].used && (array)->items[(id).index].generation == (id).generation)

// Sets index, an int, to the first slot from start on that is not in use. The array grows to hold
// it; new slots get the value given last, whose generation is 0.
#define SIM_SLOT_FIND(array, index, start, ...)                                                    \
    do {                                                                                           \
        (index) = (start);                                                                         \
        while ((index) < (array)->count && (array)->items[index].used)                             \
            (index)++;                                                                             \
        while ((array)->count <= (index))                                                          \
            *SIM_ARRAY_PUSH(array) = (__VA_ARGS__);                                                \
    } while (0)
