// Motion of the groups, bodies and joints of one cluster: forces and velocities before inverse
// dynamics, poses and joint coordinates after it. Static bodies form a cluster without groups.
#include "sim/motion.h"

#include "sim/contact/contact_impl.h"
#include "sim/joint/frames.h"
#include "sim/joint/kinds.h"
#include "sim/joint/rows.h"

static const double absurd_speed = 1e4; // [m/s] nothing in a forest moves like this

static void collect_forces(struct sim_world *world, const struct cluster *c) {
    for (int i = 0; i < c->group_count; i++) {
        struct group *group = sim_cluster_group(world, c, i);
        group->force = sim_scale(world->def.gravity, group->mass);
        group->torque = sim_vec3(0.0, 0.0, 0.0);
    }
    // Forces on static bodies are discarded.
    const bool pushed = c->group_count > 0 || world->rest_pushed || !world->rest_known;
    for (int i = 0; i < c->body_count && pushed; i++) {
        struct body *b = &world->bodies.items[world->cluster_bodies.items[c->first_body + i]];
        if (b->used && b->group >= 0 && world->groups.items[b->group].moves) {
            struct group *group = &world->groups.items[b->group];
            group->force = sim_add(group->force, b->force);
            group->torque = sim_add(group->torque, b->torque);
            group->torque = sim_add(group->torque, sim_cross(sim_sub(b->x, group->x), b->force));
        }
        b->force = b->torque = sim_vec3(0.0, 0.0, 0.0);
    }
    for (int i = 0; i < c->joint_count && c->driven > 0; i++) {
        const int index = world->cluster_joints.items[c->first_joint + i];
        struct joint *joint = &world->joints.items[index];
        if (joint->measured) // and may be without rows
            joint->load[0] = joint->load[1] = sim_vec3(0.0, 0.0, 0.0);
        if (!joint->blocked && !joint->broken && sim_joint_kind_axes(joint->kind) > 0)
            sim_joint_forces(world, index);
    }
}

// [rad/s] With which a group turns at the beginning of the step. A free one's momentum says it. The
// joints of another one have turned its momentum since the middle of the last step, and a slender
// body would seem to turn about its length, by (h w)^2 / 8 times the ratio of its moments: it goes
// on as it turned in the last step.
static struct sim_vec3 turning(const struct group *group) {
    if (group->jointed)
        return group->w;
    const struct sim_vec3 local = sim_unrotate(group->q, group->momentum);
    return sim_rotate(group->q, sim_mat3_mul(&group->inverse, local));
}

void sim_group_turn(struct group *group, struct sim_vec3 w, double h) {
    const struct sim_quat middle = sim_quat_mul(sim_quat_exp(sim_scale(w, 0.5 * h)), group->q);
    group->turned = w;
    group->now.inertia = sim_mat3_rotated(&group->inertia, middle);
    group->now.inverse = sim_mat3_inverse(&group->now.inertia);
    group->w = sim_mat3_mul(&group->now.inverse, group->momentum);
}

// The matrices of a point are zero from the beginning.
static void stay_unturned(struct group *point) {
    point->w = point->turned = point->momentum = sim_vec3(0.0, 0.0, 0.0);
}

// Stokes friction c against the wind u acts with the velocity at the end of the step, so that no
// step is too long for it:
//
//   (m + h c) v' = m v + h (f + c u) + J^T x
//
// which is what a body of the mass m + h c does, with the velocity that it would have without x.
static void drag(const struct sim_world *world, struct group *group) {
    const double of_medium = world->def.step * group->drag, mass = group->mass + of_medium;
    const struct sim_vec3 momentum = sim_scale(group->v, group->mass);
    group->v = sim_scale(sim_add_scaled(momentum, world->def.wind, of_medium), 1.0 / mass);
    group->now.mass = mass;
    group->now.inverse_mass = 1.0 / mass;
}

// ---- free rods ----
//
// A rod has the moment I across its length and a much smaller one, I_s, about its length e. What
// the orientation misses of the direction of L by an angle seems to be that much times I / I_s of
// spin: a contact would spin a thin top up by some 1,000 rad/s, as it acts at the beginning of the
// step and the inertia is that of the middle. So a rod that no joint holds is pushed at the
// orientation of the beginning, and then moves as a free symmetric top does exactly,
//
//   w = L / I + s (1 - I_s / I) e,   q' = exp(h L / I) q exp(h s (1 - I_s / I) e_local)
//
// which keeps L, the spin s = e . w and the energy, however fast it spins.

static const double rod_moments = 0.1; // I_s / I, the most
static const double symmetric = 1e-6;  // what the moments across may differ, by their size

// Of the group's axes that along the rod, -1: it is none.
static int axis_of_rod(const struct group *group) {
    const double(*m)[3] = group->inertia.m;
    if (group->jointed || !sim_group_turns(group))
        return -1;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double across = m[j][j], nothing = symmetric * m[i][i];
        if (m[i][i] < rod_moments * across && fabs(m[k][k] - across) < symmetric * across &&
            fabs(m[i][j]) < nothing && fabs(m[i][k]) < nothing && fabs(m[j][k]) < nothing)
            return i;
    }
    return -1;
}

static void fly_as_rod(struct group *group, int axis, double h) {
    const int across = (axis + 1) % 3;
    const double moment = group->inertia.m[across][across];
    const double share = 1.0 - group->inertia.m[axis][axis] / moment;
    const struct sim_vec3 e = sim_vec3(axis == 0, axis == 1, axis == 2);
    const double spin = sim_dot(sim_unrotate(group->q, group->w), e);
    const struct sim_quat turn = sim_quat_exp(sim_scale(group->momentum, h / moment));
    const struct sim_quat roll = sim_quat_exp(sim_scale(e, h * spin * share));
    group->q = sim_quat_unit(sim_quat_mul(turn, sim_quat_mul(group->q, roll)));
    group->w = turning(group);
}

// v* = v + h M^-1 f. Rotation keeps the angular momentum in the world frame and takes the inertia
// at the orientation in the middle of the step: a torque-free body then keeps its momentum exactly
// and its energy to third order in h.
static void predict(const struct sim_world *world, struct group *group) {
    const double h = world->def.step;
    group->before = group->v;
    group->v = sim_add_scaled(group->v, group->force, h / group->mass);
    group->momentum = sim_add_scaled(group->momentum, group->torque, h);
    group->now.mass = group->mass;
    group->now.inverse_mass = 1.0 / group->mass;
    if (group->drag > 0.0)
        drag(world, group);
    if (!sim_group_turns(group))
        stay_unturned(group);
    else if (axis_of_rod(group) >= 0)
        sim_group_turn(group, sim_vec3(0.0, 0.0, 0.0), h);
    else
        sim_group_turn(group, turning(group), h);
}

void sim_cluster_predict(struct sim_world *world, const struct cluster *c) {
    collect_forces(world, c);
    for (int i = 0; i < c->group_count; i++)
        predict(world, sim_cluster_group(world, c, i));
}

// False if the state is unusable.
static bool move(struct group *group, double h) {
    group->a = sim_scale(sim_sub(group->v, group->before), 1.0 / h);
    group->x = sim_add_scaled(group->x, group->v, h);
    const int rod = axis_of_rod(group);
    if (rod >= 0)
        fly_as_rod(group, rod, h);
    else if (sim_group_turns(group))
        group->q = sim_quat_unit(sim_quat_mul(sim_quat_exp(sim_scale(group->w, h)), group->q));
    return sim_length(group->v) + sim_length(group->w) < absurd_speed;
}

void sim_cluster_move(struct sim_world *world, struct cluster *c) {
    c->absurd = -1;
    for (int i = 0; i < c->group_count; i++)
        if (!move(sim_cluster_group(world, c, i), world->def.step) && c->absurd < 0)
            c->absurd = world->cluster_groups.items[c->first_group + i];
    for (int i = 0; i < c->body_count; i++) {
        struct body *body = &world->bodies.items[world->cluster_bodies.items[c->first_body + i]];
        sim_group_to_body(world, body);
        // Done here, with the body in this core's cache, instead of by one thread for all bodies in
        // the next step.
        if (world->items_known)
            sim_place_items(world, body);
    }
}

// A rigid joint within a group, such as that of a log in its load, has no axis to follow, and its
// error stays what it was.
static bool stays_as_it_is(const struct sim_world *world, const struct joint *joint) {
    return joint->kind == SIM_JOINT_RIGID && joint->a >= 0 && joint->b >= 0 &&
           world->bodies.items[joint->a].group == world->bodies.items[joint->b].group;
}

// A tyre flattens down to its stop without anything being in anything else.
static double beyond_stop(const struct contact *contact) {
    return contact->pub.point.depth - (contact->stop_length > 0.0 ? contact->stop : 0.0);
}

// Maxima are collected locally, not in the cluster: another thread may be reading from the same
// cache line.
void sim_cluster_measure(struct sim_world *world, struct cluster *c, bool moved) {
    double error = 0.0, angle = 0.0, depth = 0.0;
    for (int i = 0; i < c->joint_count; i++) {
        const int joint = world->cluster_joints.items[c->first_joint + i];
        if (moved && !stays_as_it_is(world, &world->joints.items[joint]))
            sim_joint_update(world, joint, world->def.step);
        if (world->joints.items[joint].broken)
            continue;
        error = sim_larger(error, world->joints.items[joint].error_m);
        angle = sim_larger(angle, world->joints.items[joint].error_rad);
    }
    for (int i = 0; i < c->contact_count; i++) {
        const int contact = world->cluster_contacts.items[c->first_contact + i];
        world->published.items[contact] = world->contacts.items[contact].pub;
        depth = sim_larger(depth, beyond_stop(&world->contacts.items[contact]));
    }
    c->joint_error = error;
    c->joint_error_angle = angle;
    c->penetration = depth;
}
