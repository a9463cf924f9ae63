// Time study of a harvester's work: how long each tree took, by the elements of Nurminen et al.
// (2006, Silva Fennica 40(2)), and how long experienced operators take for them.
#pragma once

#include "terrain/species.h"

enum veh_work_element {
    VEH_WORK_MOVING,      // the wheels turn
    VEH_WORK_POSITIONING, // the boom goes out until the head grips the tree
    VEH_WORK_FELLING,     // felling cut, until the stem lies and the rollers turn
    VEH_WORK_PROCESSING,  // delimbing and cutting to length, until the top is let go
    VEH_WORK_BOOM_IN,     // the boom comes in before the machine moves
    VEH_WORK_OTHER,       // what was done once more: a missed grip, a cut that did not get through
    VEH_WORK_ELEMENTS
};

struct veh_tree_work {
    int tree; // index into the stand
    int logs;
    double volume;                     // [m^3] of the logs, over bark
    double seconds[VEH_WORK_ELEMENTS]; // [s]
};

// The times [s] of an element for a tree of that volume [m^3].
struct veh_work_range {
    double low, mean, high;
};

const char *veh_work_element_name(enum veh_work_element element);
// From Nurminen's models of final felling and thinning, between which a mixed strip lies. Of
// experienced operators the fastest is 1.8 times as fast as the slowest (Purfuerst and Erler 2011),
// the range is a factor of sqrt(1.8) about both models. False: nothing is published on it.
bool veh_work_published(enum veh_work_element element, enum ter_species species, double volume,
                        struct veh_work_range *range);
// [s] for a tree of that volume [m^3], from the crane's way out until the top is let go, by
// Brunberg (1997, Skogforsk Redogoerelse 8) as in the planning system Heureka: 27.3 + 56 v
// hundredths of a minute for a tree without faults that is processed alone.
double veh_work_brunberg(double volume);
