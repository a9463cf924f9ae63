#include "sim/joint/guide.h"

#include <assert.h>

#include "sim/joint/guide_impl.h"
#include "sim/state/rows.h"
#include "sim/state/slots.h"

struct sim_guide_def sim_default_guide_def(void) {
    return (struct sim_guide_def){
        .axes = {1.0, 0.0, 0.0, 0.0},
        .target = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
        // As for a servo: reaches the target in about a third of a second without overshoot.
        .kp = 10.0,
        .speed_max = 1.0,
        .turn_max = 1.0,
    };
}

static bool is_unit(struct sim_quat q) {
    return fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0) < 1e-6;
}

const char *sim_guide_def_problem(const struct sim_guide_def *def) {
    if (!sim_vec3_finite(def->anchor) || !sim_vec3_finite(def->target.p) ||
        !sim_vec3_finite(def->velocity) || !sim_vec3_finite(def->angular_velocity))
        return "anchor, velocities and target must consist of finite numbers";
    if (!is_unit(def->axes) || !is_unit(def->target.q))
        return "the axes and the target's orientation must be unit quaternions";
    if (!(def->kp >= 0.0) || !(def->ki >= 0.0) || !(def->kd >= 0.0))
        return "the gains must not be negative";
    if (!(def->speed_max >= 0.0) || !(def->turn_max >= 0.0))
        return "the largest speeds must not be negative";
    if (!(def->force >= 0.0) || !(def->torque >= 0.0))
        return "force and torque are limits in both directions and must not be negative";
    return NULL;
}

struct sim_guide_id sim_guide_create(struct sim_world *world, const struct sim_guide_def *def) {
    assert(sim_guide_def_problem(def) == NULL);
    assert(sim_body_valid(world, def->body));
    int index;
    SIM_SLOT_FIND(&world->guides, index, 0, (struct guide){0});
    struct guide *guide = &world->guides.items[index];
    const uint32_t generation = guide->generation + 1;
    *guide = (struct guide){.used = true, .generation = generation, .def = *def, .first_row = -1};
    world->clusters_known = false;
    return (struct sim_guide_id){(uint32_t)index, generation};
}

bool sim_guide_valid(const struct sim_world *world, struct sim_guide_id id) {
    return SIM_SLOT_VALID(&world->guides, id);
}

static struct guide *get(const struct sim_world *world, struct sim_guide_id id) {
    assert(sim_guide_valid(world, id));
    return &world->guides.items[id.index];
}

void sim_guide_destroy(struct sim_world *world, struct sim_guide_id id) {
    get(world, id)->used = false;
    world->clusters_known = false;
}

void sim_guides_drop(struct sim_world *world, int body) {
    for (int i = 0; i < world->guides.count; i++)
        if ((int)world->guides.items[i].def.body.index == body)
            world->guides.items[i].used = false;
}

struct sim_guide_def *sim_guide(struct sim_world *world, struct sim_guide_id id) {
    return &get(world, id)->def;
}

static struct sim_vec3 axis_of(const struct sim_guide_def *def, int i) {
    return sim_rotate(def->axes, sim_vec3(i == 0, i == 1, i == 2));
}

void sim_guide_force(const struct sim_world *world, struct sim_guide_id id, struct sim_vec3 *force,
                     struct sim_vec3 *torque) {
    const struct guide *guide = get(world, id);
    *force = *torque = sim_vec3(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++) {
        const struct sim_vec3 u = axis_of(&guide->def, i);
        *force = sim_add_scaled(*force, u, guide->impulse[i] / world->def.step);
        *torque = sim_add_scaled(*torque, u, guide->impulse[3 + i] / world->def.step);
    }
}

// (6.7) and (6.8)
static void pose_error(const struct sim_world *world, const struct guide *guide,
                       struct sim_vec3 *move, struct sim_vec3 *turn) {
    const struct body *body = &world->bodies.items[guide->def.body.index];
    *move = sim_sub(guide->def.target.p, sim_body_point(body, guide->def.anchor));
    *turn = sim_quat_log(sim_quat_mul(guide->def.target.q, sim_quat_conj(body->q)));
}

void sim_guide_error(const struct sim_world *world, struct sim_guide_id id, double *metres,
                     double *radians) {
    struct sim_vec3 move, turn;
    pose_error(world, get(world, id), &move, &turn);
    *metres = sim_length(move);
    *radians = sim_length(turn);
}

// May the integral accumulate the error? Not while the row is at its limit in that direction.
static bool accumulates(double impulse, double limit, double error) {
    return !(impulse >= limit && error > 0.0) && !(impulse <= -limit && error < 0.0);
}

// PID of 6.9 for the linear or the angular half of the guide, in world axes; most bounds the speed.
static struct sim_vec3 approach(struct guide *guide, int half, struct sim_vec3 error,
                                struct sim_vec3 velocity, double limit, double most, double h) {
    const struct sim_guide_def *def = &guide->def;
    for (int i = 0; i < 3; i++) {
        const struct sim_vec3 u = axis_of(def, i);
        const double e = sim_dot(u, error);
        if (accumulates(guide->impulse[3 * half + i], limit, e))
            guide->integral[half] = sim_add_scaled(guide->integral[half], u, e * h);
    }
    struct sim_vec3 b = sim_scale(error, def->kp);
    b = sim_add_scaled(b, guide->integral[half], def->ki);
    b = sim_add_scaled(b, velocity, -def->kd);
    const double speed = sim_length(b);
    return speed > most ? sim_scale(b, most / speed) : b;
}

// Right-hand sides of all six rows.
static void targets(const struct sim_world *world, struct guide *guide, double b[6]) {
    const struct sim_guide_def *def = &guide->def;
    const struct body *body = &world->bodies.items[def->body.index];
    const double h = world->def.step;
    if (def->mode == SIM_GUIDE_VELOCITY) {
        const struct sim_vec3 v = def->velocity, w = def->angular_velocity;
        b[0] = v.x, b[1] = v.y, b[2] = v.z;
        b[3] = w.x, b[4] = w.y, b[5] = w.z;
        return;
    }
    struct sim_vec3 move, turn;
    pose_error(world, guide, &move, &turn);
    const struct sim_vec3 v = sim_body_velocity_at(body, sim_body_point(body, def->anchor));
    move = approach(guide, 0, move, v, def->force * h, def->speed_max, h);
    turn = approach(guide, 1, turn, body->w, def->torque * h, def->turn_max, h);
    for (int i = 0; i < 3; i++) {
        b[i] = sim_dot(axis_of(def, i), move);
        b[3 + i] = sim_dot(axis_of(def, i), turn);
    }
}

void sim_guide_rows(struct sim_world *world, struct work *work, struct guide *guide, int node) {
    const struct sim_guide_def *def = &guide->def;
    const struct body *body = &world->bodies.items[def->body.index];
    const struct sim_vec3 p = sim_body_point(body, def->anchor);
    const double limit[2] = {def->force * world->def.step, def->torque * world->def.step};
    double b[6];
    guide->first_row = work->rows.count;
    if (def->mode == SIM_GUIDE_OFF) {
        guide->integral[0] = guide->integral[1] = sim_vec3(0.0, 0.0, 0.0);
        return;
    }
    targets(world, guide, b);
    for (int i = 0; i < 6; i++) {
        const int half = i / 3;
        if (!(limit[half] > 0.0))
            continue;
        struct sim_row *row = sim_world_row(world, work);
        row->node = node;
        row->rhs = b[i];
        row->low = -limit[half];
        row->high = limit[half];
        row->x = guide->impulse[i];
        if (half == 0)
            sim_row_between(world, row, -1, body->group, axis_of(def, i), p, 1.0);
        else
            sim_row_turning(world, row, body->group, axis_of(def, i - 3));
    }
}

void sim_guide_store(const struct sim_world *world, struct guide *guide,
                     const struct sim_row *rows) {
    const double h = world->def.step;
    const double limit[2] = {guide->def.force * h, guide->def.torque * h};
    int row = guide->first_row;
    for (int i = 0; i < 6; i++) {
        const bool has_row = guide->def.mode != SIM_GUIDE_OFF && limit[i / 3] > 0.0;
        guide->impulse[i] = has_row ? rows[row++].x : 0.0;
    }
}
