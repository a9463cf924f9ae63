// State of a log:
//   loose    -> fused    no obstacle for settle_time                       event LOG_LOADED
//   fused    -> loose    gripped, slipping or hit                          event LOG_UNLOADED
//   loose               the same obstacles for kept_time                  event LOG_KEPT_LOOSE
//   carried  -> lost     has lain on the load and is beside it or below    event LOG_LOST
//
// The grapple, at work or parked, acts on the load, and so does the pull of gravity and of the
// machine's jerks. A thing that rides in the bunk feels p = g - a, gravity less the acceleration of
// the loading space; along its floor that is p_t, towards it p_n. A loose log would slide with
//
//   u' = p_t - mu p_n u / |u|,   s' = |u|
//
// and lie again once friction has used up u. A log that would have slid by s = 3 cm meanwhile
// comes loose: a wheel's bump does not count, but the same bump for longer does.
#include "vehicles/part/bunk.h"

#include "vehicles/part/bunk_criteria.h"
#include "vehicles/part/grapple.h"
#include "vehicles/site.h"

static const double settle_time = 1.0;   // [s] without an obstacle before a log is fused
static const double kept_time = 3.0;     // [s] with the same obstacles before they are told
static const double parked_range = 0.02; // [m] its parts move less
static const double lever_play = 0.02;   // of a lever let go
static const double slip_way = 0.03;     // [m] that is no harm

static const struct veh_key keys[] = {
    VEH_KEY(bunk, body, BODY, NULL, "the body that carries the load"),
    VEH_KEY_RANGE(bunk, centre, POINT, "m", NULL, -1e4, 1e4,
                  "centre of the loading space in its frame"),
    VEH_KEY_RANGE(bunk, size, SIZE, "m", NULL, 0.01, 100,
                  "full lengths of the loading space along x, y and z"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_bunk_state, grapple),  VEH_STATE(veh_bunk_state, grapple_rest),
    VEH_STATE(veh_bunk_state, velocity), VEH_STATE(veh_bunk_state, slide),
    VEH_STATE(veh_bunk_state, known),    VEH_STATE(veh_bunk_state, slips),
    VEH_STATE(veh_bunk_state, slid),
};

const struct veh_bunk_def *veh_bunk_def(const struct veh_machine_def *def) {
    return veh_machine_def_part(def, &veh_part_bunk);
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
// loader: the machine that has it.
static bool grapple_stays(const struct veh_worksite *site, const struct veh_machine *loader,
                          struct veh_bunk_state *load, struct sim_pose bunk) {
    struct sim_body_id bodies[VEH_MAX_LIST + 1];
    const int count = veh_grapple_bodies(loader, bodies);
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

// ---- pull ----

static struct sim_vec3 pull_of(const struct veh_worksite *site, struct veh_bunk_state *load,
                               struct sim_vec3 velocity) {
    const double h = sim_world_step_size(site->world);
    const struct sim_vec3 change =
        load->known ? sim_sub(velocity, load->velocity) : sim_vec3(0.0, 0.0, 0.0);
    load->velocity = velocity;
    load->known = true;
    return sim_sub(site->def.world.gravity, sim_scale(change, 1.0 / h));
}

// pull: in the bunk's frame. Friction is taken last: it can stop a log, but not turn it back.
static void watch_slip(struct veh_bunk_state *load, struct sim_vec3 pull, double h) {
    const struct sim_vec3 along = {pull.x, pull.y, 0.0};
    const struct sim_vec3 free = sim_add_scaled(load->slide, along, h);
    const double speed = sim_length(free), friction = h * veh_bark_friction * fmax(-pull.z, 0.0);
    load->slide = sim_scale(free, speed > friction ? 1.0 - friction / speed : 0.0);
    load->slid = speed > friction ? load->slid + h * (speed - friction) : 0.0;
    load->slips = load->slid > slip_way;
}

static void watch(struct veh_worksite *site, struct veh_part *part) {
    const struct veh_bunk_def *def = part->def;
    const struct veh_machine *m = &site->machines[part->machine];
    struct veh_bunk_state *load = part->state;
    const struct sim_body_id body = m->instance.bodies[def->body];
    const struct sim_pose bunk = sim_body_pose(site->world, body);
    const int loading = veh_load_loader(site, part->machine);
    const struct veh_machine *loader = &site->machines[loading >= 0 ? loading : part->machine];
    const bool rests = grapple_stays(site, loader, load, bunk) && crane_let_go(loader);
    load->grapple_rest = rests ? load->grapple_rest + sim_world_step_size(site->world) : 0.0;
    const struct sim_vec3 pull = pull_of(
        site, load, sim_body_point_velocity(site->world, body, sim_pose_point(bunk, def->centre)));
    watch_slip(load, sim_unrotate(bunk.q, pull), sim_world_step_size(site->world));
}

// ---- events of a log ----

enum { LOST = -2 }; // veh_stem_load.carried

static const struct veh_machine *machine_of(const struct veh_worksite *site, int machine) {
    return &site->machines[machine];
}

static void say(struct veh_worksite *site, enum veh_event_kind kind, int machine, int stem) {
    veh_site_event(site, &veh_part_bunk,
                   (struct veh_event){.kind = kind, .machine = machine, .stem = stem, .tree = -1});
}

static void fuse(struct veh_worksite *site, int stem, int machine) {
    const struct veh_machine *m = machine_of(site, machine);
    struct veh_stem *s = &site->stems.items[stem];
    veh_stem_hold(site, stem, m->instance.bodies[veh_bunk_def(m->def)->body]);
    s->load.bunk = s->load.carried = machine;
    s->load.hauled = true;
    say(site, VEH_EVENT_LOG_LOADED, machine, stem);
}

// The operator decides the place of what the grapple touches or holds.
static void watch_grapple(struct veh_worksite *site, int stem, int machine, int path) {
    if ((path == 1 || veh_load_gripped(site, stem, machine)) &&
        !crane_let_go(machine_of(site, machine)))
        site->stems.items[stem].load.carried = -1;
}

// The obstacle that takes a log from the load, as its bit; -1: none.
static int loosens(const struct veh_worksite *site, int stem, int machine, int path) {
    if (path >= 0 && !veh_load_grapple_parked(machine_of(site, machine)))
        return VEH_LOAD_BIT_GRAPPLED;
    if (veh_bunk_state(machine_of(site, machine))->slips)
        return VEH_LOAD_BIT_SLIPPING;
    return site->stems.items[stem].touch.hit ? VEH_LOAD_BIT_HIT : -1;
}

static void loosen(struct veh_worksite *site, int stem, int machine, int reason) {
    struct veh_stem *s = &site->stems.items[stem];
    veh_stem_release(site, stem);
    s->load.bunk = -1;
    s->load.settled = s->load.kept = 0.0;
    veh_site_event(site, &veh_part_bunk,
                   (struct veh_event){.kind = VEH_EVENT_LOG_UNLOADED,
                                      .machine = machine,
                                      .stem = stem,
                                      .tree = -1,
                                      .text = veh_load_obstacle_name(reason)});
}

// A log that has lain on the load, wherever, and leaves it without the grapple is lost, also where
// it leans on the ground with one end.
static void watch_place(struct veh_worksite *site, int stem, int machine) {
    static const unsigned held = VEH_LOAD_IN_AIR | VEH_LOAD_MOVING | VEH_LOAD_GRAPPLED;
    struct veh_stem *s = &site->stems.items[stem];
    const bool leans = s->load.obstacles & VEH_LOAD_OUTSIDE && s->touch.fixed;
    const bool rides = !leans && veh_load_carried(site, stem, machine);
    // Once lost it may rock on the load's edge, and is lost no second time.
    const bool rocks = s->load.carried == LOST && s->load.obstacles & VEH_LOAD_OUTSIDE;
    if (rides && s->load.carried < 0 && !rocks && !(s->load.obstacles & held) &&
        s->touch.load == machine) {
        s->load.carried = machine;
        s->load.hauled = true;
    }
    if (rides || s->load.carried != machine)
        return;
    if (veh_load_lifted_off(site, stem, machine)) { // between others that the grapple holds
        s->load.carried = -1;
        return;
    }
    s->load.carried = LOST;
    say(site, VEH_EVENT_LOG_LOST, machine, stem);
}

// Says once what keeps a log that rides along from becoming part of the load.
static void watch_obstacles(struct veh_worksite *site, int stem, int machine, unsigned found) {
    struct veh_stem_load *load = &site->stems.items[stem].load;
    const bool same = found == load->obstacles && found != 0 && load->carried == machine;
    const double before = load->kept;
    load->kept = same ? before + sim_world_step_size(site->world) : 0.0;
    load->obstacles = found;
    if (before >= kept_time || load->kept < kept_time)
        return;
    int first = 0, count = 0;
    for (int bit = VEH_LOAD_OBSTACLES - 1; bit >= 0; bit--) {
        if ((found >> bit & 1u) == 0)
            continue;
        first = bit;
        count++;
    }
    veh_site_event(site, &veh_part_bunk,
                   (struct veh_event){.kind = VEH_EVENT_LOG_KEPT_LOOSE,
                                      .machine = machine,
                                      .stem = stem,
                                      .tree = -1,
                                      .number = {count},
                                      .text = veh_load_obstacle_name(first)});
}

// own_crane: the machine that has the bunk loads it.
static void update(struct veh_worksite *site, int stem, int machine, bool own_crane,
                   const struct veh_load_paths *paths) {
    struct veh_stem *s = &site->stems.items[stem];
    const int path = veh_load_path(paths, s->body);
    if (own_crane)
        watch_grapple(site, stem, machine, path);
    if (s->load.bunk == machine) {
        const int reason = loosens(site, stem, machine, path);
        if (reason >= 0)
            loosen(site, stem, machine, reason);
        return;
    }
    if (s->load.bunk >= 0 || s->held.generation != 0 || veh_load_bunk_of(site, stem) != machine)
        return;
    watch_obstacles(site, stem, machine, veh_load_obstacles(site, stem, machine, paths));
    watch_place(site, stem, machine);
    s->load.settled =
        s->load.obstacles == 0 ? s->load.settled + sim_world_step_size(site->world) : 0.0;
    if (s->load.settled >= settle_time)
        fuse(site, stem, machine);
}

static void settle(struct veh_worksite *site, struct veh_part *part) {
    watch(site, part);
    const struct veh_load_paths paths = veh_load_paths(site, part->machine);
    const bool own_crane = veh_load_loader(site, part->machine) == part->machine;
    for (int k = 0; k < site->loose.count; k++)
        if (site->stems.items[site->loose.items[k]].kind == VEH_STEM_LOG)
            update(site, site->loose.items[k], part->machine, own_crane, &paths);
}

// ---- measures ----

// Fused logs still belong to the load while a jerk takes them out of the loading space for a
// moment.
bool veh_bunk_carries(const struct veh_worksite *site, int machine, int stem) {
    return site->stems.items[stem].kind == VEH_STEM_LOG &&
           (site->stems.items[stem].load.bunk == machine || veh_load_inside(site, stem, machine));
}

static double logs(const struct veh_worksite *site, const struct veh_part *part) {
    int count = 0;
    for (int k = 0; k < site->loose.count; k++)
        count += veh_bunk_carries(site, part->machine, site->loose.items[k]);
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
        if (veh_bunk_carries(site, part->machine, site->loose.items[k]))
            sum += sim_body_mass(site->world, site->stems.items[site->loose.items[k]].body);
    return sum;
}

// [m] from rear to front along the bunk.
struct stretch {
    double rear, front;
};

static struct stretch stretch_of(const struct veh_worksite *site, int stem, int machine) {
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_bunk_def *bunk = veh_bunk_def(m->def);
    const struct sim_pose frame = sim_body_pose(site->world, m->instance.bodies[bunk->body]);
    const struct sim_pose pose = veh_stem_pose(site, stem);
    const struct sim_vec3 top = {0.0, 0.0, ter_stem_length(&site->stems.items[stem].stem)};
    const double a = sim_pose_local(frame, pose.p).x;
    const double b = sim_pose_local(frame, sim_pose_point(pose, top)).x;
    return (struct stretch){fmin(a, b), fmax(a, b)};
}

// The longest stretch of the space, between the front of one log and the rear of another or the
// limits of the space, that no log lies in.
static double longest_gap(struct stretch space, const struct stretch *logs, int count) {
    double longest = 0.0;
    for (int i = -1; i < count; i++) {
        const double from = i < 0 ? space.rear : fmax(logs[i].front, space.rear);
        double to = space.front;
        for (int k = 0; k < count; k++)
            if (logs[k].front > from)
                to = fmin(to, fmax(logs[k].rear, from));
        longest = fmax(longest, to - from);
    }
    return longest;
}

static double free_length(const struct veh_worksite *site, const struct veh_part *part) {
    const struct veh_bunk_def *bunk = veh_bunk_def(site->machines[part->machine].def);
    const double half = 0.5 * bunk->size.x;
    enum { MOST_LOGS = 512 };
    struct stretch stretches[MOST_LOGS];
    int count = 0;
    for (int k = 0; k < site->loose.count && count < MOST_LOGS; k++)
        if (veh_bunk_carries(site, part->machine, site->loose.items[k]))
            stretches[count++] = stretch_of(site, site->loose.items[k], part->machine);
    return longest_gap((struct stretch){bunk->centre.x - half, bunk->centre.x + half}, stretches,
                       count);
}

static const struct veh_measure measures[] = {
    [VEH_BUNK_LOGS] = {"logs", "", "logs in the loading space, loose and fused", logs},
    [VEH_BUNK_FUSED] = {"fused", "", "of them, those that ride as one body with the machine",
                        fused},
    [VEH_BUNK_MASS] = {"mass_kg", "kg", "of the logs in the loading space", mass},
    [VEH_BUNK_FREE] = {"free_m", "m", "longest stretch along the loading space without a log",
                       free_length},
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
    .problem = veh_bunk_problem,
    .state_size = sizeof(struct veh_bunk_state),
    .state = VEH_STATE_TABLE(state),
    .settle = settle,
    .events = VEH_EVENT_BIT(LOG_LOADED) | VEH_EVENT_BIT(LOG_UNLOADED) | VEH_EVENT_BIT(LOG_LOST) |
              VEH_EVENT_BIT(LOG_KEPT_LOOSE),
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .load_body = load_body,
};
