// What any machine does: drive, and what must not happen on the way.
#include "data/metrics/rows.h"

static void hit(double state[], const struct veh_event *event) {
    state[0] += event->kind == VEH_EVENT_TREE_HIT;
}

const struct dat_metric_info dat_metric_trees_hit = {
    .name = "trees_hit",
    .unit = "",
    .help = "standing trees that the machine has hit",
    .measure = DAT_TREES_HIT,
    .event = hit,
};

static void tip(double state[], const struct veh_event *event) {
    state[0] += event->kind == VEH_EVENT_TIPPED;
}

const struct dat_metric_info dat_metric_tips = {
    .name = "tips",
    .unit = "",
    .help = "times that the machine has tipped over; the exercise is then not passed",
    .measure = DAT_TIPS,
    .forbidden = true,
    .event = tip,
};

static void drive(double state[], const struct dat_observation *now) {
    state[0] += now->way;
}

const struct dat_metric_info dat_metric_driven = {
    .name = "driven",
    .unit = "m",
    .help = "distance driven",
    .measure = DAT_DRIVEN,
    .step = drive,
};
