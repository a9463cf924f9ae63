#include "vehicles/part/aid.h"

#include "vehicles/part/crane.h"
#include "vehicles/part/valve.h"
#include "vehicles/site.h"

static const double let_go = 0.02;      // share of a lever's travel, or of a valve's opening
static const double line_gain = 3.0;    // [1/s] back to the line
static const double line_most = 0.3;    // [m/s] in doing so
static const double sway_time = 4.0;    // [s] t
static const double sway_least = 0.01;  // [m/s] not worth opening a valve
static const double sway_most = 0.4;    // [m/s]
static const double upright = 0.7;      // cosine of the angle beyond which nothing hangs freely
static const double touch_force = 50.0; // [N] of what stands on something

enum { MOST_HANGING = 256 }; // bodies of a model

static const struct veh_key keys[] = {
    VEH_KEY_RANGE(aid, tip_speed, NUMBER, "m/s", "1", 0.05, 5,
                  "of the tip under tip control, with a lever full out"),
    VEH_KEY_RANGE(aid, ramp, NUMBER, "s", "0.5", 0, 5,
                  "from a shut to a fully open valve with the soft crane"),
    VEH_KEY_RANGE(aid, end_share, NUMBER, "", "0.12", 0, 0.5,
                  "of an axis's range before each end, in which the soft crane slows down"),
    VEH_KEY_RANGE(aid, end_opening, NUMBER, "", "0.15", 0.01, 1,
                  "of the valve that the soft crane leaves at the end"),
    VEH_KEY_RANGE(aid, swing_damping, NUMBER, "", "0.3", 0, 1,
                  "of critical, that swing damping adds to what hangs from the crane"),
};

static const struct veh_state_field state[] = {
    VEH_STATE(veh_aid_state, line),    VEH_STATE(veh_aid_state, on_line),
    VEH_STATE(veh_aid_state, opening), VEH_STATE(veh_aid_state, hang),
    VEH_STATE(veh_aid_state, sway),    VEH_STATE(veh_aid_state, hangs),
    VEH_STATE(veh_aid_state, used),
};

static const enum veh_control levers[VEH_CRANE_FUNCTIONS] = {VEH_SLEW, VEH_BOOM, VEH_JIB,
                                                             VEH_TELESCOPE};
// The computer's input.
struct view {
    struct veh_worksite *site;
    struct veh_machine *machine;
    const struct veh_aid_def *def;
    struct veh_aid_state *aid;
    const struct veh_crane_def *crane;
    struct veh_crane_motion motion;
    double h; // [s]
    int index;
};

static double control(const struct view *v, enum veh_control which) {
    return v->machine->controls.value[which];
}

static bool is_on(const struct veh_machine *machine) {
    bool on = false;
    for (int c = 0; c < VEH_CONTROL_COUNT; c++)
        on = on || (veh_control_info((enum veh_control)c)->step > 0.0 &&
                    machine->controls.value[c] > 0.0);
    return on;
}

// ---- tip control ----

static double lever(const struct view *v, enum veh_control which) {
    const double value = control(v, which);
    return fabs(value) > let_go ? value : 0.0;
}

// The velocity that keeps the tip on the line that it was on when its lever was let go; 0: along
// the line, 1: the lever moves it.
static double keep(const struct view *v, int which, double place, double asked, double other) {
    struct veh_aid_state *aid = v->aid;
    if (asked != 0.0 || other == 0.0) {
        aid->on_line[which] = false;
        return asked;
    }
    if (!aid->on_line[which])
        aid->line[which] = place;
    aid->on_line[which] = true;
    return sim_clamp(line_gain * (aid->line[which] - place), -line_most, line_most);
}

static void tip_control(const struct view *v, double opening[]) {
    const struct veh_crane_motion *m = &v->motion;
    const struct sim_joint_id slew = v->machine->instance.joints[v->crane->slew];
    const struct sim_vec3 d =
        sim_sub(veh_machine_crane_tip(v->site, v->index), sim_joint_anchor(v->site->world, slew));
    const double out = v->def->tip_speed * lever(v, VEH_JIB);
    const double up = v->def->tip_speed * lever(v, VEH_BOOM);
    const double vr = keep(v, 0, sim_dot(d, m->out), out, up);
    const double vz = keep(v, 1, sim_dot(d, m->up), up, out);
    const double slewing = opening[VEH_CRANE_SLEW];
    const unsigned in_use = 1u << VEH_CRANE_BOOM | 1u << VEH_CRANE_JIB | 1u << VEH_CRANE_TELESCOPE;
    const struct sim_vec3 velocity = sim_add(sim_scale(m->out, vr), sim_scale(m->up, vz));
    veh_crane_resolve(m, velocity, in_use, opening);
    opening[VEH_CRANE_SLEW] = slewing;
}

// ---- swing damping ----

// The body that hangs from the tip by a joint that turns about two axes or more, -1: none.
static int hanging_body(const struct sim_model *model, int tip_body) {
    for (int i = 0; i < model->joint_count; i++) {
        const enum sim_joint_kind kind = model->joints[i].def.kind;
        const bool swings = kind == SIM_JOINT_UNIVERSAL || kind == SIM_JOINT_BALL;
        if (model->joints[i].parent == tip_body && swings)
            return model->joints[i].child;
    }
    return -1;
}

// The bodies behind the tip, as far as joints go.
static void find_hanging(const struct view *v, int first, bool hanging[]) {
    const struct sim_model *model = v->machine->instance.model;
    for (int i = 0; i < model->body_count; i++)
        hanging[i] = i == first;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < model->joint_count; i++) {
            const int a = model->joints[i].parent, b = model->joints[i].child;
            if (a < 0 || a == v->crane->tip_body || hanging[a] == hanging[b])
                continue;
            hanging[a] = hanging[b] = more = true;
        }
    }
}

// A body of the worksite that keeps what leans on it from swinging.
static bool is_ground(const struct view *v, struct sim_body_id body) {
    const int stem = veh_stem_of_body(v->site, body);
    if (stem < 0)
        return veh_machine_of_body(v->site, body) < 0;
    const struct veh_stem *s = &v->site->stems.items[stem];
    return veh_stem_rooted(s->kind) || s->touch.fixed;
}

static bool stands(const struct view *v, const bool hanging[]) {
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(v->site->world, &contacts);
    for (int i = 0; i < count; i++) {
        const struct sim_body_id body[2] = {contacts[i].a, contacts[i].b};
        for (int k = 0; k < 2 && contacts[i].force > touch_force; k++)
            if (veh_machine_of_body(v->site, body[k]) == v->index &&
                hanging[sim_body_user(v->site->world, body[k])] && is_ground(v, body[1 - k]))
                return true;
    }
    return false;
}

// The middle of the hanging load, seen from the tip [m]. False: nothing hangs freely.
static bool find_load(const struct view *v, struct sim_vec3 *d) {
    const struct sim_instance *instance = &v->machine->instance;
    const int first = hanging_body(instance->model, v->crane->tip_body);
    bool hanging[MOST_HANGING];
    if (first < 0 || instance->model->body_count > MOST_HANGING)
        return false;
    find_hanging(v, first, hanging);
    double mass = 0.0;
    struct sim_vec3 moment = {0.0, 0.0, 0.0};
    for (int i = 0; i < instance->model->body_count; i++) {
        if (!hanging[i])
            continue;
        const double m = sim_body_mass(v->site->world, instance->bodies[i]);
        mass += m;
        moment = sim_add_scaled(moment, sim_body_centre(v->site->world, instance->bodies[i]), m);
    }
    if (!(mass > 0.0))
        return false;
    *d = sim_sub(sim_scale(moment, 1.0 / mass), veh_machine_crane_tip(v->site, v->index));
    return -d->z > upright * sim_length(*d) && !stands(v, hanging);
}

static struct sim_vec3 level(struct sim_vec3 v) {
    return sim_vec3(v.x, v.y, 0.0);
}

static void damp_swing(const struct view *v, double opening[]) {
    struct veh_aid_state *aid = v->aid;
    struct sim_vec3 d;
    const bool hung = aid->hangs;
    aid->hangs = find_load(v, &d);
    if (!aid->hangs) {
        aid->sway = sim_vec3(0.0, 0.0, 0.0);
        return;
    }
    const double l = sim_length(d), gravity = sim_length(v->site->def.world.gravity);
    const struct sim_vec3 hang = sim_scale(d, 1.0 / l);
    const struct sim_vec3 change = hung ? level(sim_sub(hang, aid->hang)) : sim_vec3(0, 0, 0);
    aid->hang = hang;
    aid->sway = sim_scale(aid->sway, 1.0 - v->h / sway_time);
    const double damping = control(v, VEH_SWING_DAMPING) * v->def->swing_damping;
    aid->sway = sim_add_scaled(aid->sway, change, 2.0 * damping * sqrt(gravity * l));
    const double speed = sim_length(aid->sway);
    if (speed < sway_least)
        return;
    double sway[VEH_CRANE_FUNCTIONS];
    veh_crane_resolve(&v->motion, sim_scale(aid->sway, fmin(1.0, sway_most / speed)),
                      (1u << VEH_CRANE_FUNCTIONS) - 1u, sway);
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        opening[f] = sim_clamp(opening[f] + sway[f], -1.0, 1.0);
}

// ---- soft crane ----

static void ramp(const struct view *v, double opening[]) {
    const double time = control(v, VEH_SOFT_CRANE) * v->def->ramp;
    const double most = time > 0.0 ? v->h / time : 2.0;
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++) {
        const double last = v->aid->opening[f];
        opening[f] = last + sim_clamp(opening[f] - last, -most, most);
        v->aid->opening[f] = opening[f];
    }
}

// The share of the openings that is left where the axis comes near its end.
static double share_at(const struct view *v, const struct veh_crane_limit *limit, double rate) {
    const double share = control(v, VEH_SOFT_CRANE) * v->def->end_share;
    const double zone = share * (limit->below + limit->above);
    const double left = fmax(rate > 0.0 ? limit->above : limit->below, 0.0);
    if (left >= zone)
        return 1.0;
    return v->def->end_opening + (1.0 - v->def->end_opening) * left / zone;
}

// Under tip control all functions slow down alike, so that the tip stays on its way.
static void slow_at_ends(const struct view *v, double opening[]) {
    const bool alike = control(v, VEH_TIP_CONTROL) > 0.0;
    double share[VEH_CRANE_FUNCTIONS] = {1.0, 1.0, 1.0, 1.0}, least = 1.0;
    for (int i = 0; i < v->motion.limits; i++) {
        const struct veh_crane_limit *limit = &v->motion.limit[i];
        double rate = 0.0;
        for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
            rate += limit->rate[f] * opening[f];
        const double left = share_at(v, limit, rate);
        for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
            if (limit->rate[f] * opening[f] * rate > 0.0)
                share[f] = fmin(share[f], left);
    }
    for (int f = VEH_CRANE_BOOM; f < VEH_CRANE_FUNCTIONS; f++)
        least = fmin(least, share[f]);
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        opening[f] *= alike && f != VEH_CRANE_SLEW ? least : share[f];
}

// ---- the step ----

static void read_levers(const struct view *v, double opening[]) {
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        opening[f] =
            v->motion.driven[f] < 0
                ? 0.0
                : veh_valve_opening(v->machine->def, v->motion.driven[f], control(v, levers[f]));
}

static void move_levers(const struct view *v, const double opening[]) {
    const int input[VEH_CRANE_FUNCTIONS] = {v->crane->slew_input, v->crane->boom_input,
                                            v->crane->jib_input, v->crane->telescope_input};
    bool moved = false;
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++) {
        if (v->motion.driven[f] < 0)
            continue;
        sim_instance_set_input(&v->machine->instance, input[f],
                               veh_valve_lever(v->machine->def, v->motion.driven[f], opening[f]));
        moved = moved || fabs(opening[f]) > let_go;
    }
    v->aid->used += moved ? v->h : 0.0;
}

static void forget(struct veh_aid_state *aid) {
    *aid = (struct veh_aid_state){.used = aid->used};
}

// The angles of the crane, without which its computer leaves the valves to the levers.
static const char *sensor(const void *def, int i) {
    (void)def;
    return i == 0 ? "crane" : NULL;
}

static void before(struct veh_worksite *site, struct veh_part *part) {
    struct veh_machine *machine = &site->machines[part->machine];
    struct view v = {.site = site,
                     .machine = machine,
                     .def = part->def,
                     .aid = part->state,
                     .crane = veh_crane_def(machine->def),
                     .h = sim_world_step_size(site->world),
                     .index = part->machine};
    double opening[VEH_CRANE_FUNCTIONS];
    const bool failed = veh_fault_is_on(site, VEH_FAULT_SENSOR, sensor(part->def, 0));
    if (!is_on(machine) || failed || !veh_crane_motion(site, part->machine, &v.motion)) {
        forget(v.aid);
        return;
    }
    read_levers(&v, opening);
    if (control(&v, VEH_TIP_CONTROL) > 0.0)
        tip_control(&v, opening);
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        opening[f] *= 1.0 - control(&v, VEH_CRANE_SLOWER);
    ramp(&v, opening);
    if (control(&v, VEH_SWING_DAMPING) > 0.0)
        damp_swing(&v, opening);
    else
        v.aid->hangs = false;
    if (control(&v, VEH_SOFT_CRANE) > 0.0)
        slow_at_ends(&v, opening);
    move_levers(&v, opening);
}

static double used(const struct veh_worksite *site, const struct veh_part *part) {
    (void)site;
    return ((const struct veh_aid_state *)part->state)->used;
}

static const struct veh_measure measures[] = {
    [VEH_AID_USED] = {"aided_s", "s", "that the crane was moved with an aid switched on", used},
};

const struct veh_part_kind veh_part_aid = {
    .id = VEH_PART_AID,
    .role = "the crane's aids: tip control, speed, soft crane, swing damping",
    .title = "the crane's aids",
    .help = "The computer's changes of the crane's levers while the operator has switched an aid "
            "on. The defaults also hold where the group is left out.",
    .whole = true,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .def_size = sizeof(struct veh_aid_def),
    .state_size = sizeof(struct veh_aid_state),
    .state = VEH_STATE_TABLE(state),
    .before = before,
    .measures = measures,
    .measure_count = sizeof measures / sizeof measures[0],
    .sensor = sensor,
};
