// What the load in a bunk is exposed to: the grapple, at work or parked, and the pull of gravity
// and of the machine's jerks.
//
// The pull p is what a thing that rides in the bunk feels, gravity less the acceleration of the
// loading space, smoothed over a tenth of a second:
//   p' = (g - a - p) / T
// so that a wheel's bump does not count, but the same bump for as long as it takes a log to slip by
// a centimetre does. Friction holds while |p_t| <= mu p_n, along and across the floor of the bunk.
#include "vehicles/site.h"

static const double parked_time = 2.0;    // [s] the grapple lies still, levers let go
static const double parked_range = 0.02;  // [m] its parts move less
static const double lever_play = 0.02;    // of a lever let go
static const double smoothing_time = 0.1; // [s]
static const double slip_threshold = 0.2; // [m/s^2] beyond friction

int veh_grapple_bodies(const struct veh_machine *m, struct sim_body_id bodies[]) {
    const struct veh_grapple_def *grapple = &m->def->grapple;
    int count = 0;
    if (!grapple->present)
        return 0;
    bodies[count++] = m->instance.bodies[grapple->body];
    for (int i = 0; i < grapple->tongs.count; i++)
        bodies[count++] = m->instance.bodies[grapple->tongs.index[i]];
    return count;
}

// ---- grapple -----------------------------------------------------------------------------------

bool veh_crane_let_go(const struct veh_machine *m) {
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        if (veh_control_info((enum veh_control)c)->crane && fabs(m->controls.value[c]) > lever_play)
            return false;
    return true;
}

// Whether all parts are where they came to rest; else they start anew from where they are.
static bool grapple_stays(const struct veh_worksite *site, struct veh_machine *m,
                          struct sim_pose bunk) {
    struct sim_body_id bodies[VEH_MAX_LIST + 1];
    const int count = veh_grapple_bodies(m, bodies);
    bool stays = true;
    for (int i = 0; i < count; i++) {
        const struct sim_vec3 p = sim_pose_local(bunk, sim_body_centre(site->world, bodies[i]));
        if (sim_length(sim_sub(p, m->load.grapple[i])) < parked_range)
            continue;
        m->load.grapple[i] = p;
        stays = false;
    }
    return stays;
}

bool veh_grapple_parked(const struct veh_machine *machine) {
    return machine->load.grapple_rest >= parked_time;
}

// ---- pull --------------------------------------------------------------------------------------

static void watch_pull(const struct veh_worksite *site, struct veh_machine *m,
                       struct sim_vec3 velocity) {
    struct veh_load_state *load = &m->load;
    const double h = sim_world_step_size(site->world);
    const struct sim_vec3 g = site->def.world.gravity;
    if (load->known) {
        const struct sim_vec3 a = sim_scale(sim_sub(velocity, load->velocity), 1.0 / h);
        const struct sim_vec3 off = sim_sub(sim_sub(g, a), load->pull);
        load->pull = sim_add_scaled(load->pull, off, h / smoothing_time);
    } else {
        load->pull = g;
    }
    load->velocity = velocity;
    load->known = true;
}

static bool slips(struct sim_vec3 pull, struct sim_pose bunk) {
    const struct sim_vec3 down = sim_rotate(bunk.q, sim_vec3(0.0, 0.0, -1.0));
    const double pressing = sim_dot(pull, down);
    const double along = sim_length(sim_add_scaled(pull, down, -pressing));
    return along > VEH_BARK_FRICTION * fmax(pressing, 0.0) + slip_threshold;
}

// ---- both --------------------------------------------------------------------------------------

void veh_watch_load(struct veh_worksite *site, int machine) {
    struct veh_machine *m = &site->machines[machine];
    const struct sim_body_id body = m->instance.bodies[m->def->bunk.body];
    const struct sim_pose bunk = sim_body_pose(site->world, body);
    const bool rests = grapple_stays(site, m, bunk) && veh_crane_let_go(m);
    m->load.grapple_rest = rests ? m->load.grapple_rest + sim_world_step_size(site->world) : 0.0;
    watch_pull(
        site, m,
        sim_body_point_velocity(site->world, body, sim_pose_point(bunk, m->def->bunk.centre)));
    m->load.slips = slips(m->load.pull, bunk);
}
