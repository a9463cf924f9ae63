// Logs that have come to rest are joined to the ground, and the contact graph then counts them as
// ground (Jung 6.1.2). They come loose again when a head or grapple is near.
#include "vehicles/site.h"

static const double rest_speed = 0.05;  // [m/s], of both ends
static const double rest_time = 1.0;    // [s]
static const double near_release = 1.3; // [m] from the tool to the stem's axis: comes loose
static const double near_freeze = 2.0;  // [m] stays loose within
static const double lying_slope = 0.4;  // of the stem's axis: sine of its angle
static const double lying_turn = 0.15;  // [rad/s]

// Distance [m] of the nearest tool to the stem.
static double tool_distance(const struct veh_worksite *site, int stem) {
    double nearest = (double)INFINITY;
    for (int m = 0; m < site->machine_count; m++) {
        const struct veh_machine *machine = &site->machines[m];
        for (int i = 0; i < machine->part_count; i++) {
            const struct veh_part *part = &machine->parts[i];
            struct sim_vec3 place;
            if (part->kind->tool && part->kind->tool(site, part, &place))
                nearest = fmin(nearest, veh_stem_distance(site, stem, place));
        }
    }
    return nearest;
}

static double end_speed(const struct veh_worksite *site, int stem) {
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const struct sim_vec3 end =
        sim_pose_point(pose, sim_vec3(0.0, 0.0, ter_stem_length(&site->stems.items[stem].stem)));
    const struct sim_body_id body = site->stems.items[stem].body;
    return fmax(sim_length(sim_body_point_velocity(site->world, body, pose.p)),
                sim_length(sim_body_point_velocity(site->world, body, end)));
}

// Reports once per felled tree that it has come to lie.
static void watch_fall(struct veh_worksite *site, int stem) {
    struct veh_stem *s = &site->stems.items[stem];
    if (s->kind != VEH_STEM_FELLED || s->rest.down)
        return;
    const struct sim_vec3 along = sim_rotate(veh_stem_pose(site, stem).q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 w = sim_body_angular_velocity(site->world, s->body);
    if (fabs(along.z) > lying_slope || sim_length(w) > lying_turn)
        return;
    s->rest.down = true;
    veh_site_event(site, NULL,
                   (struct veh_event){
                       .kind = VEH_EVENT_STEM_DOWN, .machine = -1, .stem = stem, .tree = s->tree});
}

void veh_freeze_stems(struct veh_worksite *site) {
    const double h = sim_world_step_size(site->world);
    for (int k = 0; k < site->loose.count; k++) {
        const int i = site->loose.items[k];
        struct veh_stem *s = &site->stems.items[i];
        if (s->held.generation != 0)
            s->rest.still = 0.0; // counts anew once it is loose
        if (s->load.bunk >= 0)
            continue;
        watch_fall(site, i);
        const double distance = tool_distance(site, i);
        if (s->held.generation != 0) {
            if (distance < near_release)
                veh_stem_release(site, i);
            continue;
        }
        const struct veh_touch *t = &s->touch;
        const bool still = t->fixed && !t->machine && end_speed(site, i) < rest_speed;
        s->rest.still = still ? s->rest.still + h : 0.0;
        if (s->rest.still < rest_time || distance < near_freeze)
            continue;
        veh_stem_hold(site, i, site->ground);
    }
}
