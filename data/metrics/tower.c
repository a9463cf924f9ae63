// Metrics of a tower of crossed logs: what stands for a while by itself counts.
#include "data/metrics/rows.h"

static const double stands = 2.0; // [s]; less, and a log may still be on its way down

// A log that has fallen counts no longer at once, one that was laid after a while.
static void see(union dat_metric_state *state, const struct dat_observation *now, double size) {
    if (now->tower.logs != state->tower.seen) {
        state->tower.since = now->time;
        if (now->tower.logs < state->tower.seen)
            state->tower.size = fmin(state->tower.size, size);
    }
    state->tower.seen = now->tower.logs;
    if (now->time - state->tower.since >= stands)
        state->tower.size = size;
}

static double size_of(const union dat_metric_state *state) {
    return state->tower.size;
}

static void see_logs(union dat_metric_state *state, const struct dat_observation *now) {
    see(state, now, now->tower.logs);
}

const struct dat_metric_info dat_metric_tower_logs = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .task = {"build a tower of {} crossed log", "build a tower of {} crossed logs"},
    .row = {.title = "Logs in the tower", .unless_zero = true},
    .step = see_logs,
    .value = size_of,
    .advice = "Hold the log still above its place before you set it down, and open the grapple "
              "only once the log lies on both logs below.",
};

static void see_layers(union dat_metric_state *state, const struct dat_observation *now) {
    see(state, now, now->tower.layers);
}

const struct dat_metric_info dat_metric_tower_layers = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .row = {.title = "Layers of the tower", .unless_zero = true},
    .step = see_layers,
    .value = size_of,
};

static void see_turn(union dat_metric_state *state, const struct dat_observation *now) {
    see(state, now, now->tower.turn);
}

const struct dat_metric_info dat_metric_tower_turn_max_rad = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .row = {"Log of the tower turned by", "\xC2\xB0", .per_si = 180.0 / SIM_PI,
            .unless_zero = true},
    .step = see_turn,
    .value = size_of,
    .advice =
        "Turn the rotator while the log hangs, and let it lie square to the logs below before "
        "you open the grapple.",
};
