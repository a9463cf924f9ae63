// The demonstrator of loading: from the air into the bunk.

#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/grapple.h"
#include "vehicles/site.h"

static const double head_gap = 0.25;     // [m] between the logs' ends and the headboard
static const double hang_least = 0.5;    // [m] below the grip centre that logs reach as a rule
static const double hang_step = 0.3;     // [m] lower, where they have not passed over the stakes
static const double higher_most = 0.6;   // [m] that they may hang lower than they should
static const double over_rim = 0.15;     // [m] of the tips of empty jaws above what logs clear
static const double swing_time = 8.0;    // [s] in which the logs should be over the bunk
static const double beside_stakes = 0.2; // [m] of the grip centre between them, at least
static const double bunk_ahead = 0.4;    // [m] of the bunk's middle, at most
static const double lane_step = 0.1;     // [m] between the lanes that are tried
static const double bundle_half = 0.3;   // [m] of what hangs in the jaws
static const double side_worth = 0.1;    // [m] of height that a lane is worth per metre
static const double grip_height = 0.45;  // [m] of the grip centre over the lowest of its logs
static const double still_falls = 0.12;  // [m] of logs above their bed that are not let go
static const double move_in = 0.3;       // [1/s] then, of their way from the bunk's middle
// Of the lever: tongs that open fast throw the outer logs of a bundle off its pile.
static const double open_fast = 0.8, open_gently = 0.4;
static const double raise_by = 0.9; // [m] of jaws that have let go of logs on a pile
static const double open_time = 2.2, gentle_time = 0.9; // [s]
// [rad] of jaws whose tips are beside their logs, and [s] in which those come to lie.
static const double released_at = 0.5, release_time = 0.9, stuck_time = 4.0;
static const double below_rim = 0.34; // [m] of the lowest place on a full load
static const double on_bed = 0.6;     // [m] of the grip centre above what its logs lie on

enum { BUNDLES_MOST = 4 };

struct sim_pose veh_load_bunk_pose(const struct veh_load *load, const struct veh_worksite *site) {
    const struct veh_machine *m = veh_demo_machine(&load->base, site);
    return sim_body_pose(site->world, m->instance.bodies[veh_bunk_def(m->def)->body]);
}

static bool is_held(const struct veh_load *load, int stem) {
    for (int i = 0; i < load->held_count; i++)
        if (load->held[i] == stem)
            return true;
    return false;
}

// On anything but the grapple: a bunk, a load, the ground, a pile, or a wheel.
bool veh_load_rests(const struct veh_load *load, const struct veh_worksite *site) {
    struct sim_body_id tools[VEH_MAX_LIST + 1];
    const int tool_count = veh_grapple_bodies(veh_demo_machine(&load->base, site), tools);
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        const bool a_held = is_held(load, veh_stem_of_body(site, c->a));
        const bool b_held = is_held(load, veh_stem_of_body(site, c->b));
        if (c->force < 200.0 || a_held == b_held)
            continue;
        const uint32_t other = (a_held ? c->b : c->a).index;
        bool tool = false;
        for (int k = 0; k < tool_count; k++)
            tool = tool || tools[k].index == other;
        if (!tool)
            return true;
    }
    return false;
}

// [m] above the floor of the bunk at which a grip passes over the stakes.
double veh_load_clear_height(const struct veh_load *load, const struct veh_worksite *site) {
    // Over a truck the empty jaws pass as high as with the logs before: they come from its load.
    const bool low = load->held_count == 0 && !isfinite(veh_load_open_height(load, site));
    const double hangs = low ? over_rim - veh_jaws_tip_height(&load->jaws, 0.0)
                             : sim_clamp(load->depth, hang_least, veh_load_hang_most);
    return veh_load_stakes(load, site) + hangs + load->higher - 0.2;
}

// [m] in the bunk's frame: the ends of the logs in the jaws come to lie a little behind the
// headboard.
static double place_along(const struct veh_load *load, const struct veh_worksite *site) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_vec3 x = sim_vec3(1.0, 0.0, 0.0);
    const bool turned = sim_dot(sim_rotate(veh_jaws_pose(&load->jaws, site).q, x),
                                veh_load_bunk_direction(load, site)) < 0.0;
    const double middle = bunk->centre.x + bunk_ahead;
    return fmin(middle, bunk->centre.x + 0.5 * bunk->size.x - head_gap - load->ends[turned]);
}

// [m] above the floor of the bunk, y to its left.
struct sim_vec3 veh_load_bunk_place(const struct veh_load *load, const struct veh_worksite *site,
                                    double y, double z) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_vec3 local = {place_along(load, site), bunk->centre.y + y,
                                   bunk->centre.z - 0.5 * bunk->size.z + z};
    return sim_pose_point(veh_load_bunk_pose(load, site), local);
}

// The place at which a grip passes over the stakes: on the circle on which the tip can be highest.
// Nearer to the pillar the jib would have to point upward. A load that is to be unloaded passes
// behind the headboard, where that is farther back: there the tip cannot be so high.
static struct sim_vec3 over_stakes(const struct veh_load *load, const struct veh_worksite *site,
                                   double y) {
    const struct sim_pose bunk = veh_load_bunk_pose(load, site);
    const struct sim_vec3 base = sim_pose_local(bunk, veh_demo_slew_base(&load->base, site));
    struct sim_vec3 local =
        sim_pose_local(bunk, veh_load_bunk_place(load, site, y, veh_load_clear_height(load, site)));
    const double dy = local.y - base.y;
    const double radius = veh_load_passing_radius(load, site);
    const double highest = base.x - sqrt(radius * radius - dy * dy);
    local.x = load->base.task.unload > 0 ? fmin(local.x, highest) : highest;
    return sim_pose_point(bunk, local);
}

// [m] above the floor of the bunk: the highest bark below a bundle at y to the left.
static double bed_at(const struct veh_load *load, const struct veh_worksite *site, double y) {
    const struct sim_pose floor = veh_load_floor(load, site);
    double top = 0.0;
    for (int i = 0; i < site->stems.count; i++) {
        if (is_held(load, i) || !veh_load_aboard(load, site, i))
            continue;
        const struct ter_stem *stem = &site->stems.items[i].stem;
        const struct sim_vec3 at = sim_pose_local(floor, veh_stem_centre(site, i));
        const double radius = 0.5 * ter_stem_diameter(stem, 0.5 * ter_stem_length(stem));
        if (fabs(at.y - y) < bundle_half + radius)
            top = fmax(top, at.z + radius);
    }
    return top;
}

double veh_load_full_height(const struct veh_load *load, const struct veh_worksite *site) {
    return veh_bunk_def(veh_demo_machine(&load->base, site)->def)->size.z - load->floor - below_rim;
}

// The lowest place, so that the load stays level; of those alike the outermost, since logs roll
// inward by themselves.
static void choose_between(struct veh_load *load, const struct veh_worksite *site, double from,
                           double to) {
    const int steps = (int)((to - from) / lane_step + 0.5);
    const double step = (to - from) / fmax(steps, 1.0);
    double least = (double)INFINITY;
    for (int i = 0; i <= steps; i++) {
        const double y = 0.5 * (from + to) + (i - 0.5 * steps) * step, bed = bed_at(load, site, y);
        const double value = bed - side_worth * fabs(y);
        if (value >= least)
            continue;
        least = value;
        load->lane = y;
        load->bed = bed;
    }
}

// On the heap of the assortment; where that is full, on another one.
double veh_load_choose_lane(struct veh_load *load, const struct veh_worksite *site) {
    double from, to;
    veh_load_lanes(load, site, &from, &to);
    choose_between(load, site, from, to);
    if (load->bed > veh_load_full_height(load, site))
        choose_between(load, site, -veh_load_lane_most, veh_load_lane_most);
    return load->bed;
}

struct sim_vec3 veh_load_bunk_direction(const struct veh_load *load,
                                        const struct veh_worksite *site) {
    return sim_rotate(veh_load_bunk_pose(load, site).q, sim_vec3(1.0, 0.0, 0.0));
}

// The logs are caught on a stake or on the headboard: an end hangs lower than was seen. The crane
// lifts them higher, and tries again.
static void hang_lower(struct veh_load *load, const struct veh_worksite *site) {
    const double depth = fmax(load->depth, hang_least) + hang_step;
    load->higher += fmax(depth - veh_load_hang_most, 0.0);
    load->depth = fmin(depth, veh_load_hang_most);
    veh_demo_made_progress(&load->base, site);
    veh_demo_enter(&load->base, site, VEH_LOAD_SWING, VEH_SAY_LIFTS_OVER_STAKES);
}

// [m] above the floor of the bunk, below which the grip centre is when the logs are between the
// stakes.
static double rim(const struct veh_load *load, const struct veh_worksite *site) {
    const double stakes = veh_bunk_def(veh_demo_machine(&load->base, site)->def)->size.z;
    return fmax(stakes - 0.3, load->floor + load->bed + on_bed);
}

// The logs touch something high above their bed: a stake, or what lies beside it.
static bool leans(const struct veh_load *load, const struct veh_worksite *site) {
    const double height =
        sim_pose_local(veh_load_floor(load, site), veh_jaws_pose(&load->jaws, site).p).z;
    return height > load->bed + fmax(load->depth, grip_height) + still_falls;
}

bool veh_load_is_over_bunk(const struct veh_load *load, const struct veh_worksite *site) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_vec3 at =
        sim_pose_local(veh_load_bunk_pose(load, site), veh_jaws_pose(&load->jaws, site).p);
    return fabs(at.x - bunk->centre.x) < 0.5 * bunk->size.x &&
           fabs(at.y - bunk->centre.y) < 0.5 * bunk->size.y - beside_stakes;
}

void veh_load_swing(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    int held[VEH_GRIP_LOGS];
    levers->value[VEH_GRIP] = 1.0;
    const double turn = veh_load_aim(load, site, veh_load_bunk_direction(load, site), levers);
    const double distance =
        veh_load_move(load, site, over_stakes(load, site, load->lane), 1.3, levers);
    const double elapsed = veh_demo_elapsed(&load->base, site);
    // A grapple at rest leans on the headboard or on a stake.
    const bool rests = veh_load_hangs_still(load, site) && elapsed > 1.0;
    if (veh_load_held(load, site, held) == 0)
        veh_load_miss(load, site);
    else if (turn < 0.06 && (distance < 0.3 || (rests && veh_load_is_over_bunk(load, site))))
        veh_demo_succeed(&load->base, site, VEH_LOAD_SET_DOWN, VEH_SAY_SETS_LOGS_DOWN);
    else if ((rests || elapsed > swing_time) && load->higher < higher_most)
        hang_lower(load, site);
    else if (elapsed > swing_time && !veh_load_is_over_bunk(load, site))
        veh_load_begin_putting_back(load, site);
    else if (elapsed > swing_time) {
        veh_load_note_failure(load, site);
        veh_demo_enter(&load->base, site, VEH_LOAD_SET_DOWN, VEH_SAY_SETS_LOGS_DOWN);
    }
}

void veh_load_set_down(struct veh_load *load, const struct veh_worksite *site,
                       struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    veh_load_aim(load, site, veh_load_bunk_direction(load, site), levers);
    const double distance =
        veh_load_move(load, site, veh_load_bunk_place(load, site, load->lane, 0.40), 0.6, levers);
    const bool inside = veh_jaws_pose(&load->jaws, site).p.z <
                            veh_load_bunk_place(load, site, 0.0, rim(load, site)).z &&
                        veh_load_is_over_bunk(load, site);
    const double elapsed = veh_demo_elapsed(&load->base, site);
    const bool rests = veh_load_rests(load, site);
    const bool caught = rests && leans(load, site);
    if (caught)
        load->lane -= move_in * sim_world_step_size(site->world) * load->lane;
    if (!inside && elapsed > 10.0 && load->depth < veh_load_hang_most) {
        hang_lower(load, site);
        return;
    }
    const bool still = veh_load_hangs_still(load, site) && elapsed > 1.0;
    if (!(inside && ((rests && !caught) || still)) && distance > 0.05 && elapsed < 10.0)
        return;
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    veh_demo_enter(&load->base, site, VEH_LOAD_OPEN, VEH_SAY_OPENS_GRAPPLE);
}

// Bundles that leave the load no larger are progress only so many times.
static void count_bundle(struct veh_load *load, const struct veh_worksite *site) {
    load->overflows++;
    if (load->overflows <= BUNDLES_MOST)
        veh_demo_made_progress(&load->base, site);
}

// The tips swing down through the load when they open: the crane gives way upward.
void veh_load_open(struct veh_load *load, const struct veh_worksite *site,
                   struct veh_controls *levers) {
    const bool onto_pile = load->unloading && !isfinite(veh_load_open_height(load, site));
    const bool gently = onto_pile && veh_demo_elapsed(&load->base, site) < gentle_time;
    levers->value[VEH_GRIP] = gently ? -open_gently : -open_fast;
    if (veh_demo_elapsed(&load->base, site) > 0.3)
        veh_load_move(load, site, sim_add(load->goal, sim_vec3(0.0, 0.0, 0.6)), 0.3, levers);
    const double released = onto_pile && veh_jaws_opening(&load->jaws, site) > released_at
                                ? release_time
                            : onto_pile ? stuck_time
                                        : open_time;
    if (veh_demo_elapsed(&load->base, site) < released)
        return;
    const bool loaded = !load->unloading && veh_load_is_over_bunk(load, site);
    load->held_count = 0;
    if (loaded && !load->from_bunk)
        count_bundle(load, site);
    if (loaded)
        load->goal = over_stakes(load, site, 0.0);
    else
        load->goal.z = fmax(load->goal.z + raise_by, veh_load_open_height(load, site));
    veh_demo_enter(&load->base, site, VEH_LOAD_RAISE, VEH_SAY_RAISES_GRAPPLE);
}
