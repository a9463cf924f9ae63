// The demonstrator of loading: from the pile into the air.
#include <stdlib.h>

#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/site.h"

static const double in_grip = 0.5;        // [m] from the grip centre to a log that is held
static const double moment_most = 3000.0; // [kg m] of a grip about the pillar
static const double mass_most = 650.0;    // [kg] of a grip
static const double area_most = 0.20;     // [m^2] of the logs' sections in a grip
static const double sight = 11.0;         // [m] from the pillar to a log's middle
static const double side_room = 1.9;      // [m] from the machine's middle to a grip
static const double hover = 0.35;         // [m] of the open tips above the pile before lowering
static const double follow_gain = 4.0;    // how eagerly the crane makes way for the tips
static const double slow = 0.05;          // [rad/s] of jaws that have closed
static const double sinking = 0.05;       // [m/s] of jaws that have landed
static const double stalled = 0.4;        // [s] so slow
static const double tilted = 0.95;        // [m] of the lowest end below the grip centre
static const double draw_up = 0.8;        // [m] straight up, before the crane draws in

enum { MISSES_MOST = 3 };

bool veh_load_wants(const struct veh_load *load, const struct veh_worksite *site, int stem) {
    const struct veh_stem *s = &site->stems.items[stem];
    if (!s->used || s->kind != VEH_STEM_LOG || s->load.bunk >= 0)
        return false;
    // A log on the load, settled or not, is not fetched again.
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_vec3 at = sim_sub(
        sim_pose_local(veh_load_bunk_pose(load, site), veh_stem_centre(site, stem)), bunk->centre);
    return fabs(at.x) > 0.5 * bunk->size.x || fabs(at.y) > 0.5 * bunk->size.y ||
           at.z < -0.5 * bunk->size.z - 0.2;
}

// ---- planning ----

static struct veh_grip_log look_at(const struct veh_load *load, const struct veh_worksite *site,
                                   int stem) {
    const struct ter_stem *s = &site->stems.items[stem].stem;
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const double length = ter_stem_length(s);
    return (struct veh_grip_log){.stem = stem,
                                 .butt = pose.p,
                                 .tip = sim_pose_point(pose, sim_vec3(0.0, 0.0, length)),
                                 .centre = sim_length(sim_sub(veh_stem_centre(site, stem), pose.p)),
                                 .radius = 0.5 * ter_stem_diameter(s, 0.5 * length),
                                 .mass = veh_stem_mass(site, stem),
                                 .wanted = veh_load_wants(load, site, stem)};
}

// All that lies around the machine, felled stems and tops too.
static struct veh_grip_log *look_around(const struct veh_load *load,
                                        const struct veh_worksite *site, int *count) {
    struct veh_grip_log *logs = calloc((size_t)site->stems.count + 1, sizeof *logs);
    *count = 0;
    for (int i = 0; i < site->stems.count && logs != NULL; i++) {
        const struct veh_stem *s = &site->stems.items[i];
        if (s->used && s->kind != VEH_STEM_STANDING && s->load.bunk < 0 &&
            veh_crane_radius(&load->base.crane, site, veh_stem_centre(site, i)) < sight)
            logs[(*count)++] = look_at(load, site, i);
    }
    return logs;
}

static struct veh_grip_scene scene_of(const struct veh_load *load, const struct veh_worksite *site,
                                      struct sim_vec3 pillar, struct sim_pose pose) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    return (struct veh_grip_scene){.jaws = &load->jaws,
                                   .ground = site->def.ground,
                                   .pillar = pillar,
                                   .reach_low = veh_load_reach_low,
                                   .reach_high = veh_load_reach_high,
                                   .machine = pose,
                                   .machine_front = bunk->centre.x + bunk->size.x + 2.0,
                                   .machine_back = bunk->centre.x - 0.5 * bunk->size.x - 0.5,
                                   .machine_side = side_room,
                                   .mass_most = mass_most / (1 + load->misses),
                                   .moment_most = moment_most / (1 + load->misses),
                                   .area_most = area_most};
}

bool veh_load_reaches(const struct veh_load *load, const struct veh_worksite *site,
                      struct sim_vec3 pillar, struct sim_pose bunk, struct sim_vec3 p,
                      double *radius) {
    const struct veh_grip_scene scene = scene_of(load, site, pillar, bunk);
    return veh_grip_reaches(&scene, p, radius);
}

bool veh_load_plan_grip(struct veh_load *load, const struct veh_worksite *site, double least) {
    struct veh_grip_scene scene =
        scene_of(load, site, veh_demo_slew_base(&load->base, site), veh_load_bunk_pose(load, site));
    struct veh_grip_log *logs = look_around(load, site, &scene.count);
    scene.logs = logs;
    scene.least = least;
    const bool found = logs != NULL && veh_grip_plan(&scene, &load->grip);
    free(logs);
    return found;
}

int veh_load_held(const struct veh_load *load, const struct veh_worksite *site, int held[]) {
    const struct sim_vec3 centre = veh_jaws_pose(&load->jaws, site).p;
    int count = 0;
    for (int k = 0; k < site->loose.count && count < VEH_GRIP_LOGS; k++) {
        const int i = site->loose.items[k];
        if (site->stems.items[i].kind == VEH_STEM_LOG && site->stems.items[i].load.bunk < 0 &&
            veh_stem_distance(site, i, centre) < in_grip)
            held[count++] = i;
    }
    return count;
}

// ---- states ----

// The grip centre while the open tips hover above the pile.
static struct sim_vec3 hover_place(const struct veh_load *load) {
    struct sim_vec3 p = load->grip.point;
    p.z = load->grip.top + hover - veh_jaws_tip_height(&load->jaws, load->grip.opening);
    return p;
}

void veh_load_reach(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    const struct sim_vec3 p = hover_place(load);
    const double turn = veh_load_aim(load, site, load->grip.along, levers);
    const double distance = veh_load_move_around(load, site, p, 1.6, levers);
    if (distance < 2.0)
        levers->value[VEH_GRIP] = veh_jaws_lever(&load->jaws, site, load->grip.opening);
    const bool there = distance < 0.15 && turn < 0.05;
    if (!there && veh_demo_elapsed(&load->base, site) < 25.0)
        return;
    load->lowest = (double)INFINITY;
    load->still = veh_worksite_time(site);
    if (there)
        veh_demo_succeed(&load->base, site, VEH_LOAD_LOWER, "lowers the grapple");
    else
        veh_demo_enter(&load->base, site, VEH_LOAD_LOWER, "lowers the grapple");
}

// The place of the grip at which the tips run as high as planned.
static struct sim_vec3 tips_place(const struct veh_load *load, const struct veh_worksite *site) {
    struct sim_vec3 p = load->goal;
    p.z = veh_jaws_pose(&load->jaws, site).p.z +
          follow_gain * veh_jaws_rise(&load->jaws, site, load->grip.above);
    return p;
}

// Have the tips come as deep as they come?
static bool tips_land(struct veh_load *load, const struct veh_worksite *site) {
    const double now = veh_worksite_time(site), z = veh_jaws_pose(&load->jaws, site).p.z;
    if (load->lowest - z > sinking * stalled) {
        load->lowest = z;
        load->still = now;
    }
    return now - load->still > stalled;
}

void veh_load_lower(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    levers->value[VEH_GRIP] = veh_jaws_lever(&load->jaws, site, load->grip.opening);
    veh_load_aim(load, site, load->grip.along, levers);
    load->goal = load->grip.point;
    const double distance = veh_load_move(load, site, tips_place(load, site), 0.7, levers);
    if (distance >= 0.06 && !tips_land(load, site) && veh_demo_elapsed(&load->base, site) < 8.0)
        return;
    load->opening = load->jaws.widest;
    load->still = veh_worksite_time(site);
    if (distance < 0.06)
        veh_demo_succeed(&load->base, site, VEH_LOAD_CLOSE, "closes the grapple");
    else
        veh_demo_enter(&load->base, site, VEH_LOAD_CLOSE, "closes the grapple");
}

// Have the jaws come to rest, closed or around logs?
static bool jaws_rest(struct veh_load *load, const struct veh_worksite *site) {
    const double now = veh_worksite_time(site);
    const double opening = veh_jaws_opening(&load->jaws, site);
    if (load->opening - opening > slow * stalled) {
        load->opening = opening;
        load->still = now;
    }
    return now - load->still > stalled;
}

// The tips swing down and up again while the jaws close: the crane follows, so that they stay on
// the ground, or on the logs below, and come under those to grip.
void veh_load_close(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    veh_load_move(load, site, tips_place(load, site), 0.7, levers);
    levers->value[VEH_GRIP] = 0.6;
    const double elapsed = veh_demo_elapsed(&load->base, site);
    if (elapsed < 1.0 || (elapsed < 5.0 && !jaws_rest(load, site)))
        return;
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    load->goal.z += draw_up;
    veh_demo_enter(&load->base, site, VEH_LOAD_LIFT, "lifts");
}

void veh_load_miss(struct veh_load *load, const struct veh_worksite *site) {
    veh_demo_enter(&load->base, site, VEH_LOAD_RAISE, "has lost the logs, tries again");
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    load->goal.z += 1.0;
    load->misses += load->misses < MISSES_MOST;
}

// Keeps what hangs in the jaws, and how far it reaches out of them.
static void note_held(struct veh_load *load, const struct veh_worksite *site) {
    const struct sim_pose grapple = veh_jaws_pose(&load->jaws, site);
    load->held_count = veh_load_held(load, site, load->held);
    load->ends[0] = load->ends[1] = load->depth = 0.0;
    for (int i = 0; i < load->held_count; i++) {
        const struct sim_pose pose = veh_stem_pose(site, load->held[i]);
        const double length = ter_stem_length(&site->stems.items[load->held[i]].stem);
        for (int end = 0; end < 2; end++) {
            const struct sim_vec3 p = sim_pose_point(pose, sim_vec3(0.0, 0.0, end * length));
            const double x = sim_pose_local(grapple, p).x;
            load->depth = fmax(load->depth, grapple.p.z - p.z);
            load->ends[0] = fmax(load->ends[0], x);
            load->ends[1] = fmax(load->ends[1], -x);
        }
    }
}

// The logs hang too far out of balance to pass over the stakes: back to the ground with them.
static void put_back(struct veh_load *load, const struct veh_worksite *site) {
    load->goal = load->grip.point;
    load->goal.z -= veh_jaws_tip_height(&load->jaws, 0.0);
    load->misses++;
    veh_demo_enter(&load->base, site, VEH_LOAD_PUT_BACK, "puts back what hangs badly");
}

void veh_load_put_back(struct veh_load *load, const struct veh_worksite *site,
                       struct veh_controls *levers) {
    const double elapsed = veh_demo_elapsed(&load->base, site);
    const double distance = veh_load_move(load, site, load->goal, 0.6, levers);
    const bool down = distance < 0.15 || elapsed > 2.5;
    levers->value[VEH_GRIP] = down ? -0.8 : 1.0;
    if (elapsed < 4.5)
        return;
    load->held_count = 0;
    load->goal.z += 1.2;
    veh_demo_enter(&load->base, site, VEH_LOAD_RAISE, "raises the grapple");
}

// Straight up, until the logs hang free.
void veh_load_lift(struct veh_load *load, const struct veh_worksite *site,
                   struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    const double distance = veh_load_move(load, site, load->goal, 0.5, levers);
    if (distance >= 0.15 && veh_demo_elapsed(&load->base, site) < 4.0)
        return;
    note_held(load, site);
    const struct sim_vec3 now = veh_jaws_pose(&load->jaws, site).p;
    const struct sim_vec3 base = veh_demo_slew_base(&load->base, site);
    const struct sim_vec3 out = {now.x - base.x, now.y - base.y, 0.0};
    load->goal = sim_add_scaled(base, sim_unit(out), veh_load_passing_radius);
    load->goal.z = veh_load_bunk_place(load, site, 0.0, veh_load_clear_height(load, site)).z;
    if (load->held_count == 0)
        veh_load_miss(load, site);
    else if (load->depth > tilted && load->misses < MISSES_MOST)
        put_back(load, site);
    else
        veh_demo_succeed(&load->base, site, VEH_LOAD_DRAW_IN, "draws the logs in");
}

// Towards the pillar, and higher than the stakes.
void veh_load_draw_in(struct veh_load *load, const struct veh_worksite *site,
                      struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    const double distance = veh_load_move(load, site, load->goal, 1.2, levers);
    if (distance < 0.35)
        veh_demo_succeed(&load->base, site, VEH_LOAD_SWING, "swings over the bunk");
    else if (veh_demo_elapsed(&load->base, site) > 12.0)
        veh_demo_enter(&load->base, site, VEH_LOAD_SWING, "swings over the bunk");
}
