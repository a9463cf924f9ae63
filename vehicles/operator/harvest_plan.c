// The plan of a harvest: where to stop, which tree is next, where it shall fall.
#include "terrain/root_plate.h"
#include "vehicles/operator/harvest.h"
#include "vehicles/operator/harvest_order.h"

static const double reach_low = 3.2;     // [m] from the slewing axis: nearer is the machine
static const double reach_share = 0.80;  // of the straight crane: beyond, the head cannot be led
static const double side_most = 1.9;     // [rad] from straight ahead to a tree
static const double look_back = 12.0;    // [m] of the road about the nearest tree: stops
static const double stop_error = 0.3;    // [m] with which the machine stops, to the side, too
static const double turn_error = 0.15;   // [rad]
static const double stop_step = 0.25;    // [m] between possible stops
static const double detour = 9.0;        // [m]
static const double backing_costs = 2.0; // per way forwards
static const double served_saves = 4.0;  // [m] of driving per tree
static const double left_behind = 6.0;   // [m] of driving per tree
static const double best_reach = 5.2;    // [m]
static const double reach_costs = 0.5;   // [m] of driving per tree and m^2 from there
static const double hidden_costs = 10.0; // [m] of driving, where a tree is in the crane's way
static const double crane_width = 0.6;   // [m] that the crane needs to each side
static const double turn_costs = 3.5;    // [m] of reach per rad of slewing: the slower motion
static const double gradient_over = 2.0; // [m]
static const double steep_down = 0.1;    // slope towards a tree
static const double most_down = 0.5;     // [rad] of the crane from straight ahead
static const double head_room = 1.1;     // [m] that the head needs behind the tree
static const double beyond_plate = 1.0;  // [m] from a plate of roots to the head

// Where the task says how a tree shall fall.
static const double awkward_costs = 40.0; // [m] of driving per rad
static const double easy_least = 0.5,
                    easy_most = 0.9; // [rad] of the fall from the crane's direction

enum { MOST_HIDING = 16 };

static bool is_left(const struct veh_harvest *demo, const struct veh_worksite *site, int number) {
    const int tree = demo->base.task.trees[number];
    for (int i = 0; i < demo->work.count && demo->base.task.only_grip; i++)
        if (demo->work.items[i].tree == tree)
            return false; // it has been gripped
    for (int i = 0; i < demo->put_off.count; i++)
        if (demo->put_off.items[i] == tree)
            return false;
    return site->stand.trees[tree].status != TER_TREE_FELLED;
}

static const struct ter_tree *target(const struct veh_harvest *demo,
                                     const struct veh_worksite *site, int number) {
    return &site->stand.trees[demo->base.task.trees[number]];
}

// Where the crane is to come to for the tree: its foot, of one that the wind has thrown the butt of
// its stem, beyond the plate of roots.
static struct sim_vec3 place_of_tree(const struct veh_worksite *site, int tree) {
    const struct ter_tree *t = &site->stand.trees[tree];
    if (!t->thrown)
        return t->position;
    const struct sim_vec3 way = {sim_cos(t->thrown_to), sim_sin(t->thrown_to), 0.0};
    const double out = ter_root_plate_half_edge(ter_root_plate_radius(t->dbh)) + beyond_plate;
    return sim_add_scaled(t->position, way, out);
}

static struct sim_vec3 place_of(const struct veh_harvest *demo, const struct veh_worksite *site,
                                int number) {
    return place_of_tree(site, demo->base.task.trees[number]);
}

int veh_harvest_tree_left(const struct veh_harvest *demo, const struct veh_worksite *site) {
    for (int i = 0; i < demo->base.task.tree_count; i++)
        if (is_left(demo, site, i))
            return demo->base.task.trees[i];
    return -1;
}

// Unit, level: where the task says that the tree shall lie. False: it does not.
static bool wished_fall(const struct veh_harvest *demo, const struct veh_worksite *site, int tree,
                        struct sim_vec3 *direction) {
    for (int i = 0; i < demo->base.task.fall_count; i++) {
        const struct veh_fall *fall = &demo->base.task.falls[i];
        if (fall->tree != tree)
            continue;
        const struct sim_vec3 way = sim_sub(fall->stake, site->stand.trees[tree].position);
        *direction = sim_unit(sim_vec3(way.x, way.y, 0.0));
        return true;
    }
    return false;
}

// ---- stops ----

// The slewing axis and the machine's direction at a stop.
struct stand {
    struct sim_vec3 base, ahead;
    double reach, side; // [m], [rad] at most
};

// Is the tree within reach from there? distance [m] from the slewing axis.
static bool serves(const struct stand *stand, struct sim_vec3 tree, double *distance) {
    const double x = tree.x - stand->base.x, y = tree.y - stand->base.y;
    const double along = x * stand->ahead.x + y * stand->ahead.y;
    const double across = fabs(x * stand->ahead.y - y * stand->ahead.x);
    *distance = sqrt(x * x + y * y);
    return *distance > reach_low && *distance < stand->reach &&
           sim_atan2(across, along) < stand->side;
}

// [m] from q to the stretch from p along d (unit) of that length, level.
static double from_stretch(struct sim_vec3 q, struct sim_vec3 p, struct sim_vec3 d, double length) {
    const double x = q.x - p.x, y = q.y - p.y;
    const double along = sim_clamp(x * d.x + y * d.y, 0.0, length);
    const double dx = x - along * d.x, dy = y - along * d.y;
    return sqrt(dx * dx + dy * dy);
}

// The standing trees that hide p, which is at that tree, from the crane: indices into the stand.
static int find_hiding(const struct veh_worksite *site, struct sim_vec3 base, struct sim_vec3 p,
                       int tree, int hiding[], int most) {
    enum { MOST = 128 };
    int near[MOST];
    const struct ter_stand *stand = &site->stand;
    const struct sim_vec3 way = {p.x - base.x, p.y - base.y, 0.0};
    const double length = sim_length(way);
    const int found = ter_stand_query(stand, fmin(base.x, p.x) - 1.0, fmin(base.y, p.y) - 1.0,
                                      fmax(base.x, p.x) + 1.0, fmax(base.y, p.y) + 1.0, near, MOST);
    int count = 0;
    for (int i = 0; i < found && i < MOST && count < most; i++) {
        const struct ter_tree *other = &stand->trees[near[i]];
        if (near[i] != tree && other->status != TER_TREE_FELLED &&
            from_stretch(other->position, base, sim_unit(way), length) < crane_width)
            hiding[count++] = near[i];
    }
    return count;
}

// Does a standing tree hide p? Those that will be felled do not, if the crane is yet to come.
static bool is_hidden(const struct veh_worksite *site, struct sim_vec3 base, struct sim_vec3 p,
                      int tree, bool later) {
    int hiding[MOST_HIDING];
    const int count = find_hiding(site, base, p, tree, hiding, MOST_HIDING);
    for (int i = 0; i < count; i++)
        if (!later || site->stand.trees[hiding[i]].status != TER_TREE_MARKED)
            return true;
    return false;
}

static double usable_reach(const struct veh_harvest *demo, const struct veh_worksite *site) {
    return reach_share * veh_crane_control_reach(&demo->base.crane, site);
}

// The machine stands with its frame at that place of the road.
static struct stand stand_at(const struct veh_harvest *demo, const struct veh_worksite *site,
                             double along, double reach) {
    const struct ter_road_place place = ter_road_at(demo->base.task.road, along);
    const double sense = veh_demo_faces(&demo->base, site, place.heading) ? 1.0 : -1.0;
    const struct ter_road_place base =
        ter_road_at(demo->base.task.road, along + sense * veh_demo_slew_ahead(&demo->base, site));
    return (struct stand){
        .base = sim_vec3(base.x, base.y, 0.0),
        .ahead = sim_vec3(sense * sim_cos(base.heading), sense * sim_sin(base.heading), 0.0),
        .reach = reach,
        .side = side_most - turn_error};
}

static double ahead_of_machine(const struct veh_harvest *demo, const struct veh_worksite *site,
                               struct sim_vec3 p) {
    const struct sim_pose pose = veh_machine_pose(site, demo->base.task.machine);
    return sim_dot(sim_sub(p, pose.p), sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0)));
}

// Of those that are left and near enough to the road the nearest, forwards if possible; -1: none.
static int nearest_tree(const struct veh_harvest *demo, const struct veh_worksite *site,
                        double reach) {
    double best = (double)INFINITY;
    int nearest = -1;
    for (int i = 0; i < demo->base.task.tree_count; i++) {
        if (!is_left(demo, site, i))
            continue;
        const struct sim_vec3 p = place_of(demo, site, i);
        const double ahead = ahead_of_machine(demo, site, p);
        const double way = ahead > 0.0 ? ahead : -backing_costs * ahead;
        if (way < best && ter_road_nearest(demo->base.task.road, p.x, p.y).distance < reach) {
            best = way;
            nearest = i;
        }
    }
    return nearest;
}

// Where the task says how a tree shall fall: [rad] by which that is farther from the crane's
// direction than the head gets around the tree with ease.
static double awkwardness(const struct veh_harvest *demo, const struct veh_worksite *site,
                          const struct stand *stand, int tree) {
    struct sim_vec3 wish;
    if (!wished_fall(demo, site, tree, &wish))
        return 0.0;
    const struct sim_vec3 out = sim_sub(site->stand.trees[tree].position, stand->base);
    const double angle =
        fabs(sim_atan2(out.x * wish.y - out.y * wish.x, out.x * wish.x + out.y * wish.y));
    return fmax(angle - easy_most, 0.0) + fmax(easy_least - angle, 0.0);
}

// [m] of driving that a stop is worth; infinite where it does not serve the nearest tree.
static double cost_of_stop(const struct veh_harvest *demo, const struct veh_worksite *site,
                           double along, double reach, double here, int nearest) {
    const struct stand stand = stand_at(demo, site, along, reach);
    double distance;
    if (!serves(&stand, place_of(demo, site, nearest), &distance))
        return (double)INFINITY;
    const struct ter_road_place place = ter_road_at(demo->base.task.road, along);
    const double sense = veh_demo_faces(&demo->base, site, place.heading) ? 1.0 : -1.0;
    const double way = sense * (along - here);
    double cost = way > 0.0 ? way : -backing_costs * way;
    for (int i = 0; i < demo->base.task.tree_count; i++) {
        if (!is_left(demo, site, i))
            continue;
        const struct sim_vec3 p = place_of(demo, site, i);
        const double x = p.x - stand.base.x, y = p.y - stand.base.y;
        if (serves(&stand, p, &distance))
            cost += awkward_costs * awkwardness(demo, site, &stand, demo->base.task.trees[i]) +
                    reach_costs * (distance - best_reach) * (distance - best_reach) - served_saves +
                    (is_hidden(site, stand.base, p, demo->base.task.trees[i], true) ? hidden_costs
                                                                                    : 0.0);
        else if (x * stand.ahead.x + y * stand.ahead.y < 0.0 && distance < 2.0 * stand.reach)
            cost += left_behind;
    }
    return cost;
}

static bool choose_stop_within(const struct veh_harvest *demo, const struct veh_worksite *site,
                               double reach, double *along) {
    const struct ter_road *road = demo->base.task.road;
    const int nearest = nearest_tree(demo, site, reach);
    if (nearest < 0)
        return false;
    const struct sim_vec3 p = place_of(demo, site, nearest);
    const struct sim_vec3 machine = veh_machine_pose(site, demo->base.task.machine).p;
    const double here = ter_road_nearest(road, machine.x, machine.y).along;
    const double middle = ter_road_nearest(road, p.x, p.y).along, end = ter_road_length(road);
    double best = (double)INFINITY;
    for (double a = fmax(middle - look_back, 0.0); a < fmin(middle + look_back, end);
         a += stop_step) {
        const double cost = cost_of_stop(demo, site, a, reach, here, nearest);
        if (cost < best) {
            best = cost;
            *along = a;
        }
    }
    return isfinite(best);
}

// Of trees that are only just within reach the machine makes sure in the end.
bool veh_harvest_choose_stop(const struct veh_harvest *demo, const struct veh_worksite *site,
                             double *along) {
    const double reach = usable_reach(demo, site);
    return choose_stop_within(demo, site, reach - stop_error, along) ||
           choose_stop_within(demo, site, reach, along);
}

void veh_harvest_plan_detour(struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct ter_road *road = demo->base.task.road;
    const double heading = ter_road_at(road, demo->drive.along).heading;
    const double on = veh_demo_faces(&demo->base, site, heading) ? detour : -detour;
    const double along = demo->drive.along + on;
    const bool ends = along < 0.0 || along > ter_road_length(road);
    veh_demo_plan_drive(&demo->drive, demo->drive.along + (ends ? -on : on));
}

// Present place of the machine.
static struct stand present_stand(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct sim_pose pose = veh_machine_pose(site, demo->base.task.machine);
    return (struct stand){.base = veh_demo_slew_base(&demo->base, site),
                          .ahead = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0)),
                          .reach = usable_reach(demo, site) + stop_error,
                          .side = side_most + turn_error};
}

bool veh_harvest_reaches(const struct veh_harvest *demo, const struct veh_worksite *site,
                         struct sim_vec3 p) {
    double distance;
    const struct stand stand = present_stand(demo, site);
    return serves(&stand, p, &distance);
}

// [m] of height per way along d (unit, level).
static double slope_along(const struct veh_worksite *site, struct sim_vec3 p, struct sim_vec3 d) {
    return 0.5 / gradient_over *
           (veh_demo_ground(site, sim_add_scaled(p, d, gradient_over)) -
            veh_demo_ground(site, sim_add_scaled(p, d, -gradient_over)));
}

// Trees within reach, with what their order depends on.
struct candidates {
    struct veh_order_tree of[VEH_ORDER_MOST];
    int tree[VEH_ORDER_MOST];     // into the stand
    double later[VEH_ORDER_MOST]; // [m] of reach: by that, the others are left for later
    int count;
};

// [rad] from straight ahead, left is positive.
static double azimuth(const struct stand *stand, struct sim_vec3 way) {
    const struct sim_vec3 x = stand->ahead;
    return sim_atan2(x.x * way.y - x.y * way.x, x.x * way.x + x.y * way.y);
}

// [rad] of the direction in which the crane waits for the machine to stop. The frame is not stiff
// before, and a crane that is held out downhill would tip the machine's front.
static double ready_for(const struct veh_worksite *site, const struct stand *stand,
                        struct sim_vec3 way) {
    const double then = azimuth(stand, way);
    const struct sim_vec3 d = sim_unit(sim_vec3(way.x, way.y, 0.0));
    const bool downhill = slope_along(site, stand->base, d) < -steep_down;
    return downhill ? sim_clamp(then, -most_down, most_down) : then;
}

// In the place of the one that has most time, where there are too many.
static void add_candidate(struct candidates *c, int tree, struct veh_order_tree of, double later) {
    int place = c->count;
    if (place == VEH_ORDER_MOST) {
        place = 0;
        for (int i = 1; i < c->count; i++)
            place = c->later[i] > c->later[place] ? i : place;
        if (c->later[place] <= later)
            return;
    } else {
        c->count++;
    }
    c->of[place] = of;
    c->tree[place] = tree;
    c->later[place] = later;
}

static void find_candidates(const struct veh_harvest *demo, const struct veh_worksite *site,
                            const struct stand *stand, double now, struct candidates *c) {
    c->count = 0;
    for (int i = 0; i < demo->base.task.tree_count; i++) {
        double distance;
        const struct sim_vec3 p = place_of(demo, site, i);
        if (!is_left(demo, site, i) || !serves(stand, p, &distance))
            continue;
        const struct sim_vec3 way = sim_sub(p, stand->base);
        const double then = azimuth(stand, way);
        const struct veh_order_tree of = {
            .azimuth = then, .ready = ready_for(site, stand, way), .distance = distance};
        add_candidate(c, demo->base.task.trees[i], of, distance + turn_costs * fabs(then - now));
    }
}

static void find_who_hides(const struct veh_worksite *site, const struct stand *stand,
                           struct candidates *c) {
    for (int i = 0; i < c->count; i++) {
        int hiding[MOST_HIDING];
        const int tree = c->tree[i];
        const int count =
            find_hiding(site, stand->base, place_of_tree(site, tree), tree, hiding, MOST_HIDING);
        for (int k = 0; k < count; k++) {
            int other = 0;
            while (other < c->count && c->tree[other] != hiding[k])
                other++;
            if (other < c->count)
                c->of[i].behind |= 1u << other;
            else
                c->of[i].hidden = true;
        }
    }
}

// The next tree from that stand, with the crane's tip in the direction now from the slewing axis.
static int next_from(const struct veh_harvest *demo, const struct veh_worksite *site,
                     const struct stand *stand, struct sim_vec3 now, bool moving, bool hidden_too) {
    struct candidates c;
    const double at = azimuth(stand, now);
    find_candidates(demo, site, stand, at, &c);
    find_who_hides(site, stand, &c);
    const int first = veh_order_first(c.of, c.count, at, moving, hidden_too);
    return first >= 0 ? c.tree[first] : -1;
}

int veh_harvest_choose_tree(const struct veh_harvest *demo, const struct veh_worksite *site,
                            bool hidden_too) {
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    const struct stand stand = present_stand(demo, site);
    return next_from(demo, site, &stand, sim_sub(tip, stand.base), false, hidden_too);
}

int veh_harvest_first_tree(const struct veh_harvest *demo, const struct veh_worksite *site,
                           struct sim_vec3 *way, double *distance) {
    const struct stand stand = stand_at(demo, site, demo->drive.along, usable_reach(demo, site));
    const int tree = next_from(demo, site, &stand, stand.ahead, true, false);
    if (tree < 0)
        return tree;
    const struct sim_vec3 to = sim_sub(place_of_tree(site, tree), stand.base);
    const double behind = tree == demo->first.tree ? head_room : 0.0;
    const double angle = ready_for(site, &stand, sim_add_scaled(to, demo->first.fall, -behind));
    const double c = sim_cos(angle), s = sim_sin(angle);
    const struct sim_vec3 x = stand.ahead;
    *way = sim_vec3(c * x.x - s * x.y, s * x.x + c * x.y, 0.0);
    *distance = sqrt(to.x * to.x + to.y * to.y);
    return tree;
}

int veh_harvest_choose_companion(const struct veh_harvest *demo, const struct veh_worksite *site,
                                 double thinner, double within) {
    const struct stand stand = present_stand(demo, site);
    const struct sim_vec3 from = site->stand.trees[demo->tree].position;
    double nearest = within;
    int tree = -1;
    for (int i = 0; i < demo->base.task.tree_count; i++) {
        const int number = demo->base.task.trees[i];
        const struct ter_tree *other = target(demo, site, i);
        const struct sim_vec3 p = other->position;
        const double x = p.x - from.x, y = p.y - from.y, distance = sqrt(x * x + y * y);
        double out;
        if (number != demo->tree && !other->thrown && distance < nearest && other->dbh < thinner &&
            is_left(demo, site, i) && serves(&stand, p, &out) &&
            !is_hidden(site, stand.base, p, number, false)) {
            nearest = distance;
            tree = number;
        }
    }
    return tree;
}

// ---- the fall ----

static const double least_out = 0.5,
                    most_out = 1.85;    // [rad] of the fall from the crane's direction
static const double out_step = 0.075;   // [rad]
static const double brush = 0.6;        // [m] by which crowns may overlap while a tree falls
static const double stem_width = 0.35;  // [m] that a falling stem needs to each side
static const double head_way = 2.0;     // [m] from which it comes
static const double to_be_felled = 4.0; // of a log in the head's way, per m
static const double log_length =
    6.8; // [m] behind the tree that logs need, with the way of the head
static const double machine_room = 2.6; // [m] from the machine's middle line to a log
static const double machine_half = 4.5; // [m]
static const double road_room = 2.0;    // [m] from the strip road's middle to a log
static const double thin = 0.13;        // [m] at breast height
static const double road_width = 1.6;   // [m] likewise on level ground
static const double rolls_above = 0.17; // slope across a log on which it rolls, with room for bumps
static const double rolls = 100.0;      // [m] that it rolls per slope beyond that
static const double rolls_most = 3.0;   // [m] that count
static const double hidden_head = 3.0;  // where a tree is in its way
static const double other_way = 0.5;    // cosine to the direction in which it has failed
static const double not_again = 8.0;
static const double turn_head = 0.5;  // of the head that is ready for it, by a right angle
static const double turn_bunch = 2.0; // of stems that the arms hold, by a right angle
// [rad] of the fall from its direction, and how often that is: fewer directions would leave gaps in
// which the stem of a neighbour stands. On a slope, where logs roll by the direction in which they
// lie, wide ones would blur that: there it looks at the near ones, and farther off
// for crop trees only: a tree sometimes falls 16 degrees off.
struct deviation {
    double angle, share;
    bool crop; // only crop trees count there
};
static const struct deviation on_level[] = {
    {0.0, 0.2, false},   {0.06, 0.15, false},  {-0.06, 0.15, false},
    {0.12, 0.12, false}, {-0.12, 0.12, false}, {0.2, 0.08, false},
    {-0.2, 0.08, false}, {0.28, 0.05, false},  {-0.28, 0.05, false}};
static const struct deviation on_slope[] = {
    {-0.12, 0.25, false}, {0.0, 0.5, false},  {0.12, 0.25, false},
    {-0.28, 0.15, true},  {0.28, 0.15, true},
};
static const double way_around = 0.7; // of the head to the far side of the tree
enum { ANGLES = 9 };                  // of a fall that are looked at

// [m] radius of the crown at that height above the foot; below the crown that of a stem.
static double crown_radius(const struct ter_tree *tree, double z) {
    if (z < tree->crown_base || z > tree->height)
        return z > tree->height ? -1.0 : stem_width;
    return fmax(0.5 * tree->crown_width * (tree->height - z) / (tree->height - tree->crown_base),
                stem_width);
}

// How far the falling tree comes too near to one that stands ahead [m] along the fall and beside
// it, and its stem within stems [m] of the other's middle line.
static double overlap(const struct ter_tree *falling, const struct ter_tree *other, double ahead,
                      double beside, double stems) {
    double most = fmax(stems - beside, 0.0); // in the end
    for (int i = 1; i <= ANGLES; i++) {
        const double lean = 0.5 * SIM_PI * i / ANGLES;
        // The stem passes the other's axis at s from its foot, at the height z.
        const double s = ahead / sim_sin(lean), z = s * sim_cos(lean);
        const double mine = crown_radius(falling, s), its = crown_radius(other, z);
        if (mine > 0.0 && its > 0.0)
            most = fmax(most, mine + its - beside - (s > falling->crown_base ? brush : 0.0));
    }
    return most;
}

// Cost of each metre by which a crown comes too near to the tree.
static double importance(const struct ter_tree *tree) {
    return tree->status == TER_TREE_CROP ? 12.0 : tree->status == TER_TREE_MARKED ? 1.0 : 2.0;
}

// Where logs that lie along some direction roll to.
struct way_down {
    struct sim_vec3 d; // unit, level, across the logs
    double far;        // [m]
    bool steep;        // where a machine tips over that climbs onto a log
};

bool veh_harvest_is_steep(const struct veh_worksite *site, struct sim_vec3 p) {
    const double x = slope_along(site, p, sim_vec3(1.0, 0.0, 0.0)),
                 y = slope_along(site, p, sim_vec3(0.0, 1.0, 0.0));
    return x * x + y * y > rolls_above * rolls_above;
}

static struct way_down way_down(const struct veh_worksite *site, struct sim_vec3 p,
                                struct sim_vec3 along) {
    const struct sim_vec3 left = sim_vec3(-along.y, along.x, 0.0);
    const double across = slope_along(site, p, left);
    return (struct way_down){across > 0.0 ? sim_neg(left) : left,
                             rolls * fmax(fabs(across) - rolls_above, 0.0),
                             veh_harvest_is_steep(site, p)};
}

// [m] by which logs that lie from p along back roll farther than to the tree.
static double rolls_beyond(const struct ter_tree *tree, struct sim_vec3 p, struct sim_vec3 back,
                           const struct way_down *way) {
    const struct sim_vec3 o = sim_sub(tree->position, p);
    const double along = o.x * back.x + o.y * back.y, down = o.x * way->d.x + o.y * way->d.y;
    const bool passed = along > -0.5 && along < log_length && down > 0.0;
    return passed ? sim_clamp(way->far - down, 0.0, rolls_most) : 0.0;
}

double veh_harvest_log_costs(const struct ter_tree *tree, bool steep) {
    return steep && tree->status == TER_TREE_MARKED ? to_be_felled : importance(tree);
}

// What it costs that a tree which falls along d strikes the other one.
static double cost_of_strike(const struct ter_tree *tree, const struct ter_tree *other,
                             struct sim_vec3 d, const struct way_down *way) {
    const struct sim_vec3 o = sim_sub(other->position, tree->position);
    const double ahead = o.x * d.x + o.y * d.y, beside = fabs(o.x * d.y - o.y * d.x);
    if (ahead <= 0.5 || ahead >= tree->height)
        return 0.0;
    return importance(other) *
           overlap(tree, other, ahead, beside, way->steep ? 0.0 : 2.0 * stem_width);
}

static double cost_of_crop_strike(const struct ter_tree *tree, const struct ter_tree *other,
                                  struct sim_vec3 d, const struct way_down *way) {
    return other->status == TER_TREE_CROP ? cost_of_strike(tree, other, d, way) : 0.0;
}

// What a neighbour costs when the tree falls along d: it is struck, it is in the way of the head or
// of the logs, or below these.
static double cost_of_neighbour(const struct ter_tree *tree, const struct ter_tree *other,
                                struct sim_vec3 d, const struct way_down *way) {
    double cost = cost_of_strike(tree, other, d, way);
    const struct sim_vec3 back = sim_neg(d);
    cost += fmax(head_room - from_stretch(other->position, tree->position, back, head_way), 0.0);
    const bool head_comes = other->status == TER_TREE_MARKED && way->steep;
    const double room = head_comes ? head_room : 2.0 * stem_width;
    cost += 0.5 * veh_harvest_log_costs(other, way->steep) *
            fmax(room - from_stretch(other->position, tree->position, back, log_length),
                 rolls_beyond(other, tree->position, back, way));
    return cost;
}

// [m] by which a log that is fed out comes too near to the machine.
static double towards_machine(const struct veh_harvest *demo, const struct veh_worksite *site,
                              struct sim_vec3 foot, struct sim_vec3 d) {
    const struct sim_pose pose = veh_machine_pose(site, demo->base.task.machine);
    const struct sim_vec3 x = sim_rotate(pose.q, sim_vec3(1.0, 0.0, 0.0));
    const struct sim_vec3 tail = sim_add_scaled(pose.p, x, -machine_half);
    double nearest = (double)INFINITY;
    for (double z = 0.0; z <= log_length; z += 0.5)
        nearest = fmin(nearest,
                       from_stretch(sim_add_scaled(foot, d, 1.0 - z), tail, x, 2.0 * machine_half));
    return fmax(machine_room - nearest, 0.0);
}

// [m] by which it comes too near to the middle of the strip road, at once or as it rolls. On a
// slope the machine tips over as it climbs onto a log, and keeps farther away; on level ground thin
// ones do not matter.
static double towards_road(const struct veh_harvest *demo, const struct ter_tree *tree,
                           struct sim_vec3 d, const struct way_down *way) {
    double nearest = (double)INFINITY;
    const double far = fmin(way->far, rolls_most);
    const bool matters = way->steep || tree->dbh > thin;
    for (double z = 0.0; z <= log_length && matters; z += 1.0)
        for (int i = 0; i <= 2; i++) {
            const struct sim_vec3 p =
                sim_add_scaled(sim_add_scaled(tree->position, d, 1.0 - z), way->d, 0.5 * i * far);
            nearest = fmin(nearest, ter_road_nearest(demo->base.task.road, p.x, p.y).distance);
        }
    return fmax((way->steep ? road_room : road_width) - nearest, 0.0);
}

typedef double cost_of_one(const struct ter_tree *tree, const struct ter_tree *other,
                           struct sim_vec3 d, const struct way_down *way);

static double cost_of_neighbours(const struct veh_harvest *demo, const struct veh_worksite *site,
                                 struct sim_vec3 d, const struct way_down *way, cost_of_one *of) {
    enum { MOST = 512 };
    int near[MOST];
    const struct ter_stand *stand = &site->stand;
    const struct ter_tree *tree = &stand->trees[demo->tree];
    const struct sim_vec3 p = tree->position;
    const double far = tree->height + 1.0;
    const int found =
        ter_stand_query(stand, p.x - far, p.y - far, p.x + far, p.y + far, near, MOST);
    double cost = 0.0;
    for (int i = 0; i < found && i < MOST; i++)
        if (near[i] != demo->tree && stand->trees[near[i]].status != TER_TREE_FELLED)
            cost += of(tree, &stand->trees[near[i]], d, way);
    return cost;
}

static double cost_of_fall(const struct veh_harvest *demo, const struct veh_worksite *site,
                           struct sim_vec3 d) {
    const struct sim_vec3 p = site->stand.trees[demo->tree].position;
    const struct way_down way = way_down(site, p, d);
    return 2.0 * (towards_machine(demo, site, p, d) +
                  towards_road(demo, &site->stand.trees[demo->tree], d, &way)) +
           cost_of_neighbours(demo, site, d, &way, cost_of_neighbour);
}

static double cost_of_crop(const struct veh_harvest *demo, const struct veh_worksite *site,
                           struct sim_vec3 d) {
    const struct way_down way = way_down(site, site->stand.trees[demo->tree].position, d);
    return cost_of_neighbours(demo, site, d, &way, cost_of_crop_strike);
}

// A tree does not fall exactly where it shall.
static double cost_about(const struct veh_harvest *demo, const struct veh_worksite *site,
                         double angle) {
    const bool steep = veh_harvest_is_steep(site, site->stand.trees[demo->tree].position);
    const struct deviation *deviations = steep ? on_slope : on_level;
    const size_t count =
        steep ? sizeof on_slope / sizeof *on_slope : sizeof on_level / sizeof *on_level;
    double cost = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double a = angle + deviations[i].angle;
        const struct sim_vec3 d = {sim_cos(a), sim_sin(a), 0.0};
        cost +=
            deviations[i].share * (deviations[i].crop ? cost_of_crop : cost_of_fall)(demo, site, d);
    }
    return cost;
}

// What speaks against the place of the head behind the tree.
static double cost_of_head(const struct veh_harvest *demo, const struct veh_worksite *site,
                           struct sim_vec3 base, struct sim_vec3 d, double side) {
    const struct sim_vec3 p = site->stand.trees[demo->tree].position;
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    const struct sim_vec3 out = sim_sub(p, base), now = sim_sub(tip, base);
    // The crane comes from there, and the head would have to go around the tree.
    const bool around = side * (now.x * out.y - now.y * out.x) < 0.0;
    const struct sim_vec3 behind = sim_add_scaled(p, d, -head_room);
    return (around ? way_around : 0.0) +
           (is_hidden(site, base, behind, demo->tree, false) ? hidden_head : 0.0) +
           not_again * fmax(sim_dot(d, demo->tried) - other_way, 0.0) +
           (demo->first.tree == demo->tree ? turn_head * (1.0 - sim_dot(d, demo->first.fall))
                                           : 0.0) +
           (veh_harvest_gathered(demo, site) > 0 ? turn_bunch * (1.0 - sim_dot(d, demo->fall))
                                                 : 0.0);
}

struct sim_vec3 veh_harvest_choose_fall(const struct veh_harvest *demo,
                                        const struct veh_worksite *site) {
    struct sim_vec3 wish;
    const struct ter_tree *tree = &site->stand.trees[demo->tree];
    if (tree->thrown)
        return sim_vec3(sim_cos(tree->thrown_to), sim_sin(tree->thrown_to), 0.0);
    if (wished_fall(demo, site, demo->tree, &wish))
        return wish;
    const struct sim_vec3 p = site->stand.trees[demo->tree].position;
    const struct sim_vec3 base = veh_demo_slew_base(&demo->base, site);
    const double radial = sim_atan2(p.y - base.y, p.x - base.x);
    double best = (double)INFINITY;
    struct sim_vec3 fall = {1.0, 0.0, 0.0};
    for (double out = least_out; out < most_out; out += out_step)
        for (int side = -1; side <= 1; side += 2) {
            const double angle = radial + side * out;
            const struct sim_vec3 d = {sim_cos(angle), sim_sin(angle), 0.0};
            // Sideways to the crane if nothing speaks against it.
            const double cost = cost_about(demo, site, angle) + 0.1 * fabs(out - 0.5 * SIM_PI) +
                                cost_of_head(demo, site, base, d, side);
            if (cost < best) {
                best = cost;
                fall = d;
            }
        }
    return fall;
}
