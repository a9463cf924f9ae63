#include "data/exercise/guide.h"

#include <assert.h>
#include <math.h>

#include "data/exercise/practice.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/grapple.h"
#include "vehicles/part/head.h"

static const double grip_height = 0.25;    // [m] of the saw above the foot of a tree
static const double over_load = 0.6;       // [m] above the stakes' middle, where logs are let go
static const double there = 0.35;          // [m] from the target: close, or open
static const double lies = 0.12;           // [m] from its place in a tower: open
static const double beyond_reach = 0.3;    // [m] of a target out of reach: drive
static const double out_of_line = 0.15;    // [rad] of a gate beside the way: steer
static const double behind = 0.6 * SIM_PI; // [rad] of a gate behind the machine: drive backward

const char *dat_guide_name(enum dat_guide guide) {
    static const char *const names[DAT_GUIDE_COUNT] = {"guide_arrow", "guide_ghost", "guide_depth",
                                                       "guide_lever"};
    assert(guide >= 0 && guide < DAT_GUIDE_COUNT);
    return names[guide];
}

static double least(const struct dat_practice *p, enum dat_metric metric) {
    return dat_goal_least(p->score.goals, p->score.goal_count, metric);
}

static double level_distance(struct sim_vec3 a, struct sim_vec3 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static struct sim_vec3 level(struct sim_vec3 d) {
    return sim_unit_or(sim_vec3(d.x, d.y, 0.0), sim_vec3(1.0, 0.0, 0.0));
}

static struct sim_vec3 pillar_of(const struct dat_practice *p) {
    const struct veh_machine *m = &p->site.machines[0];
    return sim_joint_anchor(p->site.world, m->instance.joints[veh_crane_def(m->def)->slew]);
}

// ---- what is next ----

static struct dat_guide_target next_of_course(const struct dat_practice *p) {
    const struct veh_target *t = &p->exercise->course[p->observer.course.reached];
    return (struct dat_guide_target){.kind =
                                         t->kind == VEH_TARGET_TIP ? DAT_GUIDE_TIP : DAT_GUIDE_GATE,
                                     .place = t->place,
                                     .radius = t->radius};
}

static struct dat_guide_target nearest_tree(const struct dat_practice *p) {
    const struct ter_stand *stand = &p->site.stand;
    const struct sim_vec3 tip = veh_machine_crane_tip(&p->site, 0);
    const bool only_grip = least(p, DAT_TREES_FELLED) <= 0.0;
    struct dat_guide_target best = {.kind = DAT_GUIDE_NOTHING};
    double nearest = (double)INFINITY;
    for (int i = 0; i < p->exercise->target_count; i++) {
        const int index = p->exercise->targets[i];
        const struct ter_tree *tree = &stand->trees[index];
        const double distance = level_distance(tree->position, tip);
        if (tree->status == TER_TREE_FELLED || distance >= nearest ||
            (only_grip && index == p->last_tree))
            continue;
        nearest = distance;
        best = (struct dat_guide_target){
            .kind = DAT_GUIDE_TREE,
            .place = sim_add(tree->position, sim_vec3(0.0, 0.0, grip_height)),
            .along = level(sim_sub(tree->position, pillar_of(p))),
            .radius = ter_tree_radius(tree)};
    }
    return best;
}

static struct sim_vec3 point_of(const struct dat_practice *p, const struct veh_stem *stem,
                                double share) {
    const int index = (int)(stem - p->site.stems.items);
    return sim_pose_point(veh_stem_pose(&p->site, index),
                          sim_vec3(0.0, 0.0, share * ter_stem_length(&stem->stem)));
}

// The nearest stem that wants() and that has a body; share: of its length from the butt.
static struct dat_guide_target
nearest_stem(const struct dat_practice *p, enum dat_guide_kind kind, double share,
             bool (*wants)(const struct dat_practice *p, const struct veh_stem *stem)) {
    const struct sim_vec3 tip = veh_machine_crane_tip(&p->site, 0);
    struct dat_guide_target best = {.kind = DAT_GUIDE_NOTHING};
    double nearest = (double)INFINITY;
    for (int i = 0; i < p->site.stems.count; i++) {
        const struct veh_stem *stem = &p->site.stems.items[i];
        if (!stem->used || !wants(p, stem))
            continue;
        const struct sim_vec3 place = point_of(p, stem, share);
        const double length = ter_stem_length(&stem->stem), distance = level_distance(place, tip);
        if (distance >= nearest)
            continue;
        nearest = distance;
        best = (struct dat_guide_target){
            .kind = kind,
            .place = place,
            .along = level(sim_sub(point_of(p, stem, 1.0), point_of(p, stem, 0.0))),
            .radius = 0.5 * ter_stem_diameter(&stem->stem, share * length)};
    }
    return best;
}

static bool is_felled(const struct dat_practice *p, const struct veh_stem *stem) {
    (void)p;
    return stem->kind == VEH_STEM_FELLED && ter_stem_length(&stem->stem) > 3.0;
}

// In the loading space, fused or loose.
static bool is_aboard(const struct dat_practice *p, const struct veh_stem *stem) {
    const struct veh_machine *m = &p->site.machines[0];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    if (stem->kind != VEH_STEM_LOG || stem->load.grapples != 0)
        return false;
    const struct sim_pose body = sim_body_pose(p->site.world, m->instance.bodies[bunk->body]);
    const struct sim_vec3 d = sim_sub(sim_pose_local(body, point_of(p, stem, 0.5)), bunk->centre);
    return stem->load.bunk == 0 || (fabs(d.x) < 0.5 * bunk->size.x &&
                                    fabs(d.y) < 0.5 * bunk->size.y && fabs(d.z) < bunk->size.z);
}

// A log on the ground, on no landing.
static bool is_free_log(const struct dat_practice *p, const struct veh_stem *stem) {
    if (stem->kind != VEH_STEM_LOG || stem->load.bunk >= 0 || stem->load.grapples != 0 ||
        is_aboard(p, stem))
        return false;
    const struct sim_vec3 middle = point_of(p, stem, 0.5);
    for (int i = 0; i < p->site.def.landing_count; i++)
        if (veh_landing_contains(&p->site.def.landings[i], middle.x, middle.y, 0.0))
            return false;
    return true;
}

static const struct veh_stem *held_log(const struct dat_practice *p) {
    for (int i = 0; i < p->site.stems.count; i++)
        if (p->site.stems.items[i].used && (p->site.stems.items[i].load.grapples & 1u) != 0)
            return &p->site.stems.items[i];
    return NULL;
}

static struct dat_guide_target over_bunk(const struct dat_practice *p, int machine) {
    const struct veh_machine *m = &p->site.machines[machine];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    const struct sim_pose body = sim_body_pose(p->site.world, m->instance.bodies[bunk->body]);
    const struct sim_vec3 up = {0.0, 0.0, 0.5 * bunk->size.z + over_load};
    return (struct dat_guide_target){.kind = DAT_GUIDE_LAY,
                                     .place = sim_add(sim_pose_point(body, bunk->centre), up),
                                     .along = level(sim_rotate(body.q, sim_vec3(1.0, 0.0, 0.0))),
                                     .radius = 0.5 * bunk->size.y};
}

// The first truck, for the logs that no landing takes; nothing where there is none.
static struct dat_guide_target over_truck(const struct dat_practice *p) {
    for (int i = 0; i < p->site.machine_count; i++)
        if (p->site.machines[i].unmanned && veh_bunk_def(p->site.machines[i].def) != NULL)
            return over_bunk(p, i);
    return (struct dat_guide_target){.kind = DAT_GUIDE_NOTHING};
}

// The place for a log from the load.
static struct dat_guide_target at_landing(const struct dat_practice *p,
                                          const struct veh_stem *stem) {
    const struct ter_ground *ground = p->site.def.ground;
    for (int i = 0; i < p->site.def.landing_count; i++) {
        const struct veh_landing *l = &p->site.def.landings[i];
        if (l->product < 0 || !veh_landing_takes(l, p->site.def.products, &stem->stem))
            continue;
        const double high = veh_landing_measure(&p->site, i).height + over_load;
        return (struct dat_guide_target){
            .kind = DAT_GUIDE_LAY,
            .place = sim_vec3(l->x, l->y, ter_ground_height(ground, l->x, l->y, NULL) + high),
            .along = sim_vec3(sim_cos(l->heading), sim_sin(l->heading), 0.0),
            .radius = 0.5 * l->width};
    }
    return over_truck(p);
}

static bool is_for_tower(const struct dat_practice *p, const struct veh_stem *stem) {
    const int index = (int)(stem - p->site.stems.items);
    return is_free_log(p, stem) && !veh_tower_has(&p->site, &p->exercise->tower, index);
}

// The next place of the tower for the log in the grapple, or the next log; nothing once it is
// built.
static struct dat_guide_target next_of_tower(const struct dat_practice *p) {
    const struct veh_stem *held = held_log(p);
    struct dat_guide_target next = {.kind = DAT_GUIDE_NOTHING};
    struct veh_tower_place place;
    if (!veh_tower_next(&p->site, &p->exercise->tower, &place))
        return next;
    if (held == NULL)
        return nearest_stem(p, DAT_GUIDE_LOG, 0.5, is_for_tower);
    const double half = 0.5 * ter_stem_length(&held->stem);
    next = (struct dat_guide_target){.kind = DAT_GUIDE_LAY,
                                     .place = place.bed,
                                     .along = place.along,
                                     .radius = 0.5 * ter_stem_diameter(&held->stem, half)};
    next.place.z += next.radius;
    return next;
}

static struct dat_guide_target next_of_load(const struct dat_practice *p) {
    const double unload = fmax(fmax(least(p, DAT_LOGS_LANDED), least(p, DAT_LOGS_PILED)),
                               least(p, DAT_LOGS_ON_TRUCKS));
    const double wanted = fmax(least(p, DAT_LOGS_LOADED), unload);
    const double aboard = veh_machine_measure(&p->site, 0, &veh_part_bunk, VEH_BUNK_LOGS);
    const struct veh_stem *held = held_log(p);
    if (held != NULL)
        return unload > 0.0 && held->load.carried == 0 ? at_landing(p, held) : over_bunk(p, 0);
    const double brought = dat_score_value(&p->score, DAT_LOGS_LANDED) +
                           dat_score_value(&p->score, DAT_LOGS_ON_TRUCKS);
    struct dat_guide_target next = {.kind = DAT_GUIDE_NOTHING};
    if (aboard + brought < wanted && brought <= 0.0)
        next = nearest_stem(p, DAT_GUIDE_LOG, 0.5, is_free_log);
    if (next.kind == DAT_GUIDE_NOTHING && unload > 0.0)
        next = nearest_stem(p, DAT_GUIDE_LOG, 0.5, is_aboard);
    return next;
}

struct dat_guide_target dat_guide_find(const struct dat_practice *p) {
    assert(p->exercise != NULL && p->site.machine_count > 0);
    const struct veh_machine *m = &p->site.machines[0];
    struct dat_guide_target next = {.kind = DAT_GUIDE_NOTHING};
    if (p->observer.course.reached < p->exercise->scenario.target_count)
        return next_of_course(p);
    if (veh_crane_def(m->def) == NULL)
        return next;
    if (veh_head_def(m->def) != NULL && veh_head(m)->stem < 0) {
        next = nearest_tree(p);
        if (least(p, DAT_LOGS_CUT) > 0.0 || next.kind == DAT_GUIDE_NOTHING) {
            const struct dat_guide_target lying = nearest_stem(p, DAT_GUIDE_STEM, 0.0, is_felled);
            next = lying.kind != DAT_GUIDE_NOTHING ? lying : next;
        }
    } else if (veh_grapple_def(m->def) != NULL && veh_bunk_def(m->def) != NULL) {
        next = p->exercise->tower.logs > 0 ? next_of_tower(p) : next_of_load(p);
    }
    return next;
}

// ---- which lever ----

static struct dat_guide_lever push(enum veh_control control, double side) {
    return (struct dat_guide_lever){.known = true, .control = control, .side = side < 0 ? -1 : 1};
}

// Angle [rad] from straight ahead of the machine, left is positive.
static double bearing(const struct dat_practice *p, struct sim_vec3 place) {
    const struct sim_pose pose = veh_machine_pose(&p->site, 0);
    const struct sim_vec3 d = sim_unrotate(pose.q, sim_sub(place, pose.p));
    return sim_atan2(d.y, d.x);
}

static struct dat_guide_lever drive_to(const struct dat_practice *p, struct sim_vec3 place) {
    const double angle = bearing(p, place);
    const bool back = fabs(angle) > behind;
    const double aside = back ? (angle > 0.0 ? SIM_PI - angle : -SIM_PI - angle) : angle;
    if (fabs(aside) > out_of_line)
        return push(VEH_STEER, aside);
    return push(VEH_DRIVE, back ? -1.0 : 1.0);
}

// From the crane's tip to the middle of what hangs there.
static struct sim_vec3 tool_below_tip(const struct dat_practice *p) {
    const struct veh_machine *m = &p->site.machines[0];
    const struct veh_grapple_def *grapple = veh_grapple_def(m->def);
    const struct sim_vec3 tip = veh_machine_crane_tip(&p->site, 0);
    if (veh_head_def(m->def) != NULL)
        return sim_sub(veh_machine_head_frame(&p->site, 0).p, tip);
    if (grapple == NULL)
        return sim_vec3(0.0, 0.0, 0.0);
    const struct sim_pose base = sim_body_pose(p->site.world, m->instance.bodies[grapple->body]);
    return sim_sub(sim_pose_point(base, grapple->centre), tip);
}

struct dat_guide_lever dat_guide_advise(const struct dat_practice *p,
                                        const struct dat_guide_target *target) {
    static const enum veh_control levers[] = {VEH_SLEW, VEH_BOOM, VEH_JIB, VEH_TELESCOPE};
    struct dat_guide_lever none = {.known = false};
    if (target->kind == DAT_GUIDE_NOTHING)
        return none;
    if (target->kind == DAT_GUIDE_GATE)
        return drive_to(p, target->place);
    struct veh_crane_control crane;
    if (!veh_crane_control_init(&crane, &p->site, 0))
        return none;
    const bool tip = target->kind == DAT_GUIDE_TIP;
    const struct sim_vec3 below = tip ? sim_vec3(0.0, 0.0, 0.0) : tool_below_tip(p);
    const double reach = veh_crane_control_reach(&crane, &p->site);
    if (veh_crane_radius(&crane, &p->site, target->place) > reach + beyond_reach) // along the road
        return push(VEH_DRIVE, sim_cos(bearing(p, target->place)));
    struct veh_controls wish = {{0.0}};
    const double distance = veh_crane_control_step(
        &crane, &p->site, sim_sub(target->place, sim_vec3(0.0, 0.0, below.z)), &wish);
    const bool tower = target->kind == DAT_GUIDE_LAY && p->exercise->tower.logs > 0;
    if (!tip && distance < (tower ? lies : there))
        return push(VEH_GRIP, target->kind == DAT_GUIDE_LAY ? -1.0 : 1.0);
    struct dat_guide_lever best = none;
    double most = 0.05;
    for (size_t i = 0; i < sizeof levers / sizeof levers[0]; i++) {
        if (fabs(wish.value[levers[i]]) <= most)
            continue;
        most = fabs(wish.value[levers[i]]);
        best = push(levers[i], wish.value[levers[i]]);
    }
    return best;
}
