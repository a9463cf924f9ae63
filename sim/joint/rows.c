// Rows that every free axis may have: limits (Jung 3.2.7), motors (3.2.8), spring-dampers (3.4.3),
// brakes (6.3.2).
#include "sim/joint/rows.h"

#include <assert.h>

#include "sim/joint/frames.h"
#include "sim/joint/kinds.h"
#include "sim/joint/outline.h"

// Distance [m or rad] from a limit within which its row is active at any speed.
static const double limit_reach = 0.05;

static bool clear_of_limit(double distance, double speed_towards, double h) {
    return distance > limit_reach && distance > 2.0 * h * speed_towards;
}

// qd >= (lower - q) / h: the axis may reach the limit within the step but not exceed it; beyond the
// limit, k_er of the error is corrected per step. The upper limit is the same with reversed signs.
// NULL: no row is needed. Else its blocks are still to be added. distance: from the limit, negative
// beyond it [m or rad]; speed: at which it shrinks [m/s or rad/s]
static struct sim_row *stop_row(struct sim_row_builder *r, const struct sim_softness *stop,
                                double distance, double speed) {
    const double h = r->world->def.step;
    if (clear_of_limit(distance, speed, h))
        return NULL;
    struct sim_row *row = sim_row_add(r, 0.0);
    const double gain = sim_softness_given(stop) ? sim_row_soften(stop, row, h) / h : r->gain;
    row->rhs = distance > 0.0 ? -distance / h : -gain * distance;
    row->low = 0.0;
    return row;
}

// Returns the index of the row, -1 if none is needed.
static int limit_row(struct sim_row_builder *r, int axis, bool upper, double impulse) {
    const struct joint *joint = r->joint;
    const struct sim_axis *def = &joint->axis[axis];
    const double q = joint->position[axis], sign = upper ? -1.0 : 1.0;
    const double distance = upper ? def->upper - q : q - def->lower;
    const int index = r->work->rows.count;
    struct sim_row *row = stop_row(r, &def->stop, distance, -sign * joint->speed[axis]);
    if (row == NULL)
        return -1;
    row->x = impulse;
    sim_row_axis(r, row, axis, sign);
    return index;
}

// Adds the nearer limit, and the other one if the play is so small that a step can cross it.
static void limit_rows(struct sim_row_builder *r, int axis) {
    struct joint *joint = r->joint;
    const struct sim_axis *def = &joint->axis[axis];
    if (!def->limited)
        return;
    const bool upper = def->upper - joint->position[axis] < joint->position[axis] - def->lower;
    joint->limit_row[axis] = limit_row(r, axis, upper, joint->limit_impulse[axis]);
    joint->other_limit_row[axis] = limit_row(r, axis, !upper, joint->other_limit_impulse[axis]);
}

// The edges of an outline are limits across the free axes. Few are within reach at a time, and they
// begin each step without an impulse.
static void edge_rows(struct sim_row_builder *r) {
    const struct joint *joint = r->joint;
    for (int i = 0; i < joint->edges; i++) {
        const struct sim_outline_edge *edge = &r->world->edges.items[joint->first_edge + i];
        struct sim_row *row =
            stop_row(r, &joint->axis[0].stop, sim_outline_distance(r->world, joint, i),
                     -sim_outline_speed(r->world, joint, i));
        if (row == NULL)
            continue;
        const struct sim_vec3 s = sim_scale(r->kind->direction(r, 0), edge->s);
        sim_row_linear(r, row, sim_add_scaled(s, r->kind->direction(r, 1), edge->t), 1.0);
    }
}

// Target speed of the PID (3.110). Anti-windup: the integral does not accumulate error that drives
// the motor further into its force or speed limit.
static double servo_speed(struct joint *joint, int axis, double h) {
    const struct sim_motor *m = &joint->axis[axis].motor;
    const double error = m->target - joint->position[axis];
    const double last = joint->motor_impulse[axis];
    const double before =
        m->kp * error + m->ki * joint->integral[axis] - m->kd * joint->speed[axis];
    const bool at_high = last >= m->force_high * h || before > m->speed_max;
    const bool at_low = last <= m->force_low * h || before < -m->speed_max;
    if (!(at_high && error > 0.0) && !(at_low && error < 0.0))
        joint->integral[axis] += error * h;
    const double speed = m->kp * error + m->ki * joint->integral[axis] - m->kd * joint->speed[axis];
    return sim_clamp(speed, -m->speed_max, m->speed_max);
}

static void motor_row(struct sim_row_builder *r, int axis) {
    struct joint *joint = r->joint;
    const struct sim_motor *m = &joint->axis[axis].motor;
    const double h = r->world->def.step;
    if (m->mode != SIM_MOTOR_VELOCITY && m->mode != SIM_MOTOR_SERVO)
        return;
    joint->motor_row[axis] = r->work->rows.count;
    struct sim_row *row =
        sim_row_add(r, m->mode == SIM_MOTOR_SERVO ? servo_speed(joint, axis, h) : m->target);
    if (m->damping > 0.0)
        row->cfm = 1.0 / (h * m->damping);
    row->low = m->force_low * h; // (3.67)
    row->high = m->force_high * h;
    row->x = joint->motor_impulse[axis];
    sim_row_axis(r, row, axis, 1.0);
}

static void spring_row(struct sim_row_builder *r, int axis) {
    struct joint *joint = r->joint;
    const struct sim_axis *def = &joint->axis[axis];
    const struct sim_softness spring = {def->stiffness, def->damping};
    const double h = r->world->def.step;
    if (!sim_softness_given(&spring))
        return;
    joint->spring_row[axis] = r->work->rows.count;
    struct sim_row *row = sim_row_add(r, 0.0);
    row->rhs = sim_row_soften(&spring, row, h) * (def->rest - joint->position[axis]) / h;
    row->x = joint->spring_impulse[axis];
    sim_row_axis(r, row, axis, 1.0);
}

// qd = 0, |x| <= h brake: never more force than stops the axis (6.3).
static void brake_row(struct sim_row_builder *r, int axis) {
    struct joint *joint = r->joint;
    const double most = joint->axis[axis].brake * r->world->def.step;
    if (!(most > 0.0))
        return;
    joint->brake_row[axis] = r->work->rows.count;
    struct sim_row *row = sim_row_add(r, 0.0);
    row->low = -most;
    row->high = most;
    row->x = joint->brake_impulse[axis];
    sim_row_axis(r, row, axis, 1.0);
}

static bool only_turns(const struct sim_row *row) {
    for (int k = 0; k < row->count; k++)
        for (int i = 0; i < 3; i++)
            if (row->j[k][i] < 0.0 || row->j[k][i] > 0.0)
                return false;
    return true;
}

static void kind_rows(struct sim_row_builder *r) {
    if (r->joint->blocked && r->kind->blocked_rows != NULL) {
        r->kind->blocked_rows(r);
    } else if (r->joint->blocked) { // rigid, in the relative pose at the time of blocking
        struct sim_row_builder held = *r;
        sim_row_builder_place(&held, sim_pose_mul(r->fa, r->joint->held), r->fb);
        sim_row_builder_bind(&held, r->work);
        sim_joint_rigid.rows(&held);
    } else {
        r->kind->rows(r);
    }
}

// Rows ask for gain times their error: with a gain of one for the error itself, which is then taken
// back by the softness where there is one, and by the world's stabilisation where there is none.
static void soft_structure_rows(struct sim_row_builder *r) {
    const int first = r->work->rows.count;
    const double h = r->world->def.step, gain = r->gain;
    r->gain = 1.0;
    kind_rows(r);
    r->gain = gain;
    for (int i = first; i < r->work->rows.count; i++) {
        struct sim_row *row = &r->work->rows.items[i];
        const struct sim_softness *softness = &r->joint->soft[only_turns(row)];
        row->rhs *= sim_softness_given(softness) ? sim_row_soften(softness, row, h) / h : gain;
    }
}

static void structure_rows(struct sim_row_builder *r) {
    if (r->joint->elastic)
        soft_structure_rows(r);
    else
        kind_rows(r);
}

static void set_node(struct work *work, int first, int node) {
    for (int i = first; i < work->rows.count; i++)
        work->rows.items[i].node = node;
}

void sim_joint_structure_rows(struct sim_world *world, struct work *work, int index, int node) {
    struct sim_row_builder *r = &world->frames.items[index];
    const int first = work->rows.count;
    sim_row_builder_bind(r, work);
    structure_rows(r);
    set_node(work, first, node);
}

void sim_joint_rows(struct sim_world *world, struct work *work, int index, int node) {
    assert(index >= 0 && index < world->joints.count && world->frames_known);
    struct joint *joint = &world->joints.items[index];
    struct sim_row_builder *r = &world->frames.items[index];
    sim_row_builder_bind(r, work);
    joint->first_row = work->rows.count;
    structure_rows(r);
    joint->row_count = work->rows.count - joint->first_row;
    for (int i = 0; i < joint->row_count; i++)
        work->rows.items[joint->first_row + i].x = joint->impulse[i];
    for (int i = 0; i < r->kind->axes; i++) {
        joint->motor_row[i] = joint->limit_row[i] = joint->spring_row[i] = -1;
        joint->brake_row[i] = joint->other_limit_row[i] = -1;
        if (joint->blocked)
            continue;
        motor_row(r, i);
        limit_rows(r, i);
        spring_row(r, i);
        brake_row(r, i);
    }
    if (!joint->blocked)
        edge_rows(r);
    set_node(work, joint->first_row, node);
}

// [rad] per step, from which arcs are followed, and [m] by which they must have changed.
static const double far_turn = 0.1, noticeable = 1e-5;
// [rad] per step, from which slender bodies that may spin are looked at more closely.
static const double some_turn = 0.03;

static struct sim_vec3 beside_tangent(struct sim_vec3 turn, struct sim_vec3 arm) {
    const struct sim_vec3 turned = sim_rotate(sim_quat_exp(turn), arm);
    return sim_sub(sim_sub(turned, arm), sim_cross(turn, arm));
}

double sim_turn_weight(const struct group *group, const double *w, double h) {
    const double turn = h * h * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    const bool spins = group->jointed && !group->held && turn > some_turn * some_turn;
    return spins ? fmax(1.0, sim_group_slenderness(group)) : 1.0;
}

bool sim_turns_far(const struct group *group, const double *w, double h) {
    const double turn = h * h * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    return group->looped || sim_turn_weight(group, w, h) * turn > far_turn * far_turn;
}

bool sim_joint_follow_arc(struct sim_world *world, struct work *work, int index,
                          double (*velocity)[6]) {
    const struct joint *joint = &world->joints.items[index];
    struct sim_row_builder *r = &world->frames.items[index];
    const double h = world->def.step;
    if (!r->kind->pivots || joint->blocked || sim_softness_given(&joint->soft[0]))
        return false;
    struct sim_vec3 arc = {0.0, 0.0, 0.0};
    double weight = 1.0;
    for (int side = 0; side < 2; side++) {
        if (r->block[side] < 0)
            continue;
        const double *w = velocity[r->block[side]] + 3;
        const struct sim_vec3 turn = {h * w[0], h * w[1], h * w[2]};
        const struct group *group = &world->groups.items[side == 0 ? r->group_a : r->group_b];
        weight = fmax(weight, sim_turn_weight(group, w, h));
        if (sim_turns_far(group, w, h))
            arc = sim_add_scaled(arc, beside_tangent(turn, r->arm[side]), side == 0 ? 1.0 : -1.0);
    }
    const struct sim_vec3 change = sim_sub(arc, r->arc);
    if (weight * sim_length(change) < noticeable)
        return false;
    const double asked[3] = {change.x / h, change.y / h, change.z / h};
    for (int i = 0; i < 3; i++)
        work->rows.items[joint->first_row + i].rhs += asked[i];
    r->arc = arc;
    return true;
}

void sim_joint_forces(struct sim_world *world, int index) {
    struct joint *joint = &world->joints.items[index];
    const struct sim_row_builder *r = &world->frames.items[index];
    const struct joint_kind *kind = r->kind;
    for (int i = 0; i < kind->axes; i++) {
        const struct sim_motor *m = &joint->axis[i].motor;
        if (m->mode != SIM_MOTOR_FORCE)
            continue;
        const double force = sim_clamp(m->target, m->force_low, m->force_high);
        joint->motor_impulse[i] = force * world->def.step;
        const struct sim_vec3 u = kind->direction(r, i);
        const int group[2] = {r->group_a, r->group_b};
        for (int side = 0; side < 2; side++) {
            // A static body belongs to no cluster, so several threads may get here at once.
            if (group[side] < 0 || !world->groups.items[group[side]].moves)
                continue;
            struct group *g = &world->groups.items[group[side]];
            const struct sim_vec3 f = sim_scale(u, side == 0 ? -force : force);
            if (kind->slides[i]) {
                g->force = sim_add(g->force, f);
                g->torque = sim_add(g->torque, sim_cross(sim_sub(r->point, g->x), f));
            } else {
                g->torque = sim_add(g->torque, f);
            }
        }
    }
}

static double impulse_of(const struct sim_row *rows, int row) {
    return row >= 0 ? rows[row].x : 0.0;
}

void sim_joint_store(struct joint *joint, const struct sim_row *rows) {
    assert(joint->first_row >= 0 && joint->row_count >= 0);
    for (int i = 0; i < joint->row_count && i < 6; i++)
        joint->impulse[i] = rows[joint->first_row + i].x;
    for (int i = 0; i < sim_joint_kind_of(joint)->axes; i++) {
        if (joint->axis[i].motor.mode != SIM_MOTOR_FORCE)
            joint->motor_impulse[i] = impulse_of(rows, joint->motor_row[i]);
        joint->limit_impulse[i] = impulse_of(rows, joint->limit_row[i]);
        joint->other_limit_impulse[i] = impulse_of(rows, joint->other_limit_row[i]);
        joint->spring_impulse[i] = impulse_of(rows, joint->spring_row[i]);
        joint->brake_impulse[i] = impulse_of(rows, joint->brake_row[i]);
    }
}
