// Elements of a harvester's work.
//
//   BETWEEN_TREES -> FELLING, when the saw starts in a standing tree that the head holds
//   FELLING -> PROCESSING, when the tree is off its stump and the rollers turn
//   PROCESSING -> BETWEEN_TREES, when the head holds no stem
//   FELLING -> BETWEEN_TREES where a tree was let go before it was off
//   BETWEEN_TREES -> PROCESSING where a felled stem was gripped, and is sawn or fed for a moment:
//   rollers that brush another top as they close begin no tree
//
// A stem that has come out of the head is looked for in vain as long as the head is beside it.
#include <assert.h>

#include "data/metrics/work.h"

static const double pause = 2.0;   // [s] without any movement; what is longer is no work
static const double feeding = 0.2; // [s] of another felled stem; what is shorter is a brush

// ---- from tree to tree ----

static void begin_tree(struct dat_harvest_work *work, int tree) {
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++) {
        work->before[e] += work->present.seconds[e];
        work->present.seconds[e] = work->next[e];
        work->next[e] = 0.0;
    }
    work->present.tree = tree;
    work->present.logs = 0;
    work->present.volume = 0.0;
    work->present.seconds[VEH_WORK_POSITIONING] += work->undecided;
    work->trees++;
}

// The head has taken the stem: the time since the one before was for it.
static void take(struct dat_harvest_work *work, const struct dat_work_signs *now) {
    const bool same = work->trees > 0 && work->present.tree == now->head.tree &&
                      (now->head.tree >= 0 || work->stem == now->head.stem);
    if (!same)
        begin_tree(work, now->head.tree);
    else
        work->present.seconds[VEH_WORK_OTHER] += work->undecided;
    work->present.seconds[VEH_WORK_OTHER] += work->again;
    work->undecided = work->again = 0.0;
    work->regrips = false;
    work->felled = !now->head.standing;
    work->phase = work->felled ? DAT_PHASE_PROCESSING : DAT_PHASE_FELLING;
}

static void leave(struct dat_harvest_work *work) {
    work->phase = DAT_PHASE_BETWEEN;
    work->missed = !work->felled;
    work->grips = work->moved = work->regrips = false;
}

// The machine drives off: the time since the last stem was for the way in. A short stop is part of
// the drive, a long one without work is none.
static void drive(struct dat_harvest_work *work, const struct dat_work_signs *now) {
    if (work->trees > 0 && !work->moved)
        work->present.seconds[VEH_WORK_BOOM_IN] += work->undecided;
    else
        work->next[work->undecided < pause ? VEH_WORK_MOVING : VEH_WORK_OTHER] += work->undecided;
    work->next[VEH_WORK_OTHER] += work->again;
    work->undecided = work->again = 0.0;
    work->moved = true;
    work->next[VEH_WORK_MOVING] += now->dt;
}

// ---- phases ----

static bool holds_felled(const struct dat_work_signs *now, int tree) {
    return now->head.holds && !now->head.standing && now->head.tree == tree;
}

static bool is_at(const struct dat_work_signs *now, int tree) {
    return holds_felled(now, tree) || now->head.beside;
}

// Knives that have closed around nothing, or around a tree that was let go, have missed; those that
// have let a felled stem go have failed for the tree it comes from.
static void watch_grip(struct dat_harvest_work *work, const struct dat_work_signs *now) {
    work->grips = work->grips || (now->head.closed && !work->closed);
    if (!work->grips || now->head.closed)
        return;
    work->grips = false;
    work->missed = !(work->regrips && is_at(now, work->present.tree));
}

// Whether the head works on the stem that it holds. Sets work->fed.
static bool works_on(struct dat_harvest_work *work, const struct dat_work_signs *now) {
    const bool feeds = now->head.holds && now->head.feeds && !now->head.standing;
    work->fed = feeds ? work->fed + now->dt : 0.0;
    return (now->head.holds && (now->head.saws || now->head.logs > 0)) || work->fed > feeding;
}

static void between(struct dat_harvest_work *work, const struct dat_work_signs *now, bool rests) {
    watch_grip(work, now);
    const bool own = work->trees > 0 && !work->moved && work->present.tree >= 0;
    work->regrips = work->regrips || (own && holds_felled(now, work->present.tree));
    if (works_on(work, now)) {
        take(work, now);
        const enum veh_work_element element =
            work->phase == DAT_PHASE_FELLING ? VEH_WORK_FELLING : VEH_WORK_PROCESSING;
        work->present.seconds[element] += now->dt;
    } else if (now->drives) {
        drive(work, now);
    } else if (rests) {
        work->next[VEH_WORK_OTHER] += now->dt;
    } else if (own && work->regrips && is_at(now, work->present.tree)) {
        work->present.seconds[VEH_WORK_OTHER] += work->undecided + work->again + now->dt;
        work->undecided = work->again = 0.0;
    } else if (work->missed) {
        work->again += now->dt;
    } else {
        work->undecided += now->dt;
    }
}

static void fell(struct dat_harvest_work *work, const struct dat_work_signs *now) {
    work->present.seconds[VEH_WORK_FELLING] += now->dt;
    work->felled = work->felled || (now->head.holds && !now->head.standing);
    if (!now->head.holds)
        leave(work);
    else if (work->felled && now->head.feeds)
        work->phase = DAT_PHASE_PROCESSING;
}

static void process(struct dat_harvest_work *work, const struct dat_work_signs *now, bool rests) {
    work->present.seconds[rests ? VEH_WORK_OTHER : VEH_WORK_PROCESSING] += now->dt;
    if (!now->head.holds)
        leave(work);
}

void dat_harvest_work_step(struct dat_harvest_work *work, const struct dat_work_signs *now) {
    assert(now->dt >= 0.0);
    work->idle = now->acts || now->drives ? 0.0 : work->idle + now->dt;
    const bool rests = work->idle > pause;
    if (work->phase == DAT_PHASE_BETWEEN)
        between(work, now, rests);
    else if (work->phase == DAT_PHASE_FELLING)
        fell(work, now);
    else
        process(work, now, rests);
    work->closed = now->head.closed;
    if (now->head.holds && work->phase != DAT_PHASE_BETWEEN)
        work->stem = now->head.stem;
    if (work->trees == 0)
        return;
    work->present.logs += now->head.logs;
    work->present.volume += now->head.volume;
}

struct veh_tree_work dat_harvest_work_present(const struct dat_harvest_work *work) {
    struct veh_tree_work so_far = work->present;
    if (!work->moved) {
        so_far.seconds[VEH_WORK_BOOM_IN] += work->undecided;
        so_far.seconds[VEH_WORK_OTHER] += work->again;
    }
    return so_far;
}

double dat_harvest_work_seconds(const struct dat_harvest_work *work,
                                enum veh_work_element element) {
    assert(element >= 0 && element < VEH_WORK_ELEMENTS);
    const double sum = work->before[element] + work->next[element];
    if (work->trees > 0 && !work->moved)
        return sum + dat_harvest_work_present(work).seconds[element];
    return sum + work->present.seconds[element] +
           (element == VEH_WORK_OTHER ? work->undecided + work->again : 0.0);
}
