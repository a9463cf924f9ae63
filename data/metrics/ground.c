// The metrics of what driving does to the ground.
#include "data/metrics/rows.h"

static double size(const union dat_metric_state *state) {
    return state->rut.size;
}

static void deepen(union dat_metric_state *state, const struct dat_observation *now) {
    state->rut.size = now->ruts.deepest;
}

const struct dat_metric_info dat_metric_rut_depth_max_m = {
    .row = {"Deepest rut", "cm", .per_si = 100.0, .unless_zero = true},
    .step = deepen,
    .value = size,
};

static void average(union dat_metric_state *state, const struct dat_observation *now) {
    state->rut.size = now->ruts.mean;
}

const struct dat_metric_info dat_metric_rut_depth_mean_m = {
    .row = {"Ruts, mean depth", "cm", .per_si = 100.0, .unless_zero = true},
    .step = average,
    .value = size,
};

static void lengthen(union dat_metric_state *state, const struct dat_observation *now) {
    state->rut.size = now->ruts.length;
}

const struct dat_metric_info dat_metric_rut_length_m = {
    .row = {"Ruts, length", "m", .per_si = 1.0, .unless_zero = true},
    .step = lengthen,
    .value = size,
};

static void roll(union dat_metric_state *state, const struct dat_observation *now) {
    state->slip.rolled += now->rolled;
    state->slip.slipped += now->slipped;
}

static double share(const union dat_metric_state *state) {
    return state->slip.rolled > 0.0 ? 100.0 * state->slip.slipped / state->slip.rolled : 0.0;
}

const struct dat_metric_info dat_metric_wheel_slip_percent = {
    .row = {"Wheel slip", "%", .per_si = 1.0},
    .step = roll,
    .value = share,
};
