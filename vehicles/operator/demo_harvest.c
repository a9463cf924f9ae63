// The demonstrator of the harvest: drives to a stop, and from there harvests all trees within
// reach: reaches out, grips, saws, lets the tree fall, cuts it to length; then drives on.
//
//   DRIVE -> REACH -> CLOSE_IN -> GRIP -> SAW -> FALL -> FEED -> CROSS_CUT
//   CROSS_CUT -> FEED, while the stem gives another log, else -> RELEASE
//   FEED -> TOP_CUT -> RELEASE with the last log, where the head has a top saw
//   RELEASE -> REACH, while another tree is within reach, else -> COME_IN -> DRIVE | DONE
//   SAW -> GATHER -> REACH where accumulating arms take a thin tree (harvest_gather.c)
//   RELEASE -> FETCH -> LOWER -> HOLD -> FIND_BUTT -> FEED where it has lost the stem
//   RELEASE -> FETCH -> LOWER -> HOLD -> CUT_FREE -> FALL where the wind has thrown the tree
//   FEED -> RUN_UP -> FEED where branches have stopped the stem
//   GRIP -> RELEASE where trees are only to be gripped
//   GRIP -> REACH and SAW -> REACH where it has missed
//
// A tree that is not felled after some tries is put off until the others are done: then the machine
// comes to it from another stop.
#include <stdio.h>

#include "vehicles/operator/harvest.h"
#include "vehicles/part/lock.h"

static const double drive_speed = 1.8;                       // [m/s]
static const double close_radius = 4.6, close_height = 3.4;  // [m] of the tip while it drives
static const double swing_out_within = 3.5;                  // [m] of the stop
static const double closest_radius = 3.4, before_tree = 1.3; // [m] where it waits for a tree
static const double at_rest = 0.3, most_rocking = 1.0, longest_rocking = 4.0; // [s] at the stop
// [m] of the felling cut above the foot: a stem cannot be cut lower than 0.12, and 0.15 is the
// most.
static const double stump = 0.133, stump_again = 0.137;
// Where the arms hold stems, crowns push: the head is led less exactly.
static const double higher_with_bunch = 0.03;
static const double bunch_at_height = 0.03;               // [m]
static const double bunch_on_stem = 0.16;                 // [m]
static const double close_speed = 1.0, bunch_speed = 0.5; // [m/s] onto the stem
static const double above_ground = 0.06;                  // [m] of the saw at least, below the head
static const double half_head = 0.35;                     // [m] of the head's width
static const double stand_off = 1.1;   // [m] of the head from the stem before it closes in
static const double raised = 0.1;      // [m] of the head there above the cut
static const double in_reach = 0.35;   // [m] from there: it closes in
static const double on_stem = 0.14;    // [m] of the saw from its place in the stem
static const double at_height = 0.011; // [m] of the saw from its height
static const double high_anyway = 0.15, at_any_height = 0.02; // [m]
static const double calm = 0.05;                              // [m/s] of the saw up or down
static const double aimed = 0.12;                             // [rad] of the opening from the fall
static const double opened = 0.7;      // [s] the knives take to open, and the head to rise
static const double hold_firmly = 0.9; // [s] the knives take to close
static const double reach_time = 14.0, close_in_time = 6.0; // [s] at most
static const double blocked_after = 1.5, moves = 0.2; // [s] in which a free head moves so far [m]
static const double blocked_on_stem = 0.3;            // [m] of the saw from its place in the stem
static const double tipping = 0.25;    // [rad] of the machine since it began the tree
static const double push_from = 0.3;   // share of the cut from which the head is tilted
static const int most_regrips = 4;     // for the height of the cut
static const double too_high = 0.1;    // [m] of the cut: it is tried from another side
static const int most_tries = 3;       // at a tree, before it is put off
static const int most_detours = 4;     // ways out and back to a stop that the machine has missed
static const double stuck_after = 8.0; // [s] without progress on the road
static const double back_off = 3.0;    // [s] in which it then drives the other way
static const double stop_here = 20.0;  // [s] without progress: it works where it stands
static const double key_pulse = 0.2;   // [s] a key is pressed for half of it, again and again

static struct veh_harvest *of(struct veh_demonstrator *base) {
    return (struct veh_harvest *)base;
}

static const struct ter_tree *present_tree(const struct veh_harvest *demo,
                                           const struct veh_worksite *site) {
    return &site->stand.trees[demo->tree];
}

static const struct veh_head_state *head_of(const struct veh_harvest *demo,
                                            const struct veh_worksite *site) {
    return veh_head(veh_demo_machine(&demo->base, site));
}

// Novices miss more often.
static int tries_at_most(const struct veh_harvest *demo) {
    return (int)(most_tries * veh_demo_slowness(&demo->base));
}

// ---- from tree to tree ----

bool veh_harvest_is_thrown(const struct veh_harvest *demo, const struct veh_worksite *site) {
    return demo->tree >= 0 && present_tree(demo, site)->thrown &&
           present_tree(demo, site)->status != TER_TREE_FELLED;
}

// The time that it has taken is nobody's: as in published studies positioning ends at the tree that
// is gripped, whatever the head has reached for before.
static void put_off(struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_tree_work *work = &demo->work.items[--demo->work.count];
    for (int i = 0; i < VEH_WORK_ELEMENTS; i++)
        demo->pending[i <= VEH_WORK_POSITIONING ? i : VEH_WORK_OTHER] += work->seconds[i];
    *SIM_ARRAY_PUSH(&demo->put_off) = demo->tree;
    demo->tree = -1;
    demo->hold = veh_machine_crane_tip(site, demo->base.task.machine);
    veh_demo_enter(&demo->base, site, VEH_HARVEST_RELEASE, VEH_SAY_PUTS_TREE_OFF);
}

static struct sim_vec3 up_of(const struct veh_harvest *demo, const struct veh_worksite *site) {
    return sim_rotate(veh_machine_pose(site, demo->base.task.machine).q, sim_vec3(0.0, 0.0, 1.0));
}

double veh_harvest_lean(const struct veh_harvest *demo, const struct veh_worksite *site) {
    return sim_length(sim_cross(up_of(demo, site), demo->up));
}

// The stem pulls the machine over, which does not bear it any more or has jammed.
static bool is_tipping(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const int state = demo->base.state;
    return state >= VEH_HARVEST_FALL && state <= VEH_HARVEST_CROSS_CUT &&
           veh_harvest_lean(demo, site) > tipping;
}

void veh_harvest_begin_tree(struct veh_harvest *demo, const struct veh_worksite *site, int tree) {
    demo->tree = tree;
    demo->rest_known = demo->rest_known && demo->fetches == 0; // the head has hung another way
    demo->tries = demo->regrips = demo->fetches = 0;
    demo->higher = veh_demo_aim_higher(&demo->base);
    demo->missed = demo->lost = false;
    demo->log = -1;
    demo->tried = sim_vec3(0.0, 0.0, 0.0);
    demo->fall = veh_harvest_choose_fall(demo, site);
    demo->first.tree = -1;
    demo->up = up_of(demo, site);
    demo->base.frontier = VEH_HARVEST_REACH;
    struct veh_tree_work *work = SIM_ARRAY_PUSH(&demo->work);
    *work = (struct veh_tree_work){.tree = tree};
    for (int i = 0; i < VEH_WORK_ELEMENTS; i++) {
        work->seconds[i] = demo->pending[i];
        demo->pending[i] = 0.0;
    }
    veh_demo_made_progress(&demo->base, site);
    if (!veh_harvest_is_thrown(demo, site))
        veh_demo_enter(&demo->base, site, VEH_HARVEST_REACH, VEH_SAY_REACHES_FOR_TREE);
    else if (!veh_harvest_reach_thrown(demo, site))
        put_off(demo, site);
}

static void fail_without_logs(struct veh_harvest *demo, const struct veh_worksite *site, int tree) {
    const char *id = site->stand.trees[tree].id;
    if (demo->left.why != VEH_SAY_NOTHING && demo->left.tree == tree)
        VEH_DEMO_FAIL(&demo->base, TREE_WITHOUT_LOGS_WHY, id,
                      veh_demo_say(&demo->base, demo->left.why));
    else
        VEH_DEMO_FAIL(&demo->base, TREE_WITHOUT_LOGS, id);
}

static void finish(struct veh_harvest *demo, const struct veh_worksite *site) {
    if (demo->put_off.count > 0) {
        VEH_DEMO_FAIL(&demo->base, TREE_TRIED_OFTEN, site->stand.trees[demo->put_off.items[0]].id,
                      2 * tries_at_most(demo));
        return;
    }
    for (int i = 0; i < demo->work.count && !demo->base.task.only_grip; i++)
        if (demo->work.items[i].logs == 0) {
            fail_without_logs(demo, site, demo->work.items[i].tree);
            return;
        }
    if (demo->work.count > 0)
        demo->work.items[demo->work.count - 1].seconds[VEH_WORK_BOOM_IN] += demo->leaving;
    veh_demo_enter(&demo->base, site, VEH_HARVEST_DONE, VEH_SAY_DONE);
}

static void plan_drive(struct veh_harvest *demo, const struct veh_worksite *site) {
    int left = veh_harvest_tree_left(demo, site);
    if (left < 0 && demo->put_off.count > 0 && !demo->second_round) {
        demo->second_round = true;
        demo->put_off.count = 0;
        left = veh_harvest_tree_left(demo, site);
    }
    double along;
    if (left < 0) {
        finish(demo, site);
    } else if (veh_harvest_choose_stop(demo, site, &along)) {
        demo->base.frontier = VEH_HARVEST_DRIVE;
        veh_demo_plan_drive(&demo->drive, along);
        veh_demo_enter(&demo->base, site, VEH_HARVEST_DRIVE, VEH_SAY_DRIVES_TO_TREES);
    } else {
        const struct ter_tree *tree = &site->stand.trees[left];
        VEH_DEMO_FAIL(
            &demo->base, TREE_FAR_FROM_ROAD, tree->id,
            ter_road_nearest(demo->base.task.road, tree->position.x, tree->position.y).distance);
    }
}

static void next_tree(struct veh_harvest *demo, const struct veh_worksite *site) {
    if (veh_harvest_gathered(demo, site) > 0) {
        veh_harvest_take(demo, site);
        return;
    }
    const int tree = veh_harvest_choose_tree(demo, site, false);
    if (tree >= 0)
        veh_harvest_begin_tree(demo, site, tree);
    else
        veh_demo_enter(&demo->base, site, VEH_HARVEST_COME_IN, VEH_SAY_TAKES_CRANE_IN);
}

// ---- states ----

// Holds the tip in that direction (unit, level), close to the machine. Returns the distance [m].
static double hold_close(struct veh_harvest *demo, const struct veh_worksite *site,
                         struct sim_vec3 direction, double radius, struct veh_controls *levers) {
    struct sim_vec3 goal = sim_add_scaled(veh_demo_slew_base(&demo->base, site), direction, radius);
    goal.z = veh_demo_ground(site, goal) + close_height;
    levers->value[VEH_TILT] = 1.0;
    veh_harvest_tip_around(demo, site, goal, levers);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    const double dx = goal.x - tip.x, dy = goal.y - tip.y;
    return sqrt(dx * dx + dy * dy);
}

// In front of the machine, close to it.
static double fold(struct veh_harvest *demo, const struct veh_worksite *site,
                   struct veh_controls *levers) {
    const struct sim_pose pose = veh_machine_pose(site, demo->base.task.machine);
    return hold_close(demo, site, sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0)), close_radius,
                      levers);
}

static struct sim_vec3 fall_of(struct veh_harvest *demo, const struct veh_worksite *site,
                               int tree) {
    const int present = demo->tree;
    demo->tree = tree;
    const struct sim_vec3 fall = veh_harvest_choose_fall(demo, site);
    demo->tree = present;
    return fall;
}

// As the machine comes to rest the crane turns to the first tree and the head to its fall.
static void swing_out(struct veh_harvest *demo, const struct veh_worksite *site,
                      struct veh_controls *levers) {
    struct sim_vec3 way;
    double distance;
    const bool near = demo->drive.closest > 0.0 && demo->drive.closest < swing_out_within;
    int tree = near ? veh_harvest_first_tree(demo, site, &way, &distance) : -1;
    if (tree >= 0 && site->stand.trees[tree].thrown)
        tree = -1; // it may lie where the crane would swing
    // Chosen anew from nearer by.
    if (tree >= 0 && (tree != demo->first.tree || demo->drive.closest < 0.4 * demo->first.chosen)) {
        demo->first.fall = fall_of(demo, site, tree);
        demo->first.chosen = demo->drive.closest;
    }
    demo->first.tree = tree;
    if (tree >= 0) {
        (void)veh_harvest_aim(demo, site, demo->first.fall, levers);
        const double radius = fmin(close_radius, fmax(distance - before_tree, closest_radius));
        (void)hold_close(demo, site, way, radius, levers);
    } else {
        (void)fold(demo, site, levers);
    }
}

// [s] at the stop: at once where the locks hold, which make the frame stiff for work with the
// crane; else until it does not rock any more, on a slope as long as it takes.
static double stands_firm_after(const struct veh_harvest *demo, const struct veh_worksite *site) {
    if (veh_locks_block(veh_demo_machine(&demo->base, site)))
        return at_rest;
    const struct sim_vec3 p = veh_machine_pose(site, demo->base.task.machine).p;
    return veh_harvest_is_steep(site, p) ? longest_rocking : most_rocking;
}

// Drives on; before a log or a stump that stops it, it backs off and takes it with a run-up. True:
// it is at its place, or gets no farther. There the crane waits for the lock of the frame's twist:
// one that comes down on a slope before that tips the machine's front, and the lock then holds it
// as it leans.
static bool has_stopped(struct veh_harvest *demo, const struct veh_worksite *site,
                        struct veh_controls *levers) {
    const double at_place = veh_demo_drive(&demo->base, site, &demo->drive, levers);
    const double without_progress = veh_worksite_time(site) - demo->base.progress;
    if (without_progress > stuck_after && fmod(without_progress, stuck_after) < back_off)
        levers->value[VEH_DRIVE] = levers->value[VEH_DRIVE] > 0.0 ? -1.0 : 1.0;
    return at_place >= stands_firm_after(demo, site) ||
           (without_progress > stop_here && veh_harvest_choose_tree(demo, site, false) >= 0);
}

static void drive(struct veh_harvest *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    swing_out(demo, site, levers);
    if (!has_stopped(demo, site, levers))
        return;
    int tree = veh_harvest_choose_tree(demo, site, false);
    if (tree < 0)
        tree = veh_harvest_choose_tree(demo, site, true);
    if (tree >= 0) {
        demo->detours = 0;
        veh_harvest_begin_tree(demo, site, tree);
    } else if (demo->detours % 2 == 1) {
        demo->detours++;
        plan_drive(demo, site);
    } else if (demo->detours < most_detours) {
        demo->detours++;
        veh_harvest_plan_detour(demo, site);
        veh_demo_enter(&demo->base, site, VEH_HARVEST_DRIVE, VEH_SAY_GETS_BACK_ONTO_ROAD);
    } else {
        veh_demo_fail(&demo->base, VEH_SAY_TREES_OUT_OF_REACH);
    }
}

// The height of the cut: low, but the head has to pass over the ground behind the tree.
static double lowest_cut(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const double up = veh_harvest_gathered(demo, site) > 0 ? higher_with_bunch : 0.0;
    return present_tree(demo, site)->position.z + (demo->tries > 0 ? stump_again : stump) + up;
}

static struct sim_vec3 cut_point(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct sim_vec3 foot = present_tree(demo, site)->position;
    const double behind =
        veh_demo_ground(site, sim_add_scaled(foot, demo->fall, -0.5)) + above_ground;
    return sim_vec3(foot.x, foot.y, fmax(lowest_cut(demo, site), behind) + demo->higher);
}

// The highest ground [m] below a head whose saw is above p: on a slope its lower end would drag
// over what is beside that.
static double ground_below_head(const struct veh_worksite *site, struct sim_vec3 p) {
    double z = veh_demo_ground(site, p);
    for (int i = 0; i < 4; i++) {
        const double x = i < 2 ? half_head : 0.0, y = i < 2 ? 0.0 : half_head;
        const double sign = i % 2 == 0 ? 1.0 : -1.0;
        z = fmax(z, veh_demo_ground(site, sim_add(p, sim_vec3(sign * x, sign * y, 0.0))));
    }
    return z;
}

// Behind the tree as seen along the fall, a little high.
static struct sim_vec3 waiting_place(const struct veh_harvest *demo,
                                     const struct veh_worksite *site) {
    struct sim_vec3 place = sim_add_scaled(cut_point(demo, site), demo->fall, -stand_off);
    place.z = fmax(place.z, ground_below_head(site, place) + above_ground) + raised;
    return place;
}

void veh_harvest_choose_species(const struct veh_harvest *demo, const struct veh_worksite *site,
                                struct veh_controls *levers) {
    const double elapsed = veh_demo_elapsed(&demo->base, site);
    if (head_of(demo, site)->computer.species != (int)present_tree(demo, site)->species)
        levers->value[VEH_SPECIES] = fmod(elapsed, key_pulse) < 0.5 * key_pulse ? 1.0 : 0.0;
}

// From the other side, if there is one.
static void try_again(struct veh_harvest *demo, const struct veh_worksite *site,
                      enum veh_demo_saying why) {
    demo->missed = demo->missed || demo->base.state > VEH_HARVEST_CLOSE_IN; // knives have closed
    if (++demo->tries >= tries_at_most(demo)) {
        put_off(demo, site);
        return;
    }
    demo->tried = demo->fall;
    demo->higher = veh_demo_aim_higher(&demo->base);
    demo->fall = veh_harvest_choose_fall(demo, site);
    veh_demo_enter(&demo->base, site, VEH_HARVEST_REACH, why);
}

// A log, a stump or a tree is in the head's way, which stands still before it. With a bunch in its
// arms it moves slowly anyway.
static bool is_blocked(struct veh_harvest *demo, const struct veh_worksite *site) {
    if (veh_harvest_gathered(demo, site) > 0)
        return false;
    const struct sim_vec3 head = veh_machine_head_frame(site, demo->base.task.machine).p;
    const double now = veh_worksite_time(site);
    if (demo->free.at <= demo->base.entered || sim_length(sim_sub(head, demo->free.head)) > moves) {
        demo->free.head = head;
        demo->free.at = now;
    }
    return now > demo->free.at + blocked_after * veh_demo_slowness(&demo->base);
}

static void reach(struct veh_harvest *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    levers->value[VEH_TILT] = 1.0;
    levers->value[VEH_GRIP] = -1.0;
    veh_harvest_choose_species(demo, site, levers);
    const double turn = veh_harvest_aim(demo, site, demo->fall, levers);
    const struct sim_vec3 place = waiting_place(demo, site);
    (void)veh_harvest_reach_for(demo, site, veh_harvest_lead(demo, site, place), levers);
    const double distance =
        sim_length(sim_sub(place, veh_machine_head_frame(site, demo->base.task.machine).p));
    if (distance < in_reach && turn < aimed)
        veh_demo_succeed(&demo->base, site, VEH_HARVEST_CLOSE_IN, VEH_SAY_MOVES_ONTO_STEM);
    else if (veh_demo_elapsed(&demo->base, site) > reach_time || is_blocked(demo, site))
        try_again(demo, site, VEH_SAY_NOT_BEHIND_TREE);
}

// The stem rests against the back roller, half its thickness before the face.
static struct sim_vec3 place_on_stem(const struct veh_harvest *demo,
                                     const struct veh_worksite *site) {
    const double offset = 0.5 * present_tree(demo, site)->dbh - 0.15;
    const double room = veh_harvest_gathered_room(demo, site);
    return sim_add_scaled(cut_point(demo, site), demo->fall, -offset - room + 0.03);
}

// On the way to the goal the ground may rise above it: the head passes over that.
static struct sim_vec3 over_ground(const struct veh_harvest *demo, const struct veh_worksite *site,
                                   struct sim_vec3 goal) {
    const struct sim_vec3 head = veh_machine_head_frame(site, demo->base.task.machine).p;
    const struct sim_vec3 to_go = {goal.x - head.x, goal.y - head.y, 0.0};
    if (sim_length(to_go) > on_stem)
        goal.z = fmax(goal.z, ground_below_head(site, head) + 2.0 * above_ground);
    return goal;
}

// height: [m] of the saw above its goal. Where the ground has raised that, a lower cut is as good.
static bool is_at_height(const struct veh_harvest *demo, const struct veh_worksite *site,
                         double height) {
    if (veh_harvest_gathered(demo, site) > 0)
        return fabs(height) < bunch_at_height;
    const double goal = cut_point(demo, site).z - demo->higher;
    const bool high = goal > present_tree(demo, site)->position.z + high_anyway;
    return height < (high ? at_any_height : at_height) &&
           height > lowest_cut(demo, site) - goal - at_height;
}

static void close_in(struct veh_harvest *demo, const struct veh_worksite *site,
                     struct veh_controls *levers) {
    levers->value[VEH_TILT] = 1.0;
    levers->value[VEH_GRIP] = -1.0;
    veh_harvest_aim(demo, site, demo->fall, levers);
    const struct sim_vec3 goal = place_on_stem(demo, site);
    const struct sim_vec3 over = over_ground(demo, site, goal);
    const bool bunch = veh_harvest_gathered(demo, site) > 0;
    (void)veh_harvest_head_to(demo, site, veh_harvest_lead(demo, site, over),
                              bunch ? bunch_speed : close_speed, levers);
    const double distance =
        sim_length(sim_sub(over, veh_machine_head_frame(site, demo->base.task.machine).p));
    const double height = veh_machine_head_frame(site, demo->base.task.machine).p.z - goal.z;
    const double rising = (height - demo->height) / sim_world_step_size(site->world);
    demo->height = height;
    if (distance < (bunch ? bunch_on_stem : on_stem) && is_at_height(demo, site, height) &&
        fabs(rising) < calm)
        veh_demo_succeed(&demo->base, site, VEH_HARVEST_GRIP, VEH_SAY_GRIPS_STEM);
    else if (veh_demo_elapsed(&demo->base, site) > close_in_time ||
             (distance < blocked_on_stem && is_blocked(demo, site)))
        veh_demo_enter(&demo->base, site, VEH_HARVEST_GRIP, VEH_SAY_GRIPS_STEM);
    else if (is_blocked(demo, site))
        try_again(demo, site, VEH_SAY_NOT_BEHIND_TREE);
}

// Closed at the wrong height, since the machine rocks: opens again.
static void grip_anew(struct veh_harvest *demo, const struct veh_worksite *site) {
    demo->regrips++;
    demo->missed = true;
    veh_demo_enter(&demo->base, site, VEH_HARVEST_CLOSE_IN, VEH_SAY_CORRECTS_HEIGHT_OF_CUT);
}

// Back from the stem, which stands before the head.
static void let_go(struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    demo->hold = sim_add_scaled(tip, demo->fall, -stand_off);
    veh_demo_succeed(&demo->base, site, VEH_HARVEST_RELEASE, VEH_SAY_LETS_TREE_GO);
}

static void grip(struct veh_harvest *demo, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    levers->value[VEH_TILT] = 1.0;
    levers->value[VEH_GRIP] = 1.0;
    const int stem = head_of(demo, site)->stem;
    const struct sim_vec3 goal = place_on_stem(demo, site);
    const double height = veh_machine_head_frame(site, demo->base.task.machine).p.z - goal.z;
    const double elapsed = veh_demo_elapsed(&demo->base, site);
    veh_harvest_head_to(demo, site, veh_harvest_lead(demo, site, goal), 0.3, levers);
    const bool firm = elapsed > hold_firmly;
    const bool held = stem >= 0 && site->stems.items[stem].tree == demo->tree;
    const bool good = is_at_height(demo, site, height) && veh_harvest_between_knives(demo, site);
    const bool lies_on_log = height > too_high && demo->tries + 1 < tries_at_most(demo);
    if (!held && elapsed > 2.5)
        try_again(demo, site, VEH_SAY_MISSED_STEM);
    else if (held && firm && lies_on_log && demo->regrips > 0 && !demo->base.task.only_grip)
        try_again(demo, site, VEH_SAY_NOT_BEHIND_TREE);
    else if (held && firm && !good && !demo->base.task.only_grip && demo->regrips < most_regrips)
        grip_anew(demo, site);
    else if (held && firm && demo->base.task.only_grip)
        let_go(demo, site);
    else if (held && firm)
        veh_demo_succeed(&demo->base, site, VEH_HARVEST_SAW, VEH_SAY_SAWS);
}

// The head still holds the tree, which stands or lies on what the bar has left: the second cut goes
// into the same kerf. Else it reaches for the tree once more.
static void saw_again(struct veh_harvest *demo, const struct veh_worksite *site) {
    const int stem = head_of(demo, site)->stem;
    const bool held = stem >= 0 && site->stems.items[stem].tree == demo->tree;
    if (held && demo->regrips < most_regrips) {
        demo->regrips++;
        veh_demo_enter(&demo->base, site, VEH_HARVEST_SAW, VEH_SAY_SAWS_AGAIN);
    } else {
        try_again(demo, site, VEH_SAY_NOT_SAWN_THROUGH);
    }
}

// While the bar nears the far side, or sits fast in a tree that leans back, the head already pushes
// towards the fall.
static void saw(struct veh_harvest *demo, const struct veh_worksite *site,
                struct veh_controls *levers) {
    const bool gathers = veh_harvest_gathers(demo, site);
    const bool pushes =
        (!gathers && head_of(demo, site)->saw.cut > push_from) || head_of(demo, site)->saw.pinched;
    levers->value[VEH_SAW] = 1.0;
    levers->value[VEH_TILT] = pushes ? -0.4 : 1.0;
    if (head_of(demo, site)->saw.pinched) {
        const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
        veh_harvest_tip_to(demo, site, sim_add_scaled(tip, demo->fall, 0.5), 0.5, levers);
    }
    if (present_tree(demo, site)->status == TER_TREE_FELLED) {
        demo->hold = veh_machine_crane_tip(site, demo->base.task.machine);
        if (gathers)
            veh_demo_succeed(&demo->base, site, VEH_HARVEST_GATHER, VEH_SAY_GATHERS_TREE);
        else
            veh_demo_succeed(&demo->base, site, VEH_HARVEST_FALL, VEH_SAY_LETS_TREE_FALL);
    } else if (veh_demo_elapsed(&demo->base, site) > 6.0) {
        levers->value[VEH_SAW] = 0.0;
        if (veh_demo_elapsed(&demo->base, site) > 7.0)
            saw_again(demo, site);
    }
}

// Opens the knives, and lifts the head out of what it has let go.
static void release(struct veh_harvest *demo, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    levers->value[VEH_GRIP] = -1.0;
    const double elapsed = veh_demo_elapsed(&demo->base, site);
    const bool stands = demo->base.task.only_grip;
    const struct sim_vec3 up = {0.0, 0.0, stands ? 0.0 : 1.5};
    if (elapsed > (stands ? 1.0 : 0.4))
        veh_harvest_tip_to(demo, site, sim_add(demo->hold, up), 1.5, levers);
    if (elapsed < (stands ? 3.0 : opened) || veh_harvest_fetches(demo, site))
        return;
    if (veh_harvest_is_thrown(demo, site))
        put_off(demo, site);
    else
        next_tree(demo, site);
}

static void come_in(struct veh_harvest *demo, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    if (fold(demo, site, levers) < 1.5 || veh_demo_elapsed(&demo->base, site) > 8.0)
        plan_drive(demo, site);
}

// ---- time study ----

// On the way along the road; at its place it waits until it does not rock any more.
static bool drives(const struct veh_harvest *demo) {
    return demo->base.state == VEH_HARVEST_DRIVE && !demo->drive.arrived;
}

static enum veh_work_element element_of(const struct veh_harvest *demo,
                                        const struct veh_worksite *site) {
    switch (demo->base.state) {
    case VEH_HARVEST_REACH:
    case VEH_HARVEST_CLOSE_IN:
    case VEH_HARVEST_GRIP:
        return demo->missed ? VEH_WORK_OTHER : VEH_WORK_POSITIONING;
    case VEH_HARVEST_FETCH:
    case VEH_HARVEST_LOWER:
    case VEH_HARVEST_HOLD:
        return veh_harvest_is_thrown(demo, site) && demo->fetches <= 1 ? VEH_WORK_POSITIONING
                                                                       : VEH_WORK_OTHER;
    case VEH_HARVEST_RELEASE: // of what is lost
    case VEH_HARVEST_FIND_BUTT:
        return VEH_WORK_OTHER;
    case VEH_HARVEST_SAW:
    case VEH_HARVEST_CUT_FREE:
    case VEH_HARVEST_GATHER:
    case VEH_HARVEST_TAKE:
    case VEH_HARVEST_FALL:
        return VEH_WORK_FELLING;
    case VEH_HARVEST_FEED: // the rollers turn once the first log is ordered
        return demo->work.items[demo->work.count - 1].logs == 0 && demo->ordered <= 0.0 &&
                       demo->run_ups == 0
                   ? VEH_WORK_FELLING
                   : VEH_WORK_PROCESSING;
    default:
        return VEH_WORK_PROCESSING;
    }
}

// The time since it let a stem go belongs to the way in if it drives now, else to reaching for the
// present tree. Knives that had closed on a tree that is put off have lost it.
static void settle(struct veh_harvest *demo, struct veh_tree_work *last, bool on_the_way) {
    if (demo->tree < 0)
        demo->pending[demo->missed ? VEH_WORK_OTHER : VEH_WORK_POSITIONING] += demo->leaving;
    else if (on_the_way && last != NULL)
        last->seconds[VEH_WORK_BOOM_IN] += demo->leaving;
    else if (last != NULL)
        last->seconds[VEH_WORK_POSITIONING] += demo->leaving;
    demo->leaving = 0.0;
}

// Of the tree; the last one's where that is unknown.
static struct veh_tree_work *work_at(const struct veh_harvest *demo, int tree) {
    for (int i = demo->work.count - 1; i >= 0; i--)
        if (demo->work.items[i].tree == tree)
            return &demo->work.items[i];
    return &demo->work.items[demo->work.count - 1];
}

static void study(struct veh_harvest *demo, const struct veh_worksite *site) {
    struct veh_tree_work *work =
        demo->work.count > 0 ? &demo->work.items[demo->work.count - 1] : NULL;
    const int state = demo->base.state;
    const double step = sim_world_step_size(site->world);
    const bool on_the_way = drives(demo);
    const bool releases = state == VEH_HARVEST_RELEASE && !demo->lost;
    if (!on_the_way && (releases || state == VEH_HARVEST_COME_IN ||
                        (state == VEH_HARVEST_DRIVE && demo->leaving > 0.0))) {
        demo->leaving += step;
    } else {
        settle(demo, work, on_the_way);
        if (state == VEH_HARVEST_DRIVE)
            demo->pending[on_the_way ? VEH_WORK_MOVING : VEH_WORK_POSITIONING] += step;
        else if (work != NULL)
            work->seconds[element_of(demo, site)] += step;
    }
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    for (int i = 0; i < count && work != NULL; i++)
        if (events[i].kind == VEH_EVENT_LOG_CUT && events[i].machine == demo->base.task.machine) {
            const struct ter_stem *log = &site->stems.items[events[i].stem].stem;
            struct veh_tree_work *own = work_at(demo, site->stems.items[events[i].stem].tree);
            own->logs++;
            own->volume += ter_stem_volume(log, 0.0, ter_stem_length(log));
        }
}

// ---- interface ----

static bool suits(const struct veh_machine_def *machine, const struct veh_demo_task *task) {
    return veh_head_def(machine) != NULL && task->tree_count > 0;
}

static enum veh_demo_saying init(struct veh_demonstrator *base, const struct veh_worksite *site) {
    struct veh_harvest *demo = of(base);
    demo->drive.speed = drive_speed;
    demo->tree = demo->first.tree = -1;
    plan_drive(demo, site);
    return VEH_SAY_NOTHING;
}

static void end(struct veh_demonstrator *base) {
    SIM_ARRAY_FREE(&of(base)->work);
    SIM_ARRAY_FREE(&of(base)->put_off);
}

static enum veh_demo_result step(struct veh_demonstrator *base, const struct veh_worksite *site,
                                 struct veh_controls *levers) {
    static void (*const act[])(struct veh_harvest *, const struct veh_worksite *,
                               struct veh_controls *) = {
        [VEH_HARVEST_DRIVE] = drive,
        [VEH_HARVEST_REACH] = reach,
        [VEH_HARVEST_CLOSE_IN] = close_in,
        [VEH_HARVEST_GRIP] = grip,
        [VEH_HARVEST_SAW] = saw,
        [VEH_HARVEST_GATHER] = veh_harvest_gather,
        [VEH_HARVEST_TAKE] = veh_harvest_take_bunch,
        [VEH_HARVEST_FALL] = veh_harvest_fall,
        [VEH_HARVEST_FEED] = veh_harvest_feed,
        [VEH_HARVEST_RUN_UP] = veh_harvest_run_up,
        [VEH_HARVEST_TOP_CUT] = veh_harvest_top_cut,
        [VEH_HARVEST_CROSS_CUT] = veh_harvest_cross_cut,
        [VEH_HARVEST_RELEASE] = release,
        [VEH_HARVEST_FETCH] = veh_harvest_fetch,
        [VEH_HARVEST_LOWER] = veh_harvest_lower,
        [VEH_HARVEST_HOLD] = veh_harvest_hold,
        [VEH_HARVEST_CUT_FREE] = veh_harvest_cut_free,
        [VEH_HARVEST_FIND_BUTT] = veh_harvest_find_butt,
        [VEH_HARVEST_COME_IN] = come_in,
    };
    struct veh_harvest *demo = of(base);
    if (base->state == VEH_HARVEST_DONE)
        return VEH_DEMO_DONE;
    veh_harvest_watch_head(demo, site);
    study(demo, site);
    if (is_tipping(demo, site))
        veh_harvest_lose(demo, site, VEH_SAY_LOST_STEM);
    act[base->state](demo, site, levers);
    return base->result;
}

static void explain(const struct veh_demonstrator *base, const struct veh_worksite *site,
                    char *text, size_t size) {
    const struct veh_harvest *demo = (const struct veh_harvest *)base;
    const struct ter_tree *tree = demo->tree >= 0 ? present_tree(demo, site) : NULL;
    if (demo->base.state == VEH_HARVEST_DRIVE || tree == NULL)
        veh_demo_print(base, text, size, VEH_SAY_NO_WAY_TO_TREES);
    else if (tree->status != TER_TREE_FELLED)
        VEH_DEMO_PRINT(base, text, size, TREE_NOT_FELLED, tree->id,
                       veh_crane_radius(&base->crane, site, tree->position));
    else
        VEH_DEMO_PRINT(base, text, size, TREE_NOT_CUT, tree->id);
}

static const struct veh_tree_work *work(const struct veh_demonstrator *base, int *count) {
    const struct veh_harvest *demo = (const struct veh_harvest *)base;
    *count = demo->work.count;
    return demo->work.items;
}

const struct veh_demo_kind veh_demo_harvest = {
    .name = "harvest",
    .size = sizeof(struct veh_harvest),
    .suits = suits,
    .init = init,
    .end = end,
    .step = step,
    .explain = explain,
    .work = work,
};
