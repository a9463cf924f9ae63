// The metrics of the hands: how the levers of the crane were moved, and what that did to what hangs
// from its tip. They end when everything is done that is to be reached.
#include <math.h>

#include "data/metrics/rows.h"

static const double at_rest = 0.05; // [-1 to 1] of a lever

bool dat_lever_moves(enum veh_control lever, double value) {
    return !(veh_control_info(lever)->step > 0.0) && fabs(value) > at_rest;
}

bool dat_lever_of_crane(enum veh_control lever) {
    return lever >= VEH_SLEW && lever <= VEH_ROTATOR;
}

// Levers of the crane that are moved in the step, 0 in one that does not count.
static int moved(const struct dat_observation *now) {
    int count = 0;
    for (int i = 0; i < VEH_CONTROL_COUNT && now->levers != NULL && !now->done; i++)
        count += dat_lever_of_crane((enum veh_control)i) &&
                 dat_lever_moves((enum veh_control)i, now->levers->value[i]);
    return count;
}

// ---- at once, and at all ----

static void combine(union dat_metric_state *state, const struct dat_observation *now) {
    const int count = moved(now);
    state->mean.sum += count;
    state->mean.weight += count > 0;
}

static double mean(const union dat_metric_state *state) {
    return state->mean.weight > 0.0 ? state->mean.sum / state->mean.weight : 0.0;
}

const struct dat_metric_info dat_metric_simultaneous_functions = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Crane functions at once", "", .per_si = 1.0, .unless_zero = true, .decimals = 2},
    .step = combine,
    .value = mean,
    .advice = "Practise two functions at once, first slewing with the boom.",
};

static void stand(union dat_metric_state *state, const struct dat_observation *now) {
    if (moved(now) == 0)
        return;
    if (!state->motion.any)
        state->motion.begun = now->time - now->dt;
    state->motion.any = true;
    state->motion.last = now->time;
    state->motion.moved += now->dt;
}

static double standing(const union dat_metric_state *state) {
    const double span = state->motion.last - state->motion.begun;
    return state->motion.any && span > 0.0 ? 100.0 * fmax(1.0 - state->motion.moved / span, 0.0)
                                           : 0.0;
}

const struct dat_metric_info dat_metric_crane_standing_percent = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Standing crane", "%", .per_si = 1.0, .unless_zero = true},
    .step = stand,
    .value = standing,
    .advice = "Keep the crane moving: decide where it goes next before it arrives.",
};

// ---- the hand ----

// value: of a lever when it last moved, for reversals.
static void reverse(union dat_metric_state *state, const struct dat_observation *now) {
    state->hand.moved += moved(now) > 0 ? now->dt : 0.0;
    for (int i = VEH_SLEW; i <= VEH_ROTATOR && moved(now) > 0; i++) {
        const double value = now->levers->value[i];
        if (!dat_lever_moves((enum veh_control)i, value))
            continue;
        state->hand.sum += value * state->hand.value[i] < 0.0;
        state->hand.value[i] = value;
    }
}

static double rate(const union dat_metric_state *state) {
    return state->hand.moved > 0.0 ? state->hand.sum / state->hand.moved : 0.0;
}

const struct dat_metric_info dat_metric_lever_reversals_hz = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Levers reversed", "/min", .per_si = 60.0, .unless_zero = true, .decimals = 1},
    .step = reverse,
    .value = rate,
    .advice =
        "Move the levers less and wait for the crane: small corrections back and forth take time.",
};

// value: of a lever in the step before.
static void fidget(union dat_metric_state *state, const struct dat_observation *now) {
    state->hand.moved += moved(now) > 0 ? now->dt : 0.0;
    for (int i = VEH_SLEW; i <= VEH_ROTATOR && now->levers != NULL && !now->done; i++) {
        state->hand.sum += fabs(now->levers->value[i] - state->hand.value[i]);
        state->hand.value[i] = now->levers->value[i];
    }
}

const struct dat_metric_info dat_metric_lever_unrest_hz = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Way of the levers", "/s", .per_si = 1.0, .unless_zero = true, .decimals = 2},
    .step = fidget,
    .value = rate,
};

static void swing(union dat_metric_state *state, const struct dat_observation *now) {
    if (moved(now) == 0 || !now->crane.present)
        return;
    state->mean.sum += now->crane.swing * now->dt;
    state->mean.weight += now->dt;
}

const struct dat_metric_info dat_metric_swing_mean_rad = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Swing", "deg", .per_si = 180.0 / SIM_PI, .unless_zero = true, .decimals = 1},
    .step = swing,
    .value = mean,
    .advice = "Start and stop gently, and follow what hangs from the tip when it swings.",
};
