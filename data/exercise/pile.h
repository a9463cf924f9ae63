// Piles of logs that an exercise describes by a recipe: where a pile lies, how far its logs cross,
// and how many logs of which assortments are in it. The seed draws the rest. docs/instructor.md has
// the keys.
#pragma once

#include "data/exercise/keys.h"
#include "data/exercise/lying.h"
#include "terrain/stand.h"

enum { DAT_PILE_KINDS = 8, DAT_PILE_MAX = 64 };
static const double dat_pile_lift = 4.0; // [m] that a log of a pile lies above the ground, at most

// Logs of one assortment.
struct dat_pile_kind {
    enum ter_species species;
    double length;      // [m]
    double thin, thick; // [m] range of the diameter over bark in the middle
    int count;
};

struct dat_pile {
    double x, y;     // [m] of its middle, in the coordinates of the terrain file
    double heading;  // [rad] mean direction of its logs
    double crossing; // [rad] by which the direction of a log differs at most
    double width;    // [m] across the logs, between the outermost axes
    double uneven;   // [m] by which a log lies ahead of the mean or behind it at most
    uint64_t seed;
    struct dat_pile_kind kind[DAT_PILE_KINDS];
    int kinds;
    struct dat_place place; // in the exercise's file
};

// Reads the entry of the list `piles`. False after an error.
bool dat_read_pile(const struct dat_node *item, struct dat_pile *pile);
int dat_pile_logs(const struct dat_pile *pile);
double dat_pile_longest(const struct dat_pile *pile); // [m]

// Appends the pile's logs to the list: each lies as low as it can on the terrain, on the logs drawn
// before it and on all that is in the list, without cutting into any. They are loose; the first
// second of the simulation brings them to rest. index: of the pile, for struct dat_lying. Where the
// pile would be too high, the logs that have a place are in the list.
enum dat_pile_result { DAT_PILE_DRAWN, DAT_PILE_TOO_HIGH, DAT_PILE_NO_MEMORY };
enum dat_pile_result dat_pile_draw(const struct dat_pile *pile, int index,
                                   const struct ter_ground *ground, struct dat_lying_list *list);
// The frame of a stem at rest on bare ground, its middle at (x, y) [m], local.
struct sim_pose dat_pile_rest(const struct ter_ground *ground, const struct ter_stem *stem,
                              double x, double y, double heading);
// A standing tree of the stand, which has its grid, in whose stem the log lies; -1: none.
int dat_pile_tree(const struct dat_lying *log, const struct ter_stand *stand);
