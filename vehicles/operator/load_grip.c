// The demonstrator of loading: from the pile into the air.
#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/grapple.h"
#include "vehicles/site.h"

static const double in_grip = 0.5;      // [m] from the grip centre to a log that is held
static const double hover = 0.35;       // [m] of the open tips above the pile before lowering
static const double out_of_reach = 0.5; // [m] at which it gives a grip up
static const double follow_gain = 4.0;  // how eagerly the crane makes way for the tips
// [m/s] into a bunk that is emptied, else; [m] from the place: on the long way down into a bunk the
// rest is made up.
static const double reach_fast = 2.0, reach_slowly = 1.6, near_bunk = 0.3, near_pile = 0.15;
// [m/s] of the jaws downward, and [m] of the tips above their place where they sink fast: their
// swing dies away before they touch the logs.
static const double sink_slowly = 0.7, sink_fast = 1.2, far_above = 1.0;
static const double slow = 0.05;    // [rad/s] of jaws that have closed
static const double sinking = 0.05; // [m/s] of jaws that have landed
static const double stalled = 0.4;  // [s] so slow
// Jaws that stand on something, and are still open: on the ground that share of the planned
// opening; logs that are laid down once more in a bunk, [rad].
static const double still_open = 0.5;
static const double still_open_in_bunk = 0.5;
static const double caught = 30e3;       // [N] of a tong that closes against a stake
static const double level = 0.7;         // of the upward part of a normal: less is no floor
static const double gather_speed = 0.12; // [m/s] upward then, as long as they close further
// Out of a load the crane rises while jaws that do not come through the logs go on closing: the
// tips slide off those that are too many. [rad] at which logs fall through no more, [m/s], [s].
static const double closed_in_load = 0.25, gather_fast = 0.15, gather_time = 3.5;
static const double lift_slowly = 0.5, lift_fast = 0.9; // [m/s] from the ground, out of a bunk
static const double give_way = 0.05;                    // [m] upward then, and again
static const double give_most = 0.25;                   // [m]
static const double moving = 0.1;                       // [s] in which jaws have closed further
static const double sink_again = 0.15;                  // [m/s] downward while they do
static const double rim_low = 0.15;    // [m] of the stakes below the loading space's upper side
static const double over = 0.1;        // [m] of tips above the stakes that they pass over
static const double prise_time = 1.6;  // [s] in which the jaws open
static const double parted_time = 0.5; // [s] of that, at least, where the tips have come down
// [m] of tips above their place that stand on close logs, and the angle [rad] by which they open
// there, and part the logs; on the ground, in a bunk.
static const double too_high = 0.15, too_high_in_bunk = 0.06;
static const double spread = 0.3, spread_in_bunk = 0.2;
static const double above_place = 0.4;  // [m] of the way beside a place that it is above
static const double put_back_time = 12; // [s]
static const double high_enough = 0.15; // [m] below the height at which logs pass over the stakes
static const double draw_up = 0.8;      // [m] straight up, before the crane draws in

// It takes logs out of the load that it empties.
static bool digs(const struct veh_load *load) {
    return load->from_bunk && load->unloading;
}

int veh_load_held(const struct veh_load *load, const struct veh_worksite *site, int held[]) {
    const struct sim_vec3 centre = veh_jaws_pose(&load->jaws, site).p;
    int count = 0;
    for (int k = 0; k < site->loose.count && count < VEH_GRIP_LOGS; k++) {
        const int i = site->loose.items[k];
        if (site->stems.items[i].kind == VEH_STEM_LOG && site->stems.items[i].load.bunk < 0 &&
            veh_stem_distance(site, i, centre) < in_grip)
            held[count++] = i;
    }
    return count;
}

// [m] of the stakes above the floor of the bunk.
static double stakes(const struct veh_load *load, const struct veh_worksite *site) {
    return veh_bunk_def(veh_demo_machine(&load->base, site)->def)->size.z - rim_low;
}

// ---- states ----

// The grip centre while the open tips hover above the pile; above a bunk, higher than the stakes.
static struct sim_vec3 hover_place(const struct veh_load *load, const struct veh_worksite *site) {
    struct sim_vec3 p = load->grip.point;
    double tips = load->grip.top + hover;
    if (load->from_bunk)
        tips = fmax(tips, veh_load_bunk_place(load, site, 0.0, stakes(load, site) + over).z);
    p.z = tips - veh_jaws_tip_height(&load->jaws, load->grip.opening);
    return p;
}

bool veh_load_hangs_still(struct veh_load *load, const struct veh_worksite *site) {
    const double now = veh_worksite_time(site);
    // Beside the middle, so that it moves where they turn.
    const struct sim_vec3 p =
        sim_pose_point(veh_jaws_pose(&load->jaws, site), sim_vec3(0.5, 0.0, 0.0));
    if (veh_demo_elapsed(&load->base, site) < stalled ||
        sim_length(sim_sub(p, load->hung)) > sinking * stalled) {
        load->hung = p;
        load->still = now;
    }
    return now - load->still > stalled;
}

void veh_load_reach(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    const struct sim_vec3 p = hover_place(load, site);
    const double turn = veh_load_aim(load, site, load->grip.along, levers);
    const double distance =
        veh_load_move_around(load, site, p, digs(load) ? reach_fast : reach_slowly, levers);
    if (distance < 2.0)
        levers->value[VEH_GRIP] = veh_jaws_lever(&load->jaws, site, load->grip.opening);
    const bool there = distance < (digs(load) ? near_bunk : near_pile) && turn < 0.05;
    if (!there && !veh_load_hangs_still(load, site) &&
        veh_demo_elapsed(&load->base, site) < (load->from_bunk ? 12.0 : 25.0))
        return;
    if (!there && distance > out_of_reach) {
        load->misses = VEH_LOAD_MISSES;
        if (load->from_bunk)
            veh_load_note_failure(load, site);
        load->goal = veh_jaws_pose(&load->jaws, site).p;
        veh_demo_enter(&load->base, site, VEH_LOAD_RAISE, VEH_SAY_TRIES_ELSEWHERE);
        return;
    }
    veh_load_begin_sinking(load, site);
    if (there)
        veh_demo_succeed(&load->base, site, VEH_LOAD_LOWER, VEH_SAY_LOWERS_GRAPPLE);
    else
        veh_demo_enter(&load->base, site, VEH_LOAD_LOWER, VEH_SAY_LOWERS_GRAPPLE);
}

// The place of the grip at which the tips run as high as planned.
static struct sim_vec3 tips_place(const struct veh_load *load, const struct veh_worksite *site) {
    const struct sim_pose floor = veh_load_floor(load, site);
    struct sim_vec3 p = load->goal;
    p.z = veh_jaws_pose(&load->jaws, site).p.z +
          follow_gain * veh_jaws_rise(&load->jaws, site, load->grip.above + load->gave_way,
                                      load->from_bunk ? &floor : NULL);
    return p;
}

// On the ground the crane gives way to tongs that find their place among the logs: the tip follows
// the grapple, however it leans. Between the stakes it keeps to its place. presses: where the tips
// do not sink of themselves.
static double follow_tongs(struct veh_load *load, const struct veh_worksite *site, bool presses,
                           struct veh_controls *levers) {
    if (!load->from_bunk)
        load->lean = sim_vec3(0.0, 0.0, 0.0);
    struct sim_vec3 p = tips_place(load, site);
    const double now = veh_jaws_pose(&load->jaws, site).p.z, fall = (now - p.z) / follow_gain;
    if (!presses)
        p.z = fmax(p.z, now);
    const bool far = digs(load) && fall > far_above;
    return veh_load_move(load, site, p, far ? sink_fast : sink_slowly, levers);
}

void veh_load_begin_sinking(struct veh_load *load, const struct veh_worksite *site) {
    load->gave_way = 0.0;
    load->lowest = (double)INFINITY;
    load->still = veh_worksite_time(site);
}

bool veh_load_lands(struct veh_load *load, const struct veh_worksite *site) {
    const double now = veh_worksite_time(site), z = veh_jaws_pose(&load->jaws, site).p.z;
    if (load->lowest - z > sinking * stalled) {
        load->lowest = z;
        load->still = now;
    }
    return now - load->still > stalled;
}

static void begin_closing(struct veh_load *load, const struct veh_worksite *site, bool deep) {
    load->opening = load->jaws.widest;
    load->still = veh_worksite_time(site);
    if (deep)
        veh_demo_succeed(&load->base, site, VEH_LOAD_CLOSE, VEH_SAY_CLOSES_GRAPPLE);
    else
        veh_demo_enter(&load->base, site, VEH_LOAD_CLOSE, VEH_SAY_CLOSES_GRAPPLE);
}

// The tips stand between logs that lie close, or on top of them: they would close around nothing.
static bool stand_high(const struct veh_load *load, const struct veh_worksite *site) {
    const struct sim_pose floor = veh_load_floor(load, site);
    return veh_jaws_rise(&load->jaws, site, load->grip.above, load->from_bunk ? &floor : NULL) <
           -(load->from_bunk ? too_high_in_bunk : too_high);
}

void veh_load_lower(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    levers->value[VEH_GRIP] = veh_jaws_lever(&load->jaws, site, load->grip.opening);
    veh_load_aim(load, site, load->grip.along, levers);
    load->goal = load->grip.point;
    const double distance = follow_tongs(load, site, true, levers);
    if (distance >= 0.06 && !veh_load_lands(load, site) &&
        veh_demo_elapsed(&load->base, site) < 8.0)
        return;
    if (load->prises || stand_high(load, site))
        veh_demo_enter(&load->base, site, VEH_LOAD_PRISE, VEH_SAY_PARTS_LOGS);
    else
        begin_closing(load, site, distance < 0.06);
}

// Have the jaws come to rest, closed or around logs?
static bool jaws_rest(struct veh_load *load, const struct veh_worksite *site) {
    const double now = veh_worksite_time(site);
    const double opening = veh_jaws_opening(&load->jaws, site);
    if (load->opening - opening > slow * stalled) {
        load->opening = opening;
        load->still = now;
    }
    return now - load->still > stalled;
}

// A tong presses on a stake or on the headboard: it would bend them, and brings no log.
static bool is_caught(const struct veh_load *load, const struct veh_worksite *site) {
    const struct veh_machine *m = veh_demo_machine(&load->base, site);
    const uint32_t bunk = m->instance.bodies[veh_bunk_def(m->def)->body].index;
    struct sim_body_id tools[VEH_MAX_LIST + 1];
    const int tool_count = veh_grapple_bodies(m, tools);
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        if (c->force < caught || fabs(c->point.normal.z) > level ||
            (c->a.index != bunk && c->b.index != bunk))
            continue;
        for (int k = 0; k < tool_count; k++)
            if (tools[k].index == (c->a.index == bunk ? c->b : c->a).index)
                return true;
    }
    return false;
}

// The tips swing down and up again while the jaws close: the crane follows, so that they stay on
// the ground, or on the logs below, and come under those to grip.
void veh_load_close(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    // Tips that are pressed against a floor, or into logs that lie close, do not move.
    const bool closes = veh_worksite_time(site) - load->still < moving;
    follow_tongs(load, site, !digs(load) || closes, levers);
    levers->value[VEH_GRIP] = load->from_bunk ? 1.0 : 0.6;
    const double elapsed = veh_demo_elapsed(&load->base, site);
    const double close_time = load->from_bunk ? 6.0 : 5.0;
    if (is_caught(load, site)) {
        load->goal = veh_jaws_pose(&load->jaws, site).p;
        veh_load_note_failure(load, site);
        veh_demo_enter(&load->base, site, VEH_LOAD_OPEN, VEH_SAY_OPENS_GRAPPLE);
        return;
    }
    // Tips that have given way sink again, or they would close above the lowest logs.
    if (!load->from_bunk && closes)
        load->gave_way = fmax(load->gave_way - sink_again * sim_world_step_size(site->world), 0.0);
    if (elapsed < 1.0 || (elapsed < close_time && !jaws_rest(load, site)))
        return;
    const double open = load->from_bunk ? still_open_in_bunk : still_open * load->grip.opening;
    if (!digs(load) && elapsed < close_time && load->opening > open && load->gave_way < give_most) {
        load->gave_way += give_way;
        load->still = veh_worksite_time(site);
        return;
    }
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    load->goal.z += draw_up;
    veh_demo_enter(&load->base, site, VEH_LOAD_LIFT, VEH_SAY_LIFTS);
}

void veh_load_note_failure(struct veh_load *load, const struct veh_worksite *site) {
    if (load->failure_count == VEH_LOAD_TRIES)
        return;
    const struct sim_pose floor = veh_load_floor(load, site);
    const struct sim_vec3 p = load->grip.point;
    load->failures[load->failure_count++] = (struct veh_grip_failure){
        .point = load->from_bunk ? sim_pose_local(floor, p) : p, .opening = load->grip.opening};
    veh_demo_made_progress(&load->base, site);
}

void veh_load_miss(struct veh_load *load, const struct veh_worksite *site) {
    veh_load_note_failure(load, site);
    veh_demo_enter(&load->base, site, VEH_LOAD_RAISE, VEH_SAY_LOST_LOGS);
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    load->goal.z += 1.0;
    load->misses += load->misses < VEH_LOAD_MISSES;
}

// Keeps what hangs in the jaws, and how far it reaches out of them.
static void note_held(struct veh_load *load, const struct veh_worksite *site) {
    const struct sim_pose grapple = veh_jaws_pose(&load->jaws, site);
    load->held_count = veh_load_held(load, site, load->held);
    load->ends[0] = load->ends[1] = load->depth = load->higher = 0.0;
    for (int i = 0; i < load->held_count; i++) {
        const struct sim_pose pose = veh_stem_pose(site, load->held[i]);
        const double length = ter_stem_length(&site->stems.items[load->held[i]].stem);
        for (int end = 0; end < 2; end++) {
            const struct sim_vec3 p = sim_pose_point(pose, sim_vec3(0.0, 0.0, end * length));
            const double x = sim_pose_local(grapple, p).x;
            load->depth = fmax(load->depth, grapple.p.z - p.z);
            load->ends[0] = fmax(load->ends[0], x);
            load->ends[1] = fmax(load->ends[1], -x);
        }
    }
}

void veh_load_begin_putting_back(struct veh_load *load, const struct veh_worksite *site) {
    load->goal = load->grip.point;
    load->goal.z -= veh_jaws_tip_height(&load->jaws, 0.0);
    load->misses += load->misses < VEH_LOAD_MISSES;
    veh_load_note_failure(load, site);
    veh_load_begin_sinking(load, site);
    veh_demo_enter(&load->base, site, VEH_LOAD_PUT_BACK, VEH_SAY_PUTS_BACK);
}

void veh_load_put_back(struct veh_load *load, const struct veh_worksite *site,
                       struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    const double distance = veh_load_move_around(load, site, load->goal, 0.6, levers);
    const struct sim_vec3 off = sim_sub(veh_jaws_pose(&load->jaws, site).p, load->goal);
    const bool near = off.x * off.x + off.y * off.y < above_place * above_place;
    const bool down = distance < 0.15 || (near && veh_load_lands(load, site));
    if (!down && veh_demo_elapsed(&load->base, site) < put_back_time)
        return;
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    veh_demo_enter(&load->base, site, VEH_LOAD_OPEN, VEH_SAY_OPENS_GRAPPLE);
}

// The lowest end in the jaws is above the stakes.
static bool clears_stakes(const struct veh_load *load, const struct veh_worksite *site) {
    return veh_jaws_pose(&load->jaws, site).p.z - load->depth >
           veh_load_bunk_place(load, site, 0.0, stakes(load, site)).z;
}

// The jaws are on their way around the logs, and the crane must not lift them off yet.
static bool still_gathers(struct veh_load *load, const struct veh_worksite *site, double elapsed) {
    const double opening = veh_jaws_opening(&load->jaws, site);
    return digs(load) ? elapsed < gather_time && opening > closed_in_load
                      : !jaws_rest(load, site) && opening > still_open_in_bunk;
}

// Straight up, until the logs hang free: out of a bunk, over the stakes.
void veh_load_lift(struct veh_load *load, const struct veh_worksite *site,
                   struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    note_held(load, site);
    if (load->from_bunk)
        load->goal.z = veh_load_bunk_place(load, site, 0.0, veh_load_clear_height(load, site)).z;
    const double elapsed = veh_demo_elapsed(&load->base, site);
    const bool gathers = load->from_bunk && still_gathers(load, site, elapsed);
    const double speed = digs(load) ? gathers ? gather_fast : lift_fast
                         : gathers  ? gather_speed
                                    : lift_slowly;
    const double distance = veh_load_move(load, site, load->goal, speed, levers);
    const bool high = load->goal.z - veh_jaws_pose(&load->jaws, site).p.z < high_enough;
    const bool highest = veh_load_hangs_still(load, site) || clears_stakes(load, site) || high;
    const bool waits = digs(load) && gathers;
    const bool up =
        load->from_bunk ? elapsed > 8.0 || (elapsed > 1.5 && highest && !waits) : elapsed >= 4.0;
    if (distance >= 0.15 && !up)
        return;
    veh_load_choose_lane(load, site);
    const struct sim_vec3 now = veh_jaws_pose(&load->jaws, site).p;
    const struct sim_vec3 base = veh_demo_slew_base(&load->base, site);
    const struct sim_vec3 out = {now.x - base.x, now.y - base.y, 0.0};
    load->goal = sim_add_scaled(base, sim_unit(out), veh_load_passing_radius(load, site));
    load->goal.z = veh_load_bunk_place(load, site, 0.0, veh_load_clear_height(load, site)).z;
    if (load->held_count == 0)
        veh_load_miss(load, site);
    else if (!load->from_bunk && load->depth > veh_load_hang_most && load->misses < VEH_LOAD_MISSES)
        veh_load_begin_putting_back(load, site);
    else if (load->unloading)
        veh_load_begin_bringing(load, site);
    else
        veh_demo_succeed(&load->base, site, VEH_LOAD_DRAW_IN, VEH_SAY_DRAWS_LOGS_IN);
}

// The tips press down while they open. Those of a grip sink between the logs, and then close.
void veh_load_prise(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    const double wider = load->from_bunk ? spread_in_bunk : spread;
    levers->value[VEH_GRIP] =
        load->prises ? -0.8 : veh_jaws_lever(&load->jaws, site, load->grip.opening + wider);
    follow_tongs(load, site, true, levers);
    const double elapsed = veh_demo_elapsed(&load->base, site);
    const bool deep = !load->prises && elapsed > parted_time && !stand_high(load, site);
    if (elapsed < prise_time && !deep)
        return;
    if (!load->prises) {
        begin_closing(load, site, false);
        return;
    }
    load->failure_count = 0;
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    load->goal.z += draw_up;
    veh_demo_enter(&load->base, site, VEH_LOAD_RAISE, VEH_SAY_RAISES_GRAPPLE);
}

// Towards the pillar, and higher than the stakes. Logs that point at the pillar turn on the way:
// long ones would come against it.
void veh_load_draw_in(struct veh_load *load, const struct veh_worksite *site,
                      struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    veh_load_aim(load, site, veh_load_bunk_direction(load, site), levers);
    const double distance = veh_load_move(load, site, load->goal, 1.2, levers);
    if (distance < 0.35)
        veh_demo_succeed(&load->base, site, VEH_LOAD_SWING, VEH_SAY_SWINGS_OVER_BUNK);
    else if (veh_demo_elapsed(&load->base, site) > 12.0)
        veh_demo_enter(&load->base, site, VEH_LOAD_SWING, VEH_SAY_SWINGS_OVER_BUNK);
}
