// The tables of the state: which members of the worksite's structs a snapshot holds. Saving,
// restoring and hashing walk the same table, member by member, because structs have padding.
#pragma once

#include <stddef.h>

struct veh_state_field {
    size_t offset, size;
};

struct veh_state_table {
    const struct veh_state_field *field;
    int count;
};

// The member of struct type; it must have no padding bytes of its own.
#define VEH_STATE(type, member)                                                                    \
    { offsetof(struct type, member), sizeof(((struct type *)0)->member) }
#define VEH_STATE_TABLE(fields)                                                                    \
    { fields, (int)(sizeof fields / sizeof fields[0]) }
