// What the harvest yields: trees, logs, and how exact their lengths are.
#include "data/metrics/rows.h"

#include <math.h>

static void fell(double state[], const struct veh_event *event) {
    state[0] += event->kind == VEH_EVENT_TREE_FELLED;
}

const struct dat_metric_info dat_metric_trees_felled = {
    .name = "trees_felled",
    .unit = "",
    .help = "standing trees that were cut off their stumps",
    .needs = DAT_NEEDS_HEAD,
    .measure = DAT_TREES_FELLED,
    .task = {"fell {} tree", "fell {} trees"},
    .event = fell,
};

static void cut(double state[], const struct veh_event *event) {
    state[0] += event->kind == VEH_EVENT_LOG_CUT;
}

const struct dat_metric_info dat_metric_logs_cut = {
    .name = "logs_cut",
    .unit = "",
    .help = "logs that were cut to length",
    .needs = DAT_NEEDS_HEAD,
    .measure = DAT_LOGS_CUT,
    .task = {"cut {} log", "cut {} logs"},
    .event = cut,
};

static void compare(double state[], const struct veh_event *event) {
    const double length = event->number[0], target = event->number[1];
    if (event->kind == VEH_EVENT_LOG_CUT && target > 0.0)
        state[0] = fmax(state[0], fabs(length - target));
}

const struct dat_metric_info dat_metric_max_length_error = {
    .name = "max_length_error",
    .unit = "m",
    .help =
        "largest difference of a log's length from its assortment's; logs cut by hand have none",
    .needs = DAT_NEEDS_HEAD,
    .measure = DAT_MAX_LENGTH_ERROR,
    .event = compare,
};
