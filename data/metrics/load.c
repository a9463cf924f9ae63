// The metrics of a forwarder's load.
#include "data/metrics/rows.h"

static void count_logs(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count = now->logs_in_bunk;
}

const struct dat_metric_info dat_metric_logs_loaded = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .task = {"load {} log", "load {} logs"},
    .yield = {"{} log loaded", "{} logs loaded"},
    .row = {.title = "Logs loaded"},
    .step = count_logs,
    .value = dat_tally_value,
};

static void count_fused(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count = now->logs_fused;
}

const struct dat_metric_info dat_metric_logs_fused = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .step = count_fused,
    .value = dat_tally_value,
};

static void lose(union dat_metric_state *state, const struct veh_event *event) {
    state->tally.count += event->kind == VEH_EVENT_LOG_LOST;
}

const struct dat_metric_info dat_metric_logs_lost = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .yield = {"{} lost", "{} lost"},
    .row = {.title = "Logs lost"},
    .event = lose,
    .value = dat_tally_value,
};

static void weigh(union dat_metric_state *state, const struct dat_observation *now) {
    state->payload.mass = now->payload;
}

static double payload(const union dat_metric_state *state) {
    return state->payload.mass;
}

const struct dat_metric_info dat_metric_payload_kg = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .row = {"Payload", "kg", .per_si = 1.0, .unless_zero = true},
    .step = weigh,
    .value = payload,
};

static void begin_carrying(union dat_metric_state *state, double goal) {
    state->drive.load = goal;
}

// Without a goal for the load, no distance counts.
static void carry(union dat_metric_state *state, const struct dat_observation *now) {
    if (state->drive.load > 0.0 && now->logs_in_bunk >= state->drive.load)
        state->drive.distance += now->driven;
}

const struct dat_metric_info dat_metric_carried_m = {
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .yield = {"{} m carried", "{} m carried"},
    .row = {"Carried", "m", .per_si = 1.0},
    .measure = &dat_metric_logs_loaded,
    .task = {"carry the load {} m", "carry the load {} m"},
    .start = begin_carrying,
    .step = carry,
    .value = dat_drive_value,
};
