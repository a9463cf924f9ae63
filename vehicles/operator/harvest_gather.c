// Thin trees with accumulating arms: one after the other is sawn off and taken upright into the
// arms; with the last of them the head tilts, and all are processed as one.
//
//   SAW -> GATHER -> REACH, while another thin tree stands close by and the arms have room
//   RELEASE -> TAKE -> FALL where that other tree is not to be had
#include "vehicles/operator/harvest.h"
#include "vehicles/part/multi_tree.h"

static const double thin = 0.13;        // [m] at breast height: thicker ones are worth a way each
static const double close_by = 2.5;     // [m] from the tree before
static const int most_gathered = 3;     // by one swing of the crane
static const double settle_time = 0.3;  // [s] until the sawn stem stands still in the knives
static const double key_time = 0.1;     // [s] a key is pressed
static const double open_time = 0.8;    // [s] of the knives, around what the arms hold
static const double close_time = 1.2;   // [s]
static const double gather_time = 10.0; // [s] at most
static const double raised = 0.08;      // [m] of the stem that is taken, above its stump
static const double gentle = 0.3;       // [m/s]
static const double lead_within = 1.5;  // [m] of the head from its goal
static const double lead_gain = 0.8;    // [1/s]
static const double most_lead = 0.8;    // [m]
static const double far_out = 0.22, beside = 0.15; // [m] of a tree that the closed knives hold well
static const double outside = 0.09; // [m] of the arms, which keep the next tree from the frame
static const double between = 0.06; // [m] between stems in the head, where an arm is

static const struct veh_multi_tree_state *arms_of(const struct veh_harvest *demo,
                                                  const struct veh_worksite *site) {
    return veh_multi_tree(veh_demo_machine(&demo->base, site));
}

int veh_harvest_bunched(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_multi_tree_state *arms = arms_of(demo, site);
    return arms != NULL ? arms->bunch.count : 0;
}

int veh_harvest_gathered(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_multi_tree_state *arms = arms_of(demo, site);
    return arms != NULL && arms->closed ? arms->bunch.count : 0;
}

double veh_harvest_gathered_room(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_multi_tree_state *arms = arms_of(demo, site);
    const int count = veh_harvest_gathered(demo, site);
    double room = count > 0 ? outside : 0.0;
    for (int i = 0; i < count; i++)
        room += between + ter_stem_diameter(&site->stems.items[arms->stem[i]].stem, 1.0);
    return room;
}

bool veh_harvest_between_knives(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct sim_pose head = veh_machine_head_frame(site, demo->base.task.machine);
    struct sim_vec3 foot = site->stand.trees[demo->tree].position;
    foot = sim_pose_local(head, sim_vec3(foot.x, foot.y, head.p.z));
    const double most =
        veh_harvest_gathered(demo, site) > 0 ? far_out : 0.5 * site->stand.trees[demo->tree].dbh;
    return foot.x < most && fabs(foot.y) < beside;
}

struct sim_vec3 veh_harvest_lead(struct veh_harvest *demo, const struct veh_worksite *site,
                                 struct sim_vec3 goal) {
    const struct sim_vec3 off =
        sim_sub(goal, veh_machine_head_frame(site, demo->base.task.machine).p);
    const struct sim_vec3 level = {off.x, off.y, 0.0};
    if (veh_harvest_gathered(demo, site) == 0 || sim_length(level) > lead_within)
        demo->lead = sim_scale(demo->lead, 0.0);
    else
        demo->lead =
            sim_add_scaled(demo->lead, level, lead_gain * sim_world_step_size(site->world));
    const double most = sim_length(demo->lead);
    if (most > most_lead)
        demo->lead = sim_scale(demo->lead, most_lead / most);
    return sim_add(goal, demo->lead);
}

static bool is_thin(const struct veh_worksite *site, int tree) {
    return site->stand.trees[tree].dbh < thin;
}

// The next tree of the bunch that the present one belongs to; -1: none.
static int companion(const struct veh_harvest *demo, const struct veh_worksite *site) {
    return is_thin(site, demo->tree) ? veh_harvest_choose_companion(demo, site, thin, close_by)
                                     : -1;
}

bool veh_harvest_gathers(const struct veh_harvest *demo, const struct veh_worksite *site) {
    const struct veh_multi_tree_def *def =
        veh_multi_tree_def(veh_demo_machine(&demo->base, site)->def);
    if (def == NULL || demo->base.task.only_grip)
        return false;
    const int gathered = veh_harvest_gathered(demo, site) + 1;
    return gathered < def->most && gathered < most_gathered && companion(demo, site) >= 0;
}

void veh_harvest_gather(struct veh_harvest *demo, const struct veh_worksite *site,
                        struct veh_controls *levers) {
    const double elapsed = veh_demo_elapsed(&demo->base, site);
    const struct veh_multi_tree_state *arms = arms_of(demo, site);
    struct sim_vec3 hold = demo->hold;
    hold.z += raised;
    levers->value[VEH_TILT] = 1.0;
    levers->value[VEH_MULTI_TREE] =
        elapsed > settle_time && elapsed < settle_time + key_time ? 1.0 : 0.0;
    veh_harvest_tip_to(demo, site, hold, gentle, levers);
    if (elapsed < settle_time + 2.0 * key_time || arms->left > 0.0)
        demo->gathered = elapsed;
    else
        levers->value[VEH_GRIP] = -1.0;
    if (elapsed < demo->gathered + open_time && elapsed < gather_time)
        return;
    const int next = arms->closed ? companion(demo, site) : -1;
    if (next >= 0)
        veh_harvest_begin_tree(demo, site, next);
    else
        veh_harvest_take(demo, site);
}

void veh_harvest_take(struct veh_harvest *demo, const struct veh_worksite *site) {
    demo->hold = veh_machine_crane_tip(site, demo->base.task.machine);
    veh_demo_enter(&demo->base, site, VEH_HARVEST_TAKE, VEH_SAY_TAKES_BUNCH);
}

void veh_harvest_take_bunch(struct veh_harvest *demo, const struct veh_worksite *site,
                            struct veh_controls *levers) {
    levers->value[VEH_TILT] = 1.0;
    levers->value[VEH_GRIP] = 1.0;
    veh_harvest_tip_to(demo, site, demo->hold, gentle, levers);
    if (veh_demo_elapsed(&demo->base, site) > close_time)
        veh_demo_enter(&demo->base, site, VEH_HARVEST_FALL, VEH_SAY_LAYS_BUNCH_DOWN);
}
