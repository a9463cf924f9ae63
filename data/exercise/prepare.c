#include "data/exercise/prepare.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "vehicles/operator/crane_control.h"
#include "vehicles/part/bunk_stack.h"
#include "vehicles/part/crane.h"

static const double tip_thickness = 0.3; // [m] of what hangs there, to each side
static const double tilting = 1.0;       // [m] by which the boom's joint moves on a slope
static const double over_all = 2.0;      // [m] of the tip above the slewing joint while it turns
static const double arrived = 0.15;      // [m]
static const double longest_move = 30.0; // [s]
static const double calming = 3.0;       // [s] until nothing swings any more

struct sim_vec3 dat_exercise_point(const struct dat_exercise *exercise, const double at[3]) {
    const double c = sim_cos(exercise->scenario.heading), s = sim_sin(exercise->scenario.heading);
    const double x = exercise->start_x + c * at[0] - s * at[1];
    const double y = exercise->start_y + s * at[0] + c * at[1];
    return sim_vec3(x, y, ter_ground_height(&exercise->site.ground, x, y, NULL) + at[2]);
}

// ---- how far the crane reaches ----

// A little more than the crane can reach: all links in one line.
struct reach {
    struct sim_vec3 slew, boom; // [m] joints, in the machine's frame
    double offset;              // [m] of the boom's joint from the slewing axis
    double links;               // [m] from the boom's joint to the tip, at most
};

static struct reach largest_reach(const struct veh_machine_def *machine) {
    const struct veh_crane_def *crane = veh_crane_def(machine);
    const struct sim_model *model = &machine->model;
    assert(crane != NULL);
    const struct sim_vec3 slew = model->joints[crane->slew].def.anchor;
    const struct sim_vec3 boom = model->joints[crane->boom].def.anchor;
    const struct sim_vec3 jib = model->joints[crane->jib].def.anchor;
    const struct sim_vec3 tip = sim_pose_point(model->bodies[crane->tip_body].pose, crane->tip);
    struct reach reach = {.slew = slew,
                          .boom = boom,
                          .offset = hypot(boom.x - slew.x, boom.y - slew.y),
                          .links = sim_length(sim_sub(jib, boom)) + sim_length(sim_sub(tip, jib))};
    if (crane->telescope >= 0)
        reach.links +=
            crane->telescope_stages * model->joints[crane->telescope].def.free_axis[0].upper;
    return reach;
}

const struct ter_tree *dat_tree_at(const struct ter_stand *stand, struct sim_vec3 p,
                                   double margin) {
    for (int i = 0; i < stand->count; i++) {
        const struct ter_tree *tree = &stand->trees[i];
        if (tree->status != TER_TREE_FELLED && p.z < tree->position.z + tree->height &&
            hypot(p.x - tree->position.x, p.y - tree->position.y) < ter_tree_radius(tree) + margin)
            return tree;
    }
    return NULL;
}

bool dat_tip_problem(const struct dat_exercise *exercise, const double at[3], const double from[2],
                     char *text, size_t size) {
    const struct ter_ground *ground = &exercise->site.ground;
    const struct veh_crane_def *crane = veh_crane_def(&exercise->machine);
    const struct sim_vec3 p = dat_exercise_point(exercise, at);
    if (crane == NULL) {
        snprintf(text, size, "the machine has no crane");
        return true;
    }
    if (!ter_ground_contains(ground, p.x, p.y)) {
        snprintf(text, size, "the place is off the site");
        return true;
    }
    const struct reach reach = largest_reach(&exercise->machine);
    const double away = hypot(at[0] - from[0] - reach.slew.x, at[1] - from[1] - reach.slew.y);
    const double level = reach.offset + reach.links;
    const double stands = dat_exercise_point(exercise, (double[3]){from[0], from[1], 0.0}).z;
    const double above = p.z - stands - reach.boom.z;
    const bool high = hypot(fmax(away - reach.offset, 0.0), above) > reach.links + tilting;
    const struct ter_tree *tree = dat_tree_at(&exercise->site.stand, p, tip_thickness);
    if (away > level)
        snprintf(text, size, "the place is %.1f m from the crane's pillar, which reaches %.1f m",
                 away, level);
    else if (high)
        snprintf(text, size, "the place is %.1f m %s the boom's joint, which has %.1f m of links",
                 fabs(above), above > 0.0 ? "above" : "below", reach.links);
    else if (tree != NULL)
        snprintf(text, size, "tree '%s' stands there", tree->id);
    return away > level || high || tree != NULL;
}

// ---- preparing ----

static void rest(struct veh_worksite *site, double seconds) {
    const struct veh_controls levers = {{0.0}};
    const double end = veh_worksite_time(site) + seconds;
    while (veh_worksite_time(site) < end)
        veh_worksite_step(site, &levers);
}

// False: out of memory.
static bool fill_bunk(struct veh_worksite *site, const struct dat_scenario_load *load) {
    const struct dat_scenario_log log = dat_scenario_load_log(load);
    struct ter_stem stem;
    double height = 0.0;
    return load->count == 0 ||
           (dat_scenario_log_stem(&log, &stem) &&
            veh_bunk_stack(site, 0, &stem, load->count, &height) == load->count);
}

// False: the tip has not come there.
static bool move_to(const struct veh_crane_control *crane, struct veh_worksite *site,
                    struct sim_vec3 target) {
    const double end = veh_worksite_time(site) + longest_move;
    double distance = (double)INFINITY;
    while (distance > arrived && veh_worksite_time(site) < end) {
        struct veh_controls levers = {{0.0}};
        distance = veh_crane_control_step(crane, site, target, &levers);
        veh_worksite_step(site, &levers);
    }
    return distance <= arrived;
}

// Up, round at that height, and down.
static bool pose_crane(const struct dat_exercise *exercise, struct veh_worksite *site) {
    struct veh_crane_control crane;
    if (!veh_crane_control_init(&crane, site, 0))
        return false;
    const struct veh_machine *m = &site->machines[0];
    const struct sim_joint_id slew = m->instance.joints[veh_crane_def(m->def)->slew];
    const double high = sim_joint_anchor(site->world, slew).z + over_all;
    const struct sim_vec3 target = dat_exercise_point(exercise, exercise->scenario.tip);
    const struct sim_vec3 tip = veh_machine_crane_tip(site, 0);
    (void)move_to(&crane, site, sim_vec3(tip.x, tip.y, fmax(tip.z, high)));
    (void)move_to(&crane, site, sim_vec3(target.x, target.y, fmax(target.z, high)));
    return move_to(&crane, site, target);
}

bool dat_exercise_prepare(const struct dat_exercise *exercise, struct veh_worksite *site,
                          struct dat_problem *problem) {
    const struct dat_scenario *scenario = &exercise->scenario;
    assert(site->machine_count > 0 && site->steps == 0);
    const int faults = site->def.fault_count;
    site->def.fault_count = 0; // their times are those of the exercise
    const bool posed = !scenario->has_tip || pose_crane(exercise, site);
    if (posed)
        rest(site, calming);
    const bool filled = posed && fill_bunk(site, &scenario->load);
    if (filled && scenario->load.count > 0)
        rest(site, calming); // on tyres that bear the load
    site->def.fault_count = faults;
    veh_worksite_restart_clock(site);
    if (!posed)
        dat_problem_set(problem,
                        "%s:%d:%d: error: the crane does not come to 'tip', expected a place and a "
                        "height that it reaches",
                        exercise->path, scenario->tip_place.line, scenario->tip_place.column);
    else if (!filled)
        dat_problem_set(problem, "out of memory: the exercise %s cannot be started",
                        exercise->name);
    return filled;
}
