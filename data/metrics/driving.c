// The metrics of any machine: the distance driven, mishaps on the way, the crane's aids and
// guidance.
#include "data/metrics/rows.h"

// A tree that the head grips next was reached for: what touches it harms no tree that stays.
static void hit(union dat_metric_state *state, const struct veh_event *event) {
    if (event->kind == VEH_EVENT_TREE_HIT) {
        state->hits.count++;
        state->hits.last = event->tree + 1;
    } else if (event->kind == VEH_EVENT_TREE_GRIPPED) {
        state->hits.count -= state->hits.last == event->tree + 1;
        state->hits.last = 0;
    }
}

static double hits(const union dat_metric_state *state) {
    return state->hits.count;
}

const struct dat_metric_info dat_metric_trees_hit = {
    .row = {.title = "Standing trees hit"},
    .event = hit,
    .value = hits,
    .advice =
        "Lift the load over or swing it around the trees that stay, and look where the rear goes.",
};

static void damage(union dat_metric_state *state, const struct veh_event *event) {
    state->tally.count += event->kind == VEH_EVENT_TREE_DAMAGED;
}

const struct dat_metric_info dat_metric_trees_damaged = {
    .row = {.title = "Trees damaged by stems", .unless_zero = true},
    .event = damage,
    .value = dat_tally_value,
};

static void snap(union dat_metric_state *state, const struct veh_event *event) {
    state->tally.count +=
        event->kind == VEH_EVENT_TREE_BROKEN || event->kind == VEH_EVENT_TREE_UPROOTED;
}

const struct dat_metric_info dat_metric_trees_broken = {
    .row = {.title = "Trees broken", .unless_zero = true},
    .event = snap,
    .value = dat_tally_value,
};

static void tip(union dat_metric_state *state, const struct veh_event *event) {
    state->tally.count += event->kind == VEH_EVENT_TIPPED;
}

const struct dat_metric_info dat_metric_tips = {
    .forbidden = true,
    .row = {.title = "Times tipped over", .unless_zero = true},
    .event = tip,
    .value = dat_tally_value,
};

static void drive(union dat_metric_state *state, const struct dat_observation *now) {
    state->drive.distance += now->driven;
}

const struct dat_metric_info dat_metric_driven_m = {
    .row = {"Driven", "m", .per_si = 1.0},
    .step = drive,
    .value = dat_drive_value,
};

static void burn(union dat_metric_state *state, const struct dat_observation *now) {
    state->fuel.litres = now->fuel;
}

static double burnt(const union dat_metric_state *state) {
    return state->fuel.litres;
}

const struct dat_metric_info dat_metric_fuel_l = {
    .needs = DAT_NEEDS_ENGINE,
    .row = {"Fuel", "l", .per_si = 1.0, .decimals = 2},
    .step = burn,
    .value = burnt,
    .advice = "Drive less between stops, and do not let the engine run without work.",
};

static void aid(union dat_metric_state *state, const struct dat_observation *now) {
    state->aid.time = now->aided;
}

static double aided(const union dat_metric_state *state) {
    return state->aid.time;
}

const struct dat_metric_info dat_metric_aided_s = {
    .row = {"Crane moved with an aid", "s", .per_si = 1.0, .unless_zero = true},
    .step = aid,
    .value = aided,
};

static void guide(union dat_metric_state *state, const struct dat_observation *now) {
    const double dt = now->done ? 0.0 : now->dt;
    state->mean.sum += now->guided ? dt : 0.0;
    state->mean.weight += dt;
}

const struct dat_metric_info dat_metric_guided_percent = {
    .row = {"Time with guidance", "%", .per_si = 1.0, .unless_zero = true},
    .step = guide,
    .value = dat_metric_mean_percent,
    .advice =
        "Switch the guidance off (Ctrl and 1 to 4) as soon as you find the next target yourself.",
};
