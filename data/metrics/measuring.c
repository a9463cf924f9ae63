// The head's errors of measurement, and the operator's checks of them.
#include <math.h>

#include "data/metrics/rows.h"

static void check(union dat_metric_state *state, const struct veh_event *event) {
    state->tally.count += event->kind == VEH_EVENT_LOG_CHECKED;
}

const struct dat_metric_info dat_metric_logs_checked = {
    .needs = DAT_NEEDS_HEAD,
    .task = {"measure {} log with the caliper", "measure {} logs with the caliper"},
    .row = {.title = "Logs checked", .unless_zero = true},
    .event = check,
    .value = dat_tally_value,
};

static void calibrate(union dat_metric_state *state, const struct veh_event *event) {
    state->tally.count += event->kind == VEH_EVENT_LENGTH_CALIBRATED;
}

const struct dat_metric_info dat_metric_calibrations = {
    .needs = DAT_NEEDS_HEAD,
    .task = {"calibrate the head {} time", "calibrate the head {} times"},
    .row = {.title = "Calibrations", .unless_zero = true},
    .event = calibrate,
    .value = dat_tally_value,
};

// The machine's measurement of a log comes just before the event of its cut. Errors from before
// a calibration count until the next log.
static void compare(union dat_metric_state *state, const struct veh_event *event, double measured,
                    double true_size) {
    if (event->kind == VEH_EVENT_LOG_MEASURED)
        state->bias.measured = measured;
    if (event->kind == VEH_EVENT_LOG_CUT && state->bias.measured > 0.0) {
        if (state->bias.calibrated)
            state->bias.sum = state->bias.logs = 0;
        state->bias.calibrated = false;
        state->bias.sum += state->bias.measured - true_size;
        state->bias.logs++;
        state->bias.measured = 0.0;
    }
    if (event->kind == VEH_EVENT_LENGTH_CALIBRATED)
        state->bias.calibrated = true;
}

static void compare_lengths(union dat_metric_state *state, const struct veh_event *event) {
    compare(state, event, event->number[0], event->number[0]);
}

static void compare_diameters(union dat_metric_state *state, const struct veh_event *event) {
    compare(state, event, event->number[1], event->number[2]);
}

static double bias(const union dat_metric_state *state) {
    return state->bias.logs > 0 ? fabs(state->bias.sum) / state->bias.logs : 0.0;
}

const struct dat_metric_info dat_metric_length_bias_m = {
    .needs = DAT_NEEDS_HEAD,
    .row = {"Lengths measured wrong by", "mm", .per_si = 1000.0, .unless_zero = true},
    .event = compare_lengths,
    .value = bias,
    .advice =
        "Measure the logs of a stem again with the caliper, and accept the calibration that the "
        "computer proposes.",
};

const struct dat_metric_info dat_metric_diameter_bias_m = {
    .needs = DAT_NEEDS_HEAD,
    .row = {"Diameters measured wrong by", "mm", .per_si = 1000.0, .unless_zero = true},
    .event = compare_diameters,
    .value = bias,
    .advice =
        "Measure the logs of a stem again with the caliper, and accept the calibration that the "
        "computer proposes.",
};
