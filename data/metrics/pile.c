// The metrics of the piles that a forwarder has made.
#include "data/metrics/rows.h"

static void count_piled(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count = now->piles.logs;
}

const struct dat_metric_info dat_metric_logs_piled = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .task = {"unload {} log into piles", "unload {} logs into piles"},
    .row = {.title = "Logs piled", .unless_zero = true},
    .step = count_piled,
    .value = dat_tally_value,
};

static void count_mixed(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count = now->piles.mixed;
}

const struct dat_metric_info dat_metric_piles_mixed = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .row = {.title = "Mixed piles", .unless_zero = true},
    .step = count_mixed,
    .value = dat_tally_value,
};

static void see_height(union dat_metric_state *state, const struct dat_observation *now) {
    state->pile.size = now->piles.height;
}

static double size_of(const union dat_metric_state *state) {
    return state->pile.size;
}

const struct dat_metric_info dat_metric_pile_height_max_m = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .row = {"Highest pile", "m", .per_si = 1.0, .unless_zero = true, .decimals = 1},
    .step = see_height,
    .value = size_of,
};

static void see_ends(union dat_metric_state *state, const struct dat_observation *now) {
    state->pile.size = now->piles.ends;
}

const struct dat_metric_info dat_metric_pile_ends_max_m = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .row = {"Uneven ends of a pile", "cm", .per_si = 100.0, .unless_zero = true},
    .step = see_ends,
    .value = size_of,
};

static void count_landed(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count = now->landed.right;
}

const struct dat_metric_info dat_metric_logs_landed = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .task = {"unload {} log on its landing", "unload {} logs on their landings"},
    .row = {.title = "Logs on their landing", .unless_zero = true},
    .step = count_landed,
    .value = dat_tally_value,
};

static void count_misplaced(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count = now->landed.wrong;
}

const struct dat_metric_info dat_metric_logs_misplaced = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .row = {.title = "Logs on a wrong landing", .unless_zero = true},
    .step = count_misplaced,
    .value = dat_tally_value,
};

static void see_excess(union dat_metric_state *state, const struct dat_observation *now) {
    state->pile.size = now->landed.excess;
}

const struct dat_metric_info dat_metric_landing_excess_max_m = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .row = {"Pile too high by", "cm", .per_si = 100.0, .unless_zero = true},
    .step = see_excess,
    .value = size_of,
};

static void see_landing_ends(union dat_metric_state *state, const struct dat_observation *now) {
    state->pile.size = now->landed.ends;
}

const struct dat_metric_info dat_metric_landing_ends_max_m = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .row = {"Uneven ends on a landing", "cm", .per_si = 100.0, .unless_zero = true},
    .step = see_landing_ends,
    .value = size_of,
};

// Those on landings; where none has come there, those in piles.
static void see_order(union dat_metric_state *state, const struct dat_observation *now) {
    const int landed = now->landed.right + now->landed.wrong;
    state->mean.sum = landed > 0 ? now->landed.in_order : now->piles.in_order;
    state->mean.weight = landed > 0 ? landed : now->piles.logs;
}

const struct dat_metric_info dat_metric_pile_order_percent = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .row = {"Order of the piles", "%", .per_si = 1.0, .unless_zero = true},
    .step = see_order,
    .value = dat_metric_mean_percent,
    .advice = "Turn the bundle parallel to the pile while it comes, and push its ends level before "
              "you open the grapple.",
};

static void count_on_trucks(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count = now->logs_on_trucks;
}

const struct dat_metric_info dat_metric_logs_on_trucks = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .task = {"load {} log onto the truck", "load {} logs onto the truck"},
    .row = {.title = "Logs on the truck", .unless_zero = true},
    .step = count_on_trucks,
    .value = dat_tally_value,
};
