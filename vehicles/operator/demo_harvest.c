// The demonstrator of the harvest: drives to a tree, reaches out, grips, saws, lets it fall, cuts
// it to length, and drives to the next.
//
//   DRIVE -> SET_UP -> APPROACH -> CLOSE_IN -> GRIP -> SAW -> FALL -> LIFT -> FEED -> CROSS_CUT
//   CROSS_CUT -> FEED, while the stem gives another log, else -> RELEASE -> FOLD -> DRIVE | DONE
//   FEED -> RUN_UP -> FEED where branches have stopped the stem
//   GRIP -> SET_UP and SAW -> SET_UP where it has missed
#include <stdio.h>

#include "vehicles/operator/kind.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/head.h"

enum state {
    DRIVE,    // along the road until the tree is abreast
    SET_UP,   // crane up, head upright, opening towards the fall
    APPROACH, // head to a place behind the tree
    CLOSE_IN, // head onto the stem
    GRIP,
    SAW,
    FALL,
    LIFT,   // head to working height
    FEED,   // to the length of the assortment
    RUN_UP, // back a little, to take a whorl of branches with a swing
    CROSS_CUT,
    RELEASE,
    FOLD, // crane to a place for driving
    DONE
};

static const double reach_best = 6.3;      // [m] from the slewing axis
static const double slewing_radius = 4.3;  // [m] with which the crane turns between trees
static const double drive_speed = 1.6;     // [m/s]
static const double stump = 0.18;          // [m] height of the felling cut above the foot
static const double stand_off = 1.25;      // [m] of the head from the stem before it closes in
static const double working_height = 0.85; // [m] of the lying stem's axis above the ground
static const double tip_above_cut = 1.95;  // [m] pendulum joint above the saw of the upright head
enum { PROPOSED = VEH_PRODUCT_KEYS }; // the computer chooses, instead of the key of an assortment

static const double stall_time = 0.6;      // [s] without feeding before it runs up
static const double run_up_time = 0.4;     // [s] of feeding back
static const double shortest_run_up = 1.5; // [m] length of the stem below the saw
static const int most_run_ups = 10;        // then the stem is let go
static const double swing_memory = 0.8;    // [s] over which the hanging head is watched
static const double corridor = 1.6;        // [m] half width that a falling tree needs

struct harvest {
    struct veh_demonstrator base;
    int tree; // index into the task's trees
    struct veh_demo_drive drive;
    struct sim_vec3 fall; // unit, level: where the tree shall fall
    struct sim_vec3 hold; // [m] where the tip or the head waits
    int assortment;
    bool cut_through;    // the log is off, and the bar goes home
    int run_ups;         // for the present log
    double fed, fed_for; // [m] length when the stem last moved, [s] of feeding until then
};

static const struct ter_tree *present_tree(const struct harvest *demo,
                                           const struct veh_worksite *site) {
    return &site->stand.trees[demo->base.task.trees[demo->tree]];
}

// ---- planning ----

// The obstruction of a tree that falls from p along d: trees in the corridor, weighted by nearness.
static double obstruction(const struct veh_worksite *site, int falling, struct sim_vec3 p,
                          struct sim_vec3 d, double length) {
    const struct ter_stand *stand = &site->stand;
    double sum = 0.0;
    for (int i = 0; i < stand->count; i++) {
        if (i == falling || stand->trees[i].status == TER_TREE_FELLED)
            continue;
        const struct sim_vec3 o = sim_sub(stand->trees[i].position, p);
        const double along = o.x * d.x + o.y * d.y, side = fabs(o.x * d.y - o.y * d.x);
        if (along > -6.0 && along < length && side < corridor)
            sum += (along < 0.0 ? 0.5 : 1.0) * (1.0 - side / corridor) * (along < 8.0 ? 2.0 : 1.0);
    }
    return sum;
}

// Sideways to the crane, so that neither the crown nor the logs come towards the machine.
static struct sim_vec3 choose_fall(const struct harvest *demo, const struct veh_worksite *site) {
    const struct ter_tree *tree = present_tree(demo, site);
    const struct sim_vec3 base = veh_demo_slew_base(&demo->base, site);
    const double radial = sim_atan2(tree->position.y - base.y, tree->position.x - base.x);
    double best = (double)INFINITY;
    struct sim_vec3 fall = {1.0, 0.0, 0.0};
    for (int i = -5; i <= 5; i++)
        for (int side = -1; side <= 1; side += 2) {
            const double angle = radial + side * (0.5 * SIM_PI) - side * i * 0.09;
            const struct sim_vec3 d = {sim_cos(angle), sim_sin(angle), 0.0};
            const double cost = obstruction(site, demo->base.task.trees[demo->tree], tree->position,
                                            d, tree->height) +
                                0.02 * fabs((double)i);
            if (cost < best) {
                best = cost;
                fall = d;
            }
        }
    return fall;
}

// The place on the road at which the machine stops: the crane then has the tree ahead and to the
// side, at the best reach.
static double choose_stop(const struct harvest *demo, const struct veh_worksite *site) {
    const struct ter_tree *tree = present_tree(demo, site);
    const struct ter_road_place place =
        ter_road_nearest(demo->base.task.road, tree->position.x, tree->position.y);
    const double crane_ahead = veh_demo_slew_ahead(&demo->base, site);
    const double ahead = reach_best > place.distance
                             ? sqrt(reach_best * reach_best - place.distance * place.distance)
                             : 0.5;
    return place.along - (veh_demo_faces(&demo->base, site, place.heading) ? 1.0 : -1.0) *
                             (fmax(ahead, 1.0) + crane_ahead);
}

static void plan_tree(struct harvest *demo, const struct veh_worksite *site) {
    demo->base.frontier = DRIVE;
    veh_demo_plan_drive(&demo->drive, choose_stop(demo, site));
    veh_demo_enter(&demo->base, site, DRIVE, "drives to the tree");
}

// ---- levers ----

// Turns the rotator so that the head opens towards direction d (level).
static void aim_head(const struct harvest *demo, const struct veh_worksite *site, struct sim_vec3 d,
                     struct veh_controls *levers) {
    const struct sim_pose head = veh_machine_head_frame(site, demo->base.task.machine);
    struct sim_vec3 x = sim_rotate(head.q, sim_vec3(1.0, 0.0, 0.0));
    const struct sim_vec3 z = sim_rotate(head.q, sim_vec3(0.0, 0.0, 1.0));
    if (fabs(x.z) > 0.9) // opening looks down: the stem's direction shows the heading
        x = z;
    const double turn = sim_atan2(x.x * d.y - x.y * d.x, x.x * d.x + x.y * d.y);
    levers->value[VEH_ROTATOR] = fabs(turn) < 0.02 ? 0.0 : sim_clamp(2.0 * turn, -1.0, 1.0);
}

// Moves the tip so that the head's saw comes to p. The place of the head below the tip is a mean of
// the last seconds: chasing a swinging head makes it swing more.
static double head_to(struct harvest *demo, const struct veh_worksite *site, struct sim_vec3 p,
                      double speed, struct veh_controls *levers) {
    const struct sim_pose head = veh_machine_head_frame(site, demo->base.task.machine);
    struct veh_crane_control crane = demo->base.crane;
    crane.speed = speed;
    veh_crane_control_step(&crane, site, sim_sub(p, demo->base.hang), levers);
    return sim_length(sim_sub(p, head.p));
}

static double tip_to(struct harvest *demo, const struct veh_worksite *site, struct sim_vec3 p,
                     double speed, struct veh_controls *levers) {
    struct veh_crane_control crane = demo->base.crane;
    crane.speed = speed;
    return veh_crane_control_step(&crane, site, p, levers);
}

// As tip_to, but between trees: draws the crane in, slews, and only then reaches out.
static double reach_for(struct harvest *demo, const struct veh_worksite *site, struct sim_vec3 p,
                        double speed, struct veh_controls *levers) {
    const struct sim_vec3 base = veh_demo_slew_base(&demo->base, site);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    const struct sim_vec3 now = {tip.x - base.x, tip.y - base.y, 0.0};
    const struct sim_vec3 then = {p.x - base.x, p.y - base.y, 0.0};
    const double turn = sim_atan2(now.x * then.y - now.y * then.x, sim_dot(now, then));
    struct sim_vec3 goal = p;
    if (fabs(turn) > 0.12) {
        const bool drawn_in = sim_length(now) < slewing_radius + 0.6;
        const struct sim_vec3 d = sim_unit(drawn_in ? then : now);
        goal = sim_add_scaled(base, d, slewing_radius);
        goal.z = fmax(p.z, base.z + 1.0);
    }
    tip_to(demo, site, goal, speed, levers);
    return sim_length(sim_sub(p, tip));
}

static struct sim_vec3 cut_point(const struct harvest *demo, const struct veh_worksite *site) {
    const struct sim_vec3 foot = present_tree(demo, site)->position;
    return sim_vec3(foot.x, foot.y, foot.z + stump);
}

// ---- states ----

static void drive(struct harvest *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    const double stood = veh_demo_drive(&demo->base, site, &demo->drive, levers);
    levers->value[VEH_TILT] = 1.0;
    if (stood <= 1.0)
        return;
    demo->fall = choose_fall(demo, site);
    veh_demo_succeed(&demo->base, site, SET_UP, "sets up the head");
}

// The place before closing in: behind the tree as seen along the fall, a little high.
static struct sim_vec3 waiting_place(const struct harvest *demo, const struct veh_worksite *site) {
    const struct sim_vec3 cut = cut_point(demo, site);
    return sim_add(sim_add_scaled(cut, demo->fall, -stand_off), sim_vec3(0.0, 0.0, 0.25));
}

static void set_up(struct harvest *demo, const struct veh_worksite *site,
                   struct veh_controls *levers) {
    struct sim_vec3 above = waiting_place(demo, site);
    above.z += tip_above_cut + 0.8;
    levers->value[VEH_TILT] = 1.0;
    levers->value[VEH_GRIP] = -1.0;
    aim_head(demo, site, demo->fall, levers);
    const double distance = reach_for(demo, site, above, 1.8, levers);
    if (distance < 0.3 && fabs(levers->value[VEH_ROTATOR]) < 0.1)
        veh_demo_succeed(&demo->base, site, APPROACH, "lowers the head behind the tree");
    else if (veh_demo_elapsed(&demo->base, site) > 20.0)
        veh_demo_enter(&demo->base, site, APPROACH, "lowers the head behind the tree");
}

static void approach(struct harvest *demo, const struct veh_worksite *site,
                     struct veh_controls *levers) {
    levers->value[VEH_TILT] = 1.0;
    levers->value[VEH_GRIP] = -1.0;
    aim_head(demo, site, demo->fall, levers);
    const double distance = head_to(demo, site, waiting_place(demo, site), 0.8, levers);
    if (distance < 0.12)
        veh_demo_succeed(&demo->base, site, CLOSE_IN, "moves onto the stem");
    else if (veh_demo_elapsed(&demo->base, site) > 15.0)
        veh_demo_enter(&demo->base, site, CLOSE_IN, "moves onto the stem");
}

static void close_in(struct harvest *demo, const struct veh_worksite *site,
                     struct veh_controls *levers) {
    levers->value[VEH_TILT] = 1.0;
    levers->value[VEH_GRIP] = -1.0;
    aim_head(demo, site, demo->fall, levers);
    const struct ter_tree *tree = present_tree(demo, site);
    // The stem rests against the back roller, half its thickness before the face.
    const double offset = 0.5 * tree->dbh - 0.15;
    const struct sim_vec3 goal = sim_add_scaled(cut_point(demo, site), demo->fall, -offset + 0.03);
    const double distance = head_to(demo, site, goal, 0.45, levers);
    if (distance < 0.10)
        veh_demo_succeed(&demo->base, site, GRIP, "grips the stem");
    else if (veh_demo_elapsed(&demo->base, site) > 10.0)
        veh_demo_enter(&demo->base, site, GRIP, "grips the stem");
}

static void grip(struct harvest *demo, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    levers->value[VEH_TILT] = 1.0;
    levers->value[VEH_GRIP] = 1.0;
    const bool holds = veh_head(veh_demo_machine(&demo->base, site))->stem >= 0;
    if (holds && veh_demo_elapsed(&demo->base, site) > 1.5)
        veh_demo_succeed(&demo->base, site, demo->base.task.only_grip ? RELEASE : SAW,
                         demo->base.task.only_grip ? "lets the tree go" : "saws");
    else if (veh_demo_elapsed(&demo->base, site) > 4.0)
        veh_demo_enter(&demo->base, site, SET_UP, "missed the stem, tries again");
}

// While the bar nears the far side the head already pushes towards the fall.
static void saw(struct harvest *demo, const struct veh_worksite *site,
                struct veh_controls *levers) {
    const struct veh_head_state *head = veh_head(veh_demo_machine(&demo->base, site));
    levers->value[VEH_SAW] = 1.0;
    levers->value[VEH_TILT] = head->cut > 0.5 ? -0.4 : 1.0;
    if (present_tree(demo, site)->status == TER_TREE_FELLED) {
        demo->hold = veh_machine_crane_tip(site, demo->base.task.machine);
        veh_demo_succeed(&demo->base, site, FALL, "lets the tree fall");
    } else if (veh_demo_elapsed(&demo->base, site) > 6.0) {
        levers->value[VEH_SAW] = 0.0;
        if (veh_demo_elapsed(&demo->base, site) > 7.0)
            veh_demo_enter(&demo->base, site, SET_UP, "did not get through, tries again");
    }
}

static double stem_slope(const struct veh_worksite *site, int stem) {
    const struct sim_pose pose = sim_body_pose(site->world, site->stems.items[stem].body);
    return sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0)).z;
}

static double stem_speed(const struct veh_worksite *site, int stem) {
    return sim_length(sim_body_angular_velocity(site->world, site->stems.items[stem].body));
}

static void fall(struct harvest *demo, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    const int stem = veh_head(veh_demo_machine(&demo->base, site))->stem;
    if (stem < 0) {
        if (veh_demo_elapsed(&demo->base, site) > 2.0)
            veh_demo_enter(&demo->base, site, RELEASE, "has lost the stem");
        return;
    }
    const double slope = stem_slope(site, stem);
    levers->value[VEH_TILT] = slope > 0.5 ? -0.6 : 0.0;
    if (slope > 0.8) {
        const struct sim_vec3 push =
            sim_add(sim_add_scaled(demo->hold, demo->fall, 1.4), sim_vec3(0.0, 0.0, 0.15));
        tip_to(demo, site, push, 0.7, levers);
    }
    if (fabs(slope) < 0.4 && stem_speed(site, stem) < 0.15 &&
        veh_demo_elapsed(&demo->base, site) > 2.0) {
        const struct sim_pose head = veh_machine_head_frame(site, demo->base.task.machine);
        demo->hold = head.p;
        demo->hold.z = veh_demo_ground(site, head.p) + working_height;
        veh_demo_succeed(&demo->base, site, LIFT, "lifts the stem");
    } else if (veh_demo_elapsed(&demo->base, site) > 15.0) {
        veh_demo_enter(&demo->base, site, LIFT, "the tree hangs, works on");
    }
}

// The best assortment that the rest of the stem still gives; -1: none.
static int next_assortment(const struct veh_worksite *site, int stem) {
    const struct ter_stem *s = &site->stems.items[stem].stem;
    const double length = ter_stem_length(s);
    for (int i = 0; i < VEH_PRODUCT_KEYS; i++) {
        const int product = veh_products_of_key(site->def.products, (int)s->species, i);
        if (product < 0)
            break;
        const struct veh_product *p = &site->def.products->product[product];
        const double cut = veh_product_cut_length(p, 0);
        if (length > cut + 0.3 && ter_stem_diameter(s, cut) >= p->min_top)
            return i;
    }
    return -1;
}

// With prices the computer's plan decides, else the first assortment that fits.
static void start_feeding(struct harvest *demo, const struct veh_worksite *site) {
    const struct veh_head_state *head = veh_head(veh_demo_machine(&demo->base, site));
    if (veh_products_have_prices(site->def.products))
        demo->assortment = head->stem >= 0 && head->computer.plan.count > 0 ? PROPOSED : -1;
    else
        demo->assortment = head->stem >= 0 ? next_assortment(site, head->stem) : -1;
    if (demo->assortment < 0)
        veh_demo_enter(&demo->base, site, RELEASE, "lays down the top");
    else
        veh_demo_enter(&demo->base, site, FEED, "feeds to length");
    demo->run_ups = 0;
    demo->fed = demo->fed_for = 0.0;
}

static void lift(struct harvest *demo, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    const struct veh_head_state *head = veh_head(veh_demo_machine(&demo->base, site));
    const double distance = head_to(demo, site, demo->hold, 0.6, levers);
    const double elapsed = veh_demo_elapsed(&demo->base, site);
    const bool other = head->stem >= 0 &&
                       head->computer.species != (int)site->stems.items[head->stem].stem.species;
    levers->value[VEH_SPECIES] = other && fmod(elapsed, 0.2) < 0.1 ? 1.0 : 0.0;
    if ((distance < 0.15 && !other) || veh_demo_elapsed(&demo->base, site) > 6.0)
        start_feeding(demo, site);
}

// The rollers turn, and the stem stays where it is.
static bool stalls(struct harvest *demo, const struct veh_worksite *site) {
    const struct veh_head_state *head = veh_head(veh_demo_machine(&demo->base, site));
    const double elapsed = veh_demo_elapsed(&demo->base, site);
    if (fabs(head->length - demo->fed) > 0.01 || elapsed < demo->fed_for) {
        demo->fed = head->length;
        demo->fed_for = elapsed;
    }
    return elapsed > demo->fed_for + stall_time;
}

static void feed(struct harvest *demo, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    const struct veh_head_state *head = veh_head(veh_demo_machine(&demo->base, site));
    if (veh_demo_elapsed(&demo->base, site) < 0.2)
        levers->value[demo->assortment == PROPOSED ? (int)VEH_PROPOSAL
                                                   : (int)VEH_ASSORTMENT_1 + demo->assortment] =
            1.0;
    if (demo->run_ups > 1 && !head->in_position) {
        // The lower end of a short stem touches the ground: higher up it feeds.
        const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
        tip_to(demo, site, sim_add(tip, sim_vec3(0.0, 0.0, 0.3)), 0.3, levers);
    }
    if (head->stem < 0) {
        veh_demo_enter(&demo->base, site, RELEASE, "has lost the stem");
    } else if (head->in_position && veh_demo_elapsed(&demo->base, site) > 0.5) {
        demo->cut_through = false;
        veh_demo_succeed(&demo->base, site, CROSS_CUT, "cuts a log");
    } else if (demo->run_ups >= most_run_ups) {
        veh_demo_enter(&demo->base, site, RELEASE, "the stem does not feed");
    } else if (stalls(demo, site)) {
        // A butt that has just come into the rollers would leave them.
        const bool room = head->length > shortest_run_up;
        demo->run_ups++;
        veh_demo_enter(&demo->base, site, room ? RUN_UP : FEED,
                       room ? "runs up to the branches" : "feeds to length");
    }
}

static void run_up(struct harvest *demo, const struct veh_worksite *site,
                   struct veh_controls *levers) {
    levers->value[VEH_FEED] = -1.0;
    if (veh_demo_elapsed(&demo->base, site) > run_up_time)
        veh_demo_enter(&demo->base, site, FEED, "feeds to length");
}

static bool log_is_cut(const struct harvest *demo, const struct veh_worksite *site) {
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    for (int i = 0; i < count; i++)
        if (events[i].kind == VEH_EVENT_LOG_CUT && events[i].machine == demo->base.task.machine)
            return true;
    return false;
}

static void cross_cut(struct harvest *demo, const struct veh_worksite *site,
                      struct veh_controls *levers) {
    levers->value[VEH_SAW] = demo->cut_through ? 0.0 : 1.0;
    if (log_is_cut(demo, site)) {
        demo->cut_through = true; // and let the bar swing home
        veh_demo_enter(&demo->base, site, CROSS_CUT, "cuts a log");
    }
    if (demo->cut_through && veh_demo_elapsed(&demo->base, site) > 0.8) {
        demo->base.frontier = LIFT; // the next log begins anew
        veh_demo_made_progress(&demo->base, site);
        demo->hold = veh_machine_head_frame(site, demo->base.task.machine).p;
        start_feeding(demo, site);
    } else if (veh_demo_elapsed(&demo->base, site) > 5.0) {
        veh_demo_enter(&demo->base, site, RELEASE, "the saw does not get through");
    }
}

static void release(struct harvest *demo, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    levers->value[VEH_GRIP] = -1.0;
    if (veh_demo_elapsed(&demo->base, site) < 1.5)
        return;
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    demo->hold = sim_vec3(tip.x, tip.y, tip.z + 1.6);
    if (demo->base.task.only_grip) // back from the stem that stands before the head
        demo->hold = sim_add_scaled(tip, demo->fall, -stand_off);
    veh_demo_enter(&demo->base, site, FOLD, "takes the crane back");
}

// Up first, then in front of the machine, close to it.
static void fold(struct harvest *demo, const struct veh_worksite *site,
                 struct veh_controls *levers) {
    levers->value[VEH_TILT] = 1.0;
    const struct sim_pose pose = veh_machine_pose(site, demo->base.task.machine);
    const struct sim_vec3 base = veh_demo_slew_base(&demo->base, site);
    const struct sim_vec3 x = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    struct sim_vec3 goal = demo->hold;
    const double folded = veh_demo_elapsed(&demo->base, site) - 3.0;
    if (folded > 0.0) {
        goal = sim_add_scaled(base, x, 5.0);
        goal.z = veh_demo_ground(site, goal) + 3.6;
    }
    const double distance = reach_for(demo, site, goal, 1.8, levers);
    if (folded <= 0.0 || (distance > 0.4 && folded < 15.0))
        return;
    if (++demo->tree < demo->base.task.tree_count)
        plan_tree(demo, site);
    else
        veh_demo_enter(&demo->base, site, DONE, "done");
}

// ---- interface ----

static bool suits(const struct veh_machine_def *machine, const struct veh_demo_task *task) {
    return veh_head_def(machine) != NULL && task->tree_count > 0;
}

static const char *init(struct veh_demonstrator *base, const struct veh_worksite *site) {
    struct harvest *demo = (struct harvest *)base;
    demo->drive.speed = drive_speed;
    plan_tree(demo, site);
    return NULL;
}

static enum veh_demo_result step(struct veh_demonstrator *base, const struct veh_worksite *site,
                                 struct veh_controls *levers) {
    static void (*const act[])(struct harvest *, const struct veh_worksite *,
                               struct veh_controls *) = {
        [DRIVE] = drive, [SET_UP] = set_up, [APPROACH] = approach,   [CLOSE_IN] = close_in,
        [GRIP] = grip,   [SAW] = saw,       [FALL] = fall,           [LIFT] = lift,
        [FEED] = feed,   [RUN_UP] = run_up, [CROSS_CUT] = cross_cut, [RELEASE] = release,
        [FOLD] = fold};
    struct harvest *demo = (struct harvest *)base;
    if (demo->base.state == DONE)
        return VEH_DEMO_DONE;
    const struct sim_pose head = veh_machine_head_frame(site, base->task.machine);
    veh_demo_watch_pendulum(base, site, head.p, swing_memory);
    act[demo->base.state](demo, site, levers);
    return base->result;
}

static void explain(const struct veh_demonstrator *base, const struct veh_worksite *site,
                    char *text, size_t size) {
    const struct harvest *demo = (const struct harvest *)base;
    const struct ter_tree *tree = present_tree(demo, site);
    if (demo->base.state == DRIVE)
        snprintf(text, size, "the machine does not get to tree '%s'", tree->id);
    else if (tree->status != TER_TREE_FELLED)
        snprintf(text, size, "tree '%s' is not felled, %.1f m from the crane's pillar", tree->id,
                 veh_crane_radius(&base->crane, site, tree->position));
    else
        snprintf(text, size, "tree '%s' is felled, but not cut to length", tree->id);
}

const struct veh_demo_kind veh_demo_harvest = {
    .name = "harvest",
    .size = sizeof(struct harvest),
    .suits = suits,
    .init = init,
    .step = step,
    .explain = explain,
};
