// The metrics of the elements of work, which data/metrics/work.h recognises: time per tree, per
// load and per log. They end when everything is done that is to be reached.
#include "data/metrics/rows.h"

static double shared(const union dat_metric_state *state) {
    return state->element.pieces > 0 ? state->element.time / state->element.pieces : 0.0;
}

static void keep(union dat_metric_state *state, const struct dat_observation *now, double time,
                 int pieces) {
    if (now->done)
        return;
    state->element.time = time;
    state->element.pieces = pieces;
}

// The row of an element, whose time is shared among pieces.
#define ELEMENT(name, part, list, member, shares, words, what)                                     \
    static void see_##name(union dat_metric_state *state, const struct dat_observation *now) {     \
        keep(state, now, now->work.list[member], now->work.shares);                                \
    }                                                                                              \
    const struct dat_metric_info dat_metric_##name = {                                             \
        .needs = part,                                                                             \
        .row = {words, "s", .per_si = 1.0, .unless_zero = true, .decimals = 1},                    \
        .step = see_##name,                                                                        \
        .value = shared,                                                                           \
        .advice = what,                                                                            \
    };

// clang-format off
ELEMENT(moving_per_tree_s, DAT_NEEDS_HEAD, harvest, VEH_WORK_MOVING, trees, "Driving per tree", "Stop where the crane reaches several trees.")
ELEMENT(positioning_per_tree_s, DAT_NEEDS_HEAD, harvest, VEH_WORK_POSITIONING, trees, "Positioning per tree", "Turn the head and open it on the way, so that the crane need not wait at the stem.")
ELEMENT(felling_per_tree_s, DAT_NEEDS_HEAD, harvest, VEH_WORK_FELLING, trees, "Felling per tree", "Tilt and feed as soon as the tree falls.")
ELEMENT(processing_per_tree_s, DAT_NEEDS_HEAD, harvest, VEH_WORK_PROCESSING, trees, "Processing per tree", "Let the computer feed, and start the saw at once when the length is reached.")
ELEMENT(boom_in_per_tree_s, DAT_NEEDS_HEAD, harvest, VEH_WORK_BOOM_IN, trees, "Crane in per tree", NULL)
ELEMENT(other_per_tree_s, DAT_NEEDS_HEAD, harvest, VEH_WORK_OTHER, trees, "Other time per tree", NULL)
ELEMENT(drive_empty_per_load_s, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK, haul, VEH_HAUL_DRIVE_EMPTY, loads, "Driving empty per load", NULL)
ELEMENT(loading_per_log_s, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK, haul, VEH_HAUL_LOADING, logs, "Loading per log", "Fill the grapple before you lift it: each grip costs the same time.")
ELEMENT(drive_while_loading_per_load_s, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK, haul, VEH_HAUL_DRIVE_WHILE_LOADING, loads, "Driving while loading per load", "Stop between two piles, where the crane reaches both.")
ELEMENT(drive_loaded_per_load_s, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK, haul, VEH_HAUL_DRIVE_LOADED, loads, "Driving loaded per load", NULL)
ELEMENT(unloading_per_log_s, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK, haul, VEH_HAUL_UNLOADING, logs, "Unloading per log", "Take a full grapple, and stop the machine beside the pile.")
ELEMENT(other_per_load_s, DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK, haul, VEH_HAUL_OTHER, loads, "Other time per load", NULL)
// clang-format on
