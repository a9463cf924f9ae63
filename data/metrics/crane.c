// The metrics of working with the crane: the way of its tip, and how it was moved. They end when
// everything is done that is to be reached.
#include <math.h>
#include <string.h>

#include "data/metrics/rows.h"

static double percent(double part, double whole) {
    return whole > 0.0 ? 100.0 * part / whole : 0.0;
}

static bool counts(const struct dat_observation *now) {
    return !now->done && now->crane.present;
}

// ---- time and pieces ----

static void run(union dat_metric_state *state, const struct dat_observation *now) {
    if (!now->done)
        state->work.time = now->time;
}

static double time_of(const union dat_metric_state *state) {
    return state->work.time;
}

const struct dat_metric_info dat_metric_time_s = {
    .row = {"Time of the work", "s", .per_si = 1.0, .unless_zero = true},
    .step = run,
    .value = time_of,
    .advice = "Look ahead and plan the next move while the present one ends.",
};

static void reach(union dat_metric_state *state, const struct dat_observation *now) {
    state->tally.count = now->course.reached;
}

const struct dat_metric_info dat_metric_targets_reached = {
    .task = {"reach {} target", "reach {} targets"},
    .row = {.title = "Targets reached", .unless_zero = true},
    .step = reach,
    .value = dat_tally_value,
};

// Trees felled, logs loaded and targets reached.
static void count_felled(union dat_metric_state *state, const struct veh_event *event) {
    state->work.pieces += event->kind == VEH_EVENT_TREE_FELLED;
}

static void count_pieces(union dat_metric_state *state, const struct dat_observation *now) {
    if (!state->work.known)
        state->work.loaded = now->logs_in_bunk;
    if (now->logs_in_bunk == 0)
        state->work.loaded = 0; // the next load begins
    if (now->logs_in_bunk > state->work.loaded) {
        state->work.pieces += now->logs_in_bunk - state->work.loaded;
        state->work.loaded = now->logs_in_bunk;
    }
}

static void work(union dat_metric_state *state, const struct dat_observation *now) {
    if (now->done)
        return;
    count_pieces(state, now);
    if (now->crane.present && state->work.known)
        state->work.way += sim_length(sim_sub(now->crane.tip, state->work.tip));
    state->work.tip = now->crane.tip;
    state->work.known = true;
    state->work.time = now->time;
}

static double way(const union dat_metric_state *state) {
    return state->work.way;
}

const struct dat_metric_info dat_metric_tip_path_m = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Way of the crane's tip", "m", .per_si = 1.0, .unless_zero = true},
    .step = work,
    .value = way,
};

static void work_pieces(union dat_metric_state *state, const struct dat_observation *now) {
    work(state, now);
    if (!now->done)
        state->work.targets = now->course.reached;
}

static double pieces(const union dat_metric_state *state) {
    return state->work.pieces + state->work.targets;
}

static double way_per_piece(const union dat_metric_state *state) {
    return pieces(state) > 0.0 ? state->work.way / pieces(state) : 0.0;
}

const struct dat_metric_info dat_metric_tip_path_per_piece_m = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"The same per tree, log or target", "m", .per_si = 1.0, .unless_zero = true,
            .decimals = 1},
    .event = count_felled,
    .step = work_pieces,
    .value = way_per_piece,
    .advice = "Stop the machine nearer to the work, and reach for it only once.",
};

static double time_per_piece(const union dat_metric_state *state) {
    return pieces(state) > 0.0 ? state->work.time / pieces(state) : 0.0;
}

const struct dat_metric_info dat_metric_time_per_piece_s = {
    .row = {"Time per tree, log or target", "s", .per_si = 1.0, .unless_zero = true, .decimals = 1},
    .event = count_felled,
    .step = work_pieces,
    .value = time_per_piece,
};

// ---- crane control ----

static bool is_work(enum veh_event_kind kind) {
    return kind == VEH_EVENT_TREE_GRIPPED || kind == VEH_EVENT_LOG_GRIPPED ||
           kind == VEH_EVENT_STEM_RELEASED || kind == VEH_EVENT_LOG_LOADED;
}

static void note_work(union dat_metric_state *state, const struct veh_event *event) {
    state->control.worked = state->control.worked || is_work(event->kind);
}

// Straight distances over ways; the place at the start counts as one of work.
static void follow_tip(union dat_metric_state *state, const struct dat_observation *now) {
    const struct sim_vec3 tip = now->crane.tip;
    if (!counts(now))
        return;
    if (!state->control.known)
        state->control.place = state->control.tip = tip;
    state->control.known = true;
    state->control.since += sim_length(sim_sub(tip, state->control.tip));
    state->control.tip = tip;
    const bool touched = now->course.known && now->course.reached != state->control.reached;
    if (!state->control.worked && !touched)
        return;
    state->control.straight += sim_length(sim_sub(tip, state->control.place));
    state->control.way += state->control.since;
    state->control.since = 0.0;
    state->control.place = tip;
    state->control.reached = now->course.reached;
    state->control.worked = false;
}

static double control(const union dat_metric_state *state) {
    return percent(state->control.straight, state->control.way);
}

const struct dat_metric_info dat_metric_crane_control_percent = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Crane control", "%", .per_si = 1.0, .unless_zero = true},
    .event = note_work,
    .step = follow_tip,
    .value = control,
    .advice = "Move slewing, boom and jib together, so that the tip goes straight from one place "
              "of work to the next.",
};

// ---- targets ----

// The tip swings back at the latest when it goes for the next target.
static void pass(union dat_metric_state *state, const struct dat_observation *now) {
    if (now->done)
        return;
    if (now->course.reached != state->overshoot.reached) {
        state->overshoot.sum += state->overshoot.most;
        state->overshoot.most = 0.0;
        state->overshoot.reached = now->course.reached;
    }
    if (now->course.known)
        state->overshoot.most = fmax(state->overshoot.most, now->course.beyond);
}

static double overshoot(const union dat_metric_state *state) {
    return state->overshoot.reached > 0
               ? (state->overshoot.sum + state->overshoot.most) / state->overshoot.reached
               : 0.0;
}

const struct dat_metric_info dat_metric_overshoot_mean_m = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Overshoot", "cm", .per_si = 100.0, .unless_zero = true, .decimals = 1},
    .step = pass,
    .value = overshoot,
    .advice = "Take the levers back earlier: the crane needs a moment to stop.",
};

// Weighted with the way, so that waiting changes nothing.
static void deviate(union dat_metric_state *state, const struct dat_observation *now) {
    if (!counts(now))
        return;
    const double step =
        state->line.known ? sim_length(sim_sub(now->crane.tip, state->line.tip)) : 0.0;
    state->line.tip = now->crane.tip;
    state->line.known = true;
    if (!now->course.known)
        return;
    state->line.sum += now->course.aside * step;
    state->line.way += step;
}

static double deviation(const union dat_metric_state *state) {
    return state->line.way > 0.0 ? state->line.sum / state->line.way : 0.0;
}

const struct dat_metric_info dat_metric_path_error_mean_m = {
    .needs = DAT_NEEDS_CRANE,
    .row = {"Mean distance from the line", "cm", .per_si = 100.0, .unless_zero = true,
            .decimals = 1},
    .step = deviate,
    .value = deviation,
    .advice = "Go slower, and correct with both hands at once.",
};

// ---- what the machine suffers ----

static void collide(union dat_metric_state *state, const struct dat_observation *now) {
    const unsigned begun = now->crane.ends & ~state->ends.before;
    for (unsigned bits = state->ends.known && !now->done ? begun : 0u; bits != 0u;
         bits &= bits - 1u)
        state->ends.count++;
    state->ends.before = now->crane.ends;
    state->ends.known = true;
}

static double ends(const union dat_metric_state *state) {
    return state->ends.count;
}

const struct dat_metric_info dat_metric_limit_hits = {
    .needs = DAT_NEEDS_CRANE,
    .row = {.title = "Functions moved to their ends", .unless_zero = true},
    .step = collide,
    .value = ends,
    .advice = "Stop each function before its end, where the blow is hard on crane and machine.",
};

static void lean(union dat_metric_state *state, const struct dat_observation *now) {
    state->error.largest = fmax(state->error.largest, now->lean);
}

static double most_lean(const union dat_metric_state *state) {
    return state->error.largest;
}

const struct dat_metric_info dat_metric_lean_max_rad = {
    .row = {"Largest lean", "\xC2\xB0", .per_si = 180.0 / SIM_PI, .unless_zero = true,
            .decimals = 1},
    .step = lean,
    .value = most_lean,
};

static int find_piece(const int pieces[DAT_GRIP_PIECES], int piece) {
    for (int i = 0; i < DAT_GRIP_PIECES; i++)
        if (pieces[i] == piece)
            return i;
    return -1;
}

static void forget_piece(int pieces[DAT_GRIP_PIECES], int piece) {
    const int place = find_piece(pieces, piece);
    if (place >= 0)
        pieces[place] = 0;
}

// A grip ends when the operator opens: pieces that the tongs lose for a moment are still in it.
static void grip_again(union dat_metric_state *state, const struct veh_event *event) {
    if (event->kind == VEH_EVENT_LOG_LOADED) {
        forget_piece(state->regrip.last, event->stem + 1);
        forget_piece(state->regrip.present, event->stem + 1);
    }
    if ((event->kind != VEH_EVENT_TREE_GRIPPED && event->kind != VEH_EVENT_LOG_GRIPPED) ||
        event->stem < 0 ||
        state->regrip.opening) // what the opening tongs push aside is not gripped
        return;
    if (state->regrip.open) {
        memcpy(state->regrip.last, state->regrip.present, sizeof state->regrip.last);
        memset(state->regrip.present, 0, sizeof state->regrip.present);
        state->regrip.again = state->regrip.open = false;
    }
    const int place = find_piece(state->regrip.present, 0);
    if (place >= 0 && find_piece(state->regrip.present, event->stem + 1) < 0)
        state->regrip.present[place] = event->stem + 1;
    if (!state->regrip.again && find_piece(state->regrip.last, event->stem + 1) >= 0) {
        state->regrip.count++;
        state->regrip.again = true;
    }
}

static void watch_opening(union dat_metric_state *state, const struct dat_observation *now) {
    const double grip = now->levers != NULL ? now->levers->value[VEH_GRIP] : 0.0;
    state->regrip.opening = dat_lever_moves(VEH_GRIP, grip) && grip < 0.0;
    state->regrip.open = state->regrip.open || state->regrip.opening;
}

static double regrips(const union dat_metric_state *state) {
    return state->regrip.count;
}

// All logs until the operator opens are of one grip.
static void count_grip(union dat_metric_state *state, const struct veh_event *event) {
    const bool log = event->kind == VEH_EVENT_LOG_GRIPPED;
    if (event->kind == VEH_EVENT_TREE_GRIPPED || (log && !state->regrip.again))
        state->regrip.count++;
    state->regrip.again = state->regrip.again || log;
}

static void end_grip(union dat_metric_state *state, const struct dat_observation *now) {
    watch_opening(state, now);
    state->regrip.again = state->regrip.again && !state->regrip.opening;
}

const struct dat_metric_info dat_metric_grips = {
    .needs = DAT_NEEDS_CRANE,
    .row = {.title = "Grips", .unless_zero = true},
    .event = count_grip,
    .step = end_grip,
    .value = regrips,
    .advice = "Open wide, wait until nothing swings, and grip once.",
};

const struct dat_metric_info dat_metric_regrips = {
    .needs = DAT_NEEDS_CRANE,
    .row = {.title = "Grips made anew", .unless_zero = true},
    .event = grip_again,
    .step = watch_opening,
    .value = regrips,
    .advice = "Look at the middle of the bundle or the height of the cut before you close, so that "
              "you need not grip again.",
};

static void grip_tree(union dat_metric_state *state, const struct veh_event *event) {
    if (event->kind != VEH_EVENT_TREE_GRIPPED || event->tree < 0 ||
        event->tree + 1 == state->grip.tree)
        return;
    state->grip.tree = event->tree + 1;
    state->grip.count++;
}

static double gripped(const union dat_metric_state *state) {
    return state->grip.count;
}

const struct dat_metric_info dat_metric_trees_gripped = {
    .needs = DAT_NEEDS_HEAD,
    .task = {"grip {} tree", "grip {} trees"},
    .row = {.title = "Trees gripped", .unless_zero = true},
    .event = grip_tree,
    .value = gripped,
};
