// State of a log:
//   loose    -> fused    no obstacle for settle_time                       event LOG_LOADED
//   fused    -> loose    gripped, slipping or hit                          event LOG_UNLOADED
//   carried  -> lost     left the loading space, and no grapple holds it   event LOG_LOST
//
// The grapple, at work or parked, acts on the load, and so does the pull of gravity and of the
// machine's jerks. A thing that rides in the bunk feels the pull p, gravity less the acceleration
// of the loading space, smoothed over a tenth of a second:
//   p' = (g - a - p) / T
// so that a wheel's bump does not count, but the same bump for as long as it takes a log to slip by
// a centimetre does. Friction holds while |p_t| <= mu p_n, along and across the floor of the bunk.
#include "vehicles/part/bunk.h"

#include "vehicles/part/grapple.h"
#include "vehicles/site.h"

static const double still_speed = 0.05;   // [m/s] of both ends against the bunk
static const double settle_time = 1.0;    // [s] without an obstacle before a log is fused
static const double tilt_sine = 0.2;      // of the angle between the log and the floor of the bunk
enum { GRAPPLE_PATH = 2 };                // contacts: the log's neighbour is touched
static const double parked_time = 2.0;    // [s] the grapple lies still, levers let go
static const double parked_range = 0.02;  // [m] its parts move less
static const double lever_play = 0.02;    // of a lever let go
static const double smoothing_time = 0.1; // [s]
static const double slip_threshold = 0.2; // [m/s^2] beyond friction

static const struct veh_key keys[] = {
    VEH_KEY(bunk, body, BODY, NULL, "the body that carries the load"),
    VEH_KEY_RANGE(bunk, centre, POINT, "m", NULL, -1e4, 1e4,
                  "centre of the loading space in its frame"),
    VEH_KEY_RANGE(bunk, size, SIZE, "m", NULL, 0.01, 100,
                  "full lengths of the loading space along x, y and z"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_bunk_state, grapple),  VEH_STATE(veh_bunk_state, grapple_rest),
    VEH_STATE(veh_bunk_state, velocity), VEH_STATE(veh_bunk_state, pull),
    VEH_STATE(veh_bunk_state, known),    VEH_STATE(veh_bunk_state, slips),
};

const struct veh_bunk_def *veh_bunk_def(const struct veh_machine_def *def) {
    return veh_machine_def_part(def, &veh_part_bunk);
}

static const struct veh_bunk_state *bunk_of(const struct veh_machine *machine) {
    return veh_machine_part(machine, &veh_part_bunk)->state;
}

// ---- grapple ----

// All levers that move the crane or the head are let go.
static bool crane_let_go(const struct veh_machine *m) {
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        if (veh_control_info((enum veh_control)c)->crane && fabs(m->controls.value[c]) > lever_play)
            return false;
    return true;
}

// Whether all parts are where they came to rest; else they start anew from where they are.
static bool grapple_stays(const struct veh_worksite *site, const struct veh_machine *m,
                          struct veh_bunk_state *load, struct sim_pose bunk) {
    struct sim_body_id bodies[VEH_MAX_LIST + 1];
    const int count = veh_grapple_bodies(m, bodies);
    bool stays = true;
    for (int i = 0; i < count; i++) {
        const struct sim_vec3 p = sim_pose_local(bunk, sim_body_centre(site->world, bodies[i]));
        if (sim_length(sim_sub(p, load->grapple[i])) < parked_range)
            continue;
        load->grapple[i] = p;
        stays = false;
    }
    return stays;
}

// The grapple has lain where it is for so long that it is not at work.
static bool grapple_parked(const struct veh_machine *machine) {
    return bunk_of(machine)->grapple_rest >= parked_time;
}

// ---- pull ----

static void watch_pull(const struct veh_worksite *site, struct veh_bunk_state *load,
                       struct sim_vec3 velocity) {
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
    return along > veh_bark_friction * fmax(pressing, 0.0) + slip_threshold;
}

static void watch(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_bunk_def *def = part->def;
    const struct veh_machine *m = &site->machines[part->machine];
    struct veh_bunk_state *load = part->state;
    const struct sim_body_id body = m->instance.bodies[def->body];
    const struct sim_pose bunk = sim_body_pose(site->world, body);
    const bool rests = grapple_stays(site, m, load, bunk) && crane_let_go(m);
    load->grapple_rest = rests ? load->grapple_rest + sim_world_step_size(site->world) : 0.0;
    watch_pull(site, load,
               sim_body_point_velocity(site->world, body, sim_pose_point(bunk, def->centre)));
    load->slips = slips(load->pull, bunk);
}

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

// ---- criteria ----

// Two reference points, a tenth of the length from either end, lie in the box of the loading space
// (Jung 6.2.2).
static bool lies_inside(const struct veh_worksite *site, int stem, int machine) {
    const struct veh_machine *m = machine_of(site, machine);
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    const struct sim_pose frame = sim_body_pose(site->world, m->instance.bodies[bunk->body]);
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const double length = ter_stem_length(&site->stems.items[stem].stem);
    const struct sim_vec3 half = sim_scale(bunk->size, 0.5);
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 p =
            sim_pose_point(pose, sim_vec3(0.0, 0.0, (i == 0 ? 0.1 : 0.9) * length));
        const struct sim_vec3 d = sim_sub(sim_pose_local(frame, p), bunk->centre);
        if (fabs(d.x) > half.x || fabs(d.y) > half.y || fabs(d.z) > half.z)
            return false;
    }
    return true;
}

// A grapple that is parked on the load is part of it, and logs below it ride with the rest. A log
// that hangs in it does not lie on the load.
static bool left_alone(const struct veh_worksite *site, int stem, int machine) {
    return grapple_parked(machine_of(site, machine)) &&
           site->stems.items[stem].touch.load == machine;
}

static double speed_against(const struct veh_worksite *site, int stem, struct sim_body_id bunk) {
    const struct veh_stem *s = &site->stems.items[stem];
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
    const struct sim_body_id bunk = m->instance.bodies[veh_bunk_def(m->def)->body];
    unsigned found = 0;
    if (!lies_inside(site, stem, machine))
        found |= VEH_LOAD_OUTSIDE;
    if (!site->stems.items[stem].touch.pressed)
        found |= VEH_LOAD_IN_AIR;
    if (speed_against(site, stem, bunk) > still_speed)
        found |= VEH_LOAD_MOVING;
    if (path_to(paths, site->stems.items[stem].body) >= 0 && !left_alone(site, stem, machine))
        found |= VEH_LOAD_GRAPPLED;
    if (tilted(site, stem, bunk))
        found |= VEH_LOAD_TILTED;
    if (bunk_of(machine_of(site, machine))->slips)
        found |= VEH_LOAD_SLIPPING;
    if (site->stems.items[stem].touch.hit)
        found |= VEH_LOAD_HIT;
    return found;
}

// ---- events of a log ----

static void say(struct veh_worksite *site, enum veh_event_kind kind, int machine, int stem) {
    veh_site_event(site, &veh_part_bunk,
                   (struct veh_event){.kind = kind, .machine = machine, .stem = stem, .tree = -1});
}

static void fuse(struct veh_worksite *site, int stem, int machine) {
    const struct veh_machine *m = machine_of(site, machine);
    struct veh_stem *s = &site->stems.items[stem];
    veh_stem_hold(site, stem, m->instance.bodies[veh_bunk_def(m->def)->body]);
    s->load.bunk = s->load.carried = machine;
    say(site, VEH_EVENT_LOG_LOADED, machine, stem);
}

// Between the tongs: at least two bodies of the grapple touch it.
static bool between_tongs(const struct veh_worksite *site, int stem, int machine) {
    struct sim_body_id bodies[VEH_MAX_LIST + 1];
    const int grapple = veh_grapple_bodies(machine_of(site, machine), bodies);
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(site->world, &contacts);
    const uint32_t own = site->stems.items[stem].body.index;
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
    struct veh_stem *s = &site->stems.items[stem];
    const uint8_t own = (uint8_t)(1 << machine);
    if (path == 1 && !(s->load.grapples & own) && between_tongs(site, stem, machine)) {
        s->load.grapples |= own;
        say(site, VEH_EVENT_LOG_GRIPPED, machine, stem);
    } else if (path != 1) {
        s->load.grapples &= (uint8_t)~own;
    }
    if (path == 1 && !crane_let_go(machine_of(site, machine)))
        s->load.carried = -1; // the operator decides its place
}

static bool comes_loose(const struct veh_worksite *site, int stem, int machine, int path) {
    return (path >= 0 && !grapple_parked(machine_of(site, machine))) ||
           bunk_of(machine_of(site, machine))->slips || site->stems.items[stem].touch.hit;
}

static void update(struct veh_worksite *site, int stem, int machine, const struct paths *paths) {
    struct veh_stem *s = &site->stems.items[stem];
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
    s->load.obstacles = obstacles(site, stem, machine, paths);
    if (s->load.obstacles & VEH_LOAD_OUTSIDE) {
        if (s->load.carried == machine) {
            s->load.carried = -1;
            say(site, VEH_EVENT_LOG_LOST, machine, stem);
        }
        return;
    }
    s->load.settled =
        s->load.obstacles == 0 ? s->load.settled + sim_world_step_size(site->world) : 0.0;
    if (s->load.settled >= settle_time)
        fuse(site, stem, machine);
}

static void settle(struct veh_worksite *site, struct veh_part *part) {
    watch(site, part);
    const struct paths paths = paths_from_grapple(site, part->machine);
    for (int k = 0; k < site->loose.count; k++)
        if (site->stems.items[site->loose.items[k]].kind == VEH_STEM_LOG)
            update(site, site->loose.items[k], part->machine, &paths);
}

// ---- measures ----

// Fused logs still belong to the load while a jerk takes them out of the loading space for a
// moment.
static bool carries(const struct veh_worksite *site, int stem, int machine) {
    return site->stems.items[stem].kind == VEH_STEM_LOG &&
           (site->stems.items[stem].load.bunk == machine || lies_inside(site, stem, machine));
}

static double logs(const struct veh_worksite *site, const struct veh_part *part) {
    int count = 0;
    for (int k = 0; k < site->loose.count; k++)
        count += carries(site, site->loose.items[k], part->machine);
    return count;
}

static double fused(const struct veh_worksite *site, const struct veh_part *part) {
    int count = 0;
    for (int k = 0; k < site->loose.count; k++)
        count += site->stems.items[site->loose.items[k]].load.bunk == part->machine;
    return count;
}

static double mass(const struct veh_worksite *site, const struct veh_part *part) {
    double sum = 0.0;
    for (int k = 0; k < site->loose.count; k++)
        if (carries(site, site->loose.items[k], part->machine))
            sum += sim_body_mass(site->world, site->stems.items[site->loose.items[k]].body);
    return sum;
}

static const struct veh_measure measures[] = {
    [VEH_BUNK_LOGS] = {"logs", "", "logs in the loading space, loose and fused", logs},
    [VEH_BUNK_FUSED] = {"fused", "", "of them, those that ride as one body with the machine",
                        fused},
    [VEH_BUNK_MASS] = {"mass_kg", "kg", "of the logs in the loading space", mass},
};

static int load_body(const void *def) {
    const struct veh_bunk_def *bunk = def;
    return bunk->body;
}

const struct veh_part_kind veh_part_bunk = {
    .id = VEH_PART_BUNK,
    .role = "role: the loading space",
    .title = "the bunk",
    .help = "A forwarder's loading space.",
    .needed_by = 1u << VEH_FORWARDER,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_bunk_def),
    .state_size = sizeof(struct veh_bunk_state),
    .state = VEH_STATE_TABLE(state),
    .settle = settle,
    .events = VEH_EVENT_BIT(LOG_GRIPPED) | VEH_EVENT_BIT(LOG_LOADED) | VEH_EVENT_BIT(LOG_UNLOADED) |
              VEH_EVENT_BIT(LOG_LOST),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .load_body = load_body,
};
