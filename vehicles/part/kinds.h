// The kinds of parts. A new kind is a file in this folder and a row here: X(ID, name, key, many).
// key is the group of keys in the machine file; many: a list of groups, each one a part.
//
// Within a step parts act in this order. The engine is behind all that take power from it. Locks
// look at what all others ask for. Hoses do nothing.
#pragma once

#include "vehicles/part.h"

#define VEH_PARTS(X)                                                                               \
    X(ACTIVATION, activation, "activation", false)                                                 \
    X(DRIVE, drive, "drive", false)                                                                \
    X(TYRE, tyre, "tyres", true)                                                                   \
    X(CRANE, crane, "crane", false)                                                                \
    X(AID, aid, "aids", false)                                                                     \
    X(HEAD, head, "head", false)                                                                   \
    X(TOP_SAW, top_saw, "top_saw", false)                                                          \
    X(MULTI_TREE, multi_tree, "multi_tree", false)                                                 \
    X(GRAPPLE, grapple, "grapple", false)                                                          \
    X(BUNK, bunk, "bunk", false)                                                                   \
    X(SCALE, scale, "scale", false)                                                                \
    X(HYDRAULICS, hydraulics, "hydraulics", false)                                                 \
    X(VALVE, valve, "valves", true)                                                                \
    X(BRAKE, brake, "brakes", false)                                                               \
    X(ENGINE, engine, "engine", false)                                                             \
    X(LEVEL, level, "levels", true)                                                                \
    X(LOCK, lock, "locks", true)                                                                   \
    X(HOSE, hose, "hoses", true)

#define VEH_PART_ID(ID, name, key, many) VEH_PART_##ID,
enum veh_part_id { VEH_PARTS(VEH_PART_ID) VEH_PART_KINDS };
#undef VEH_PART_ID

#define VEH_PART_KIND(ID, name, key, many) extern const struct veh_part_kind veh_part_##name;
VEH_PARTS(VEH_PART_KIND)
#undef VEH_PART_KIND

// By enum veh_part_id.
extern const struct veh_part_kind *const veh_part_kinds[VEH_PART_KINDS];
