#include "vehicles/part/crane_motion.h"

#include <assert.h>
#include <string.h>

#include "sim/joint/kinds.h"
#include "sim/solve/ldl.h"
#include "vehicles/part/crane.h"

enum { MOST_BODIES = 256, MOST_JOINTS = 256, MOST_RATES = 40, MOST_ROWS = 48 };

// The rate of an axis, and the twist that it gives what is beyond the joint.
struct rate {
    int joint, axis;   // axis -1: of a ball joint, which has no coordinate for it
    struct sim_vec3 w; // [rad/s] per unit
    struct sim_vec3 v; // [m/s] per unit, of the point at the tip
    int function;      // that drives it, -1: none
    bool held;         // by another motor
    double scale;      // rate with the function's valve fully open
};

struct linkage {
    const struct sim_instance *instance;
    const struct sim_model *model;
    struct sim_vec3 tip;
    int base;              // body that carries the slewing joint; model->body_count: the world
    bool in[MOST_JOINTS];  // the joint belongs to it
    int tree[MOST_BODIES]; // joint on the way from the base to the body, -1: not reached
    int first[MOST_JOINTS], count[MOST_JOINTS]; // of the joint's rates
    struct rate rate[MOST_RATES];
    int rates;
    double row[MOST_ROWS][MOST_RATES];
    int rows;
    double solution[VEH_CRANE_FUNCTIONS][MOST_RATES];
};

// ---- which joints belong to it ----

static int parent_of(const struct linkage *l, int joint) {
    const int parent = l->model->joints[joint].parent;
    return parent >= 0 ? parent : l->model->body_count;
}

static int child_of(const struct linkage *l, int joint) {
    return l->model->joints[joint].child;
}

static int other_end(const struct linkage *l, int joint, int body) {
    return parent_of(l, joint) == body ? child_of(l, joint) : parent_of(l, joint);
}

// Hoses and ropes are strings of mass points, which guide nothing.
static bool is_string(const struct linkage *l, int joint) {
    const int end[2] = {l->model->joints[joint].parent, l->model->joints[joint].child};
    bool point = false;
    for (int i = 0; i < 2; i++) {
        const struct sim_model_body *body = end[i] >= 0 ? &l->model->bodies[end[i]] : NULL;
        point = point || (body != NULL && body->has_mass && !sim_mass_turns(&body->mass));
    }
    return point;
}

// All bodies from the slewing joint on.
static void reach(struct linkage *l, int slew) {
    bool reached[MOST_BODIES] = {false};
    reached[child_of(l, slew)] = true;
    l->in[slew] = true;
    for (bool more = true; more;) {
        more = false;
        for (int j = 0; j < l->model->joint_count; j++) {
            if (l->in[j] || is_string(l, j) ||
                (!reached[parent_of(l, j)] && !reached[child_of(l, j)]))
                continue;
            reached[parent_of(l, j)] = reached[child_of(l, j)] = true;
            l->in[j] = more = true;
        }
    }
}

// Takes off the twigs: what is joined at one end only, save the tip and the base.
static void prune(struct linkage *l, int tip_body) {
    for (bool more = true; more;) {
        int degree[MOST_BODIES] = {0};
        more = false;
        for (int j = 0; j < l->model->joint_count; j++)
            if (l->in[j])
                degree[parent_of(l, j)]++, degree[child_of(l, j)]++;
        for (int j = 0; j < l->model->joint_count; j++) {
            const int a = parent_of(l, j), b = child_of(l, j);
            const bool twig = (degree[a] == 1 && a != tip_body && a != l->base) ||
                              (degree[b] == 1 && b != tip_body && b != l->base);
            if (l->in[j] && twig) {
                l->in[j] = false;
                more = true;
            }
        }
    }
}

static bool carries(enum sim_joint_kind kind) {
    return !sim_joint_kind_points(kind); // a link leaves its ends free but for their distance
}

static void grow_tree(struct linkage *l) {
    for (int i = 0; i <= l->model->body_count; i++)
        l->tree[i] = -1;
    for (bool more = true; more;) {
        more = false;
        for (int j = 0; j < l->model->joint_count; j++) {
            const int a = parent_of(l, j), b = child_of(l, j);
            const bool at_a = a == l->base || l->tree[a] >= 0;
            const bool at_b = b == l->base || l->tree[b] >= 0;
            if (!l->in[j] || at_a == at_b || !carries(l->model->joints[j].def.kind))
                continue;
            l->tree[at_a ? b : a] = j;
            more = true;
        }
    }
}

// ---- rates ----

static void find_drive(const struct linkage *l, const struct veh_crane_def *crane, struct rate *r) {
    const int input[VEH_CRANE_FUNCTIONS] = {crane->slew_input, crane->boom_input, crane->jib_input,
                                            crane->telescope_input};
    const struct sim_model_joint *joint = &l->model->joints[r->joint];
    const enum sim_motor_mode mode = joint->def.free_axis[r->axis].motor.mode;
    r->function = -1;
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        if (input[f] >= 0 && joint->input[r->axis] == input[f]) {
            r->function = f;
            r->scale = joint->input_scale[r->axis];
        }
    r->held = r->function < 0 && (mode == SIM_MOTOR_VELOCITY || mode == SIM_MOTOR_SERVO);
}

static struct sim_vec3 unit(int axis) {
    return sim_vec3(axis == 0, axis == 1, axis == 2);
}

static bool add_rates(struct linkage *l, const struct veh_crane_def *crane, int j) {
    const struct sim_world *world = l->instance->world;
    const enum sim_joint_kind kind = l->model->joints[j].def.kind;
    const bool ball = kind == SIM_JOINT_BALL;
    l->first[j] = l->rates;
    l->count[j] = ball ? 3 : sim_joint_kind_axes(kind);
    if (l->rates + l->count[j] > MOST_RATES)
        return false;
    const struct sim_vec3 arm = sim_sub(l->tip, sim_joint_anchor(world, l->instance->joints[j]));
    for (int k = 0; k < l->count[j]; k++) {
        struct rate *r = &l->rate[l->rates++];
        *r = (struct rate){.joint = j, .axis = ball ? -1 : k, .function = -1};
        const struct sim_vec3 n = ball ? unit(k) : sim_joint_axis(world, l->instance->joints[j], k);
        const bool slides = !ball && sim_joint_kind_slides(kind, k);
        r->w = slides ? sim_vec3(0.0, 0.0, 0.0) : n;
        r->v = slides ? n : sim_cross(n, arm);
        if (!ball)
            find_drive(l, crane, r);
    }
    return true;
}

// ---- loops ----

// Adds sign times the twist of the joint's child against its parent to six rows.
static void add_joint(struct linkage *l, int joint, double sign, double (*row)[MOST_RATES]) {
    for (int i = l->first[joint]; i < l->first[joint] + l->count[joint]; i++) {
        const double twist[6] = {l->rate[i].v.x, l->rate[i].v.y, l->rate[i].v.z,
                                 l->rate[i].w.x, l->rate[i].w.y, l->rate[i].w.z};
        for (int k = 0; k < 6; k++)
            row[k][i] += sign * twist[k];
    }
}

// The same of a body against the base.
static void add_path(struct linkage *l, int body, double sign, double (*row)[MOST_RATES]) {
    while (body != l->base) {
        const int joint = l->tree[body];
        add_joint(l, joint, child_of(l, joint) == body ? sign : -sign, row);
        body = other_end(l, joint, body);
    }
}

// The velocity of the link's ends towards each other is that of its own axis, 0 for a distance.
static void add_link(struct linkage *l, int joint) {
    const struct sim_world *world = l->instance->world;
    const struct sim_joint_id id = l->instance->joints[joint];
    const struct sim_vec3 end[2] = {sim_joint_anchor(world, id), sim_joint_anchor_b(world, id)};
    const struct sim_vec3 u = sim_unit(sim_sub(end[1], end[0]));
    const int body[2] = {parent_of(l, joint), child_of(l, joint)};
    double *row = l->row[l->rows++];
    for (int side = 0; side < 2; side++) {
        double twist[6][MOST_RATES] = {{0.0}};
        add_path(l, body[side], side == 0 ? -1.0 : 1.0, twist);
        // v(end) = v(tip) + w x (end - tip)
        const struct sim_vec3 moment = sim_cross(sim_sub(end[side], l->tip), u);
        const double weight[6] = {u.x, u.y, u.z, moment.x, moment.y, moment.z};
        for (int i = 0; i < l->rates; i++)
            for (int k = 0; k < 6; k++)
                row[i] += weight[k] * twist[k][i];
    }
    if (l->count[joint] > 0)
        row[l->first[joint]] -= 1.0;
}

static bool add_loop(struct linkage *l, int joint) {
    const enum sim_joint_kind kind = l->model->joints[joint].def.kind;
    if (l->tree[child_of(l, joint)] == joint || l->tree[parent_of(l, joint)] == joint)
        return true;
    if (l->rows + 6 > MOST_ROWS)
        return false;
    if (!carries(kind)) {
        add_link(l, joint);
        return true;
    }
    double(*row)[MOST_RATES] = &l->row[l->rows];
    add_path(l, parent_of(l, joint), 1.0, row);
    add_joint(l, joint, 1.0, row);
    add_path(l, child_of(l, joint), -1.0, row);
    l->rows += 6;
    return true;
}

// The stages of a telescope extend alike.
static bool add_differential(struct linkage *l, const struct sim_model_differential *source) {
    const struct sim_differential_def *def = &source->def;
    if (source->input >= 0 || def->one_sided)
        return true;
    for (int i = 0; i < def->count; i++)
        if (!l->in[source->joint[i]] || def->axis[i] >= l->count[source->joint[i]])
            return true;
    if (l->rows == MOST_ROWS)
        return false;
    double *row = l->row[l->rows++];
    for (int i = 0; i < def->count; i++)
        row[l->first[source->joint[i]] + def->axis[i]] += def->ratio[i];
    return true;
}

static bool build(struct linkage *l, const struct veh_crane_def *crane) {
    for (int j = 0; j < l->model->joint_count; j++)
        if (l->in[j] && !add_rates(l, crane, j))
            return false;
    for (int j = 0; j < l->model->joint_count; j++)
        if (l->in[j] && !add_loop(l, j))
            return false;
    for (int i = 0; i < l->model->differential_count; i++)
        if (!add_differential(l, &l->model->differentials[i]))
            return false;
    return true;
}

// ---- solution ----

static const double least_pivot = 1e-9; // of rows of around one: a rate that no row asks for is 0

static bool is_passive(const struct rate *r) {
    return r->function < 0 && !r->held;
}

static double product(const struct linkage *l, int a, int b) {
    double sum = 0.0;
    for (int i = 0; i < l->rows; i++)
        sum += l->row[i][a] * l->row[i][b];
    return sum;
}

// A_p^T A_p q_p = -A_p^T A_a q_a for the rates q_a of each function's valve, fully open.
static void solve(struct linkage *l) {
    int passive[MOST_RATES], count = 0;
    for (int i = 0; i < l->rates; i++)
        if (is_passive(&l->rate[i]))
            passive[count++] = i;
    double memory[MOST_RATES * (MOST_RATES + 4)], column[MOST_RATES];
    assert(sim_ldl_doubles(MOST_RATES) <= sizeof memory / sizeof memory[0]);
    struct sim_ldl ldl;
    sim_ldl_init(&ldl, MOST_RATES, memory);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++)
            column[k] = product(l, passive[i], passive[k]);
        sim_ldl_append(&ldl, column, product(l, passive[i], passive[i]), least_pivot);
    }
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++) {
        for (int k = 0; k < count; k++)
            column[k] = 0.0;
        for (int i = 0; i < l->rates; i++) {
            if (l->rate[i].function != f)
                continue;
            l->solution[f][i] = l->rate[i].scale;
            for (int k = 0; k < count; k++)
                column[k] -= l->rate[i].scale * product(l, passive[k], i);
        }
        sim_ldl_solve(&ldl, column);
        for (int k = 0; k < count; k++)
            l->solution[f][passive[k]] = column[k];
    }
}

static void note_limit(const struct linkage *l, int rate, struct veh_crane_motion *motion) {
    const struct rate *r = &l->rate[rate];
    if (r->axis < 0 || motion->limits == VEH_CRANE_LIMITS)
        return;
    const struct sim_joint_id id = l->instance->joints[r->joint];
    const struct sim_axis *axis = sim_joint_free_axis(l->instance->world, id, r->axis);
    const double q = sim_joint_position(l->instance->world, id, r->axis);
    if (!axis->limited)
        return;
    struct veh_crane_limit *limit = &motion->limit[motion->limits++];
    *limit = (struct veh_crane_limit){.below = q - axis->lower, .above = axis->upper - q};
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        limit->rate[f] = l->solution[f][rate];
}

static void describe(struct linkage *l, const struct veh_crane_def *crane,
                     struct veh_crane_motion *motion) {
    double path[6][MOST_RATES] = {{0.0}};
    const struct sim_joint_id slew = l->instance->joints[crane->slew];
    add_path(l, crane->tip_body, 1.0, path);
    motion->up = sim_joint_axis(l->instance->world, slew, 0);
    const struct sim_vec3 d = sim_sub(l->tip, sim_joint_anchor(l->instance->world, slew));
    const struct sim_vec3 flat = sim_add_scaled(d, motion->up, -sim_dot(d, motion->up));
    motion->out = sim_unit_or(flat, sim_perpendicular(motion->up));
    motion->side = sim_cross(motion->up, motion->out);
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        motion->driven[f] = -1;
    for (int i = 0; i < l->rates; i++) {
        for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
            motion->tip[f] = sim_add_scaled(
                motion->tip[f], sim_vec3(path[0][i], path[1][i], path[2][i]), l->solution[f][i]);
        if (l->rate[i].function >= 0)
            motion->driven[l->rate[i].function] = l->rate[i].joint;
        note_limit(l, i, motion);
    }
}

bool veh_crane_motion(const struct veh_worksite *site, int machine,
                      struct veh_crane_motion *motion) {
    assert(machine >= 0 && machine < site->machine_count);
    const struct veh_machine *m = &site->machines[machine];
    const struct veh_crane_def *crane = veh_crane_def(m->def);
    const struct sim_model *model = &m->def->model;
    *motion = (struct veh_crane_motion){.limits = 0};
    if (crane == NULL || model->body_count >= MOST_BODIES || model->joint_count > MOST_JOINTS)
        return false;
    struct linkage l = {.instance = &m->instance, .model = model};
    l.tip = veh_machine_crane_tip(site, machine);
    l.base = parent_of(&l, crane->slew);
    reach(&l, crane->slew);
    prune(&l, crane->tip_body);
    grow_tree(&l);
    if (l.tree[crane->tip_body] < 0 || !build(&l, crane))
        return false;
    solve(&l);
    describe(&l, crane, motion);
    return true;
}

// ---- from velocities to valves ----

static const double soft = 1e-4;       // [m^2/s^2] near a stretched crane the openings stay finite
static const double near_limit = 0.03; // share of the range
static const double to_middle = 0.4;   // opening per share of the range, at 1 m/s
static const double follows = 0.7;     // share of the velocity that must be met for full speed

// Openings that draw jib and telescope to the middle; the boom follows.
static void draw_to_middle(const struct veh_crane_motion *m, double speed, unsigned in_use,
                           double opening[]) {
    for (int f = VEH_CRANE_JIB; f < VEH_CRANE_FUNCTIONS; f++) {
        double largest = 0.0;
        for (int i = 0; i < m->limits && (in_use >> f & 1u); i++) {
            const struct veh_crane_limit *limit = &m->limit[i];
            if (fabs(limit->rate[f]) <= largest)
                continue;
            largest = fabs(limit->rate[f]);
            const double low = (limit->above - limit->below) / (limit->above + limit->below);
            opening[f] = to_middle * fmin(speed, 1.0) * low * copysign(1.0, limit->rate[f]);
        }
    }
}

static struct sim_vec3 velocity_of(const struct veh_crane_motion *m, const double opening[]) {
    struct sim_vec3 v = {0.0, 0.0, 0.0};
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        v = sim_add_scaled(v, m->tip[f], opening[f]);
    return v;
}

// o = o_0 + J^T (J J^T + soft)^-1 (v - J o_0) over the functions in use.
static void least_squares(const struct veh_crane_motion *m, struct sim_vec3 v, unsigned in_use,
                          double o[]) {
    struct sim_mat3 square = sim_mat3_diag(soft, soft, soft);
    const struct sim_vec3 missing = sim_sub(v, velocity_of(m, o));
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++) {
        const double t[3] = {m->tip[f].x, m->tip[f].y, m->tip[f].z};
        for (int i = 0; i < 3 && (in_use >> f & 1u); i++)
            for (int k = 0; k < 3; k++)
                square.m[i][k] += t[i] * t[k];
    }
    const struct sim_mat3 inverse = sim_mat3_inverse(&square);
    const struct sim_vec3 x = sim_mat3_mul(&inverse, missing);
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        if (in_use >> f & 1u)
            o[f] += sim_dot(m->tip[f], x);
}

// The function that moves an axis into its limit most, -1: none does.
static int runs_into_limit(const struct veh_crane_motion *m, const double o[]) {
    for (int i = 0; i < m->limits; i++) {
        const struct veh_crane_limit *limit = &m->limit[i];
        const double zone = near_limit * (limit->below + limit->above);
        double rate = 0.0, most = 0.0;
        int worst = -1;
        for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
            rate += limit->rate[f] * o[f];
        if (!(rate < 0.0 && limit->below < zone) && !(rate > 0.0 && limit->above < zone))
            continue;
        for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
            if (limit->rate[f] * o[f] * copysign(1.0, rate) > most) {
                most = limit->rate[f] * o[f] * copysign(1.0, rate);
                worst = f;
            }
        if (worst >= 0)
            return worst;
    }
    return -1;
}

void veh_crane_resolve(const struct veh_crane_motion *motion, struct sim_vec3 velocity,
                       unsigned in_use, double opening[VEH_CRANE_FUNCTIONS]) {
    const double speed = sim_length(velocity);
    for (int worst = 0; worst >= 0; in_use &= ~(1u << worst)) {
        memset(opening, 0, VEH_CRANE_FUNCTIONS * sizeof *opening);
        draw_to_middle(motion, speed, in_use, opening);
        least_squares(motion, velocity, in_use, opening);
        worst = runs_into_limit(motion, opening);
        if (worst < 0)
            break;
    }
    double most = 1.0;
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        most = fmax(most, fabs(opening[f]));
    const struct sim_vec3 missed = sim_sub(velocity, velocity_of(motion, opening));
    const double met = speed > 0.0 ? 1.0 - sim_length(missed) / speed : 0.0;
    const double share = sim_clamp(met / follows, 0.0, 1.0) / most;
    for (int f = 0; f < VEH_CRANE_FUNCTIONS; f++)
        opening[f] *= share;
}
