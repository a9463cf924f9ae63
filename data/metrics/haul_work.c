// Elements of a forwarder's work.
//
//   EMPTY -> LOADING, when logs are gripped from the ground
//   LOADING -> UNLOADING, when logs from the bunk are laid down elsewhere after a drive: those that
//   are gripped where it stands still, or come back into the bunk, are only laid down once more
//   UNLOADING -> LOADING, when logs from the ground come into the bunk after few grips out of it: a
//   log had only fallen off the load
//   UNLOADING -> EMPTY, when it drives with bunk and grapple empty
#include <assert.h>
#include <math.h>

#include "data/metrics/work.h"

static const double pause = 2.0; // [s] without any movement; what is longer is no work
// [s] without a log before a grip is a new one: a log that the tongs lose for a moment, or that one
// more log joins, is none.
static const double opened = 0.5;
static const double at_rest = 2.0; // [s] then, until logs that were let go lie where they are

enum { FEW_GRIPS = 2 }; // after which it may still be loading

static void begin_load(struct dat_haul_work *work) {
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++)
        work->before[e] += work->present.seconds[e];
    work->present = work->next;
    work->next = (struct veh_haul_work){0};
    work->loads++;
    work->phase = DAT_PHASE_LOADING;
}

// The undecided drive was of this element, and what followed it of that.
static void decide(struct dat_haul_work *work, enum veh_haul_element drive,
                   enum veh_haul_element then) {
    work->present.seconds[drive] += work->driven;
    work->present.distance[drive] += work->distance;
    work->present.seconds[then] += work->stood;
    work->driven = work->stood = work->distance = 0.0;
}

// Logs that were jolted between the tongs, were parted, or slipped out of them, are still there.
static void let_go(struct dat_haul_work *work) {
    if (work->aboard < work->before_grip) {
        if (work->phase == DAT_PHASE_LOADING) {
            work->doubt.driven = work->driven;
            work->doubt.distance = work->distance;
            work->doubt.moved = 0.0;
            work->doubt.fetched = 0;
        }
        decide(work, VEH_HAUL_DRIVE_LOADED, VEH_HAUL_UNLOADING);
        work->phase = DAT_PHASE_UNLOADING;
        work->present.unload_grips++;
    }
    work->before_grip = 0;
}

// What looked like the beginning of the unloading was loading.
static void go_on_loading(struct dat_haul_work *work) {
    struct veh_haul_work *load = &work->present;
    const double away = load->distance[VEH_HAUL_UNLOADING];
    load->seconds[VEH_HAUL_DRIVE_LOADED] -= work->doubt.driven;
    load->distance[VEH_HAUL_DRIVE_LOADED] -= work->doubt.distance;
    load->seconds[VEH_HAUL_DRIVE_WHILE_LOADING] += work->doubt.driven + work->doubt.moved;
    load->distance[VEH_HAUL_DRIVE_WHILE_LOADING] += work->doubt.distance + away;
    load->seconds[VEH_HAUL_LOADING] += load->seconds[VEH_HAUL_UNLOADING] - work->doubt.moved;
    load->seconds[VEH_HAUL_UNLOADING] = load->distance[VEH_HAUL_UNLOADING] = 0.0;
    load->unload_grips = 0;
    load->stops++;
    load->grips++;
    work->phase = DAT_PHASE_LOADING;
}

static void grip_from_ground(struct dat_haul_work *work) {
    if (work->before_grip > 0 && work->open <= opened)
        return; // one on the pile that is touched by those in the grapple
    let_go(work);
    if (work->phase == DAT_PHASE_EMPTY)
        begin_load(work);
    if (work->phase != DAT_PHASE_LOADING) { // a log that has rolled off its pile, as it looks
        work->doubt.fetched = work->aboard;
        return;
    }
    if (work->driven > 0.0 || work->present.stops == 0)
        work->present.stops++;
    decide(work, VEH_HAUL_DRIVE_WHILE_LOADING, VEH_HAUL_LOADING);
    work->present.grips += work->open > opened;
}

static void grip_from_bunk(struct dat_haul_work *work, bool drives) {
    if (work->open <= opened && (drives || work->driven <= 0.0))
        return; // it still holds what it had: on the way with a log in the grapple, say
    if (work->phase == DAT_PHASE_UNLOADING || work->driven > 0.0)
        work->before_grip = work->lying;
}

static void grip(struct dat_haul_work *work, const struct dat_work_signs *now) {
    if (now->load.from_bunk > 0)
        grip_from_bunk(work, now->drives);
    else if (now->load.from_ground > 0)
        grip_from_ground(work);
}

static void drive(struct dat_haul_work *work, const struct dat_work_signs *now) {
    if (work->phase == DAT_PHASE_EMPTY) {
        work->next.seconds[VEH_HAUL_DRIVE_EMPTY] += now->dt;
        work->next.distance[VEH_HAUL_DRIVE_EMPTY] += now->distance;
    } else if (work->phase == DAT_PHASE_LOADING) {
        work->driven += now->dt;
        work->distance += now->distance;
    } else {
        work->present.seconds[VEH_HAUL_UNLOADING] += now->dt;
        work->present.distance[VEH_HAUL_UNLOADING] += now->distance;
        work->doubt.moved += now->dt;
    }
}

static void stand(struct dat_haul_work *work, const struct dat_work_signs *now, bool rests) {
    if (work->phase == DAT_PHASE_EMPTY)
        work->next.seconds[rests ? VEH_HAUL_OTHER : VEH_HAUL_LOADING] += now->dt;
    else if (rests)
        work->present.seconds[VEH_HAUL_OTHER] += now->dt;
    else if (work->phase == DAT_PHASE_UNLOADING)
        work->present.seconds[VEH_HAUL_UNLOADING] += now->dt;
    else if (work->driven > 0.0)
        work->stood += now->dt;
    else
        work->present.seconds[VEH_HAUL_LOADING] += now->dt;
}

void dat_haul_work_step(struct dat_haul_work *work, const struct dat_work_signs *now) {
    assert(now->dt >= 0.0);
    work->idle = now->acts || now->drives ? 0.0 : work->idle + now->dt;
    work->aboard = now->load.logs;
    if (now->load.held == 0 && (work->open > at_rest || now->drives))
        let_go(work);
    if (work->loads == 0 && now->load.logs > 0)
        begin_load(work); // the exercise begins with a load
    if (work->phase == DAT_PHASE_UNLOADING && now->load.logs == 0 && now->load.held == 0 &&
        now->drives)
        work->phase = DAT_PHASE_EMPTY;
    grip(work, now);
    // A log that has left the load before the tongs hold it is missed, too.
    if (work->before_grip == 0 &&
        (work->aboard > work->lying || work->driven <= 0.0 || now->drives))
        work->lying = work->aboard;
    work->open = now->load.held > 0 ? 0.0 : work->open + now->dt;
    if (work->phase == DAT_PHASE_UNLOADING && work->doubt.fetched > 0 && work->open > opened &&
        work->present.unload_grips <= FEW_GRIPS && work->aboard > work->doubt.fetched)
        go_on_loading(work);
    if (now->drives)
        drive(work, now);
    else
        stand(work, now, work->idle > pause);
    if (work->phase == DAT_PHASE_LOADING && now->load.logs > work->present.logs) {
        work->present.logs = now->load.logs;
        work->present.volume = now->load.volume;
    }
}

struct veh_haul_work dat_haul_work_present(const struct dat_haul_work *work) {
    struct dat_haul_work so_far = *work;
    if (work->open > 0.0)
        let_go(&so_far);
    if (work->loads > 0)
        decide(&so_far, VEH_HAUL_DRIVE_LOADED, VEH_HAUL_UNLOADING);
    return so_far.present;
}

double dat_haul_work_seconds(const struct dat_haul_work *work, enum veh_haul_element element) {
    assert(element >= 0 && element < VEH_HAUL_ELEMENTS);
    return work->before[element] + dat_haul_work_present(work).seconds[element] +
           work->next.seconds[element];
}
