// The demonstrator of a tower: grips one log after the other near its middle, turns it over its
// place, lets it lie on what is below, opens, and goes up without touching the tower. The machine
// stands.
//
//   REACH -> LOWER -> CLOSE -> LIFT -> BRING -> LAY -> OPEN -> RAISE -> REACH | FOLD -> DONE
//   REACH -> RAISE and LIFT | BRING -> RAISE where it has no log
//
// Its hand is that of the demonstrator of loading, some of whose states it shares.
#include <stdio.h>

#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/grapple.h"
#include "vehicles/site.h"

static const double in_middle = 0.12; // [m] of a log from the middle plane of the open jaws
static const double tip_room = 0.08;  // [m] between an open tip and another log
static const double in_jaws = 0.4;    // [m] from the grip centre to the axis of a log that is held
static const double above_bed = 0.45; // [m] of the log's bark, before it is laid down
// [m] of the closed tips below a log's bark, at most: they come to the ground before the log does.
static const double tips_below = 0.3;
static const double press_down = 0.1;  // [m] below the bed, for which the crane sinks
static const double beside = 0.06;     // [m] from its place, when it is laid down
static const double turned = 0.03;     // [rad]
static const double calm_speed = 0.12; // [m/s] of the log then
static const double calm_time = 0.4;   // [s]
static const double sink_speed = 0.15; // [m/s] at last
static const double slow_below = 0.15; // [m] of the log's middle above its place
static const double lies_below = 0.06; // [m] of it, where the log lies on what is below
static const double rest_time = 0.25;  // [s] in which its other end comes down, too
static const double bring_time = 30.0, lay_time = 9.0; // [s] at most
static const double reach_time = 20.0;                 // [s] at most
static const double hover = 0.35;         // [m] of the open tips above the log before lowering
static const double beside_machine = 1.4; // [m] from its middle
static const double near_place = 0.7;     // [m] from where the grapple goes down
static const double layer_high = 0.3;     // [m] of a layer, at most
static const double pass_over = 1.0;      // [m] of the grip centre above the tower
static const double trim_within = 0.25;   // [m] from its place, where a log is trimmed there
static const double trim_gain = 0.6;      // [1/s]
static const double open_time = 5.0;      // [s] at most
static const double relief = 0.03;        // [m] upward before the jaws open
static const double relief_time = 0.4;    // [s]
static const double wide_open = 0.45;     // [rad] of jaws that leave the log
static const double up = 1.2;             // [m] straight up, before it reaches for the next
static const double watch_time = 4.0;     // [s] that it looks on

struct tower {
    struct veh_load load;
    int log; // that it goes for, or has in the jaws
    int laid;
    double calm;          // [s] when it last was not above its place
    struct sim_vec3 trim; // [m] by which the crane aims beside the place, so that the log is there
    struct sim_vec3 at;   // [m] of the place, the log's middle
    struct sim_vec3 along;
};

static const struct veh_tower_plan *plan_of(const struct tower *t) {
    return &t->load.base.task.tower;
}

// ---- planning ----

static bool is_next(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    (void)site;
    return stem == ((const struct tower *)load)->log;
}

// Whether the log comes into the middle of the open jaws, and their tips beside all others: a tip
// that stands on a log draws it in.
static bool is_clean(const struct tower *t, const struct veh_worksite *site) {
    const struct veh_grip *grip = &t->load.grip;
    const double tips = veh_jaws_half_width(&t->load.jaws, grip->opening) + tip_room;
    const struct sim_vec3 d = sim_sub(grip->point, veh_stem_centre(site, t->log));
    if (fabs(d.x * grip->along.y - d.y * grip->along.x) > in_middle)
        return false;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (i == t->log || !s->used || s->kind == VEH_STEM_STANDING)
            continue;
        const double radius = 0.5 * ter_stem_diameter(&s->stem, 0.0);
        if (veh_stem_distance(site, i, grip->point) < tips + radius)
            return false;
    }
    return true;
}

// The best grip of one log that is not in its place, with that opening [rad] or, where it is 0,
// with any.
static bool plan_grip(struct tower *t, const struct veh_worksite *site, double opening) {
    struct veh_grip best = {.value = -(double)INFINITY};
    int log = -1;
    t->load.narrowest = opening - 0.01;
    t->load.widest = opening > 0.0 ? opening + 0.01 : 0.0;
    for (int i = 0; i < site->stems.count; i++) {
        if (!veh_log_lies_free(&site->stems.items[i]) || veh_tower_has(site, plan_of(t), i))
            continue;
        t->log = i;
        if (!veh_load_plan_ground_grip(&t->load, site, is_next, opening > 0.0, -(double)INFINITY) ||
            t->load.grip.value <= best.value || (opening > 0.0 && !is_clean(t, site)))
            continue;
        best = t->load.grip;
        log = i;
    }
    t->log = log;
    t->load.grip = best;
    return log >= 0;
}

// As wide as the other logs leave room for: jaws that open little meet the log from above.
static bool plan_any_grip(struct tower *t, const struct veh_worksite *site) {
    static const double openings[] = {0.8, 0.65, 0.5, 0.35, 0.0};
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++)
        if (plan_grip(t, site, openings[i]))
            return true;
    return false;
}

static void take_next(struct tower *t, const struct veh_worksite *site) {
    struct veh_load *load = &t->load;
    struct veh_tower_place place;
    load->held_count = 0;
    load->base.frontier = 0;
    if (!veh_tower_next(site, plan_of(t), &place))
        veh_demo_enter(&load->base, site, VEH_LOAD_FOLD, VEH_SAY_WATCHES_TOWER);
    else if (plan_any_grip(t, site))
        veh_demo_enter(&load->base, site, VEH_LOAD_REACH, VEH_SAY_REACHES_FOR_LOGS);
    else
        VEH_DEMO_FAIL(&load->base, TOWER_WITHOUT_LOGS, plan_of(t)->logs);
}

// ---- states ----

static double level_distance(struct sim_vec3 a, struct sim_vec3 b) {
    const double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

// The same as veh_load_move(), but high above the tower until it is near. From one side of the
// machine to the other it goes around that.
static double move_past(struct veh_load *load, const struct veh_worksite *site, struct sim_vec3 p,
                        double speed, struct veh_controls *levers) {
    const struct veh_tower_plan *plan = &load->base.task.tower;
    const struct sim_pose machine = veh_load_bunk_pose(load, site);
    const struct sim_vec3 now = veh_jaws_pose(&load->jaws, site).p;
    const double from = sim_pose_local(machine, now).y, to = sim_pose_local(machine, p).y;
    if (fabs(from) < beside_machine || from * to < 0.0)
        return veh_load_move_around(load, site, p, speed, levers);
    const double ground = ter_ground_height(site->def.ground, plan->x, plan->y, NULL);
    const double layers = 0.5 * (plan->logs + 1);
    if (level_distance(now, p) > near_place)
        p.z = fmax(p.z, ground + layers * layer_high + pass_over);
    return veh_load_move(load, site, p, speed, levers);
}

static void reach(struct veh_load *load, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    struct sim_vec3 p = load->grip.point;
    p.z = load->grip.top + hover - veh_jaws_tip_height(&load->jaws, load->grip.opening);
    const double turn = veh_load_aim(load, site, load->grip.along, levers);
    const double distance = move_past(load, site, p, 1.6, levers);
    if (distance < 2.0)
        levers->value[VEH_GRIP] = veh_jaws_lever(&load->jaws, site, load->grip.opening);
    const bool there = distance < 0.15 && turn < 0.05;
    if (!there && veh_demo_elapsed(&load->base, site) < reach_time)
        return;
    veh_load_begin_sinking(load, site);
    if (there)
        veh_demo_succeed(&load->base, site, VEH_LOAD_LOWER, VEH_SAY_LOWERS_GRAPPLE);
    else
        veh_load_miss(load, site);
}

static bool has_log(const struct tower *t, const struct veh_worksite *site) {
    return veh_stem_distance(site, t->log, veh_jaws_pose(&t->load.jaws, site).p) < in_jaws;
}

static void lift(struct veh_load *load, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    struct tower *t = (struct tower *)load;
    levers->value[VEH_GRIP] = 1.0;
    const double distance = veh_load_move(load, site, load->goal, 0.6, levers);
    if (distance >= 0.15 && veh_demo_elapsed(&load->base, site) < 4.0)
        return;
    if (!has_log(t, site)) {
        veh_load_miss(load, site);
        return;
    }
    load->held[0] = t->log;
    load->held_count = 1;
    load->depth = 0.0;
    t->trim = sim_vec3(0.0, 0.0, 0.0);
    t->calm = veh_worksite_time(site);
    veh_demo_succeed(&load->base, site, VEH_LOAD_BRING, VEH_SAY_BRINGS_LOG);
}

// Turns the rotator so that the log's tip points along d; returns the angle to go [rad].
static double turn_log(const struct tower *t, const struct veh_worksite *site, struct sim_vec3 d,
                       struct veh_controls *levers) {
    const struct sim_vec3 x = sim_rotate(veh_stem_pose(site, t->log).q, sim_vec3(0.0, 0.0, 1.0));
    const double turn = sim_atan2(x.x * d.y - x.y * d.x, x.x * d.x + x.y * d.y);
    levers->value[VEH_ROTATOR] = fabs(turn) < 0.01 ? 0.0 : sim_clamp(1.5 * turn, -1.0, 1.0);
    return fabs(turn);
}

// The grip centre when the log's middle is at p.
static struct sim_vec3 over(const struct tower *t, const struct veh_worksite *site,
                            struct sim_vec3 p) {
    const struct sim_vec3 hang =
        sim_sub(veh_jaws_pose(&t->load.jaws, site).p, veh_stem_centre(site, t->log));
    return sim_add(sim_add(p, hang), t->trim);
}

// Knows where the log's middle is to come to lie.
static void find_place(struct tower *t, const struct veh_worksite *site) {
    const struct ter_stem *s = &site->stems.items[t->log].stem;
    struct veh_tower_place place;
    if (!veh_tower_next(site, plan_of(t), &place))
        return;
    t->at = place.bed;
    t->at.z += 0.5 * ter_stem_diameter(s, 0.5 * ter_stem_length(s));
    t->along = place.along;
}

// Over its place, until it hangs still there.
static void bring(struct veh_load *load, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    struct tower *t = (struct tower *)load;
    levers->value[VEH_GRIP] = 1.0;
    find_place(t, site);
    struct sim_vec3 p = t->at;
    p.z += above_bed;
    const double turn = turn_log(t, site, t->along, levers);
    move_past(load, site, over(t, site, p), 1.4, levers);
    const struct sim_vec3 now = veh_stem_centre(site, t->log);
    if (level_distance(now, p) < trim_within) {
        const double share = trim_gain * sim_world_step_size(site->world);
        t->trim.x += share * (p.x - now.x);
        t->trim.y += share * (p.y - now.y);
    }
    const struct sim_vec3 v = sim_body_velocity(site->world, site->stems.items[t->log].body);
    if (level_distance(now, p) > beside || fabs(now.z - p.z) > 3.0 * beside || turn > turned ||
        sim_length(v) > calm_speed)
        t->calm = veh_worksite_time(site);
    const double elapsed = veh_demo_elapsed(&load->base, site);
    if (!has_log(t, site)) {
        veh_load_miss(load, site);
    } else if (veh_worksite_time(site) - t->calm >= calm_time || elapsed > bring_time) {
        veh_load_begin_sinking(load, site);
        veh_demo_succeed(&load->base, site, VEH_LOAD_LAY, VEH_SAY_SETS_LOG_DOWN);
    }
}

// The crane's tip is to stay where it is, above jaws that may hang askew (veh_load_move()).
static void hold_tip(struct veh_load *load, const struct veh_worksite *site) {
    const struct sim_vec3 tip = veh_machine_crane_tip(site, load->base.task.machine);
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    load->goal.x += 2.0 * (tip.x - load->goal.x);
    load->goal.y += 2.0 * (tip.y - load->goal.y);
}

// Down until it lies, or the tips stand on the ground. The crane does not press on what lies: a log
// that it lets go of under pressure rolls away.
static void lay(struct veh_load *load, const struct veh_worksite *site,
                struct veh_controls *levers) {
    struct tower *t = (struct tower *)load;
    levers->value[VEH_GRIP] = 1.0;
    const double high = veh_stem_centre(site, t->log).z - t->at.z;
    struct sim_vec3 p = t->at;
    p.z -= press_down;
    turn_log(t, site, t->along, levers);
    veh_load_move(load, site, over(t, site, p), high > slow_below ? 2.0 * sink_speed : sink_speed,
                  levers);
    if (high > lies_below || !veh_load_rests(load, site))
        t->calm = veh_worksite_time(site);
    const bool lies = veh_worksite_time(site) - t->calm > rest_time ||
                      (high < tips_below && veh_load_lands(load, site));
    if (!lies && veh_demo_elapsed(&load->base, site) < lay_time)
        return;
    hold_tip(load, site);
    load->goal.z += relief;
    load->opening = veh_jaws_opening(&load->jaws, site);
    veh_demo_enter(&load->base, site, VEH_LOAD_OPEN, VEH_SAY_OPENS_GRAPPLE);
}

// First the crane takes its weight off the log. The tips swing down around that when they open: the
// crane makes way upward, so that they stay as high.
static void open(struct veh_load *load, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    struct tower *t = (struct tower *)load;
    const double elapsed = veh_demo_elapsed(&load->base, site);
    const double opening = veh_jaws_opening(&load->jaws, site);
    levers->value[VEH_GRIP] = elapsed > relief_time ? -0.5 : 0.0;
    struct sim_vec3 p = load->goal;
    p.z += fmax(veh_jaws_tip_height(&load->jaws, load->opening) -
                    veh_jaws_tip_height(&load->jaws, opening),
                0.0);
    veh_load_move(load, site, p, 0.25, levers);
    if (opening < wide_open && elapsed < open_time)
        return;
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    load->goal.z += up;
    load->held_count = 0;
    t->laid++;
    veh_demo_enter(&load->base, site, VEH_LOAD_RAISE, VEH_SAY_RAISES_GRAPPLE);
}

static void raise_grapple(struct veh_load *load, const struct veh_worksite *site,
                          struct veh_controls *levers) {
    struct tower *t = (struct tower *)load;
    levers->value[VEH_GRIP] = veh_jaws_lever(&load->jaws, site, wide_open + 0.3);
    const double distance = veh_load_move(load, site, load->goal, 0.8, levers);
    if (distance >= 0.3 && veh_demo_elapsed(&load->base, site) < 8.0)
        return;
    if (t->log >= 0 && veh_tower_has(site, plan_of(t), t->log)) {
        load->failure_count = load->misses = 0;
        veh_demo_made_progress(&load->base, site);
    }
    take_next(t, site);
}

// A tower that has stood for a while by itself is done; of one that falls, logs are laid again.
static void watch(struct veh_load *load, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    struct tower *t = (struct tower *)load;
    (void)levers;
    if (veh_demo_elapsed(&load->base, site) < watch_time)
        return;
    if (veh_tower_find(site).logs >= plan_of(t)->logs)
        veh_demo_enter(&load->base, site, VEH_LOAD_DONE, VEH_SAY_DONE);
    else
        take_next(t, site);
}

// ---- interface ----

static bool suits(const struct veh_machine_def *machine, const struct veh_demo_task *task) {
    return veh_grapple_def(machine) != NULL && veh_bunk_def(machine) != NULL &&
           task->tower.logs > 0;
}

static enum veh_demo_saying init(struct veh_demonstrator *base, const struct veh_worksite *site) {
    struct tower *t = (struct tower *)base;
    if (!veh_jaws_init(&t->load.jaws, site, base->task.machine))
        return VEH_SAY_NO_SUCH_GRAPPLE;
    const struct sim_vec3 p = {plan_of(t)->x, plan_of(t)->y, 0.0};
    const double reach = veh_crane_radius(&base->crane, site, p);
    if (reach < veh_load_reach_low || reach > veh_load_reach_high)
        return VEH_SAY_TOWER_OUT_OF_REACH;
    veh_load_find_floor(&t->load, site);
    t->log = -1;
    if (!plan_any_grip(t, site))
        return VEH_SAY_NO_LOG_IN_REACH;
    take_next(t, site);
    return VEH_SAY_NOTHING;
}

static enum veh_demo_result step(struct veh_demonstrator *base, const struct veh_worksite *site,
                                 struct veh_controls *levers) {
    static void (*const act[])(struct veh_load *, const struct veh_worksite *,
                               struct veh_controls *) = {[VEH_LOAD_REACH] = reach,
                                                         [VEH_LOAD_LOWER] = veh_load_lower,
                                                         [VEH_LOAD_CLOSE] = veh_load_close,
                                                         [VEH_LOAD_LIFT] = lift,
                                                         [VEH_LOAD_BRING] = bring,
                                                         [VEH_LOAD_LAY] = lay,
                                                         [VEH_LOAD_OPEN] = open,
                                                         [VEH_LOAD_RAISE] = raise_grapple,
                                                         [VEH_LOAD_FOLD] = watch};
    struct veh_load *load = (struct veh_load *)base;
    if (base->state == VEH_LOAD_DONE)
        return VEH_DEMO_DONE;
    act[base->state](load, site, levers);
    return base->result;
}

static void explain(const struct veh_demonstrator *base, const struct veh_worksite *site,
                    char *text, size_t size) {
    VEH_DEMO_PRINT(base, text, size, TOWER_NOT_BUILT, veh_tower_find(site).logs,
                   base->task.tower.logs);
}

const struct veh_demo_kind veh_demo_tower = {
    .name = "tower",
    .size = sizeof(struct tower),
    .suits = suits,
    .init = init,
    .step = step,
    .explain = explain,
};
