// Fusing a load with its machine (Jung 6.2.2): a log that lies still in the bunk and that the
// grapple has nothing to do with becomes one body with the bunk, by a rigid joint that the contact
// graph unites. It comes loose when the grapple works at it or at a log that touches it, when the
// bunk leans or jerks more than friction holds, and when it is struck.
//
// State of a log:
//   loose    -> fused    no obstacle for settle_time                       event LOG_LOADED
//   fused    -> loose    gripped, slipping or hit                          event LOG_UNLOADED
//   carried  -> lost     left the loading space, and no grapple holds it   event LOG_LOST
#include "vehicles/site.h"

static const double still_speed = 0.05; // [m/s] of both ends against the bunk
static const double settle_time = 1.0;  // [s] without an obstacle before a log is fused
static const double tilt_sine = 0.2;    // of the angle between the log and the floor of the bunk
enum { GRAPPLE_PATH = 2 };              // contacts: the log's neighbour is touched

// Path lengths over contacts from the grapple, by body index; -1: farther than GRAPPLE_PATH.
struct paths {
    const int *length; // the world's
    int count;
};

static const struct veh_machine *machine_of(const struct veh_worksite *site, int machine) {
    return &site->machines[machine];
}

static bool touches_anything(const struct veh_worksite *site, const struct sim_body_id *bodies,
                             int count) {
    const struct sim_contact *contacts;
    const int contact_count = sim_world_contacts(site->world, &contacts);
    for (int i = 0; i < contact_count; i++)
        for (int b = 0; b < count; b++)
            if (contacts[i].a.index == bodies[b].index || contacts[i].b.index == bodies[b].index)
                return true;
    return false;
}

static struct paths paths_from_grapple(const struct veh_worksite *site, int machine) {
    struct sim_body_id bodies[VEH_MAX_LIST + 1];
    const int count = veh_grapple_bodies(machine_of(site, machine), bodies);
    if (!touches_anything(site, bodies, count)) // nearly always
        return (struct paths){0};
    return (struct paths){
        .length = sim_world_contact_paths(site->world, bodies, count, GRAPPLE_PATH, false),
        .count = sim_world_body_capacity(site->world)};
}

static int path_to(const struct paths *p, struct sim_body_id body) {
    return (int)body.index < p->count ? p->length[body.index] : -1;
}

// ---- criteria ----------------------------------------------------------------------------------

// A grapple that is parked on the load is part of it, and logs below it ride with the rest. What
// hangs in it does not lie on the load.
static bool left_alone(const struct veh_worksite *site, int stem, int machine) {
    return veh_grapple_parked(machine_of(site, machine)) && site->stems[stem].touch.load == machine;
}

static double speed_against(const struct veh_worksite *site, int stem, struct sim_body_id bunk) {
    const struct veh_stem *s = &site->stems[stem];
    const struct sim_pose pose = veh_stem_pose(site, stem);
    double most = 0.0;
    for (int i = 0; i < 2; i++) {
        const double z = i == 0 ? 0.0 : ter_stem_length(&s->stem);
        const struct sim_vec3 p = sim_pose_point(pose, sim_vec3(0.0, 0.0, z));
        const struct sim_vec3 v = sim_sub(sim_body_point_velocity(site->world, s->body, p),
                                          sim_body_point_velocity(site->world, bunk, p));
        most = fmax(most, sim_length(v));
    }
    return most;
}

static bool tilted(const struct veh_worksite *site, int stem, struct sim_body_id bunk) {
    const struct sim_vec3 z = {0.0, 0.0, 1.0};
    const struct sim_vec3 along = sim_rotate(veh_stem_pose(site, stem).q, z);
    const struct sim_vec3 up = sim_rotate(sim_body_pose(site->world, bunk).q, z);
    return fabs(sim_dot(along, up)) > tilt_sine;
}

static unsigned obstacles(const struct veh_worksite *site, int stem, int machine,
                          const struct paths *paths) {
    const struct veh_machine *m = machine_of(site, machine);
    const struct sim_body_id bunk = m->instance.bodies[m->def->bunk.body];
    unsigned found = 0;
    if (!veh_stem_in_bunk(site, stem, machine))
        found |= VEH_LOAD_OUTSIDE;
    if (!site->stems[stem].touch.pressed)
        found |= VEH_LOAD_IN_AIR;
    if (speed_against(site, stem, bunk) > still_speed)
        found |= VEH_LOAD_MOVING;
    if (path_to(paths, site->stems[stem].body) >= 0 && !left_alone(site, stem, machine))
        found |= VEH_LOAD_GRAPPLED;
    if (tilted(site, stem, bunk))
        found |= VEH_LOAD_TILTED;
    if (machine_of(site, machine)->load.slips)
        found |= VEH_LOAD_SLIPPING;
    if (site->stems[stem].touch.hit)
        found |= VEH_LOAD_HIT;
    return found;
}

unsigned veh_load_obstacles(const struct veh_worksite *site, int stem, int machine) {
    const struct paths paths = paths_from_grapple(site, machine);
    return obstacles(site, stem, machine, &paths);
}

// ---- what happens to a log -------------------------------------------------------------------

static void say(struct veh_worksite *site, enum veh_event_kind kind, int machine, int stem) {
    veh_site_event(site,
                   (struct veh_event){.kind = kind, .machine = machine, .stem = stem, .tree = -1});
}

static void fuse(struct veh_worksite *site, int stem, int machine) {
    const struct veh_machine *m = machine_of(site, machine);
    struct veh_stem *s = &site->stems[stem];
    veh_stem_hold(site, stem, m->instance.bodies[m->def->bunk.body]);
    s->load.bunk = s->load.carried = machine;
    say(site, VEH_EVENT_LOG_LOADED, machine, stem);
}

// Between the tongs: at least two bodies of the grapple touch it.
static bool between_tongs(const struct veh_worksite *site, int stem, int machine) {
    struct sim_body_id bodies[VEH_MAX_LIST + 1];
    const int grapple = veh_grapple_bodies(machine_of(site, machine), bodies);
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    const uint32_t own = site->stems[stem].body.index;
    int first = -1;
    for (int i = 0; i < count; i++) {
        const struct sim_contact *c = &contacts[i];
        if ((c->a.index != own && c->b.index != own) || c->force <= 0.0)
            continue;
        const uint32_t other = c->a.index == own ? c->b.index : c->a.index;
        for (int g = 0; g < grapple; g++) {
            if (bodies[g].index != other)
                continue;
            if (first >= 0 && first != g)
                return true;
            first = g;
        }
    }
    return false;
}

static void watch_grapple(struct veh_worksite *site, int stem, int machine, int path) {
    struct veh_stem *s = &site->stems[stem];
    if (path == 1 && !s->load.gripped && between_tongs(site, stem, machine)) {
        s->load.gripped = true;
        say(site, VEH_EVENT_LOG_GRIPPED, machine, stem);
    } else if (path != 1) {
        s->load.gripped = false;
    }
    if (path == 1 && !veh_crane_let_go(machine_of(site, machine)))
        s->load.carried = -1; // what happens to it now is the operator's will
}

static bool comes_loose(const struct veh_worksite *site, int stem, int machine, int path) {
    return (path >= 0 && !veh_grapple_parked(machine_of(site, machine))) ||
           machine_of(site, machine)->load.slips || site->stems[stem].touch.hit;
}

static void update(struct veh_worksite *site, int stem, int machine, const struct paths *paths) {
    struct veh_stem *s = &site->stems[stem];
    const int path = path_to(paths, s->body);
    watch_grapple(site, stem, machine, path);
    if (s->load.bunk == machine) {
        if (!comes_loose(site, stem, machine, path))
            return;
        veh_stem_release(site, stem);
        s->load.bunk = -1;
        s->load.settled = 0.0;
        say(site, VEH_EVENT_LOG_UNLOADED, machine, stem);
        return;
    }
    if (s->load.bunk >= 0 || s->held.generation != 0)
        return;
    const unsigned found = obstacles(site, stem, machine, paths);
    if (found & VEH_LOAD_OUTSIDE) {
        if (s->load.carried == machine) {
            s->load.carried = -1;
            say(site, VEH_EVENT_LOG_LOST, machine, stem);
        }
        return;
    }
    s->load.settled = found == 0 ? s->load.settled + sim_world_step_size(site->world) : 0.0;
    if (s->load.settled >= settle_time)
        fuse(site, stem, machine);
}

void veh_load_stems(struct veh_worksite *site) {
    for (int m = 0; m < site->machine_count; m++) {
        if (!site->machines[m].def->bunk.present)
            continue;
        veh_watch_load(site, m);
        const struct paths paths = paths_from_grapple(site, m);
        for (int k = 0; k < site->loose_count; k++)
            if (site->stems[site->loose[k]].kind == VEH_STEM_LOG)
                update(site, site->loose[k], m, &paths);
    }
}
