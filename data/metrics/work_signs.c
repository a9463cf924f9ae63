// The signs that the recognisers of work look at: levers, wheels, head and load of the machine.
#include <math.h>

#include "data/metrics/metric.h"
#include "data/metrics/work.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/bunk_criteria.h"
#include "vehicles/part/grapple.h"
#include "vehicles/part/head.h"
#include "vehicles/site.h"

static const double rolls = 0.05;   // [m/s] slower it stands; one that rocks turns round there
static const double feeds = 0.3;    // [m/s] of the rollers' rims
static const double close_by = 1.0; // [m] from the saw to a felled stem

static bool any_lever(const struct veh_controls *levers) {
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        if (dat_lever_moves((enum veh_control)i, levers->value[i]))
            return true;
    return false;
}

// The head's valve drives the rollers: a stem that slides while it falls turns them, too.
static bool rollers_feed(const struct veh_worksite *site, const struct veh_machine *m,
                         const struct veh_head_def *def) {
    if (def->feed_input >= 0 && fabs(m->instance.input[def->feed_input]) <= 0.0)
        return false;
    for (int i = 0; i < def->rollers.count; i++) {
        const struct sim_joint_id joint = m->instance.joints[def->rollers.index[i]];
        if (fabs(sim_joint_speed(site->world, joint, 0)) * def->roller_radius > feeds)
            return true;
    }
    return false;
}

static double volume_of(const struct veh_stem *stem) {
    return ter_stem_volume(&stem->stem, 0.0, ter_stem_length(&stem->stem));
}

// A log is none: what is left of a tree to be processed is looked for.
static bool is_beside(const struct veh_worksite *site, struct sim_vec3 saw, int tree) {
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *stem = &site->stems.items[i];
        if (!stem->used || stem->kind != VEH_STEM_FELLED || stem->tree != tree)
            continue;
        const double far = ter_stem_length(&stem->stem) + close_by;
        const struct sim_vec3 way = sim_sub(saw, veh_stem_pose(site, i).p);
        if (sim_dot(way, way) < far * far && veh_stem_distance(site, i, saw) < close_by)
            return true;
    }
    return false;
}

static void look_at_head(const struct veh_worksite *site, int machine, int tree,
                         struct dat_work_signs *now) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_head_state *head = veh_head(m);
    if (head == NULL)
        return;
    const struct veh_stem *stem = head->stem >= 0 ? &site->stems.items[head->stem] : NULL;
    now->head.closed = head->closed;
    now->head.holds = stem != NULL;
    now->head.standing = stem != NULL && veh_stem_has_roots(stem);
    now->head.stem = head->stem;
    now->head.tree = stem != NULL ? stem->tree : -1;
    now->head.beside =
        stem == NULL && tree >= 0 && is_beside(site, veh_machine_head_frame(site, machine).p, tree);
    now->head.saws = veh_saw_at_work(m).state->sawing;
    now->head.feeds = rollers_feed(site, m, veh_head_def(m->def));
}

// Over the floor of the bunk, however high: where a log is that is lifted off a load.
static bool over_bunk(const struct veh_worksite *site, int stem, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    const struct sim_pose frame = sim_body_pose(site->world, m->instance.bodies[bunk->body]);
    const struct sim_vec3 at =
        sim_sub(sim_pose_local(frame, veh_stem_centre(site, stem)), bunk->centre);
    return fabs(at.x) < 0.5 * bunk->size.x && fabs(at.y) < 0.5 * bunk->size.y &&
           at.z > -0.5 * bunk->size.z;
}

static void look_at_bunk(const struct veh_worksite *site, int machine, struct dat_work_signs *now) {
    if (veh_bunk_def(site->machines[machine].def) == NULL)
        return;
    for (int i = 0; i < site->stems.count; i++) {
        const struct veh_stem *stem = &site->stems.items[i];
        if (!stem->used || stem->kind != VEH_STEM_LOG)
            continue;
        now->load.held += stem->load.grapples >> machine & 1;
        if (!veh_bunk_carries(site, machine, i))
            continue;
        now->load.logs++;
        now->load.volume += volume_of(stem);
    }
}

static void read_events(const struct veh_worksite *site, int machine, struct dat_work_signs *now) {
    const struct veh_event *events;
    const int count = veh_worksite_events(site, &events);
    for (int i = 0; i < count; i++) {
        const struct veh_event *event = &events[i];
        if (event->machine != machine || event->stem < 0)
            continue;
        const struct veh_stem *stem = &site->stems.items[event->stem];
        if (event->kind == VEH_EVENT_LOG_GRIPPED && over_bunk(site, event->stem, machine)) {
            now->load.from_bunk++;
        } else if (event->kind == VEH_EVENT_LOG_GRIPPED) {
            now->load.from_ground++;
        } else if (event->kind == VEH_EVENT_LOG_CUT) {
            now->head.logs++;
            now->head.volume += volume_of(stem);
        }
    }
}

struct dat_work_signs dat_work_signs_of(const struct veh_worksite *site, int machine, double dt,
                                        bool drove, int tree) {
    const struct veh_machine *m = &site->machines[machine];
    const double speed = fabs(veh_machine_speed(site, machine));
    struct dat_work_signs now = {
        .dt = dt, .distance = speed * dt, .head = {.stem = -1, .tree = -1}};
    // A machine that its crane pushes, or that slides down a slope, does not drive.
    now.drives =
        dat_lever_moves(VEH_DRIVE, m->controls.value[VEH_DRIVE]) || (drove && speed > rolls);
    look_at_head(site, machine, tree, &now);
    look_at_bunk(site, machine, &now);
    read_events(site, machine, &now);
    now.acts = any_lever(&m->controls) || now.head.saws || now.head.feeds;
    return now;
}
