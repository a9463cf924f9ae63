// The demonstrator of loading: drives to logs beside the road, takes one grip after the other into
// the bunk, and drives on with the load.
//
//   DRIVE -> REACH -> LOWER -> CLOSE -> LIFT -> SWING -> SET_DOWN -> OPEN -> RAISE -> REACH | DRIVE
//   RAISE -> FOLD -> CARRY -> DONE, when enough logs lie in the bunk
#include <stdio.h>

#include "vehicles/operator/demonstrator.h"
#include "vehicles/site.h"

enum state { DRIVE, REACH, LOWER, CLOSE, LIFT, SWING, SET_DOWN, OPEN, RAISE, FOLD, CARRY, DONE };

static const double drive_speed = 1.8;                 // [m/s]
static const double reach_low = 2.4, reach_high = 6.9; // [m] from the slewing axis
static const double pick_spread = 1.15;                // [m] between the outermost logs of a grip
static const double pick_mass = 650.0;                 // [kg] of a grip
static const double scrape = 0.03;        // [m] of the tongs above the ground while they close
static const double scrape_gain = 4.0;    // how eagerly the crane makes way for them
static const double hover = 1.3;          // [m] of the grip centre above a log before lowering
static const double in_grip = 0.5;        // [m] from the grip centre to a log that is held
static const double swing_memory = 0.6;   // [s] over which the hanging grapple is watched
static const double passing_radius = 3.1; // [m] from the slewing axis, over the stakes
static const double head_gap = 0.25;      // [m] between the logs' ends and the headboard
static const double bunk_ahead = 0.4;     // [m] of the bunk's middle, at most
static const int most_misses = 6;

static void enter(struct veh_demonstrator *demo, const struct veh_worksite *site, enum state state,
                  const char *what) {
    demo->state = (int)state;
    demo->entered = veh_worksite_time(site);
    snprintf(demo->message, sizeof demo->message, "%s", what);
}

static double elapsed(const struct veh_demonstrator *demo, const struct veh_worksite *site) {
    return veh_worksite_time(site) - demo->entered;
}

// ---- what an operator sees -------------------------------------------------------------------

static const struct veh_machine *machine_of(const struct veh_demonstrator *demo,
                                            const struct veh_worksite *site) {
    return &site->machines[demo->machine];
}

static struct sim_vec3 slew_base(const struct veh_demonstrator *demo,
                                 const struct veh_worksite *site) {
    return sim_joint_anchor(site->world,
                            machine_of(demo, site)->instance.joints[demo->crane.slew.joint]);
}

static struct sim_pose grapple_pose(const struct veh_demonstrator *demo,
                                    const struct veh_worksite *site) {
    const struct veh_machine *m = machine_of(demo, site);
    struct sim_pose pose = sim_body_pose(site->world, m->instance.bodies[m->def->grapple.body]);
    pose.p = sim_pose_point(pose, m->def->grapple.centre);
    return pose;
}

static double ground_at(const struct veh_worksite *site, struct sim_vec3 p) {
    return ter_ground_height(site->def.ground, p.x, p.y, NULL);
}

// [m] of a tong's lowest point above the ground.
static double tong_height(const struct veh_worksite *site, struct sim_body_id tong) {
    const struct sim_pose pose = sim_body_pose(site->world, tong);
    const struct sim_shape *shapes;
    const int count = sim_body_shapes(site->world, tong, &shapes);
    double least = 1e9;
    for (int s = 0; s < count; s++) {
        const struct sim_pose at = sim_pose_mul(pose, shapes[s].pose);
        const struct sim_aabb box = sim_shape_bounds(&shapes[s], &at, 0.0);
        const struct sim_vec3 middle = sim_scale(sim_add(box.low, box.high), 0.5);
        least = fmin(least, box.low.z - ground_at(site, middle));
    }
    return least;
}

// [m] of the tongs' lowest points above the ground, on a slope the mean of both.
static double tongs_height(const struct veh_demonstrator *demo, const struct veh_worksite *site) {
    const struct veh_machine *m = machine_of(demo, site);
    const struct veh_list *tongs = &m->def->grapple.tongs;
    double sum = 0.0;
    for (int i = 0; i < tongs->count; i++)
        sum += tong_height(site, m->instance.bodies[tongs->index[i]]);
    return sum / fmax(tongs->count, 1.0);
}

static struct sim_pose bunk_pose(const struct veh_demonstrator *demo,
                                 const struct veh_worksite *site) {
    const struct veh_machine *m = machine_of(demo, site);
    return sim_body_pose(site->world, m->instance.bodies[m->def->bunk.body]);
}

static struct sim_vec3 log_direction(const struct veh_worksite *site, int stem) {
    return sim_rotate(veh_stem_pose(site, stem).q, sim_vec3(0.0, 0.0, 1.0));
}

static struct sim_vec3 log_centre(const struct veh_worksite *site, int stem) {
    return sim_body_centre(site->world, site->stems[stem].body);
}

static bool to_fetch(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                     int stem) {
    const struct veh_stem *s = &site->stems[stem];
    if (!s->used || s->kind != VEH_STEM_LOG || s->load.bunk >= 0)
        return false;
    // What lies on the load, settled or not, is not fetched again.
    const struct veh_bunk_def *bunk = &machine_of(demo, site)->def->bunk;
    const struct sim_vec3 at =
        sim_sub(sim_pose_local(bunk_pose(demo, site), log_centre(site, stem)), bunk->centre);
    return fabs(at.x) > bunk->half.x || fabs(at.y) > bunk->half.y || at.z < -bunk->half.z - 0.2;
}

static int logs_in_grip(const struct veh_demonstrator *demo, const struct veh_worksite *site) {
    const struct sim_vec3 centre = grapple_pose(demo, site).p;
    int count = 0;
    for (int i = 0; i < site->stem_count; i++)
        count += site->stems[i].used && site->stems[i].kind == VEH_STEM_LOG &&
                 site->stems[i].load.bunk < 0 && veh_stem_distance(site, i, centre) < in_grip;
    return count;
}

// Do the logs in the grip rest on something else than the grapple?
static bool grip_rests(const struct veh_demonstrator *demo, const struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    const struct sim_vec3 centre = grapple_pose(demo, site).p;
    const struct veh_machine *m = machine_of(demo, site);
    const struct sim_body_id bunk = m->instance.bodies[m->def->bunk.body];
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

// ---- planning --------------------------------------------------------------------------------

static bool fits_beside(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                        int first, int other, double *mass) {
    const struct sim_vec3 d = log_direction(site, first);
    const struct sim_vec3 off = sim_sub(log_centre(site, other), log_centre(site, first));
    const double along = sim_dot(off, d);
    const double beside = sim_length(sim_add_scaled(off, d, -along));
    const double weight = sim_body_mass(site->world, site->stems[other].body);
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
static bool choose_logs(struct veh_demonstrator *demo, const struct veh_worksite *site) {
    double best = reach_high;
    int first = -1;
    for (int i = 0; i < site->stem_count; i++) {
        if (!to_fetch(demo, site, i))
            continue;
        const double r = veh_crane_radius(&demo->crane, site, log_centre(site, i));
        if (r > reach_low && r < best) {
            best = r;
            first = i;
        }
    }
    demo->picked_count = 0;
    if (first < 0)
        return false;
    demo->picked[demo->picked_count++] = first;
    double mass = sim_body_mass(site->world, site->stems[first].body);
    for (int i = 0; i < site->stem_count && demo->picked_count < VEH_DEMO_MAX_PICK; i++)
        if (i != first && to_fetch(demo, site, i) && fits_beside(demo, site, first, i, &mass))
            demo->picked[demo->picked_count++] = i;
    return true;
}

// Centre of the logs to pick.
static struct sim_vec3 pick_point(const struct veh_demonstrator *demo,
                                  const struct veh_worksite *site) {
    struct sim_vec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < demo->picked_count; i++)
        sum = sim_add(sum, log_centre(site, demo->picked[i]));
    return sim_scale(sum, 1.0 / demo->picked_count);
}

static bool with_road(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                      double heading) {
    const struct sim_vec3 x =
        sim_rotate(veh_machine_pose(site, demo->machine).q, sim_vec3(1.0, 0.0, 0.0));
    return x.x * sim_cos(heading) + x.y * sim_sin(heading) >= 0.0;
}

// Drives to where the crane stands abreast of the next log; false: there is none.
static bool plan_drive(struct veh_demonstrator *demo, const struct veh_worksite *site) {
    const struct sim_pose pose = veh_machine_pose(site, demo->machine);
    const struct ter_road_place here = ter_road_nearest(demo->road, pose.p.x, pose.p.y);
    double best = 1e9;
    for (int i = 0; i < site->stem_count; i++) {
        if (!to_fetch(demo, site, i))
            continue;
        const struct sim_vec3 c = log_centre(site, i);
        const struct ter_road_place place = ter_road_nearest(demo->road, c.x, c.y);
        const double way = fabs(place.along - here.along);
        if (place.distance < reach_high && way < best) {
            best = way;
            const double ahead = sim_dot(sim_sub(slew_base(demo, site), pose.p),
                                         sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0)));
            demo->stop_along =
                place.along - (with_road(demo, site, place.heading) ? ahead : -ahead);
        }
    }
    if (best < 1e8)
        enter(demo, site, DRIVE, "drives to the logs");
    return best < 1e8;
}

// ---- the hands -------------------------------------------------------------------------------

// Turns the rotator so that the tongs' hinges lie along d; a grapple has no front.
static double aim_grapple(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                          struct sim_vec3 d, struct veh_controls *levers) {
    const struct sim_vec3 x = sim_rotate(grapple_pose(demo, site).q, sim_vec3(1.0, 0.0, 0.0));
    double turn = sim_atan2(x.x * d.y - x.y * d.x, x.x * d.x + x.y * d.y);
    turn -= SIM_PI * floor(turn / SIM_PI + 0.5);
    levers->value[VEH_ROTATOR] = fabs(turn) < 0.02 ? 0.0 : sim_clamp(1.5 * turn, -1.0, 1.0);
    return fabs(turn);
}

// Moves the tip so that the grip centre comes to p. Where it hangs is taken from the last moments:
// who chases a swinging grapple makes it swing more.
static double grip_to(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                      struct sim_vec3 p, double speed, struct veh_controls *levers) {
    struct veh_crane_control crane = demo->crane;
    crane.speed = speed;
    const double rest = veh_crane_control_step(&crane, site, sim_sub(p, demo->hang), levers);
    return fmax(rest, sim_length(sim_sub(p, grapple_pose(demo, site).p)) - 0.1);
}

// [m] above the floor of the bunk at which a grip passes over the stakes.
static double clear_height(const struct veh_demonstrator *demo, const struct veh_worksite *site) {
    return 2.0 * machine_of(demo, site)->def->bunk.half.z + 0.30;
}

// [m] in the bunk's frame: the logs' ends come to lie a little behind the headboard.
static double place_along(const struct veh_demonstrator *demo, const struct veh_worksite *site) {
    const struct veh_bunk_def *bunk = &machine_of(demo, site)->def->bunk;
    double longest = 0.0;
    for (int i = 0; i < demo->picked_count; i++)
        if (site->stems[demo->picked[i]].used)
            longest = fmax(longest, ter_stem_length(&site->stems[demo->picked[i]].stem));
    const double middle = bunk->centre.x + bunk_ahead;
    return fmin(middle, bunk->centre.x + bunk->half.x - head_gap - 0.5 * longest);
}

// [m] above the floor of the bunk, y to its left.
static struct sim_vec3 bunk_place(const struct veh_demonstrator *demo,
                                  const struct veh_worksite *site, double y, double z) {
    const struct veh_bunk_def *bunk = &machine_of(demo, site)->def->bunk;
    const struct sim_vec3 local = {place_along(demo, site), bunk->centre.y + y,
                                   bunk->centre.z - bunk->half.z + z};
    return sim_pose_point(bunk_pose(demo, site), local);
}

// Where a grip passes over the stakes: on the circle on which the tip can be highest. Nearer to the
// pillar the jib would have to point upward.
static struct sim_vec3 over_stakes(const struct veh_demonstrator *demo,
                                   const struct veh_worksite *site, double y) {
    const struct sim_pose bunk = bunk_pose(demo, site);
    const struct sim_vec3 base = sim_pose_local(bunk, slew_base(demo, site));
    struct sim_vec3 local =
        sim_pose_local(bunk, bunk_place(demo, site, y, clear_height(demo, site)));
    const double dy = local.y - base.y;
    local.x = base.x - sqrt(passing_radius * passing_radius - dy * dy);
    return sim_pose_point(bunk, local);
}

// Moves the grip to p; between trees it draws in, slews, and only then reaches out.
static double grip_around(const struct veh_demonstrator *demo, const struct veh_worksite *site,
                          struct sim_vec3 p, double speed, struct veh_controls *levers) {
    const struct sim_vec3 base = slew_base(demo, site), tip = grapple_pose(demo, site).p;
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
static double lane(const struct veh_demonstrator *demo) {
    static const double lanes[] = {0.75, -0.75, 0.0, 0.45, -0.45};
    return lanes[demo->grips % (int)(sizeof lanes / sizeof lanes[0])];
}

static struct sim_vec3 bunk_direction(const struct veh_demonstrator *demo,
                                      const struct veh_worksite *site) {
    return sim_rotate(bunk_pose(demo, site).q, sim_vec3(1.0, 0.0, 0.0));
}

// ---- states ----------------------------------------------------------------------------------

static void go_on(struct veh_demonstrator *demo, const struct veh_worksite *site) {
    const int loaded = veh_machine_logs_in_bunk(site, demo->machine, false);
    if (loaded < demo->wanted_logs && choose_logs(demo, site))
        enter(demo, site, REACH, "reaches for logs");
    else if (loaded < demo->wanted_logs && plan_drive(demo, site))
        demo->picked_count = 0;
    else
        enter(demo, site, FOLD, "lays the crane over the load");
}

static void drive(struct veh_demonstrator *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    const double to_go =
        veh_drive_along(site, demo->machine, demo->road, demo->stop_along, drive_speed, levers);
    if (fabs(to_go) >= 0.15 || fabs(veh_machine_speed(site, demo->machine)) >= 0.05) {
        demo->hold.z = veh_worksite_time(site);
        return;
    }
    if (veh_worksite_time(site) - demo->hold.z < 1.0)
        return;
    if (choose_logs(demo, site))
        enter(demo, site, REACH, "reaches for logs");
    else
        demo->misses = most_misses + 1;
}

static void reach(struct veh_demonstrator *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    struct sim_vec3 p = pick_point(demo, site);
    p.z += hover;
    const double turn = aim_grapple(demo, site, log_direction(site, demo->picked[0]), levers);
    const double distance = grip_around(demo, site, p, 1.6, levers);
    if (distance < 2.0)
        levers->value[VEH_GRIP] = -1.0;
    if ((distance < 0.15 && turn < 0.05) || elapsed(demo, site) > 25.0)
        enter(demo, site, LOWER, "lowers the grapple");
}

// The place of the grip at which the tongs' tips run along the ground.
static struct sim_vec3 scraping_place(const struct veh_demonstrator *demo,
                                      const struct veh_worksite *site) {
    struct sim_vec3 p = demo->goal;
    p.z = grapple_pose(demo, site).p.z + scrape_gain * (scrape - tongs_height(demo, site));
    return p;
}

static void lower(struct veh_demonstrator *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    levers->value[VEH_GRIP] = -1.0;
    aim_grapple(demo, site, log_direction(site, demo->picked[0]), levers);
    demo->goal = pick_point(demo, site);
    const double distance = grip_to(demo, site, scraping_place(demo, site), 0.7, levers);
    if (distance < 0.06 || elapsed(demo, site) > 8.0)
        enter(demo, site, CLOSE, "closes the grapple");
}

// The tips swing down and up again while the tongs close: the crane follows, so that they stay on
// the ground and come below the logs.
static void close_grapple(struct veh_demonstrator *demo, const struct veh_worksite *site,
                          struct veh_controls *levers) {
    grip_to(demo, site, scraping_place(demo, site), 0.7, levers);
    levers->value[VEH_GRIP] = 0.6;
    if (elapsed(demo, site) < 3.5)
        return;
    const struct sim_vec3 now = grapple_pose(demo, site).p, base = slew_base(demo, site);
    const struct sim_vec3 out = {now.x - base.x, now.y - base.y, 0.0};
    demo->goal = sim_add_scaled(base, sim_unit(out), passing_radius);
    demo->goal.z = bunk_place(demo, site, 0.0, clear_height(demo, site)).z;
    enter(demo, site, LIFT, "lifts");
}

static void miss(struct veh_demonstrator *demo, const struct veh_worksite *site) {
    demo->misses++;
    enter(demo, site, RAISE, "has lost the logs, tries again");
    demo->goal = grapple_pose(demo, site).p;
    demo->goal.z += 1.0;
}

static void lift(struct veh_demonstrator *demo, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    const double speed = elapsed(demo, site) < 1.5 ? 0.5 : 1.2;
    const double distance = grip_to(demo, site, demo->goal, speed, levers);
    if (elapsed(demo, site) > 3.0 && logs_in_grip(demo, site) == 0)
        miss(demo, site);
    else if (distance < 0.35 || elapsed(demo, site) > 12.0)
        enter(demo, site, SWING, "swings over the bunk");
}

static void swing(struct veh_demonstrator *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    const double turn = aim_grapple(demo, site, bunk_direction(demo, site), levers);
    const struct sim_vec3 p = over_stakes(demo, site, lane(demo));
    const double distance = grip_to(demo, site, p, 1.3, levers);
    if (logs_in_grip(demo, site) == 0)
        miss(demo, site);
    else if ((distance < 0.3 && turn < 0.06) || elapsed(demo, site) > 25.0)
        enter(demo, site, SET_DOWN, "sets the logs down");
}

static void set_down(struct veh_demonstrator *demo, const struct veh_worksite *site,
                     struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    aim_grapple(demo, site, bunk_direction(demo, site), levers);
    const double distance =
        grip_to(demo, site, bunk_place(demo, site, lane(demo), 0.40), 0.6, levers);
    const bool inside = grapple_pose(demo, site).p.z <
                        bunk_place(demo, site, 0.0, clear_height(demo, site) - 0.6).z;
    if (!(inside && grip_rests(demo, site)) && distance > 0.05 && elapsed(demo, site) < 10.0)
        return;
    demo->goal = grapple_pose(demo, site).p;
    enter(demo, site, OPEN, "opens the grapple");
}

// The tips swing down through the load when they open: the crane gives way upward.
static void open_grapple(struct veh_demonstrator *demo, const struct veh_worksite *site,
                         struct veh_controls *levers) {
    levers->value[VEH_GRIP] = -0.8;
    if (elapsed(demo, site) > 0.3)
        grip_to(demo, site, sim_add(demo->goal, sim_vec3(0.0, 0.0, 0.6)), 0.3, levers);
    if (elapsed(demo, site) < 2.2)
        return;
    demo->grips++;
    demo->misses = 0;
    demo->goal = over_stakes(demo, site, 0.0);
    enter(demo, site, RAISE, "raises the grapple");
}

static void raise(struct veh_demonstrator *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    const double distance = grip_to(demo, site, demo->goal, 1.0, levers);
    if (distance < 0.3 || elapsed(demo, site) > 8.0)
        go_on(demo, site);
}

static void fold(struct veh_demonstrator *demo, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    aim_grapple(demo, site, bunk_direction(demo, site), levers);
    const struct sim_vec3 p = bunk_place(demo, site, 0.0, clear_height(demo, site) - 0.5);
    const double distance = grip_to(demo, site, p, 1.2, levers);
    const bool lies = veh_machine_logs_in_bunk(site, demo->machine, true) >= demo->wanted_logs;
    if ((distance > 0.3 || !lies) && elapsed(demo, site) < 15.0)
        return;
    const struct sim_pose pose = veh_machine_pose(site, demo->machine);
    const struct ter_road_place here = ter_road_nearest(demo->road, pose.p.x, pose.p.y);
    const double end = ter_road_length(demo->road), margin = 7.0;
    const double sense = with_road(demo, site, here.heading) ? 1.0 : -1.0;
    const double front = sense > 0.0 ? end - margin : margin; // as far as it goes ahead
    const double back = sense > 0.0 ? margin : end - margin;
    const double wanted = demo->carry + 2.0;
    const bool ahead = fabs(front - here.along) >= fmin(wanted, fabs(back - here.along));
    const double room = fabs((ahead ? front : back) - here.along);
    demo->carry_from = here.along;
    demo->carry_to = here.along + (ahead ? sense : -sense) * fmin(wanted, room);
    enter(demo, site, CARRY, "drives off with the load");
}

static void carry(struct veh_demonstrator *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    const double to_go =
        veh_drive_along(site, demo->machine, demo->road, demo->carry_to, drive_speed, levers);
    if (fabs(to_go) < 0.15 && fabs(veh_machine_speed(site, demo->machine)) < 0.05)
        enter(demo, site, DONE, "done");
}

static void watch_pendulum(struct veh_demonstrator *demo, const struct veh_worksite *site) {
    const struct sim_vec3 now =
        sim_sub(grapple_pose(demo, site).p, veh_machine_crane_tip(site, demo->machine));
    const double share = sim_world_step_size(site->world) / swing_memory;
    demo->hang = sim_add_scaled(demo->hang, sim_sub(now, demo->hang), share);
}

// ---- interface -------------------------------------------------------------------------------

bool veh_demo_load_init(struct veh_demonstrator *demo, const struct veh_worksite *site, int machine,
                        const struct ter_road *road, int wanted_logs, double carry_distance) {
    *demo = (struct veh_demonstrator){
        .machine = machine, .road = road, .wanted_logs = wanted_logs, .carry = carry_distance};
    const struct veh_machine_def *def = site->machines[machine].def;
    if (!def->grapple.present || !def->bunk.present || road == NULL || road->count < 2 ||
        !veh_crane_control_init(&demo->crane, site, machine))
        return false;
    demo->hang = sim_sub(grapple_pose(demo, site).p, veh_machine_crane_tip(site, machine));
    return plan_drive(demo, site);
}

static const char *failure(const struct veh_demonstrator *demo, const struct veh_worksite *site) {
    if (sim_world_fault(site->world))
        return sim_world_fault(site->world);
    if (site->machines[demo->machine].tipped)
        return "the machine has tipped over";
    return demo->misses > most_misses ? "the logs cannot be reached or held" : NULL;
}

enum veh_demo_result veh_demo_load_step(struct veh_demonstrator *demo,
                                        const struct veh_worksite *site,
                                        struct veh_controls *levers) {
    static void (*const act[])(struct veh_demonstrator *, const struct veh_worksite *,
                               struct veh_controls *) = {
        [DRIVE] = drive, [REACH] = reach, [LOWER] = lower,       [CLOSE] = close_grapple,
        [LIFT] = lift,   [SWING] = swing, [OPEN] = open_grapple, [SET_DOWN] = set_down,
        [RAISE] = raise, [FOLD] = fold,   [CARRY] = carry};
    *levers = (struct veh_controls){0};
    if (demo->state == DONE)
        return VEH_DEMO_DONE;
    const char *problem = failure(demo, site);
    if (problem != NULL) {
        snprintf(demo->message, sizeof demo->message, "%s", problem);
        return VEH_DEMO_FAILED;
    }
    watch_pendulum(demo, site);
    act[demo->state](demo, site, levers);
    return VEH_DEMO_GOING;
}
