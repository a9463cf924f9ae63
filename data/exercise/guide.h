// Guidance while learning: what a trainee may have shown, to what it points, and the lever that
// leads there. Pure functions of the practice, so that a replay shows the same.
#pragma once

#include "vehicles/worksite.h"

struct dat_practice;

enum dat_guide {
    DAT_GUIDE_ARROW, // an arrow above the next target and a ring around it
    DAT_GUIDE_GHOST, // the head or the grapple as it is to be there
    DAT_GUIDE_DEPTH, // plumb lines below the target and the crane's tip, and the line between them
    DAT_GUIDE_LEVER, // the lever that leads there
    DAT_GUIDE_COUNT
};

// Names of the channels in a record; keys of `aids` and of the file of the operator's aids. Static
// storage.
const char *dat_guide_name(enum dat_guide guide);

enum dat_guide_kind {
    DAT_GUIDE_NOTHING,
    DAT_GUIDE_TIP,  // a ball for the crane's tip
    DAT_GUIDE_GATE, // the machine drives through it
    DAT_GUIDE_TREE, // to be gripped with the head, just above the ground
    DAT_GUIDE_STEM, // a felled stem, to be picked up at its butt
    DAT_GUIDE_LOG,  // to be gripped in its middle
    DAT_GUIDE_LAY   // where what hangs in the grapple goes
};

struct dat_guide_target {
    enum dat_guide_kind kind;
    struct sim_vec3 place; // [m] world: of the tip, or of the middle of the head or the grapple
    struct sim_vec3 along; // unit, level: of a tree from the crane's pillar to it, of logs their
                           // direction; of others 0
    double radius;         // [m] of the target seen from above
};

// The next target; of equal ones that nearest to the crane's tip.
struct dat_guide_target dat_guide_find(const struct dat_practice *practice);

struct dat_guide_lever {
    bool known;
    enum veh_control control;
    double side; // -1 or 1
};

// The lever whose push brings most now.
struct dat_guide_lever dat_guide_advise(const struct dat_practice *practice,
                                        const struct dat_guide_target *target);
