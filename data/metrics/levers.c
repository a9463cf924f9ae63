// The metrics of the hands: how the levers of the crane were moved, and what that did to what hangs
// from its tip. They end when everything is done that is to be reached.
#include <math.h>

#include "data/metrics/rows.h"

static const double at_rest = 0.05;  // [-1 to 1] of a lever
static const double least_way = 0.1; // [-1 to 1] between two turns of a lever that count

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

const struct dat_metric_info dat_metric_simultaneous_functions = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Crane functions at once", "", .per_si = 1.0, .unless_zero = true, .decimals = 2},
    .step = combine,
    .value = dat_metric_mean,
    .advice = "Practise two functions at once, first slewing with the boom.",
};

// Standing after the last move does not count.
static void stand(union dat_metric_state *state, const struct dat_observation *now) {
    if (!now->work.crane || now->done)
        return;
    if (moved(now) == 0 && !now->crane.grips) {
        state->motion.since += state->motion.any ? now->dt : 0.0;
        return;
    }
    state->motion.any = true;
    state->motion.stood += state->motion.since;
    state->motion.since = 0.0;
    state->motion.moved += now->dt;
}

static double standing(const union dat_metric_state *state) {
    const double span = state->motion.moved + state->motion.stood;
    return span > 0.0 ? 100.0 * state->motion.stood / span : 0.0;
}

const struct dat_metric_info dat_metric_crane_standing_percent = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Standing crane", "%", .per_si = 1.0, .unless_zero = true},
    .step = stand,
    .value = standing,
    .advice = "Keep the crane moving: decide where it goes next before it arrives.",
};

// ---- the hand ----

static void fell(union dat_metric_state *state, const struct veh_event *event) {
    state->hand.felled += event->kind == VEH_EVENT_TREE_FELLED;
}

static void count_pieces(union dat_metric_state *state, const struct dat_observation *now) {
    if (now->done)
        return;
    state->hand.loaded = now->work.logs;
    state->hand.targets = now->course.reached;
}

static double per_piece(const union dat_metric_state *state) {
    const int pieces = state->hand.felled + state->hand.loaded + state->hand.targets;
    return pieces > 0 ? state->hand.sum / pieces : 0.0;
}

// value: the farthest place of each lever on its present way, from which it turns back by more than
// a hand trembles that rests on it.
static void count_moves(union dat_metric_state *state, const struct dat_observation *now) {
    count_pieces(state, now);
    for (int i = VEH_SLEW; i <= VEH_ROTATOR && now->levers != NULL && !now->done; i++) {
        const double on = now->levers->value[i] - state->hand.value[i];
        const bool goes_on = state->hand.way[i] * on > 0.0,
                   turns = !goes_on && fabs(on) > least_way;
        if (!goes_on && !turns)
            continue;
        state->hand.value[i] = now->levers->value[i];
        state->hand.way[i] = on > 0.0 ? 1 : -1;
        state->hand.sum += turns;
    }
}

const struct dat_metric_info dat_metric_lever_moves_per_piece = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Lever moves per tree, log or target", "", .per_si = 1.0, .unless_zero = true},
    .event = fell,
    .step = count_moves,
    .value = per_piece,
    .advice =
        "Move the levers less and wait for the crane: small corrections back and forth take time.",
};

// value: of a lever in the step before.
static void fidget(union dat_metric_state *state, const struct dat_observation *now) {
    count_pieces(state, now);
    for (int i = VEH_SLEW; i <= VEH_ROTATOR && now->levers != NULL && !now->done; i++) {
        state->hand.sum += fabs(now->levers->value[i] - state->hand.value[i]);
        state->hand.value[i] = now->levers->value[i];
    }
}

const struct dat_metric_info dat_metric_lever_way_per_piece = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Way of the levers per tree, log or target", "", .per_si = 1.0, .unless_zero = true,
            .decimals = 1},
    .event = fell,
    .step = fidget,
    .value = per_piece,
};

static void swing(union dat_metric_state *state, const struct dat_observation *now) {
    if (moved(now) == 0 || !now->crane.present)
        return;
    state->mean.sum += now->crane.swing * now->dt;
    state->mean.weight += now->dt;
}

const struct dat_metric_info dat_metric_swing_mean_rad = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Swing", "\xC2\xB0", .per_si = 180.0 / SIM_PI, .unless_zero = true, .decimals = 1},
    .step = swing,
    .value = dat_metric_mean,
    .advice = "Start and stop gently, and follow what hangs from the tip when it swings.",
};
