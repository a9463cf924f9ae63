// The hash FNV-1a of 64 bits (Fowler, Noll, Vo; RFC 9923): of states that are to be compared, not
// against an opponent.
#pragma once

#include <stddef.h>
#include <stdint.h>

static const uint64_t sim_hash_seed = UINT64_C(0xcbf29ce484222325); // of no bytes

// Continues the hash by size bytes.
static inline uint64_t sim_hash_bytes(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}
