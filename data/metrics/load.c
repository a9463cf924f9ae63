// What a forwarder carries.
#include "data/metrics/rows.h"

static void count_logs(double state[], const struct dat_observation *now) {
    state[0] = now->logs_in_bunk;
}

const struct dat_metric_info dat_metric_logs_loaded = {
    .name = "logs_loaded",
    .unit = "",
    .help = "logs in the bunk",
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .measure = DAT_LOGS_LOADED,
    .task = {"load {} log", "load {} logs"},
    .step = count_logs,
};

static void count_fused(double state[], const struct dat_observation *now) {
    state[0] = now->logs_fused;
}

const struct dat_metric_info dat_metric_logs_fused = {
    .name = "logs_fused",
    .unit = "",
    .help = "logs in the bunk that ride as one body with the machine",
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .measure = DAT_LOGS_FUSED,
    .step = count_fused,
};

static void lose(double state[], const struct veh_event *event) {
    state[0] += event->kind == VEH_EVENT_LOG_LOST;
}

const struct dat_metric_info dat_metric_logs_lost = {
    .name = "logs_lost",
    .unit = "",
    .help = "logs that fell off the load",
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .measure = DAT_LOGS_LOST,
    .event = lose,
};

static void weigh(double state[], const struct dat_observation *now) {
    state[0] = now->payload;
}

const struct dat_metric_info dat_metric_payload = {
    .name = "payload",
    .unit = "kg",
    .help = "mass of the logs in the bunk",
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .measure = DAT_PAYLOAD,
    .step = weigh,
};

static void begin_carrying(double state[], double measure) {
    state[1] = measure;
}

// Without a goal for the load nothing is carried.
static void carry(double state[], const struct dat_observation *now) {
    if (state[1] > 0.0 && now->logs_in_bunk >= state[1])
        state[0] += now->way;
}

const struct dat_metric_info dat_metric_carried = {
    .name = "carried",
    .unit = "m",
    .help = "distance driven with as many logs in the bunk as are to be loaded",
    .needs = DAT_NEEDS_GRAPPLE | DAT_NEEDS_BUNK,
    .measure = DAT_LOGS_LOADED,
    .task = {"carry the load {} m", "carry the load {} m"},
    .start = begin_carrying,
    .step = carry,
};
