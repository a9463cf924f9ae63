// Logs that have come to rest are joined to the ground, and the contact graph then counts them as
// ground (Jung 6.1.2). They come loose again when a head or grapple is near, or a machine pushes
// them.
#include "vehicles/site.h"

static const double rest_speed = 0.05;  // [m/s], of both ends
static const double rest_time = 1.0;    // [s]
static const double near_release = 1.3; // [m] from the tool to the stem's axis: comes loose
static const double near_freeze = 2.0;  // [m] stays loose within
static const double lying_slope = 0.4;  // of the stem's axis: sine of its angle
static const double lying_turn = 0.15;  // [rad/s]

// A frozen stem is looked at every so many steps: the fastest tool, at 5 m/s, comes 0.3 m nearer
// meanwhile.
enum { TURNS = 12 };

enum { MOST_TOOLS = 2 * VEH_MAX_MACHINES };
struct tools {
    struct sim_vec3 place[MOST_TOOLS];
    int count;
};

static struct tools find_tools(const struct veh_worksite *site) {
    struct tools tools = {.count = 0};
    for (int m = 0; m < site->machine_count; m++) {
        const struct veh_machine *machine = &site->machines[m];
        for (int i = 0; i < machine->part_count && tools.count < MOST_TOOLS; i++) {
            const struct veh_part *part = &machine->parts[i];
            tools.count +=
                part->kind->tool && part->kind->tool(site, part, &tools.place[tools.count]);
        }
    }
    return tools;
}

// Distance [m] of the nearest tool to the stem.
static double tool_distance(const struct veh_worksite *site, const struct tools *tools, int stem) {
    double nearest = (double)INFINITY;
    for (int i = 0; i < tools->count; i++)
        nearest = fmin(nearest, veh_stem_distance(site, stem, tools->place[i]));
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
    veh_stem_falls_on_branches(site, stem);
    veh_site_event(site, NULL,
                   (struct veh_event){
                       .kind = VEH_EVENT_STEM_DOWN, .machine = -1, .stem = stem, .tree = s->tree});
}

// It has lain still for long, and no tool is near. Counts the time.
static bool may_freeze(struct veh_worksite *site, const struct tools *tools, int stem) {
    struct veh_stem *s = &site->stems.items[stem];
    const struct veh_touch *t = &s->touch;
    const bool hangs = s->kind == VEH_STEM_FELLED && !s->rest.down; // in a neighbour's crown
    const bool still = !hangs && t->fixed && !t->machine && end_speed(site, stem) < rest_speed;
    s->rest.still = still ? s->rest.still + sim_world_step_size(site->world) : 0.0;
    return s->rest.still >= rest_time && tool_distance(site, tools, stem) >= near_freeze;
}

void veh_freeze_stems(struct veh_worksite *site) {
    const struct tools tools = find_tools(site);
    // Backwards: a stem that changes the list takes only itself from it.
    for (int k = site->frozen.count - 1; k >= 0; k--) {
        const int stem = site->frozen.items[k];
        if (site->stems.items[stem].touch.machine ||
            ((site->steps + (uint64_t)stem) % TURNS == 0 &&
             tool_distance(site, &tools, stem) < near_release))
            veh_stem_thaw(site, stem);
    }
    for (int k = site->loose.count - 1; k >= 0; k--) {
        const int stem = site->loose.items[k];
        if (site->stems.items[stem].load.bunk >= 0)
            continue;
        watch_fall(site, stem);
        if (may_freeze(site, &tools, stem))
            veh_stem_freeze(site, stem);
    }
}
