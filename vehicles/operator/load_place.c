// The demonstrator of loading: from the air into the bunk.

#include "vehicles/operator/load.h"
#include "vehicles/part/bunk.h"
#include "vehicles/site.h"

static const double head_gap = 0.25; // [m] between the logs' ends and the headboard
// [m] below the grip centre that the logs reach as a rule, and for which the crane is high enough.
static const double hang_least = 0.5, hang_most = 1.1;
static const double swing_time = 8.0;    // [s] in which the logs should be over the bunk
static const double beside_stakes = 0.2; // [m] of the grip centre between them, at least
static const double bunk_ahead = 0.4;    // [m] of the bunk's middle, at most

struct sim_pose veh_load_bunk_pose(const struct veh_load *load, const struct veh_worksite *site) {
    const struct veh_machine *m = veh_demo_machine(&load->base, site);
    return sim_body_pose(site->world, m->instance.bodies[veh_bunk_def(m->def)->body]);
}

static bool is_held(const struct veh_load *load, int stem) {
    for (int i = 0; i < load->held_count; i++)
        if (load->held[i] == stem)
            return true;
    return false;
}

// On the bunk, on its load, on the ground or on a pile.
bool veh_load_rests(const struct veh_load *load, const struct veh_worksite *site) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    const struct veh_machine *m = veh_demo_machine(&load->base, site);
    const struct sim_body_id bunk = m->instance.bodies[veh_bunk_def(m->def)->body];
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        const int a = veh_stem_of_body(site, c->a), b = veh_stem_of_body(site, c->b);
        const bool a_held = is_held(load, a), b_held = is_held(load, b);
        if (c->force < 200.0 || a_held == b_held)
            continue;
        const uint32_t other = (a_held ? c->b : c->a).index;
        if ((a_held ? b : a) >= 0 || other == bunk.index || other == site->ground.index)
            return true;
    }
    return false;
}

// [m] above the floor of the bunk at which a grip passes over the stakes.
double veh_load_clear_height(const struct veh_load *load, const struct veh_worksite *site) {
    return veh_bunk_def(veh_demo_machine(&load->base, site)->def)->size.z +
           sim_clamp(load->depth, hang_least, hang_most) - 0.2;
}

// [m] in the bunk's frame: the ends of the logs in the jaws come to lie a little behind the
// headboard.
static double place_along(const struct veh_load *load, const struct veh_worksite *site) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_vec3 x = sim_vec3(1.0, 0.0, 0.0);
    const bool turned = sim_dot(sim_rotate(veh_jaws_pose(&load->jaws, site).q, x),
                                veh_load_bunk_direction(load, site)) < 0.0;
    const double middle = bunk->centre.x + bunk_ahead;
    return fmin(middle, bunk->centre.x + 0.5 * bunk->size.x - head_gap - load->ends[turned]);
}

// [m] above the floor of the bunk, y to its left.
struct sim_vec3 veh_load_bunk_place(const struct veh_load *load, const struct veh_worksite *site,
                                    double y, double z) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_vec3 local = {place_along(load, site), bunk->centre.y + y,
                                   bunk->centre.z - 0.5 * bunk->size.z + z};
    return sim_pose_point(veh_load_bunk_pose(load, site), local);
}

// The place at which a grip passes over the stakes: on the circle on which the tip can be highest.
// Nearer to the pillar the jib would have to point upward. A load that is to be unloaded passes
// behind the headboard, where that is farther back: there the tip cannot be so high.
static struct sim_vec3 over_stakes(const struct veh_load *load, const struct veh_worksite *site,
                                   double y) {
    const struct sim_pose bunk = veh_load_bunk_pose(load, site);
    const struct sim_vec3 base = sim_pose_local(bunk, veh_demo_slew_base(&load->base, site));
    struct sim_vec3 local =
        sim_pose_local(bunk, veh_load_bunk_place(load, site, y, veh_load_clear_height(load, site)));
    const double dy = local.y - base.y;
    const double highest =
        base.x - sqrt(veh_load_passing_radius * veh_load_passing_radius - dy * dy);
    local.x = load->base.task.unload > 0 ? fmin(local.x, highest) : highest;
    return sim_pose_point(bunk, local);
}

// Grips lie side by side, layer by layer. Assortments that are to be unloaded each into a pile of
// its own keep to their side of the bunk.
static double lane(const struct veh_load *load, const struct veh_worksite *site) {
    static const double lanes[] = {0.75, -0.75, 0.0, 0.45, -0.45}, shift[] = {0.0, 0.1, -0.1};
    if (load->base.task.unload == 0 || load->kind_count < 2 || load->held_count == 0)
        return lanes[load->grips % (int)(sizeof lanes / sizeof lanes[0])];
    const int kind = veh_load_kind_of(load, site, load->held[0]);
    const double own = load->kind_count == 2 ? 1.1 * kind - 0.55 : 0.62 * (kind % 3 - 1);
    return own + shift[load->grips % (int)(sizeof shift / sizeof shift[0])];
}

struct sim_vec3 veh_load_bunk_direction(const struct veh_load *load,
                                        const struct veh_worksite *site) {
    return sim_rotate(veh_load_bunk_pose(load, site).q, sim_vec3(1.0, 0.0, 0.0));
}

// The logs are caught on a stake or on the headboard: an end hangs lower than was seen. The crane
// lifts them higher, and tries again.
static void hang_lower(struct veh_load *load, const struct veh_worksite *site) {
    load->depth = fmin(fmax(load->depth, hang_least) + 0.3, hang_most);
    veh_demo_made_progress(&load->base, site);
    veh_demo_enter(&load->base, site, VEH_LOAD_SWING, "lifts the logs over the stakes");
}

// [m] above the floor of the bunk, below which the grip centre is when the logs are between the
// stakes.
static double rim(const struct veh_load *load, const struct veh_worksite *site) {
    return veh_bunk_def(veh_demo_machine(&load->base, site)->def)->size.z - 0.3;
}

bool veh_load_is_over_bunk(const struct veh_load *load, const struct veh_worksite *site) {
    const struct veh_bunk_def *bunk = veh_bunk_def(veh_demo_machine(&load->base, site)->def);
    const struct sim_vec3 at =
        sim_pose_local(veh_load_bunk_pose(load, site), veh_jaws_pose(&load->jaws, site).p);
    return fabs(at.x - bunk->centre.x) < 0.5 * bunk->size.x &&
           fabs(at.y - bunk->centre.y) < 0.5 * bunk->size.y - beside_stakes;
}

void veh_load_swing(struct veh_load *load, const struct veh_worksite *site,
                    struct veh_controls *levers) {
    int held[VEH_GRIP_LOGS];
    levers->value[VEH_GRIP] = 1.0;
    const double turn = veh_load_aim(load, site, veh_load_bunk_direction(load, site), levers);
    const double distance =
        veh_load_move(load, site, over_stakes(load, site, lane(load, site)), 1.3, levers);
    if (veh_load_held(load, site, held) == 0)
        veh_load_miss(load, site);
    else if (distance < 0.3 && turn < 0.06)
        veh_demo_succeed(&load->base, site, VEH_LOAD_SET_DOWN, "sets the logs down");
    else if (veh_demo_elapsed(&load->base, site) > swing_time && load->depth < hang_most)
        hang_lower(load, site);
    else if (veh_demo_elapsed(&load->base, site) > 2.0 * swing_time &&
             !veh_load_is_over_bunk(load, site))
        veh_load_begin_putting_back(load, site);
    else if (veh_demo_elapsed(&load->base, site) > 2.0 * swing_time) {
        veh_load_note_failure(load, site);
        veh_demo_enter(&load->base, site, VEH_LOAD_SET_DOWN, "sets the logs down");
    }
}

void veh_load_set_down(struct veh_load *load, const struct veh_worksite *site,
                       struct veh_controls *levers) {
    levers->value[VEH_GRIP] = 1.0;
    veh_load_aim(load, site, veh_load_bunk_direction(load, site), levers);
    const double distance = veh_load_move(
        load, site, veh_load_bunk_place(load, site, lane(load, site), 0.40), 0.6, levers);
    const bool inside = veh_jaws_pose(&load->jaws, site).p.z <
                            veh_load_bunk_place(load, site, 0.0, rim(load, site)).z &&
                        veh_load_is_over_bunk(load, site);
    const double elapsed = veh_demo_elapsed(&load->base, site);
    if (!inside && elapsed > 10.0 && load->depth < hang_most) {
        hang_lower(load, site);
        return;
    }
    if (!(inside && veh_load_rests(load, site)) && distance > 0.05 && elapsed < 10.0)
        return;
    load->goal = veh_jaws_pose(&load->jaws, site).p;
    veh_demo_enter(&load->base, site, VEH_LOAD_OPEN, "opens the grapple");
}

// The tips swing down through the load when they open: the crane gives way upward.
void veh_load_open(struct veh_load *load, const struct veh_worksite *site,
                   struct veh_controls *levers) {
    levers->value[VEH_GRIP] = -0.8;
    if (veh_demo_elapsed(&load->base, site) > 0.3)
        veh_load_move(load, site, sim_add(load->goal, sim_vec3(0.0, 0.0, 0.6)), 0.3, levers);
    if (veh_demo_elapsed(&load->base, site) < 2.2)
        return;
    const bool loaded = !load->unloading && veh_load_is_over_bunk(load, site);
    load->grips += loaded;
    load->held_count = 0;
    if (loaded)
        load->goal = over_stakes(load, site, 0.0);
    else
        load->goal.z += 1.2;
    veh_demo_enter(&load->base, site, VEH_LOAD_RAISE, "raises the grapple");
}
