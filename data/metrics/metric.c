#include "data/metrics/metric.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "data/metrics/rows.h"
#include "data/metrics/worth.h"
#include "vehicles/part/aid.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/engine.h"
#include "vehicles/part/grapple.h"
#include "vehicles/part/head.h"
#include "vehicles/part/tyre.h"
#include "vehicles/piles.h"

// Every row is defined in the file of its family; the program does not link without.
#define ROW(NAME, name, unit, help) [DAT_##NAME] = &dat_metric_##name,
static const struct dat_metric_info *const table[] = {DAT_METRICS(ROW)};
#undef ROW

static const struct {
    const char *name, *unit, *help;
} words[] = {
#define WORDS(NAME, name, unit, help) [DAT_##NAME] = {#name, unit, help},
    DAT_METRICS(WORDS)
#undef WORDS
};

double dat_metric_mean(const union dat_metric_state *state) {
    return state->mean.weight > 0.0 ? state->mean.sum / state->mean.weight : 0.0;
}

double dat_metric_mean_percent(const union dat_metric_state *state) {
    return state->mean.weight > 0.0 ? 100.0 * state->mean.sum / state->mean.weight : 0.0;
}

const struct dat_metric_info *dat_metric_info(enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return table[metric];
}

const char *dat_metric_name(enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return words[metric].name;
}

const char *dat_metric_unit(enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return words[metric].unit;
}

const char *dat_metric_help(enum dat_metric metric) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    return words[metric].help;
}

enum dat_metric dat_metric_measure(enum dat_metric metric) {
    const struct dat_metric_info *measure = dat_metric_info(metric)->measure;
    if (measure == NULL)
        return metric;
    int i = 0;
    while (table[i] != measure)
        i++;
    return (enum dat_metric)i;
}

double dat_tally_value(const union dat_metric_state *state) {
    return state->tally.count;
}

double dat_drive_value(const union dat_metric_state *state) {
    return state->drive.distance;
}

// ---- observing ----

static const double shortest_move = 0.05; // [m] less is the rocking of a machine that stands

static double fuel_of(const struct veh_worksite *site, int machine) {
    return veh_machine_measure(site, machine, &veh_part_engine, VEH_ENGINE_FUEL);
}

static int count_marked(const struct veh_worksite *site) {
    int count = 0;
    for (int i = 0; i < site->stand.count; i++)
        count += site->stand.trees[i].status == TER_TREE_MARKED;
    return count;
}

void dat_observer_start(struct dat_observer *observer, const struct veh_worksite *site, int machine,
                        const struct veh_target targets[], int count) {
    assert(machine >= 0 && machine < site->machine_count && count >= 0);
    *observer = (struct dat_observer){.machine = machine,
                                      .place = veh_machine_pose(site, machine).p,
                                      .targets = targets,
                                      .target_count = count,
                                      .from = veh_machine_crane_tip(site, machine),
                                      .time = veh_worksite_time(site),
                                      .fuel = fuel_of(site, machine)};
    observer->marked = observer->marked_left = count_marked(site);
    observer->has_crane = veh_crane_control_init(&observer->crane, site, machine);
}

unsigned dat_machine_parts(const struct veh_machine_def *machine) {
    return (veh_head_def(machine) != NULL ? DAT_NEEDS_HEAD : 0u) |
           (veh_grapple_def(machine) != NULL ? DAT_NEEDS_GRAPPLE : 0u) |
           (veh_bunk_def(machine) != NULL ? DAT_NEEDS_BUNK : 0u) |
           (veh_machine_def_part(machine, &veh_part_engine) != NULL ? DAT_NEEDS_ENGINE : 0u) |
           (veh_crane_def(machine) != NULL ? DAT_NEEDS_CRANE : 0u);
}

static double measure(const struct veh_worksite *site, const struct dat_observer *observer,
                      enum veh_bunk_measure which) {
    return veh_machine_measure(site, observer->machine, &veh_part_bunk, (int)which);
}

static int count_on_trucks(const struct veh_worksite *site) {
    double count = 0.0;
    for (int m = 0; m < site->machine_count; m++)
        if (site->machines[m].unmanned)
            count += veh_machine_measure(site, m, &veh_part_bunk, VEH_BUNK_LOGS);
    return (int)count;
}

// ---- the crane ----

static const double end_share = 0.005; // of its range before its end: it is there

static bool at_end(const struct dat_observer *o, const struct veh_worksite *site,
                   const struct veh_crane_axis *axis) {
    const int joint = axis->cylinder >= 0 ? axis->cylinder : axis->joint;
    if (joint < 0)
        return false;
    const struct sim_joint_id id = site->machines[o->machine].instance.joints[joint];
    const struct sim_axis *free_axis = sim_joint_free_axis(site->world, id, 0);
    const double q = sim_joint_position(site->world, id, 0);
    const double near = end_share * (free_axis->upper - free_axis->lower);
    return free_axis->limited && (q < free_axis->lower + near || q > free_axis->upper - near);
}

// [rad] of the tool below the tip out of the plumb; 0 without a tool.
static double swing_of(const struct veh_worksite *site, int machine, struct sim_vec3 tip) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_grapple_def *grapple = veh_grapple_def(m->def);
    struct sim_vec3 tool = tip;
    if (veh_head_def(m->def) != NULL)
        tool = sim_body_centre(site->world, m->instance.bodies[veh_head_def(m->def)->body]);
    else if (grapple != NULL)
        tool = sim_pose_point(sim_body_pose(site->world, m->instance.bodies[grapple->body]),
                              grapple->centre);
    const struct sim_vec3 hang = sim_sub(tool, tip);
    return sim_atan2(sqrt(hang.x * hang.x + hang.y * hang.y), fmax(-hang.z, 1e-6));
}

static const double at_work = 0.05; // [rad/s] of tongs and knives that open or close

static bool tongs_turn(const struct veh_worksite *site, const struct veh_machine *m,
                       const struct veh_grapple_def *grapple) {
    const struct sim_body_id *bodies = m->instance.bodies;
    const struct sim_vec3 base = sim_body_angular_velocity(site->world, bodies[grapple->body]);
    for (int i = 0; i < grapple->tongs.count; i++) {
        const struct sim_vec3 w =
            sim_body_angular_velocity(site->world, bodies[grapple->tongs.index[i]]);
        if (sim_length(sim_sub(w, base)) > at_work)
            return true;
    }
    return false;
}

// The grapple or head at the tip opens or closes.
static bool tool_turns(const struct veh_worksite *site, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_grapple_def *grapple = veh_grapple_def(m->def);
    const struct veh_head_def *head = veh_head_def(m->def);
    for (int i = 0; head != NULL && i < head->knives.count; i++)
        if (fabs(sim_joint_speed(site->world, m->instance.joints[head->knives.index[i]], 0)) >
            at_work)
            return true;
    return grapple != NULL && tongs_turn(site, m, grapple);
}

static struct dat_crane_observation observe_crane(const struct dat_observer *o,
                                                  const struct veh_worksite *site) {
    struct dat_crane_observation crane = {.present = o->has_crane};
    const struct veh_crane_axis *const axes[] = {&o->crane.slew, &o->crane.boom, &o->crane.jib,
                                                 &o->crane.telescope};
    if (!o->has_crane)
        return crane;
    const struct sim_vec3 tip = veh_machine_crane_tip(site, o->machine);
    crane.tip = sim_pose_local(veh_machine_pose(site, o->machine), tip);
    crane.swing = swing_of(site, o->machine, tip);
    crane.grips = tool_turns(site, o->machine);
    for (unsigned i = 0; i < sizeof axes / sizeof axes[0]; i++)
        crane.ends |= at_end(o, site, axes[i]) ? 1u << i : 0u;
    return crane;
}

// ---- the course ----

static struct sim_vec3 direction(struct sim_vec3 from, struct sim_vec3 to) {
    return sim_unit_or(sim_sub(to, from), sim_vec3(0.0, 0.0, 0.0));
}

// [m] of p from the line that leaves from in that direction.
static double off_line(struct sim_vec3 p, struct sim_vec3 from, struct sim_vec3 along) {
    const struct sim_vec3 d = sim_sub(p, from);
    return sim_length(sim_add_scaled(d, along, -sim_dot(d, along)));
}

// [m] of the tip beyond the last target, in the direction in which it came; less what it has to go
// there anyway for the next one.
static double beyond_last(const struct dat_observer *o, int next, struct sim_vec3 tip) {
    const struct sim_vec3 last = o->targets[next - 1].place;
    const double on =
        next < o->target_count ? sim_dot(sim_sub(o->targets[next].place, last), o->came) : 0.0;
    return fmax(sim_dot(sim_sub(tip, last), o->came) - fmax(on, 0.0), 0.0);
}

static void observe_course(struct dat_observer *o, const struct veh_worksite *site,
                           struct dat_observation *now) {
    const struct sim_vec3 tip = veh_machine_crane_tip(site, o->machine);
    const int before = o->course.reached;
    veh_course_follow(&o->course, o->targets, o->target_count, site, o->machine, now->dt);
    if (o->course.reached > before) {
        o->came = direction(o->from, o->targets[before].place);
        o->from = tip;
    }
    now->course.reached = o->course.reached;
    if (before > 0 && o->targets[before - 1].kind == VEH_TARGET_TIP) {
        now->course.known = true;
        now->course.beyond = beyond_last(o, before, tip);
    }
    if (before == o->target_count || o->targets[before].kind != VEH_TARGET_TIP)
        return;
    now->course.aside = off_line(tip, o->from, direction(o->from, o->targets[before].place));
    now->course.known = true;
}

// ---- falls ----

static double fall_error(const struct dat_observer *o, const struct veh_worksite *site) {
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    double largest = 0.0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < o->fall_count; k++)
            if (events[i].kind == VEH_EVENT_STEM_DOWN && events[i].tree == o->falls[k].tree)
                largest = fmax(largest, veh_fall_error(&o->falls[k], site, events[i].stem));
    return largest;
}

// ---- the machine and its piles ----

static double lean_of(const struct veh_worksite *site, int machine) {
    const struct sim_vec3 up =
        sim_rotate(veh_machine_pose(site, machine).q, sim_vec3(0.0, 0.0, 1.0));
    return sim_atan2(sqrt(up.x * up.x + up.y * up.y), up.z);
}

// Once per second: piles change slowly.
static struct dat_piles look_at_piles(const struct veh_worksite *site) {
    struct dat_piles found = {0};
    int count;
    struct veh_pile *piles = veh_piles_find(site, &count);
    for (int i = 0; i < count; i++) {
        if (piles[i].hauled == 0)
            continue;
        found.logs += piles[i].hauled;
        found.mixed += piles[i].mixed;
        found.in_order += piles[i].in_order;
        found.height = fmax(found.height, piles[i].height);
        found.ends = fmax(found.ends, piles[i].ends);
    }
    free(piles);
    return found;
}

static struct dat_landed look_at_landings(const struct veh_worksite *site) {
    struct dat_landed found = {0};
    for (int i = 0; i < site->def.landing_count; i++) {
        const struct veh_landing_pile pile = veh_landing_measure(site, i);
        found.right += pile.right;
        found.wrong += pile.wrong;
        found.in_order += pile.in_order;
        if (pile.right + pile.wrong == 0)
            continue;
        found.excess = fmax(found.excess, pile.height - site->def.landings[i].max_height);
        found.ends = fmax(found.ends, pile.ends);
    }
    return found;
}

// ---- work ----

static struct dat_element_times watch_work(struct dat_observer *o, const struct veh_worksite *site,
                                           double dt) {
    struct dat_element_times times = {.trees = 0};
    const unsigned parts = dat_machine_parts(site->machines[o->machine].def);
    const struct dat_work_signs now = dat_work_signs_of(
        site, o->machine, dt, o->drives, o->harvest.trees > 0 ? o->harvest.present.tree : -1);
    o->drives = now.drives;
    const int loads = o->haul.loads, logs = o->haul.present.logs;
    if (parts & DAT_NEEDS_HEAD)
        dat_harvest_work_step(&o->harvest, &now);
    if (parts & DAT_NEEDS_BUNK)
        dat_haul_work_step(&o->haul, &now);
    if (o->haul.loads > loads)
        o->hauled += logs;
    for (int e = 0; e < VEH_WORK_ELEMENTS; e++)
        times.harvest[e] = dat_harvest_work_seconds(&o->harvest, (enum veh_work_element)e);
    for (int e = 0; e < VEH_HAUL_ELEMENTS; e++)
        times.haul[e] = dat_haul_work_seconds(&o->haul, (enum veh_haul_element)e);
    times.crane = !now.drives && o->harvest.phase == DAT_PHASE_BETWEEN;
    times.trees = o->harvest.trees;
    times.loads = o->haul.loads;
    times.logs = o->hauled + o->haul.present.logs;
    return times;
}

// Adds what was felled and cut in the last step, where the products have prices.
static void watch_worth(struct dat_worth *worth, const struct veh_worksite *site) {
    const struct veh_products *products = site->def.products;
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    if (count == 0 || products == NULL || !veh_products_have_prices(products))
        return;
    for (int i = 0; i < count; i++) {
        const int stem = events[i].stem;
        if (stem < 0 || site->stems.items[stem].tree < 0)
            continue;
        if (events[i].kind == VEH_EVENT_TREE_FELLED)
            worth->best += dat_worth_of_tree(products, &site->stems.items[stem].stem);
        else if (events[i].kind == VEH_EVENT_LOG_CUT)
            worth->cut += dat_worth_of_log(products, &site->stems.items[stem].stem);
    }
}

static void watch_marked(struct dat_observer *o, const struct veh_worksite *site) {
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    bool felled = false;
    for (int i = 0; i < count; i++)
        felled = felled || events[i].kind == VEH_EVENT_TREE_FELLED;
    if (felled)
        o->marked_left = count_marked(site);
}

// ---- all of it ----

static void observe_ground(const struct dat_observer *observer, const struct veh_worksite *site,
                           struct dat_observation *now) {
    const struct ter_ruts *ruts = &site->trails.ruts;
    now->ruts.deepest = ruts->deepest;
    now->ruts.mean = ruts->area > 0.0 ? ruts->volume / ruts->area : 0.0;
    now->ruts.length = veh_tyre_rut_length(site, observer->machine);
    const struct veh_treads treads = veh_tyre_treads(site, observer->machine);
    now->rolled = treads.rolled;
    now->slipped = treads.slipped;
}

// The order of all logs on the ground takes long to see, so the observer looks every 100 steps.
static void observe_logs(struct dat_observer *observer, const struct veh_worksite *site,
                         struct dat_observation *now) {
    const struct veh_machine_def *def = site->machines[observer->machine].def;
    const bool looks = site->steps % 100 == 0;
    if (looks && veh_bunk_def(def) != NULL) {
        observer->piles = look_at_piles(site);
        observer->landed = look_at_landings(site);
    }
    if (looks && veh_grapple_def(def) != NULL)
        observer->tower = veh_tower_find(site);
    now->piles = observer->piles;
    now->landed = observer->landed;
    now->tower = observer->tower;
}

struct dat_observation dat_observe(struct dat_observer *observer, const struct veh_worksite *site) {
    struct dat_observation now = {0};
    assert(observer->machine >= 0 && observer->machine < site->machine_count);
    const struct sim_vec3 place = veh_machine_pose(site, observer->machine).p;
    const struct sim_vec3 d = sim_sub(place, observer->place);
    const double distance = sqrt(d.x * d.x + d.y * d.y);
    if (distance >= shortest_move) {
        observer->place = place;
        now.driven = distance;
    }
    now.logs_in_bunk = (int)measure(site, observer, VEH_BUNK_LOGS);
    now.logs_on_trucks = count_on_trucks(site);
    now.logs_fused = (int)measure(site, observer, VEH_BUNK_FUSED);
    observe_ground(observer, site, &now);
    now.aided = veh_machine_measure(site, observer->machine, &veh_part_aid, VEH_AID_USED);
    now.payload = measure(site, observer, VEH_BUNK_MASS);
    now.fuel = fuel_of(site, observer->machine) - observer->fuel;
    now.time = veh_worksite_time(site);
    now.dt = now.time - observer->time;
    observer->time = now.time;
    now.lean = lean_of(site, observer->machine);
    now.fall_error = fall_error(observer, site);
    now.levers = now.dt > 0.0 ? &site->machines[observer->machine].controls : NULL;
    now.crane = observe_crane(observer, site);
    now.work = watch_work(observer, site, now.dt);
    watch_marked(observer, site);
    now.marked = observer->marked;
    now.marked_left = observer->marked_left;
    now.damage = dat_damage_watch(site);
    watch_worth(&observer->worth, site);
    now.worth = observer->worth;
    observe_course(observer, site, &now);
    observe_logs(observer, site, &now);
    return now;
}
