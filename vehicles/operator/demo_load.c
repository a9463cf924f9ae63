// The demonstrator of loading: drives to logs beside the road, takes one grip after the other into
// the bunk, and drives on with the load.
//
//   DRIVE -> REACH -> LOWER -> CLOSE -> LIFT -> SWING -> SET_DOWN -> OPEN -> RAISE -> REACH | DRIVE
//   LIFT -> RAISE and SWING -> RAISE where it has lost the logs; LIFT | SWING -> PUT_BACK -> OPEN
//   where they hang out of balance, or do not pass over the stakes
//   RAISE -> FOLD -> CARRY -> DONE, when enough logs lie in the bunk
//
// Where logs are to be unloaded, load_unload.c takes them to their piles instead, and it comes back
// for another load as long as logs are wanted.
#include <stdio.h>

#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/grapple.h"
#include "vehicles/site.h"

static const double least_value = -300.0; // [kg] of a grip that is tried at all
static const double watch_time = 0.4;     // [s] at the end, for who counts the logs now and then
static const double vain_most = 20.0;     // [s] in which the load has not grown

enum { REFETCHES_MOST = 6, STRAIGHTENS_MOST = 3, RESERVE = 3, OVERFLOWS_MOST = 2 };

// The logs that are left, and what keeps the crane from them.
static void give_up(struct veh_load *load, const struct veh_worksite *site, int loaded) {
    int far = 0, near = 0, astray = 0;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (!s->used || s->kind != VEH_STEM_LOG || s->load.bunk >= 0)
            continue;
        const struct sim_vec3 c = veh_stem_centre(site, i);
        if (!veh_load_wants(load, site, i))
            astray += (s->load.obstacles & VEH_LOAD_OUTSIDE) != 0;
        else if (ter_road_nearest(load->base.task.road, c.x, c.y).distance > veh_load_reach_high)
            far++;
        else
            near++;
    }
    VEH_DEMO_FAIL(&load->base, LOGS_LEFT, loaded, load->base.task.logs, far, veh_load_reach_high,
                  near, astray);
}

static bool is_astray(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    return veh_load_astray(load, site, stem);
}

static void reach_astray(struct veh_load *load, const struct veh_worksite *site) {
    veh_demo_made_progress(&load->base, site);
    veh_demo_enter(&load->base, site, VEH_LOAD_REACH, VEH_SAY_REACHES_FOR_LOGS_ASTRAY);
}

// Logs that have come to lie across the stakes are laid down once more.
static bool refetch(struct veh_load *load, const struct veh_worksite *site) {
    if (load->refetched == REFETCHES_MOST ||
        !veh_load_plan_bunk_grip(load, site, is_astray, true, 0.0))
        return false;
    load->refetched++;
    reach_astray(load, site);
    return true;
}

// A log that sticks out beside the machine would be driven against a tree: the crane lays it down
// once more before each drive, a few times.
static bool straighten(struct veh_load *load, const struct veh_worksite *site) {
    if (load->straightened == STRAIGHTENS_MOST ||
        (!veh_load_plan_bunk_grip(load, site, veh_load_sticks_out, false, 0.0) &&
         !veh_load_plan_ground_grip(load, site, veh_load_sticks_out, false, 0.0)))
        return false;
    load->straightened++;
    reach_astray(load, site);
    return true;
}

// No place is left for a grip between the stakes, or the load grows no more: as many logs roll off
// as are laid there, or none that are left can be brought there.
static bool is_full(struct veh_load *load, const struct veh_worksite *site) {
    const double in_vain = veh_worksite_time(site) - load->base.progress;
    return load->overflows >= OVERFLOWS_MOST || (load->loaded > 0 && in_vain > vain_most) ||
           veh_load_choose_lane(load, site) > veh_load_full_height(load, site);
}

// Logs in the bunk with which it drives off: to be unloaded, a few more, since some roll off a
// pile.
static int load_wanted(const struct veh_load *load, const struct veh_worksite *site) {
    const struct veh_demo_task *task = &load->base.task;
    if (task->unload == 0)
        return task->logs;
    const int piled = veh_load_count_piled(load, site);
    const int wanted = task->unload + RESERVE - piled;
    return piled == 0 && task->logs > wanted ? task->logs : wanted;
}

// With the load in the bunk, to the landing or along the road.
static void drive_off(struct veh_load *load, const struct veh_worksite *site) {
    if (load->base.task.unload > 0)
        veh_load_begin_unloading(load, site);
    else
        veh_demo_enter(&load->base, site, VEH_LOAD_FOLD, VEH_SAY_LAYS_CRANE_OVER_LOAD);
}

// Logs roll off the heap of the present assortment: the next one lies beside it. False: that was
// the last one.
static bool begin_next_heap(struct veh_load *load, const struct veh_worksite *site) {
    if (load->overflows < OVERFLOWS_MOST || load->zone_count == 0 ||
        load->turn + 1 >= load->kind_count)
        return false;
    load->overflows = 0;
    return veh_load_plan_layer(load, site, load->turn + 1);
}

static void take_next(struct veh_load *load, const struct veh_worksite *site) {
    if (load->unloading) {
        veh_load_unload_next(load, site);
        return;
    }
    const int loaded =
        (int)veh_machine_measure(site, load->base.task.machine, &veh_part_bunk, VEH_BUNK_LOGS);
    if (loaded > load->loaded) {
        load->loaded = loaded;
        load->base.frontier = VEH_LOAD_DRIVE;
        load->tried_count = load->misses = load->failure_count = load->overflows = 0;
        veh_demo_made_progress(&load->base, site);
    }
    if (load->from_bunk) // logs that had come to lie across the stakes are laid down once more
        veh_demo_made_progress(&load->base, site);
    if (refetch(load, site) || (loaded < load_wanted(load, site) && begin_next_heap(load, site)))
        return;
    const bool leaves =
        loaded >= load_wanted(load, site) || (load->base.task.unload > 0 && is_full(load, site));
    if (!leaves && load->misses < VEH_LOAD_MISSES && veh_load_plan_grip(load, site, 0.0))
        veh_demo_enter(&load->base, site, VEH_LOAD_REACH, VEH_SAY_REACHES_FOR_LOGS);
    else if (straighten(load, site))
        return;
    else if (leaves)
        drive_off(load, site);
    else if (veh_load_plan_drive(load, site))
        load->misses = load->straightened = 0;
    // A grip that promises little may still clear the way to others.
    else if (veh_load_plan_grip(load, site, least_value))
        veh_demo_enter(&load->base, site, VEH_LOAD_REACH, VEH_SAY_REACHES_FOR_LOGS);
    else if (veh_load_plan_layer(load, site, load->turn + 1))
        veh_demo_made_progress(&load->base, site);
    else if (loaded > 0 && load->base.task.unload > 0)
        drive_off(load, site);
    else
        give_up(load, site, loaded);
}

static void drive(struct veh_load *load, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    if (veh_demo_drive(&load->base, site, &load->drive, levers) < 1.0)
        return;
    if (!load->unloading && veh_load_plan_grip(load, site, 0.0))
        veh_demo_succeed(&load->base, site, VEH_LOAD_REACH, VEH_SAY_REACHES_FOR_LOGS);
    else
        take_next(load, site);
}

static void raise(struct veh_load *load, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    const double distance = veh_load_move(load, site, load->goal, 1.0, levers);
    const double elapsed = veh_demo_elapsed(&load->base, site);
    if (distance < 0.3 || (elapsed > 1.0 && veh_load_hangs_still(load, site)) || elapsed > 8.0)
        take_next(load, site);
}

static void fold(struct veh_load *load, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    veh_load_aim(load, site, veh_load_bunk_direction(load, site), levers);
    const struct sim_vec3 p =
        veh_load_bunk_place(load, site, 0.0, veh_load_clear_height(load, site) - 0.5);
    const double distance = veh_load_move(load, site, p, 1.2, levers);
    const int machine = load->base.task.machine;
    const double logs = load->base.task.unload > 0
                            ? veh_machine_measure(site, machine, &veh_part_bunk, VEH_BUNK_LOGS)
                            : load->base.task.logs;
    const bool lies = veh_machine_measure(site, machine, &veh_part_bunk, VEH_BUNK_FUSED) >= logs;
    if ((distance > 0.3 || !lies) && veh_demo_elapsed(&load->base, site) < 15.0)
        return;
    if (load->unloading) {
        veh_demo_enter(&load->base, site, VEH_LOAD_DRIVE, VEH_SAY_DRIVES_TO_LANDING);
        return;
    }
    veh_load_plan_way(load, veh_load_carry_to(load, site), VEH_HAUL_DRIVE_LOADED);
    veh_demo_enter(&load->base, site, VEH_LOAD_CARRY, VEH_SAY_DRIVES_OFF_WITH_LOAD);
}

static void carry(struct veh_load *load, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    if (veh_demo_drive(&load->base, site, &load->drive, levers) > 0.0)
        veh_demo_enter(&load->base, site, VEH_LOAD_DONE, VEH_SAY_DONE);
}

// ---- interface ----

static bool suits(const struct veh_machine_def *machine, const struct veh_demo_task *task) {
    return veh_grapple_def(machine) != NULL && veh_bunk_def(machine) != NULL &&
           task->logs + task->unload > 0;
}

static enum veh_demo_saying init(struct veh_demonstrator *base, const struct veh_worksite *site) {
    struct veh_load *load = (struct veh_load *)base;
    if (!veh_jaws_init(&load->jaws, site, base->task.machine))
        return VEH_SAY_NO_SUCH_GRAPPLE;
    veh_load_find_floor(load, site);
    veh_load_know_landings(load, site);
    _Static_assert(VEH_LOAD_KINDS == 8, "the sentence has the number");
    if (!veh_load_find_kinds(load, site))
        return VEH_SAY_MANY_ASSORTMENTS;
    if (veh_load_plan_layer(load, site, 0))
        return VEH_SAY_NOTHING;
    if (base->task.unload == 0 || veh_load_count_aboard(load, site) == 0)
        return VEH_SAY_NO_LOG_IN_REACH;
    veh_load_begin_unloading(load, site); // the load that it begins with
    return VEH_SAY_NOTHING;
}

static enum veh_demo_result step(struct veh_demonstrator *base, const struct veh_worksite *site,
                                 struct veh_controls *levers) {
    static void (*const act[])(struct veh_load *, const struct veh_worksite *,
                               struct veh_controls *) = {[VEH_LOAD_DRIVE] = drive,
                                                         [VEH_LOAD_REACH] = veh_load_reach,
                                                         [VEH_LOAD_LOWER] = veh_load_lower,
                                                         [VEH_LOAD_CLOSE] = veh_load_close,
                                                         [VEH_LOAD_LIFT] = veh_load_lift,
                                                         [VEH_LOAD_PUT_BACK] = veh_load_put_back,
                                                         [VEH_LOAD_DRAW_IN] = veh_load_draw_in,
                                                         [VEH_LOAD_SWING] = veh_load_swing,
                                                         [VEH_LOAD_OPEN] = veh_load_open,
                                                         [VEH_LOAD_SET_DOWN] = veh_load_set_down,
                                                         [VEH_LOAD_RAISE] = raise,
                                                         [VEH_LOAD_FOLD] = fold,
                                                         [VEH_LOAD_CARRY] = carry,
                                                         [VEH_LOAD_BRING] = veh_load_bring,
                                                         [VEH_LOAD_LAY] = veh_load_lay,
                                                         [VEH_LOAD_PRISE] = veh_load_prise};
    struct veh_load *load = (struct veh_load *)base;
    const bool done = load->base.state == VEH_LOAD_DONE;
    if (done && veh_demo_elapsed(&load->base, site) >= watch_time)
        return VEH_DEMO_DONE;
    if (!done)
        act[load->base.state](load, site, levers);
    veh_load_study(load, site);
    return base->result;
}

static void end(struct veh_demonstrator *base) {
    SIM_ARRAY_FREE(&((struct veh_load *)base)->work);
}

static const struct veh_haul_work *hauls(const struct veh_demonstrator *base, int *count) {
    const struct veh_load *load = (const struct veh_load *)base;
    *count = load->work.count;
    return load->work.items;
}

static void explain(const struct veh_demonstrator *base, const struct veh_worksite *site,
                    char *text, size_t size) {
    const struct veh_load *load = (const struct veh_load *)base;
    if (load->base.state == VEH_LOAD_DRIVE)
        veh_demo_print(base, text, size,
                       load->unloading ? VEH_SAY_NO_WAY_TO_LANDING : VEH_SAY_NO_WAY_TO_LOGS);
    else if (load->base.state == VEH_LOAD_CARRY)
        veh_demo_print(base, text, size, VEH_SAY_NO_WAY_WITH_LOAD);
    else if (load->unloading)
        VEH_DEMO_PRINT(base, text, size, BUNK_NOT_EMPTIED, veh_load_count_aboard(load, site));
    else
        VEH_DEMO_PRINT(base, text, size, BUNK_NOT_FILLED,
                       veh_crane_radius(&base->crane, site, load->grip.point));
}

const struct veh_demo_kind veh_demo_load = {
    .name = "load",
    .size = sizeof(struct veh_load),
    .suits = suits,
    .init = init,
    .step = step,
    .explain = explain,
    .end = end,
    .hauls = hauls,
};
