// The felled stem: it falls, is fed, delimbed and cut to length.
#include "vehicles/operator/harvest.h"
#include "vehicles/site.h"

static const double working_height = 0.95; // [m] of the lying stem's axis above the ground
static const double working_radius = 5.0;  // [m] from the slewing axis
static const double beside_trees = 0.6;    // [m] from a stem that is drawn to standing trees
static const double most_drawn = 2.0;      // [m] that a felled tree is drawn there
static const double most_pushed = 0.8;     // [m] that it is pushed away from the machine
static const double clear_of_log = 0.5;    // [m] from the saw to the log that has come off
static const double drops_within = 1.0;    // [s]
static const double way_step = 0.1;        // [m]
static const double way_costs = 0.5;       // per m from where the crane would like it
static const double rests_at = 0.6;        // of its length, from the head: it lies on its branches
static const double fed_out = 6.3;         // [m] of stem that comes out of the head with a log
static const double log_room = 1.3;        // [m] from the middle of the pile to that of a tree
static const double passes = 0.45;         // [m] from its axis to a tree that the butt gets by
static const double jam_costs = 10.0;      // per m nearer: it stands against that
static const double rolls = 3.0;           // [m] that logs roll per slope
static const double lies = 0.4;            // sine of the slope of a stem that has come down
static const double calm = 0.3;            // [rad/s]
static const double upright = 0.8;         // sine of the slope of one that does not fall yet
static const double hanging = 0.05;        // [rad/s] of one that does not fall any more
static const double hangs_for = 1.0;       // [s]: it is pulled out of the crowns by feeding
static const double held_most = 0.1;       // sine of a tree's lean to the side that the crane holds
static const double steer = 4.0;           // [m] of the tip against that, per sine
static const double follow = 6.0;          // [m] of the tip after a lean beyond, per sine
static const double stands_for = 3.0; // [s] of a severed tree, in crowns: its butt is drawn back
static const double drawn_back = 0.6; // [m/s]
static const double most_drawn_back = 3.0; // [m]
static const double bears = 0.1;      // [rad] of the machine's lean: from there the crane gives way
static const double gives_way = 0.5;  // [s] in which its place comes to where it is
static const double sets_down = 0.4;  // [m/s] of the stem meanwhile, which the ground then bears
static const double lowest = 0.45;    // [m] of its axis above the ground
static const double key_time = 0.1;   // [s] a key is pressed
static const double hold_close = 0.5; // [m] from the place to work at: it begins
static const double straight = 0.9;   // cosine of a stem's angle in the head
static const double inside = 0.6;     // of the saw's reach: where a stem's axis lies in the head
static const double end_left = 0.8;   // [m] above a log at least, in the rollers
static const double stall_time = 0.6; // [s] without feeding before it runs up
static const double run_up_time = 0.4;     // [s] of feeding back
static const double shortest_run_up = 1.5; // [m] length of the stem below the saw
static const int most_run_ups = 10;        // then the stem is let go
static const int run_ups_of_top = 4;       // for its last log, which is worth little
static const double pull_back = 0.3,
                    pull_up = 0.15;   // [m] of the crane at a stem that does not feed
static const double feed_time = 25.0; // [s] that a log may take
static const double saw_time = 2.5;   // [s]
static const double bunch_time = 0.5; // [s] since the last stem of a bunch

static const struct veh_head_state *head_of(const struct veh_harvest *demo,
                                            const struct veh_worksite *site) {
    return veh_head(veh_demo_machine(&demo->base, site));
}

static struct sim_vec3 stem_axis(const struct veh_worksite *site, int stem) {
    return sim_rotate(veh_stem_pose(site, stem).q, sim_vec3(0.0, 0.0, 1.0));
}

static double turning(const struct veh_worksite *site, int stem) {
    return sim_length(sim_body_angular_velocity(site->world, site->stems.items[stem].body));
}

void veh_harvest_lay_down(struct veh_harvest *demo, const struct veh_worksite *site,
                          enum veh_demo_saying why) {
    demo->hold = veh_machine_crane_tip(site, demo->base.task.machine);
    veh_demo_enter(&demo->base, site, VEH_HARVEST_RELEASE, why);
}

// Holds the stem where it is processed. Where the machine leans since it pulls at a stem that is
// too heavy or has jammed, the crane does not pull harder but gives way, and sets the stem down.
// Returns the distance [m].
double veh_harvest_hold_stem(struct veh_harvest *demo, const struct veh_worksite *site,
                             double speed, struct veh_controls *levers) {
    const double step = sim_world_step_size(site->world);
    if (veh_harvest_lean(demo, site) > bears) {
        const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
        const struct sim_vec3 head = veh_machine_head_frame(site, demo->base.task.machine).p;
        const double share = step / gives_way;
        const bool high = head.z > veh_demo_ground(site, head) + lowest;
        demo->hold.x += share * (tip.x - demo->hold.x);
        demo->hold.y += share * (tip.y - demo->hold.y);
        demo->hold.z = fmin(demo->hold.z, demo->hold.z + share * (tip.z - demo->hold.z));
        demo->hold.z -= high ? sets_down * step : 0.0;
    }
    return veh_harvest_tip_to(demo, site, demo->hold, speed, levers);
}

// ---- which log ----

static int start_grade(const struct veh_products *products, enum ter_species species) {
    const int given = products->start_grade[species];
    return given > 0 ? given : 1;
}

// The grade of the wood as an operator sees it: rot, which comes up from the roots, on the face of
// the last cut, and a bow, a fork or a dead tree on the next metres of the stem.
static int grade_seen(const struct veh_worksite *site, int stem) {
    const struct ter_stem *s = &site->stems.items[stem].stem;
    const struct veh_products *products = site->def.products;
    const int grade = ter_stem_grade(s, 0.0, fmin(ter_sweep_height, ter_stem_length(s)));
    if (grade <= start_grade(products, s->species))
        return start_grade(products, s->species);
    return (int)fmin(grade, veh_products_worst_grade(products));
}

// Tells the computer what the face shows, as the computer cannot see it; a press of the key makes
// it the next grade. True: it knows, or cannot be told.
static bool mark_grade(struct veh_harvest *demo, const struct veh_worksite *site,
                       struct veh_controls *levers) {
    const struct veh_head_state *head = head_of(demo, site);
    const int start = start_grade(site->def.products, site->stems.items[head->stem].stem.species);
    const double saw = fmax(head->computer.length, 0.0), now = veh_worksite_time(site);
    const bool knows =
        veh_grade_at(&head->computer.grades, saw, start) == grade_seen(site, head->stem);
    if (now < demo->marked + 2.0 * key_time) {
        levers->value[VEH_GRADE] = now < demo->marked + key_time ? 1.0 : 0.0;
        return false;
    }
    // A grade that no product names never comes.
    if (knows || demo->marks > veh_products_worst_grade(site->def.products))
        return true;
    demo->marks++;
    demo->marked = now;
    return false;
}

// The best assortment that the rest of the stem still gives, by its thickness and by the grade of
// its wood; -1: none.
int veh_harvest_next_assortment(const struct veh_harvest *demo, const struct veh_worksite *site,
                                int stem) {
    const struct veh_head_state *head = head_of(demo, site);
    const struct ter_stem *s = &site->stems.items[stem].stem;
    const double length = ter_stem_length(s);
    for (int i = 0; i < VEH_PRODUCT_KEYS; i++) {
        const int product = veh_products_of_key(site->def.products, (int)s->species, i);
        if (product < 0)
            break;
        const struct veh_product *p = &site->def.products->product[product];
        const double cut = veh_product_cut_length(p, 0);
        const unsigned grades = veh_grades_between(&head->computer.grades, 0.0, cut);
        if (length > cut + end_left && ter_stem_diameter(s, cut) >= p->min_top &&
            veh_product_permits(p, grades))
            return i;
    }
    return -1;
}

// The operator sees where a broken stem ends, which the computer takes to be longer.
static bool goes_beyond(const struct veh_worksite *site, int stem, double length) {
    return length > ter_stem_length(&site->stems.items[stem].stem) - end_left;
}

// With prices the computer's plan decides, else the first assortment that fits; that also of a stem
// that has broken, or for which the computer has no plan at all, since its knives could not measure
// it.
static int choose_key(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_head_state *head = head_of(demo, site);
    if (head->stem < 0)
        return -1;
    if (!veh_products_have_prices(site->def.products))
        return veh_harvest_next_assortment(demo, site, head->stem);
    const struct veh_plan *plan = &head->computer.plan;
    if (plan->count > 0)
        return goes_beyond(site, head->stem, plan->log[0].from + plan->log[0].length)
                   ? veh_harvest_next_assortment(demo, site, head->stem)
                   : VEH_HARVEST_PROPOSED;
    const bool first = demo->work.items[demo->work.count - 1].logs == 0;
    return first ? veh_harvest_next_assortment(demo, site, head->stem) : -1;
}

void veh_harvest_start_log(struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_head_state *head = head_of(demo, site);
    demo->key = choose_key(demo, site);
    demo->run_ups = demo->marks = 0;
    demo->no_top = false;
    demo->top_place = 0.0;
    demo->fed = 0.0;
    demo->log_begun = demo->fed_at = veh_worksite_time(site);
    demo->ordered = 0.0;
    if (head->stem < 0)
        veh_harvest_lose(demo, site, VEH_SAY_LOST_STEM);
    else if (demo->key < 0)
        veh_harvest_lay_down(demo, site, VEH_SAY_LAYS_DOWN_TOP);
    else
        veh_demo_enter(&demo->base, site, VEH_HARVEST_FEED, VEH_SAY_FEEDS);
}

// ---- the fall ----

// [m] by which the head's end of the stem, which lies from p along u, can be drawn along in (unit,
// level) before it meets a standing tree. It turns about the place where it rests.
static double free_way(const struct veh_worksite *site, struct sim_vec3 p, struct sim_vec3 u,
                       double length, struct sim_vec3 in, double most) {
    enum { MOST = 256 };
    int near[MOST];
    const double far = length + most;
    const int found =
        ter_stand_query(&site->stand, p.x - far, p.y - far, p.x + far, p.y + far, near, MOST);
    double way = most;
    for (int i = 0; i < found && i < MOST; i++) {
        const struct ter_tree *tree = &site->stand.trees[near[i]];
        const struct sim_vec3 o = sim_sub(tree->position, p);
        const double along = o.x * u.x + o.y * u.y, ahead = o.x * in.x + o.y * in.y;
        const double share = 1.0 - fmax(along, 0.0) / (rests_at * length);
        if (tree->status != TER_TREE_FELLED && along > -1.0 && share > 0.0 && ahead > 0.0)
            way = fmin(way, (ahead - beside_trees) / share);
    }
    return fmax(way, 0.0);
}

// Where the logs of a stem come to lie: out of the head at place along back (unit, level).
struct pile {
    struct sim_vec3 place, back;
};

// The head is moved by that [m, level], and the far part of the stem stays where it lies.
static struct pile pile_of(struct sim_vec3 head, struct sim_vec3 u, double length,
                           struct sim_vec3 by) {
    const struct sim_vec3 rests = sim_add_scaled(head, u, rests_at * length);
    const struct sim_vec3 place = sim_add(head, by);
    return (struct pile){place, sim_unit(sim_vec3(place.x - rests.x, place.y - rests.y, 0.0))};
}

// [m] by which logs come too near to the tree. They push each other aside, and roll downhill.
static double too_near(const struct veh_worksite *site, const struct pile *pile,
                       const struct ter_tree *tree) {
    const struct sim_vec3 o = sim_sub(tree->position, pile->place);
    const double along = sim_clamp(o.x * pile->back.x + o.y * pile->back.y, 0.0, fed_out);
    const struct sim_vec3 foot = sim_add_scaled(pile->place, pile->back, along);
    const double dx = tree->position.x - foot.x, dy = tree->position.y - foot.y;
    const double distance = sqrt(dx * dx + dy * dy);
    const double down = (veh_demo_ground(site, foot) - tree->position.z) / fmax(distance, log_room);
    return fmax(log_room + rolls * fmax(down, 0.0) - distance, 0.0);
}

// [m] by which the butt passes too near to the tree to get by.
static double jams(const struct pile *pile, const struct ter_tree *tree) {
    const struct sim_vec3 o = sim_sub(tree->position, pile->place);
    const double along = o.x * pile->back.x + o.y * pile->back.y;
    const double beside = fabs(o.x * pile->back.y - o.y * pile->back.x);
    return along > 0.0 && along < fed_out ? fmax(passes - beside, 0.0) : 0.0;
}

static double cost_of_pile(const struct veh_worksite *site, const struct pile *pile) {
    enum { MOST = 64 };
    int near[MOST];
    const struct sim_vec3 p = pile->place;
    const double far = fed_out + 2.0 * log_room;
    const int found =
        ter_stand_query(&site->stand, p.x - far, p.y - far, p.x + far, p.y + far, near, MOST);
    const bool steep = veh_harvest_is_steep(site, p);
    double cost = 0.0;
    for (int i = 0; i < found && i < MOST; i++) {
        const struct ter_tree *tree = &site->stand.trees[near[i]];
        if (tree->status != TER_TREE_FELLED)
            cost += veh_harvest_log_costs(tree, steep) * too_near(site, pile, tree) +
                    jam_costs * jams(pile, tree);
    }
    return cost;
}

// Towards the machine, where the crane bears more and the logs lie beside the road, as far as these
// have room there.
static struct sim_vec3 nearer(const struct veh_harvest *demo, const struct veh_worksite *site,
                              int stem, struct sim_vec3 tip) {
    const struct sim_vec3 base = veh_demo_slew_base(&demo->base, site);
    const struct sim_vec3 head = veh_machine_head_frame(site, demo->base.task.machine).p;
    const struct sim_vec3 out = {tip.x - base.x, tip.y - base.y, 0.0};
    struct sim_vec3 u = stem_axis(site, stem);
    u.z = 0.0;
    u = sim_unit_or(u, demo->fall);
    // Across the stem: along it there is nothing in the way.
    const struct sim_vec3 in = sim_unit_or(sim_add_scaled(sim_neg(out), u, sim_dot(out, u)), u);
    const double wish = sim_clamp(sim_length(out) - working_radius, 0.0, most_drawn);
    const double length = ter_stem_length(&site->stems.items[stem].stem);
    const double free_in = free_way(site, tip, u, length, in, most_drawn);
    const double free_out = free_way(site, tip, u, length, sim_neg(in), most_pushed);
    double way = 0.0, best = (double)INFINITY;
    for (double w = -free_out; w <= free_in; w += way_step) {
        const struct sim_vec3 by = sim_scale(sim_unit(out), -w);
        const struct pile pile = pile_of(head, u, length, by);
        const double cost = cost_of_pile(site, &pile) + way_costs * fabs(w - fmin(wish, free_in));
        if (cost < best) {
            best = cost;
            way = w;
        }
    }
    struct sim_vec3 hold = sim_add_scaled(tip, sim_unit(out), -way);
    hold.z += veh_demo_ground(site, hold) - veh_demo_ground(site, tip);
    return hold;
}

void veh_harvest_choose_hold(struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct sim_pose head = veh_machine_head_frame(site, demo->base.task.machine);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    demo->hold = nearer(demo, site, head_of(demo, site)->stem, tip);
    demo->hold.z += veh_demo_ground(site, head.p) + working_height - head.p.z;
}

void veh_harvest_fall(struct veh_harvest *demo, const struct veh_worksite *site,
                      struct veh_controls *levers) {
    const int stem = head_of(demo, site)->stem;
    const double elapsed = veh_demo_elapsed(&demo->base, site);
    if (stem < 0) {
        if (elapsed > 2.0)
            veh_harvest_lose(demo, site, VEH_SAY_LOST_STEM);
        return;
    }
    const double slope = stem_axis(site, stem).z;
    levers->value[VEH_TILT] = slope > 0.5 ? -0.6 : 0.0;
    // The head's tilt fells it. A tree that leans to the side is held by the crane as long as that
    // bears it; then the crane follows it.
    if (slope > upright) {
        const struct sim_vec3 u = stem_axis(site, stem);
        const struct sim_vec3 left = {-demo->fall.y, demo->fall.x, 0.0};
        const double aside = sim_dot(u, left);
        const double held = sim_clamp(aside, -held_most, held_most);
        const double way = follow * (aside - held) - steer * held;
        const double back = sim_clamp(drawn_back * (elapsed - stands_for), 0.0, most_drawn_back);
        const struct sim_vec3 goal =
            sim_add_scaled(sim_add_scaled(demo->hold, left, way), demo->fall, -back);
        veh_harvest_tip_to(demo, site, goal, 0.7, levers);
    }
    if (turning(site, stem) > hanging || slope > upright)
        demo->fed_at = veh_worksite_time(site); // it still falls
    const bool down = fabs(slope) < lies && turning(site, stem) < calm && elapsed > 1.0;
    const bool hangs = veh_worksite_time(site) > demo->fed_at + hangs_for;
    if (!down && !hangs && elapsed < 15.0)
        return;
    veh_harvest_choose_hold(demo, site);
    veh_demo_succeed(&demo->base, site, VEH_HARVEST_FEED, VEH_SAY_LIFTS_STEM);
    veh_harvest_start_log(demo, site);
}

// ---- feeding ----

bool veh_harvest_lies_in_rollers(const struct veh_harvest *demo, const struct veh_worksite *site,
                                 int stem) {
    const struct sim_pose head = veh_machine_head_frame(site, demo->base.task.machine);
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const struct sim_vec3 n = sim_rotate(head.q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 u = stem_axis(site, stem);
    const double along = sim_dot(u, n);
    if (fabs(along) < straight)
        return false;
    const double z = sim_dot(sim_sub(head.p, pose.p), n) / along;
    const struct sim_vec3 off = sim_pose_local(head, sim_add_scaled(pose.p, u, z));
    const double reach = veh_head_def(veh_demo_machine(&demo->base, site)->def)->saw_reach_m;
    return sqrt(off.x * off.x + off.y * off.y) < inside * reach;
}

// The key that asks for the present log, pressed once: pressed again it means the next length.
static void order(struct veh_harvest *demo, const struct veh_worksite *site,
                  struct veh_controls *levers) {
    const double now = veh_worksite_time(site);
    if (demo->ordered <= 0.0) {
        demo->key = choose_key(demo, site); // anew: its grade may be another one now
        demo->ordered = demo->fed_at = now;
        demo->fed = head_of(demo, site)->length;
    }
    const int key =
        demo->key == VEH_HARVEST_PROPOSED ? (int)VEH_PROPOSAL : (int)VEH_ASSORTMENT_1 + demo->key;
    if (demo->key >= 0)
        levers->value[key] = now - demo->ordered < key_time ? 1.0 : 0.0;
    else
        veh_harvest_lay_down(demo, site, VEH_SAY_LAYS_DOWN_BAD_WOOD);
}

// On a slope the next butt would push a log that has not come down yet far up the hill, from where
// it rolls.
static bool has_dropped(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct sim_vec3 p = veh_machine_head_frame(site, demo->base.task.machine).p;
    const bool there = demo->log >= 0 && site->stems.items[demo->log].used;
    return !there || !veh_harvest_is_steep(site, p) ||
           veh_worksite_time(site) > demo->log_begun + drops_within ||
           veh_stem_distance(site, demo->log, p) > clear_of_log;
}

// The rollers turn, and the stem stays where it is.
static bool stalls(struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_head_state *head = head_of(demo, site);
    const double now = veh_worksite_time(site);
    if (fabs(head->length - demo->fed) > 0.01 || head->saw.sawing) {
        demo->fed = head->length;
        demo->fed_at = now;
    }
    return now > demo->fed_at + stall_time;
}

static void overcome(struct veh_harvest *demo, const struct veh_worksite *site) {
    demo->run_ups++;
    demo->fed_at = veh_worksite_time(site);
    // A butt that has just come into the rollers would leave them: the crane pulls at the stem.
    if (head_of(demo, site)->length > shortest_run_up)
        veh_demo_enter(&demo->base, site, VEH_HARVEST_RUN_UP, VEH_SAY_RUNS_UP);
    else
        demo->hold = sim_add(sim_add_scaled(demo->hold, demo->fall, -pull_back),
                             sim_vec3(0.0, 0.0, pull_up));
}

// A thin top whose branches the rollers do not overcome is left, anything else is fetched anew.
static void give_up_feeding(struct veh_harvest *demo, const struct veh_worksite *site,
                            bool is_top) {
    if (is_top)
        veh_harvest_lay_down(demo, site, VEH_SAY_LAYS_DOWN_TOP);
    else
        veh_harvest_lose(demo, site,
                         demo->ordered > 0.0 ? VEH_SAY_STEM_DOES_NOT_FEED
                                             : VEH_SAY_STEM_NOT_IN_ROLLERS);
}

// The last log of a stem that has given others.
static bool feeds_top(const struct veh_harvest *demo, const struct veh_worksite *site) {
    return demo->key == VEH_HARVEST_PROPOSED && head_of(demo, site)->computer.plan.count == 1 &&
           demo->work.items[demo->work.count - 1].logs > 0;
}

void veh_harvest_feed(struct veh_harvest *demo, const struct veh_worksite *site,
                      struct veh_controls *levers) {
    const struct veh_head_state *head = head_of(demo, site);
    const double now = veh_worksite_time(site);
    const bool is_top = feeds_top(demo, site);
    if (head->stem < 0) {
        veh_harvest_lose(demo, site, VEH_SAY_LOST_STEM);
        return;
    }
    // The lower end of a short stem touches the ground: higher up it feeds.
    if (demo->run_ups > 1 && !head->in_position)
        demo->hold.z += 0.3 * sim_world_step_size(site->world);
    const double away = veh_harvest_hold_stem(demo, site, 0.8, levers);
    if (now > demo->ordered + 2.0 * key_time && goes_beyond(site, head->stem, head->target))
        demo->ordered = 0.0; // another length
    const bool ready = demo->ordered > 0.0 || away < hold_close || now > demo->log_begun + 2.0;
    if (ready && has_dropped(demo, site) && veh_harvest_lies_in_rollers(demo, site, head->stem) &&
        (demo->ordered > 0.0 || mark_grade(demo, site, levers))) {
        if (demo->ordered <= 0.0 && veh_harvest_tops(demo, site)) {
            demo->cut_through = false;
            veh_demo_succeed(&demo->base, site, VEH_HARVEST_TOP_CUT, VEH_SAY_CUTS_TOP);
            return;
        }
        order(demo, site, levers);
    }
    if (demo->ordered > 0.0 && head->in_position && now > demo->ordered + key_time) {
        demo->cut_through = false;
        veh_demo_succeed(&demo->base, site, VEH_HARVEST_CROSS_CUT, VEH_SAY_CUTS_LOG);
    } else if (demo->run_ups >= (is_top ? run_ups_of_top : most_run_ups) ||
               now > demo->log_begun + feed_time) {
        give_up_feeding(demo, site, is_top);
    } else if (demo->ordered > 0.0 && !head->in_position && stalls(demo, site)) {
        overcome(demo, site);
    }
}

// By hand, so that the key has to be pressed anew.
void veh_harvest_run_up(struct veh_harvest *demo, const struct veh_worksite *site,
                        struct veh_controls *levers) {
    levers->value[VEH_FEED] = -0.6;
    if (veh_demo_elapsed(&demo->base, site) < run_up_time)
        return;
    demo->ordered = 0.0;
    veh_demo_enter(&demo->base, site, VEH_HARVEST_FEED, VEH_SAY_FEEDS);
}

// ---- cutting ----

static bool log_is_cut(struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    for (int i = 0; i < count; i++)
        if (events[i].kind == VEH_EVENT_LOG_CUT && events[i].machine == demo->base.task.machine) {
            demo->log = events[i].stem;
            return true;
        }
    return false;
}

// After the cut the computer has a step to plan the next log, which is ordered while the bar goes
// home.
void veh_harvest_cross_cut(struct veh_harvest *demo, const struct veh_worksite *site,
                           struct veh_controls *levers) {
    // Of a bunch the bar passes through one stem after the other.
    const bool bunch = veh_harvest_bunched(demo, site) > 1;
    const double through_after = bunch ? bunch_time : 0.1,
                 elapsed = veh_demo_elapsed(&demo->base, site);
    levers->value[VEH_SAW] =
        !demo->cut_through || (bunch && elapsed < bunch_time - 0.1) ? 1.0 : 0.0;
    veh_harvest_hold_stem(demo, site, 0.3, levers);
    if (log_is_cut(demo, site)) {
        demo->cut_through = true;
        veh_demo_enter(&demo->base, site, VEH_HARVEST_CROSS_CUT, VEH_SAY_CUTS_LOG);
    } else if (demo->cut_through && elapsed > through_after) {
        demo->base.frontier = VEH_HARVEST_FEED; // the next log begins anew
        veh_demo_made_progress(&demo->base, site);
        veh_harvest_start_log(demo, site);
    } else if (elapsed > saw_time && ++demo->run_ups < most_run_ups) {
        demo->hold.z += 0.2; // a stem that sags out of the saw's reach
        veh_demo_enter(&demo->base, site, VEH_HARVEST_RUN_UP, VEH_SAY_SAW_NOT_THROUGH);
    } else if (elapsed > saw_time) {
        veh_harvest_lose(demo, site, VEH_SAY_SAW_NOT_THROUGH);
    }
}
