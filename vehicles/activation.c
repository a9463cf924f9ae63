// Which trees and logs take part in the dynamics (Jung 6.1.2).
//
// Trees: each machine has a small box that moves with it and a large one that stays. When the small
// one leaves the large one, the large one is put around it again, and the trees that touch it
// become bodies. Logs that have come to rest are joined to the ground; the contact graph then
// counts them as ground. They come loose again when a head or grapple is near.
#include <stdlib.h>

#include "vehicles/site.h"

static const double outer_margin = 10.0; // [m] of the large box around the small one
static const double rest_speed = 0.05;   // [m/s], of both ends
static const double rest_time = 1.0;     // [s]
static const double near_release = 1.3;  // [m] from the tool to the stem's axis: comes loose
static const double near_freeze = 2.0;   // [m] stays loose within
static const double lying_slope = 0.4;   // of the stem's axis: sine of its angle
static const double lying_turn = 0.15;   // [rad/s]

static void inner_box(const struct veh_worksite *site, int machine, struct sim_vec3 *low,
                      struct sim_vec3 *high) {
    const struct veh_machine_def *def = site->machines[machine].def;
    const struct sim_pose pose = veh_machine_pose(site, machine);
    *low = *high = pose.p;
    for (int corner = 0; corner < 4; corner++) {
        const struct sim_vec3 c = {corner & 1 ? def->activation_high.x : def->activation_low.x,
                                   corner & 2 ? def->activation_high.y : def->activation_low.y,
                                   0.0};
        const struct sim_vec3 p = sim_pose_point(pose, c);
        *low = sim_vec3(fmin(low->x, p.x), fmin(low->y, p.y), 0.0);
        *high = sim_vec3(fmax(high->x, p.x), fmax(high->y, p.y), 0.0);
    }
}

static bool in_any_box(const struct veh_worksite *site, const struct ter_tree *tree) {
    for (int m = 0; m < site->machine_count; m++) {
        const struct veh_machine *machine = &site->machines[m];
        const double r = ter_tree_radius(tree);
        if (machine->activated && tree->position.x + r >= machine->activated_low.x &&
            tree->position.x - r <= machine->activated_high.x &&
            tree->position.y + r >= machine->activated_low.y &&
            tree->position.y - r <= machine->activated_high.y)
            return true;
    }
    return false;
}

static void deactivate_far(struct veh_worksite *site) {
    for (int i = 0; i < site->stem_count; i++) {
        const struct veh_stem *s = &site->stems[i];
        if (!s->used || s->kind != VEH_STEM_STANDING ||
            in_any_box(site, &site->stand.trees[s->tree]))
            continue;
        site->tree_stem[s->tree] = -1;
        veh_stem_destroy(site, i);
    }
}

static void activate_near(struct veh_worksite *site, const struct veh_machine *machine) {
    const struct sim_vec3 low = machine->activated_low, high = machine->activated_high;
    const int count = ter_stand_query(&site->stand, low.x, low.y, high.x, high.y, NULL, 0);
    int *found = malloc((size_t)(count + 1) * sizeof *found);
    if (found == NULL)
        return;
    ter_stand_query(&site->stand, low.x, low.y, high.x, high.y, found, count);
    for (int i = 0; i < count; i++) {
        if (site->tree_stem[found[i]] >= 0)
            continue;
        const struct ter_tree *tree = &site->stand.trees[found[i]];
        const struct ter_stem stem = ter_tree_stem(tree);
        site->tree_stem[found[i]] =
            veh_stem_create(site, &stem, ter_tree_stem_pose(tree), VEH_STEM_STANDING, found[i]);
    }
    free(found);
}

void veh_activate_trees(struct veh_worksite *site) {
    if (site->stand.count == 0)
        return;
    bool moved = false;
    for (int m = 0; m < site->machine_count; m++) {
        struct veh_machine *machine = &site->machines[m];
        struct sim_vec3 low, high;
        inner_box(site, m, &low, &high);
        if (machine->activated && low.x >= machine->activated_low.x &&
            low.y >= machine->activated_low.y && high.x <= machine->activated_high.x &&
            high.y <= machine->activated_high.y)
            continue;
        machine->activated = true;
        machine->activated_low = sim_vec3(low.x - outer_margin, low.y - outer_margin, 0.0);
        machine->activated_high = sim_vec3(high.x + outer_margin, high.y + outer_margin, 0.0);
        moved = true;
    }
    if (!moved)
        return;
    deactivate_far(site);
    for (int m = 0; m < site->machine_count; m++)
        activate_near(site, &site->machines[m]);
}

// The places of all heads and grapples.
struct tools {
    struct sim_vec3 place[2 * VEH_MAX_MACHINES]; // [m] world
    int count;
};

static struct tools tools_of(const struct veh_worksite *site) {
    struct tools tools = {.count = 0};
    for (int m = 0; m < site->machine_count; m++) {
        const struct veh_machine *machine = &site->machines[m];
        const struct veh_grapple_def *grapple = &machine->def->grapple;
        if (machine->def->head.present)
            tools.place[tools.count++] = veh_machine_head_frame(site, m).p;
        if (grapple->present)
            tools.place[tools.count++] =
                sim_pose_point(sim_body_pose(site->world, machine->instance.bodies[grapple->body]),
                               grapple->centre);
    }
    return tools;
}

// Distance [m] of the nearest head or grapple to the stem.
static double tool_distance(const struct veh_worksite *site, int stem, const struct tools *tools) {
    double nearest = 1e9;
    for (int i = 0; i < tools->count; i++)
        nearest = fmin(nearest, veh_stem_distance(site, stem, tools->place[i]));
    return nearest;
}

static double end_speed(const struct veh_worksite *site, int stem) {
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const struct sim_vec3 end =
        sim_pose_point(pose, sim_vec3(0.0, 0.0, ter_stem_length(&site->stems[stem].stem)));
    const struct sim_body_id body = site->stems[stem].body;
    return fmax(sim_length(sim_body_point_velocity(site->world, body, pose.p)),
                sim_length(sim_body_point_velocity(site->world, body, end)));
}

// Says once of each felled tree that it lies.
static void watch_fall(struct veh_worksite *site, int stem) {
    struct veh_stem *s = &site->stems[stem];
    if (s->kind != VEH_STEM_FELLED || s->down)
        return;
    const struct sim_vec3 along = sim_rotate(veh_stem_pose(site, stem).q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 w = sim_body_angular_velocity(site->world, s->body);
    if (fabs(along.z) > lying_slope || sim_length(w) > lying_turn)
        return;
    s->down = true;
    veh_site_event(site,
                   (struct veh_event){
                       .kind = VEH_EVENT_STEM_DOWN, .machine = -1, .stem = stem, .tree = s->tree});
}

void veh_freeze_stems(struct veh_worksite *site) {
    const double h = sim_world_step_size(site->world);
    const struct tools tools = tools_of(site);
    for (int k = 0; k < site->loose_count; k++) {
        const int i = site->loose[k];
        struct veh_stem *s = &site->stems[i];
        if (s->bunk >= 0)
            continue;
        watch_fall(site, i);
        const double distance = tool_distance(site, i, &tools);
        if (s->held.generation != 0) {
            if (distance < near_release)
                veh_stem_release(site, i);
            continue;
        }
        const struct veh_touch *t = &s->touch;
        const bool still = t->fixed && !t->machine && end_speed(site, i) < rest_speed;
        s->still = still ? s->still + h : 0.0;
        if (s->still < rest_time || distance < near_freeze)
            continue;
        veh_stem_hold(site, i, site->ground);
    }
}
