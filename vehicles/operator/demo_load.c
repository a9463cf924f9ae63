// The demonstrator of loading: drives to logs beside the road, takes one grip after the other into
// the bunk, and drives on with the load.
//
//   DRIVE -> REACH -> LOWER -> CLOSE -> LIFT -> SWING -> SET_DOWN -> OPEN -> RAISE -> REACH | DRIVE
//   LIFT -> RAISE and SWING -> RAISE where it has lost the logs
//   RAISE -> FOLD -> CARRY -> DONE, when enough logs lie in the bunk
#include <stdio.h>

#include "vehicles/operator/kind.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/grapple.h"
#include "vehicles/site.h"

enum state { DRIVE, REACH, LOWER, CLOSE, LIFT, SWING, SET_DOWN, OPEN, RAISE, FOLD, CARRY, DONE };

static const double drive_speed = 1.8;                 // [m/s]
static const double reach_low = 2.4, reach_high = 6.9; // [m] from the slewing axis
static const double pick_spread = 1.15;                // [m] between the outermost logs of a grip
static const double pick_mass = 650.0;                 // [kg] of a grip
static const double scrape = 0.03;     // [m] of the tongs above the ground while they close
static const double scrape_gain = 4.0; // how eagerly the crane makes way for them
static const double hover = 1.3;       // [m] of the grip centre above a log before lowering
static const double in_grip = 0.5;     // [m] from the grip centre to a log that is held
static const double swing_gain = 1.0;  // of the tip's way per way of the grapple out of the plumb
static const double passing_radius = 3.1; // [m] from the slewing axis, over the stakes
static const double head_gap = 0.25;      // [m] between the logs' ends and the headboard
static const double bunk_ahead = 0.4;     // [m] of the bunk's middle, at most

enum { MOST_PICKED = 4 }; // logs of a grip

struct load {
    struct veh_demonstrator base;
    int loaded; // most logs that lay in the bunk
    struct veh_demo_drive drive;
    int picked[MOST_PICKED], picked_count; // stems that the grapple goes for
    int grips;                             // laid into the bunk
    struct sim_vec3 goal;                  // [m] where the grip centre shall go
};

// ---- sight ----

static struct sim_pose grapple_pose(const struct load *demo, const struct veh_worksite *site) {
    const struct veh_machine *m = veh_demo_machine(&demo->base, site);
    struct sim_pose pose =
        sim_body_pose(site->world, m->instance.bodies[veh_grapple_def(m->def)->body]);
    pose.p = sim_pose_point(pose, veh_grapple_def(m->def)->centre);
    return pose;
}

// [m] of a tong's lowest point above the ground.
static double tong_height(const struct veh_worksite *site, struct sim_body_id tong) {
    const struct sim_pose pose = sim_body_pose(site->world, tong);
    const struct sim_shape *shapes;
    const int count = sim_body_shapes(site->world, tong, &shapes);
    double least = (double)INFINITY;
    for (int s = 0; s < count; s++) {
        const struct sim_pose at = sim_pose_mul(pose, shapes[s].pose);
        const struct sim_aabb box = sim_shape_bounds(&shapes[s], &at, 0.0);
        const struct sim_vec3 middle = sim_scale(sim_add(box.low, box.high), 0.5);
        least = fmin(least, box.low.z - veh_demo_ground(site, middle));
    }
    return least;
}

// [m] of the tongs' lowest points above the ground, on a slope the mean of both.
static double tongs_height(const struct load *demo, const struct veh_worksite *site) {
    const struct veh_machine *m = veh_demo_machine(&demo->base, site);
    const struct veh_list *tongs = &veh_grapple_def(m->def)->tongs;
    double sum = 0.0;
    for (int i = 0; i < tongs->count; i++)
        sum += tong_height(site, m->instance.bodies[tongs->index[i]]);
    return sum / fmax(tongs->count, 1.0);
}

static struct sim_pose bunk_pose(const struct load *demo, const struct veh_worksite *site) {
    const struct veh_machine *m = veh_demo_machine(&demo->base, site);
    return sim_body_pose(site->world, m->instance.bodies[veh_bunk_def(m->def)->body]);
}

static struct sim_vec3 log_direction(const struct veh_worksite *site, int stem) {
    return sim_rotate(veh_stem_pose(site, stem).q, sim_vec3(0.0, 0.0, 1.0));
}

static struct sim_vec3 log_centre(const struct veh_worksite *site, int stem) {
    return veh_stem_centre(site, stem);
}

static bool to_fetch(const struct load *demo, const struct veh_worksite *site, int stem) {
    const struct veh_stem *s = &site->stems.items[stem];
    if (!s->used || s->kind != VEH_STEM_LOG || s->load.bunk >= 0)
        return false;
    // A log on the load, settled or not, is not fetched again.
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&demo->base, site)->def);
    const struct sim_vec3 at =
        sim_sub(sim_pose_local(bunk_pose(demo, site), log_centre(site, stem)), bunk->centre);
    return fabs(at.x) > 0.5 * bunk->size.x || fabs(at.y) > 0.5 * bunk->size.y ||
           at.z < -0.5 * bunk->size.z - 0.2;
}

static int logs_in_grip(const struct load *demo, const struct veh_worksite *site) {
    const struct sim_vec3 centre = grapple_pose(demo, site).p;
    int count = 0;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        count += s->used && !veh_stem_dormant(s) && s->kind == VEH_STEM_LOG && s->load.bunk < 0 &&
                 veh_stem_distance(site, i, centre) < in_grip;
    }
    return count;
}

// Whether the logs in the grip rest on anything but the grapple.
static bool grip_rests(const struct load *demo, const struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    const struct sim_vec3 centre = grapple_pose(demo, site).p;
    const struct veh_machine *m = veh_demo_machine(&demo->base, site);
    const struct sim_body_id bunk = m->instance.bodies[veh_bunk_def(m->def)->body];
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        const int sa = veh_stem_of_body(site, c->a), sb = veh_stem_of_body(site, c->b);
        const int held = sa >= 0 ? sa : sb;
        if (c->force < 200.0 || held < 0 || veh_stem_distance(site, held, centre) > in_grip)
            continue;
        const struct sim_body_id other = sa >= 0 ? c->b : c->a;
        const int other_stem = veh_stem_of_body(site, other);
        if (other.index == bunk.index ||
            (other_stem >= 0 && veh_stem_distance(site, other_stem, centre) > in_grip))
            return true;
    }
    return false;
}

// ---- planning ----

static bool fits_beside(const struct load *demo, const struct veh_worksite *site, int first,
                        int other, double *mass) {
    const struct sim_vec3 d = log_direction(site, first);
    const struct sim_vec3 off = sim_sub(log_centre(site, other), log_centre(site, first));
    const double along = sim_dot(off, d);
    const double beside = sim_length(sim_add_scaled(off, d, -along));
    const double weight = veh_stem_mass(site, other);
    if (fabs(sim_dot(d, log_direction(site, other))) < 0.96 || fabs(along) > 0.7 ||
        beside > pick_spread || *mass + weight > pick_mass)
        return false;
    for (int i = 0; i < demo->picked_count; i++) {
        const struct sim_vec3 gap =
            sim_sub(log_centre(site, other), log_centre(site, demo->picked[i]));
        if (sim_length(sim_add_scaled(gap, d, -sim_dot(gap, d))) > pick_spread)
            return false;
    }
    *mass += weight;
    return true;
}

// The nearest log within reach, and what lies close beside it. False: none.
static bool choose_logs(struct load *demo, const struct veh_worksite *site) {
    double best = reach_high;
    int first = -1;
    for (int i = 0; i < site->stems.count; i++) {
        if (!to_fetch(demo, site, i))
            continue;
        const double r = veh_crane_radius(&demo->base.crane, site, log_centre(site, i));
        if (r > reach_low && r < best) {
            best = r;
            first = i;
        }
    }
    demo->picked_count = 0;
    if (first < 0)
        return false;
    demo->picked[demo->picked_count++] = first;
    double mass = veh_stem_mass(site, first);
    for (int i = 0; i < site->stems.count && demo->picked_count < MOST_PICKED; i++)
        if (i != first && to_fetch(demo, site, i) && fits_beside(demo, site, first, i, &mass))
            demo->picked[demo->picked_count++] = i;
    return true;
}

// Centre of the logs to pick.
static struct sim_vec3 pick_point(const struct load *demo, const struct veh_worksite *site) {
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < demo->picked_count; i++)
        sum = sim_add(sum, log_centre(site, demo->picked[i]));
    return sim_scale(sum, 1.0 / demo->picked_count);
}

// Drives until the crane is abreast of the next log; false: there is none.
static bool plan_drive(struct load *demo, const struct veh_worksite *site) {
    const struct sim_pose pose = veh_machine_pose(site, demo->base.task.machine);
    const struct ter_road_place here = ter_road_nearest(demo->base.task.road, pose.p.x, pose.p.y);
    double nearest = 0.0, stop = 0.0;
    bool found = false;
    for (int i = 0; i < site->stems.count; i++) {
        if (!to_fetch(demo, site, i))
            continue;
        const struct sim_vec3 c = log_centre(site, i);
        const struct ter_road_place place = ter_road_nearest(demo->base.task.road, c.x, c.y);
        const double way = fabs(place.along - here.along);
        if (place.distance < reach_high && (!found || way < nearest)) {
            found = true;
            nearest = way;
            const double ahead = veh_demo_slew_ahead(&demo->base, site);
            stop =
                place.along - (veh_demo_faces(&demo->base, site, place.heading) ? ahead : -ahead);
        }
    }
    if (!found)
        return false;
    veh_demo_plan_drive(&demo->drive, stop);
    veh_demo_enter(&demo->base, site, DRIVE, "drives to the logs");
    return true;
}

// ---- levers ----

// Turns the rotator so that the tongs' hinges lie along d; a grapple has no front.
static double aim_grapple(const struct load *demo, const struct veh_worksite *site,
                          struct sim_vec3 d, struct veh_controls *levers) {
    const struct sim_vec3 x = sim_rotate(grapple_pose(demo, site).q, sim_vec3(1.0, 0.0, 0.0));
    double turn = sim_atan2(x.x * d.y - x.y * d.x, x.x * d.x + x.y * d.y);
    turn -= SIM_PI * floor(turn / SIM_PI + 0.5);
    levers->value[VEH_ROTATOR] = fabs(turn) < 0.02 ? 0.0 : sim_clamp(1.5 * turn, -1.0, 1.0);
    return fabs(turn);
}

// Moves the tip so that the grip centre comes to p, and with the grapple while that swings: a tip
// that runs after the grapple at the speed k s, s being its way out of the plumb, takes k s' from
// the swing.
static double grip_to(const struct load *demo, const struct veh_worksite *site, struct sim_vec3 p,
                      double speed, struct veh_controls *levers) {
    struct veh_crane_control crane = demo->base.crane;
    crane.speed = speed;
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    const struct sim_vec3 hang = sim_sub(grapple_pose(demo, site).p, tip);
    const struct sim_vec3 goal = {p.x + swing_gain * hang.x, p.y + swing_gain * hang.y,
                                  p.z + sim_length(hang)};
    const double rest = veh_crane_control_step(&crane, site, goal, levers);
    return fmax(rest, sim_length(sim_sub(p, grapple_pose(demo, site).p)) - 0.1);
}

// [m] above the floor of the bunk at which a grip passes over the stakes.
static double clear_height(const struct load *demo, const struct veh_worksite *site) {
    return veh_bunk_def(veh_demo_machine(&demo->base, site)->def)->size.z + 0.30;
}

// [m] in the bunk's frame: the logs' ends come to lie a little behind the headboard.
static double place_along(const struct load *demo, const struct veh_worksite *site) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&demo->base, site)->def);
    double longest = 0.0;
    for (int i = 0; i < demo->picked_count; i++)
        if (site->stems.items[demo->picked[i]].used)
            longest = fmax(longest, ter_stem_length(&site->stems.items[demo->picked[i]].stem));
    const double middle = bunk->centre.x + bunk_ahead;
    return fmin(middle, bunk->centre.x + 0.5 * bunk->size.x - head_gap - 0.5 * longest);
}

// [m] above the floor of the bunk, y to its left.
static struct sim_vec3 bunk_place(const struct load *demo, const struct veh_worksite *site,
                                  double y, double z) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&demo->base, site)->def);
    const struct sim_vec3 local = {place_along(demo, site), bunk->centre.y + y,
                                   bunk->centre.z - 0.5 * bunk->size.z + z};
    return sim_pose_point(bunk_pose(demo, site), local);
}

// The place at which a grip passes over the stakes: on the circle on which the tip can be highest.
// Nearer to the pillar the jib would have to point upward.
static struct sim_vec3 over_stakes(const struct load *demo, const struct veh_worksite *site,
                                   double y) {
    const struct sim_pose bunk = bunk_pose(demo, site);
    const struct sim_vec3 base = sim_pose_local(bunk, veh_demo_slew_base(&demo->base, site));
    struct sim_vec3 local =
        sim_pose_local(bunk, bunk_place(demo, site, y, clear_height(demo, site)));
    const double dy = local.y - base.y;
    local.x = base.x - sqrt(passing_radius * passing_radius - dy * dy);
    return sim_pose_point(bunk, local);
}

// Moves the grip to p; between trees it draws in, slews, and only then reaches out.
static double grip_around(const struct load *demo, const struct veh_worksite *site,
                          struct sim_vec3 p, double speed, struct veh_controls *levers) {
    const struct sim_vec3 base = veh_demo_slew_base(&demo->base, site);
    const struct sim_vec3 tip = grapple_pose(demo, site).p;
    const struct sim_vec3 now = {tip.x - base.x, tip.y - base.y, 0.0};
    const struct sim_vec3 then = {p.x - base.x, p.y - base.y, 0.0};
    const double turn = sim_atan2(now.x * then.y - now.y * then.x, sim_dot(now, then));
    if (fabs(turn) < 0.12)
        return grip_to(demo, site, p, speed, levers);
    const double high = bunk_place(demo, site, 0.0, clear_height(demo, site)).z;
    const bool ready = fabs(sim_length(now) - passing_radius) < 0.5 && tip.z > high - 0.25;
    const struct sim_vec3 d = sim_unit(ready ? then : now);
    struct sim_vec3 goal = sim_add_scaled(base, d, passing_radius);
    goal.z = high;
    grip_to(demo, site, goal, speed, levers);
    return sim_length(sim_sub(p, tip));
}

// Grips lie side by side, layer by layer.
static double lane(const struct load *demo) {
    static const double lanes[] = {0.75, -0.75, 0.0, 0.45, -0.45};
    return lanes[demo->grips % (int)(sizeof lanes / sizeof lanes[0])];
}

static struct sim_vec3 bunk_direction(const struct load *demo, const struct veh_worksite *site) {
    return sim_rotate(bunk_pose(demo, site).q, sim_vec3(1.0, 0.0, 0.0));
}

// ---- states ----

static void take_next(struct load *demo, const struct veh_worksite *site) {
    const int loaded =
        (int)veh_machine_measure(site, demo->base.task.machine, &veh_part_bunk, VEH_BUNK_LOGS);
    if (loaded > demo->loaded) {
        demo->loaded = loaded;
        demo->base.frontier = DRIVE;
        veh_demo_made_progress(&demo->base, site);
    }
    if (loaded >= demo->base.task.logs)
        veh_demo_enter(&demo->base, site, FOLD, "lays the crane over the load");
    else if (choose_logs(demo, site))
        veh_demo_enter(&demo->base, site, REACH, "reaches for logs");
    else if (plan_drive(demo, site))
        demo->picked_count = 0;
    else
        veh_demo_fail(&demo->base, "%d of %d logs are loaded, and no other lies within reach",
                      loaded, demo->base.task.logs);
}

static void drive(struct load *demo, const struct veh_worksite *site, struct veh_controls *levers) {
    if (veh_demo_drive(&demo->base, site, &demo->drive, levers) < 1.0)
        return;
    if (choose_logs(demo, site))
        veh_demo_succeed(&demo->base, site, REACH, "reaches for logs");
    else
        veh_demo_fail(&demo->base, "the crane does not reach the logs beside it");
}

static void reach(struct load *demo, const struct veh_worksite *site, struct veh_controls *levers) {
    struct sim_vec3 p = pick_point(demo, site);
    p.z += hover;
    const double turn = aim_grapple(demo, site, log_direction(site, demo->picked[0]), levers);
    const double distance = grip_around(demo, site, p, 1.6, levers);
    if (distance < 2.0)
        levers->value[VEH_GRIP] = -1.0;
    if (distance < 0.15 && turn < 0.05)
        veh_demo_succeed(&demo->base, site, LOWER, "lowers the grapple");
    else if (veh_demo_elapsed(&demo->base, site) > 25.0)
        veh_demo_enter(&demo->base, site, LOWER, "lowers the grapple");
}

// The place of the grip at which the tongs' tips run along the ground.
static struct sim_vec3 scraping_place(const struct load *demo, const struct veh_worksite *site) {
    struct sim_vec3 p = demo->goal;
    p.z = grapple_pose(demo, site).p.z + scrape_gain * (scrape - tongs_height(demo, site));
    return p;
}

static void lower(struct load *demo, const struct veh_worksite *site, struct veh_controls *levers) {
    levers->value[VEH_GRIP] = -1.0;
    aim_grapple(demo, site, log_direction(site, demo->picked[0]), levers);
    demo->goal = pick_point(demo, site);
    const double distance = grip_to(demo, site, scraping_place(demo, site), 0.7, levers);
    if (distance < 0.06)
        veh_demo_succeed(&demo->base, site, CLOSE, "closes the grapple");
    else if (veh_demo_elapsed(&demo->base, site) > 8.0)
        veh_demo_enter(&demo->base, site, CLOSE, "closes the grapple");
}

// The tips swing down and up again while the tongs close: the crane follows, so that they stay on
// the ground and come below the logs.
static void close_grapple(struct load *demo, const struct veh_worksite *site,
                          struct veh_controls *levers) {
    grip_to(demo, site, scraping_place(demo, site), 0.7, levers);
    levers->value[VEH_GRIP] = 0.6;
    if (veh_demo_elapsed(&demo->base, site) < 3.5)
        return;
    const struct sim_vec3 now = grapple_pose(demo, site).p;
    const struct sim_vec3 base = veh_demo_slew_base(&demo->base, site);
    const struct sim_vec3 out = {now.x - base.x, now.y - base.y, 0.0};
    demo->goal = sim_add_scaled(base, sim_unit(out), passing_radius);
    demo->goal.z = bunk_place(demo, site, 0.0, clear_height(demo, site)).z;
    veh_demo_enter(&demo->base, site, LIFT, "lifts");
}

static void miss(struct load *demo, const struct veh_worksite *site) {
    veh_demo_enter(&demo->base, site, RAISE, "has lost the logs, tries again");
    demo->goal = grapple_pose(demo, site).p;
    demo->goal.z += 1.0;
}

static void lift(struct load *demo, const struct veh_worksite *site, struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    const double speed = veh_demo_elapsed(&demo->base, site) < 1.5 ? 0.5 : 1.2;
    const double distance = grip_to(demo, site, demo->goal, speed, levers);
    if (veh_demo_elapsed(&demo->base, site) > 3.0 && logs_in_grip(demo, site) == 0)
        miss(demo, site);
    else if (distance < 0.35)
        veh_demo_succeed(&demo->base, site, SWING, "swings over the bunk");
    else if (veh_demo_elapsed(&demo->base, site) > 12.0)
        veh_demo_enter(&demo->base, site, SWING, "swings over the bunk");
}

static void swing(struct load *demo, const struct veh_worksite *site, struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    const double turn = aim_grapple(demo, site, bunk_direction(demo, site), levers);
    const struct sim_vec3 p = over_stakes(demo, site, lane(demo));
    const double distance = grip_to(demo, site, p, 1.3, levers);
    if (logs_in_grip(demo, site) == 0)
        miss(demo, site);
    else if (distance < 0.3 && turn < 0.06)
        veh_demo_succeed(&demo->base, site, SET_DOWN, "sets the logs down");
    else if (veh_demo_elapsed(&demo->base, site) > 25.0)
        veh_demo_enter(&demo->base, site, SET_DOWN, "sets the logs down");
}

static void set_down(struct load *demo, const struct veh_worksite *site,
                     struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    aim_grapple(demo, site, bunk_direction(demo, site), levers);
    const double distance =
        grip_to(demo, site, bunk_place(demo, site, lane(demo), 0.40), 0.6, levers);
    const bool inside = grapple_pose(demo, site).p.z <
                        bunk_place(demo, site, 0.0, clear_height(demo, site) - 0.6).z;
    if (!(inside && grip_rests(demo, site)) && distance > 0.05 &&
        veh_demo_elapsed(&demo->base, site) < 10.0)
        return;
    demo->goal = grapple_pose(demo, site).p;
    veh_demo_enter(&demo->base, site, OPEN, "opens the grapple");
}

// The tips swing down through the load when they open: the crane gives way upward.
static void open_grapple(struct load *demo, const struct veh_worksite *site,
                         struct veh_controls *levers) {
    levers->value[VEH_GRIP] = -0.8;
    if (veh_demo_elapsed(&demo->base, site) > 0.3)
        grip_to(demo, site, sim_add(demo->goal, sim_vec3(0.0, 0.0, 0.6)), 0.3, levers);
    if (veh_demo_elapsed(&demo->base, site) < 2.2)
        return;
    demo->grips++;
    demo->goal = over_stakes(demo, site, 0.0);
    veh_demo_enter(&demo->base, site, RAISE, "raises the grapple");
}

static void raise(struct load *demo, const struct veh_worksite *site, struct veh_controls *levers) {
    const double distance = grip_to(demo, site, demo->goal, 1.0, levers);
    if (distance < 0.3 || veh_demo_elapsed(&demo->base, site) > 8.0)
        take_next(demo, site);
}

// [m] on the road: as far as the load is to be carried, forward where there is room.
static double carry_to(const struct load *demo, const struct veh_worksite *site) {
    const struct ter_road *road = demo->base.task.road;
    const struct sim_pose pose = veh_machine_pose(site, demo->base.task.machine);
    const struct ter_road_place here = ter_road_nearest(road, pose.p.x, pose.p.y);
    const double end = ter_road_length(road), margin = 7.0;
    const double sense = veh_demo_faces(&demo->base, site, here.heading) ? 1.0 : -1.0;
    const double front = sense > 0.0 ? end - margin : margin; // as far as it goes ahead
    const double back = sense > 0.0 ? margin : end - margin;
    const double wanted = demo->base.task.carry + 2.0;
    const bool ahead = fabs(front - here.along) >= fmin(wanted, fabs(back - here.along));
    const double room = fabs((ahead ? front : back) - here.along);
    return here.along + (ahead ? sense : -sense) * fmin(wanted, room);
}

static void fold(struct load *demo, const struct veh_worksite *site, struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    aim_grapple(demo, site, bunk_direction(demo, site), levers);
    const struct sim_vec3 p = bunk_place(demo, site, 0.0, clear_height(demo, site) - 0.5);
    const double distance = grip_to(demo, site, p, 1.2, levers);
    const bool lies = veh_machine_measure(site, demo->base.task.machine, &veh_part_bunk,
                                          VEH_BUNK_FUSED) >= demo->base.task.logs;
    if ((distance > 0.3 || !lies) && veh_demo_elapsed(&demo->base, site) < 15.0)
        return;
    veh_demo_plan_drive(&demo->drive, carry_to(demo, site));
    veh_demo_enter(&demo->base, site, CARRY, "drives off with the load");
}

static void carry(struct load *demo, const struct veh_worksite *site, struct veh_controls *levers) {
    if (veh_demo_drive(&demo->base, site, &demo->drive, levers) > 0.0)
        veh_demo_enter(&demo->base, site, DONE, "done");
}

// ---- interface ----

static bool suits(const struct veh_machine_def *machine, const struct veh_demo_task *task) {
    return veh_grapple_def(machine) != NULL && veh_bunk_def(machine) != NULL && task->logs > 0;
}

static const char *init(struct veh_demonstrator *base, const struct veh_worksite *site) {
    struct load *demo = (struct load *)base;
    demo->drive.speed = drive_speed;
    return plan_drive(demo, site) ? NULL : "no log lies within the crane's reach of the road";
}

static enum veh_demo_result step(struct veh_demonstrator *base, const struct veh_worksite *site,
                                 struct veh_controls *levers) {
    static void (*const act[])(struct load *, const struct veh_worksite *,
                               struct veh_controls *) = {
        [DRIVE] = drive, [REACH] = reach, [LOWER] = lower,       [CLOSE] = close_grapple,
        [LIFT] = lift,   [SWING] = swing, [OPEN] = open_grapple, [SET_DOWN] = set_down,
        [RAISE] = raise, [FOLD] = fold,   [CARRY] = carry};
    struct load *demo = (struct load *)base;
    if (demo->base.state == DONE)
        return VEH_DEMO_DONE;
    act[demo->base.state](demo, site, levers);
    return base->result;
}

static void explain(const struct veh_demonstrator *base, const struct veh_worksite *site,
                    char *text, size_t size) {
    const struct load *demo = (const struct load *)base;
    if (demo->base.state == DRIVE)
        snprintf(text, size, "the machine does not get to the logs");
    else if (demo->base.state == CARRY)
        snprintf(text, size, "the machine does not get on with its load");
    else if (demo->picked_count > 0 && site->stems.items[demo->picked[0]].used)
        snprintf(text, size,
                 "no log gets into the bunk; the next one is %.1f m from the crane's pillar",
                 veh_crane_radius(&base->crane, site, log_centre(site, demo->picked[0])));
    else
        snprintf(text, size, "no log gets into the bunk");
}

const struct veh_demo_kind veh_demo_load = {
    .name = "load",
    .size = sizeof(struct load),
    .suits = suits,
    .init = init,
    .step = step,
    .explain = explain,
};
