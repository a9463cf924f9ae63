// The metrics of a harvest: trees, logs, and the errors of their lengths.
#include <math.h>

#include "data/metrics/rows.h"

static void fell(union dat_metric_state *state, const struct veh_event *event) {
    state->tally.count += event->kind == VEH_EVENT_TREE_FELLED;
}

const struct dat_metric_info dat_metric_trees_felled = {
    .needs = DAT_NEEDS_HEAD,
    .task = {"fell {} tree", "fell {} trees"},
    .yield = {"{} tree felled", "{} trees felled"},
    .row = {.title = "Trees felled"},
    .event = fell,
    .value = dat_tally_value,
};

static void see_marked(union dat_metric_state *state, const struct dat_observation *now) {
    state->mean.sum = now->marked - now->marked_left;
    state->mean.weight = now->marked;
}

const struct dat_metric_info dat_metric_marked_felled_percent = {
    .needs = DAT_NEEDS_HEAD,
    .task = {"fell {} percent of the marked trees", "fell {} percent of the marked trees"},
    .row = {"Marked trees felled", "%", .per_si = 1.0, .unless_zero = true},
    .step = see_marked,
    .value = dat_metric_mean_percent,
};

static void measure_stump(union dat_metric_state *state, const struct veh_event *event) {
    if (event->kind == VEH_EVENT_TREE_FELLED)
        state->error.largest = fmax(state->error.largest, event->number[0]);
}

static double largest_error(const union dat_metric_state *state) {
    return state->error.largest;
}

const struct dat_metric_info dat_metric_stump_height_max_m = {
    .needs = DAT_NEEDS_HEAD,
    .row = {"Highest stump", "cm", .per_si = 100.0, .unless_zero = true},
    .event = measure_stump,
    .value = largest_error,
    .advice = "Set the head down on the ground before you saw.",
};

static void add_stump(union dat_metric_state *state, const struct veh_event *event) {
    if (event->kind != VEH_EVENT_TREE_FELLED)
        return;
    state->mean.sum += event->number[0];
    state->mean.weight += 1.0;
}

const struct dat_metric_info dat_metric_stump_height_mean_m = {
    .needs = DAT_NEEDS_HEAD,
    .row = {"Mean stump", "cm", .per_si = 100.0, .unless_zero = true},
    .event = add_stump,
    .value = dat_metric_mean,
    .advice = "Set the head down on the ground before you saw.",
};

static void split(union dat_metric_state *state, const struct veh_event *event) {
    state->tally.count += event->kind == VEH_EVENT_BUTT_SPLIT;
}

const struct dat_metric_info dat_metric_butts_split = {
    .needs = DAT_NEEDS_HEAD,
    .row = {.title = "Butts split", .unless_zero = true},
    .event = split,
    .value = dat_tally_value,
};

static void measure_fall(union dat_metric_state *state, const struct dat_observation *now) {
    state->error.largest = fmax(state->error.largest, now->fall_error);
}

const struct dat_metric_info dat_metric_fall_error_max_rad = {
    .needs = DAT_NEEDS_HEAD,
    .row = {"Largest error of a fall", "\xC2\xB0", .per_si = 180.0 / SIM_PI, .unless_zero = true},
    .step = measure_fall,
    .value = largest_error,
    .advice = "Turn the head towards the stake before you grip the tree.",
};

static void cut(union dat_metric_state *state, const struct veh_event *event) {
    state->tally.count += event->kind == VEH_EVENT_LOG_CUT;
}

const struct dat_metric_info dat_metric_logs_cut = {
    .needs = DAT_NEEDS_HEAD,
    .task = {"cut {} log", "cut {} logs"},
    .yield = {"{} log cut", "{} logs cut"},
    .row = {.title = "Logs cut"},
    .event = cut,
    .value = dat_tally_value,
};

static void reject(union dat_metric_state *state, const struct veh_event *event) {
    state->tally.count += event->kind == VEH_EVENT_LOG_REJECTED;
}

const struct dat_metric_info dat_metric_logs_rejected = {
    .needs = DAT_NEEDS_HEAD,
    .row = {.title = "Logs below their grade", .unless_zero = true},
    .event = reject,
    .value = dat_tally_value,
    .advice = "Look at the cuts and at the stem, and mark the grade by key before you feed on.",
};

static void see_bunch(union dat_metric_state *state, const struct veh_event *event) {
    if (event->kind == VEH_EVENT_STEM_BUNCHED)
        state->tally.count = (int)fmax(state->tally.count, event->number[1]);
}

const struct dat_metric_info dat_metric_bunch_max = {
    .needs = DAT_NEEDS_HEAD,
    .row = {.title = "Largest bunch", .unless_zero = true},
    .event = see_bunch,
    .value = dat_tally_value,
    .advice =
        "Keep thin trees upright, take them into the accumulating arms, and go on to the next.",
};

static void appraise(union dat_metric_state *state, const struct dat_observation *now) {
    state->mean.sum = now->worth.cut;
    state->mean.weight = now->worth.best;
}

const struct dat_metric_info dat_metric_value_percent = {
    .needs = DAT_NEEDS_HEAD,
    .row = {"Value of the logs", "%", .per_si = 1.0, .unless_zero = true, .decimals = 1},
    .step = appraise,
    .value = dat_metric_mean_percent,
    .advice = "Cut where the computer proposes, and tell it where the wood is of another grade.",
};

static void compare(union dat_metric_state *state, const struct veh_event *event) {
    const double length = event->number[0], target = event->number[1];
    if (event->kind == VEH_EVENT_LOG_CUT && target > 0.0)
        state->error.largest = fmax(state->error.largest, fabs(length - target));
}

const struct dat_metric_info dat_metric_max_length_error_m = {
    .needs = DAT_NEEDS_HEAD,
    .row = {"Largest length error", "mm", .per_si = 1000.0, .unless_zero = true},
    .event = compare,
    .value = largest_error,
    .advice = "Let the computer stop the feed before you saw.",
};
