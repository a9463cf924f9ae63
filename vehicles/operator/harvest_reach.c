// The hand on crane and head.
#include "vehicles/operator/harvest.h"

static const double hang_memory = 10.0;   // [s] over which it learns how the head hangs
static const double lying_memory = 1.5;   // [s] of the one that lies on its open side
static const double swing_gain = 0.5;     // of the tip's way per way of the head out of the plumb
static const double full_gain = 1.0;      // of a head that holds stems, or lies on its side
static const double rock_memory = 1.2;    // [s] over which a rocking of the machine is forgotten
static const double gentle = 0.6;         // of the height: the machine rocks on its tyres
static const double gentle_near = 1.2;    // of the last centimetres
static const double braking = 0.07;       // [m]: on the last decimetres that grows with the root of
static const double aim_gain = 1.8;       // of the lever per angle [1/rad]
static const double reach_speed = 2.0;    // [m/s]: faster, the head swings longer than that saves
static const double bunch_speed = 0.7;    // [m/s] with what the arms hold upright
static const double straight = 0.04;      // [rad] of slewing that needs no look at trees
static const double at_once = 2.0;        // [rad] of slewing towards one place
static const double turn_step = 0.15;     // [rad] between turns that are looked at
static const double tree_room = 1.2;      // [m] from the crane's tip to a standing tree
static const double nearest_in = 2.5;     // [m] from the slewing axis: the crane drawn in
static const double drawn_in = 0.6;       // [m] from that radius: it slews
static const double drawn_in_least = 3.4; // [m] radius at which any crane counts as drawn in
static const double drawn_in_height = 1.3; // [m] of the tip there above the slewing ring
static const double comes_down = 0.8;      // [rad] of slewing left: it comes down to its goal
static const double beside_machine = 4.2;  // [m] radius at which the head hangs beside the machine
static const double lift_over = 0.4;       // [m] of the head above its goal on the way there
static const double descend_within = 1.6;  // [m] of the goal

// ---- the hanging head ----

struct head_axes {
    struct sim_vec3 open, across; // unit, level
};

// A head on its open side is turned about the axis across it, which stays level: open is where it
// opens to while it is upright.
static struct head_axes axes_of(const struct veh_harvest *demo, struct sim_pose head) {
    struct sim_vec3 open = sim_rotate(head.q, sim_vec3(1.0, 0.0, 0.0));
    if (veh_harvest_is_fetching(demo)) {
        const struct sim_vec3 across = sim_rotate(head.q, sim_vec3(0.0, 1.0, 0.0));
        open = sim_vec3(across.y, -across.x, 0.0);
    }
    open.z = 0.0;
    open = sim_unit_or(open, sim_vec3(1.0, 0.0, 0.0));
    return (struct head_axes){open, sim_vec3(-open.y, open.x, 0.0)};
}

// The machine rocks on its tyres, and carries the tip along. A hand that moved against that would
// drive it: the crane's mass accelerates with the speed that the rocking has, and takes its damping
// away. So it is left to die down, and only the tip's mean way counts.
static void watch_rocking(struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct sim_pose now = veh_machine_pose(site, demo->base.task.machine);
    const int state = demo->base.state;
    const bool stands = (state == VEH_HARVEST_REACH || state == VEH_HARVEST_CLOSE_IN ||
                         state == VEH_HARVEST_GRIP) &&
                        veh_harvest_gathered(demo, site) == 0;
    if (stands && demo->stood) {
        const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
        const double carried = tip.z - sim_pose_point(demo->stand, sim_pose_local(now, tip)).z;
        demo->rocking += carried - demo->rocking * sim_world_step_size(site->world) / rock_memory;
    } else {
        demo->rocking = 0.0;
    }
    demo->stood = stands;
    demo->stand = now;
}

void veh_harvest_watch_head(struct veh_harvest *demo, const struct veh_worksite *site) {
    watch_rocking(demo, site);
    const struct sim_pose head = veh_machine_head_frame(site, demo->base.task.machine);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    const struct head_axes axes = axes_of(demo, head);
    const struct sim_vec3 d = sim_sub(head.p, tip);
    const struct sim_vec3 now = {sim_dot(d, axes.open), 0.0, d.z}; // it is the same on both sides
    const bool upright = sim_rotate(head.q, sim_vec3(0.0, 0.0, 1.0)).z > 0.9;
    const bool fetches = demo->base.state == VEH_HARVEST_FETCH;
    // Neither stem nor ground holds it.
    const bool free = (upright && demo->base.state < VEH_HARVEST_CLOSE_IN) || fetches;
    if (!free || veh_head(veh_demo_machine(&demo->base, site))->stem >= 0)
        return;
    const double share = sim_world_step_size(site->world) / (fetches ? lying_memory : hang_memory);
    if (!demo->rest_known)
        demo->rest = now;
    else
        demo->rest = sim_add_scaled(demo->rest, sim_sub(now, demo->rest), share);
    demo->rest_known = true;
}

double veh_harvest_aim(const struct veh_harvest *demo, const struct veh_worksite *site,
                       struct sim_vec3 d, struct veh_controls *levers) {
    const struct sim_vec3 x =
        axes_of(demo, veh_machine_head_frame(site, demo->base.task.machine)).open;
    const double turn = sim_atan2(x.x * d.y - x.y * d.x, x.x * d.x + x.y * d.y);
    levers->value[VEH_ROTATOR] = fabs(turn) < 0.02 ? 0.0 : sim_clamp(aim_gain * turn, -1.0, 1.0);
    return fabs(turn);
}

double veh_harvest_tip_to(const struct veh_harvest *demo, const struct veh_worksite *site,
                          struct sim_vec3 p, double speed, struct veh_controls *levers) {
    struct veh_crane_control crane = demo->base.crane;
    crane.speed = speed;
    return veh_crane_control_step(&crane, site, p, levers);
}

// From the tip to the head at rest, as the head is turned now.
static struct sim_vec3 rest_of(const struct veh_harvest *demo, struct sim_pose head) {
    const struct head_axes axes = axes_of(demo, head);
    return sim_add(sim_add_scaled(sim_scale(axes.open, demo->rest.x), axes.across, demo->rest.y),
                   sim_vec3(0.0, 0.0, demo->rest.z));
}

// The machine rocks on its tyres by how the tip's speed changes. A tip that slows down evenly comes
// sooner to its height than one whose speed dies away with the way to go; hands that react late
// would go beyond it.
static double gently(const struct veh_harvest *demo, double way) {
    const double far = fabs(way);
    const double even =
        fmin(gentle_near * far, sqrt(braking * far)) / veh_demo_slowness(&demo->base);
    return copysign(fmax(gentle * far, even), way);
}

// A tip that runs after the head at the speed k s, s being its way out of the plumb, takes k s'
// from the swing. At the frequencies at which the slewing rocks on its oil the head stays where it
// is, and s is the tip's own way: more than half of k there and the crane would not come to rest.
double veh_harvest_head_to(const struct veh_harvest *demo, const struct veh_worksite *site,
                           struct sim_vec3 p, double speed, struct veh_controls *levers) {
    const struct sim_pose head = veh_machine_head_frame(site, demo->base.task.machine);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    struct sim_vec3 rest = rest_of(demo, head);
    rest.z = head.p.z - tip.z; // which does not swing
    const struct sim_vec3 swing = sim_sub(sim_sub(head.p, tip), rest);
    const bool bunch = veh_harvest_gathered(demo, site) > 0;
    const double k = bunch || demo->base.state > VEH_HARVEST_GRIP ? full_gain : swing_gain;
    struct sim_vec3 goal = sim_add_scaled(sim_sub(p, rest), swing, k);
    const double way = goal.z + demo->rocking - tip.z;
    goal.z = tip.z + (k < full_gain ? gently(demo, way) : gentle * way);
    veh_harvest_tip_to(demo, site, goal, speed, levers);
    return sim_length(sim_sub(p, head.p));
}

// ---- the way to a tree ----

// Is the tree at o within the sector from now by turn [rad]?
static bool in_sector(struct sim_vec3 o, struct sim_vec3 now, double turn, double margin) {
    double at = sim_atan2(now.x * o.y - now.y * o.x, now.x * o.x + now.y * o.y);
    if (turn < 0.0)
        at = -at;
    if (at < -margin)
        at += 2.0 * SIM_PI;
    return at < fabs(turn) + margin;
}

// The radius [m] at which the tip can slew to its goal, far: nothing is in the way.
static double free_radius(const struct veh_worksite *site, struct sim_vec3 base,
                          struct sim_vec3 now, double turn, double far) {
    enum { MOST = 128 };
    int near[MOST];
    const struct ter_stand *stand = &site->stand;
    const double r = far + tree_room;
    const int found =
        ter_stand_query(stand, base.x - r, base.y - r, base.x + r, base.y + r, near, MOST);
    double free = far;
    for (int i = 0; i < found && i < MOST; i++) {
        const struct ter_tree *tree = &stand->trees[near[i]];
        const struct sim_vec3 o = sim_sub(tree->position, base);
        const double distance = sqrt(o.x * o.x + o.y * o.y);
        const double margin = sim_atan2(0.6, distance);
        if (tree->status != TER_TREE_FELLED && in_sector(o, now, turn, margin))
            free = fmin(free, distance - tree_room);
    }
    return fmax(free, nearest_in);
}

// How far [rad] of a turn the tip slews at the radius r before a tree is in its way.
static double clear_turn(const struct veh_worksite *site, struct sim_vec3 base, struct sim_vec3 now,
                         double turn, double r) {
    double clear = fabs(turn);
    while (clear > 0.0 && free_radius(site, base, now, copysign(clear, turn), r) < r)
        clear -= turn_step;
    return copysign(fmax(clear - turn_step, 0.0), turn);
}

// From straight ahead of the machine to a direction [rad], left is positive.
static double azimuth(struct sim_vec3 ahead, struct sim_vec3 d) {
    return sim_atan2(ahead.x * d.y - ahead.y * d.x, ahead.x * d.x + ahead.y * d.y);
}

static struct sim_vec3 turned(struct sim_vec3 d, double angle) {
    const double c = sim_cos(angle), s = sim_sin(angle);
    return sim_vec3(c * d.x - s * d.y, s * d.x + c * d.y, 0.0);
}

// Is the way of the tip to the goal free of trees? Else the goal becomes the next place on a way
// that leads in, around, and out again; around the front, since no crane turns over the rear, and
// high as long as more than that [rad] of the turn is left.
static bool is_free(const struct veh_harvest *demo, const struct veh_worksite *site,
                    struct sim_vec3 *goal, double high) {
    const int machine = demo->base.task.machine;
    const struct sim_vec3 base = veh_demo_slew_base(&demo->base, site);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, machine);
    const struct sim_vec3 ahead =
        sim_rotate(veh_machine_pose(site, machine).q, sim_vec3(1.0, 0.0, 0.0));
    const struct sim_vec3 now = {tip.x - base.x, tip.y - base.y, 0.0};
    const struct sim_vec3 then = {goal->x - base.x, goal->y - base.y, 0.0};
    const double turn = azimuth(ahead, then) - azimuth(ahead, now);
    const double r = sim_length(now), r_goal = sim_length(then);
    const double free = free_radius(site, base, now, turn, fmax(r, r_goal));
    if (fabs(turn) < straight || (free >= fmax(r, r_goal) && fabs(turn) < at_once))
        return true;
    const bool in = r < fmax(free + drawn_in, drawn_in_least);
    const struct sim_vec3 out = sim_unit_or(now, ahead);
    const double now_free = in ? turn : clear_turn(site, base, now, turn, r);
    const struct sim_vec3 d = turned(out, sim_clamp(now_free, -at_once, at_once));
    const double radius = fmin(free, in ? r_goal : free);
    goal->x = base.x + radius * d.x;
    goal->y = base.y + radius * d.y;
    if (fabs(turn) > high || radius < beside_machine)
        goal->z = fmax(goal->z, base.z + drawn_in_height);
    return false;
}

void veh_harvest_tip_around(const struct veh_harvest *demo, const struct veh_worksite *site,
                            struct sim_vec3 p, struct veh_controls *levers) {
    (void)is_free(demo, site, &p, 0.0);
    veh_harvest_tip_to(demo, site, p, reach_speed, levers);
}

double veh_harvest_reach_for(const struct veh_harvest *demo, const struct veh_worksite *site,
                             struct sim_vec3 p, struct veh_controls *levers) {
    const struct sim_pose head = veh_machine_head_frame(site, demo->base.task.machine);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, demo->base.task.machine);
    struct sim_vec3 goal = sim_sub(p, rest_of(demo, head));
    const struct sim_vec3 gap = sim_sub(goal, tip);
    const double speed = veh_harvest_gathered(demo, site) > 0 ? bunch_speed : reach_speed;
    const bool near = gap.x * gap.x + gap.y * gap.y < descend_within * descend_within;
    // Over the ground on the way, which may rise above that at the goal.
    goal.z = fmax(goal.z + lift_over, veh_demo_ground(site, head.p) + lift_over - demo->rest.z);
    if (is_free(demo, site, &goal, comes_down) && near)
        return veh_harvest_head_to(demo, site, p, speed, levers);
    veh_harvest_tip_to(demo, site, goal, speed, levers);
    return sim_length(sim_sub(p, head.p));
}
