// One step (Jung 5.2), as a table of contents.
#include <stdio.h>
#include <string.h>

#include "sim/world_impl.h"

static const double absurd_speed = 1e4; // [m/s] nothing in a forest moves like this

static void collect_forces(struct sim_world *world) {
    for (int g = 0; g < world->group_count; g++) {
        struct group *group = &world->groups[g];
        group->force = sim_scale(world->def.gravity, group->mass);
        group->torque = sim_vec3(0.0, 0.0, 0.0);
    }
    for (int i = 0; i < world->body_count; i++) {
        struct body *b = &world->bodies[i];
        if (b->used && b->group >= 0 && world->groups[b->group].moves) {
            struct group *group = &world->groups[b->group];
            group->force = sim_add(group->force, b->force);
            group->torque = sim_add(group->torque, b->torque);
            group->torque = sim_add(group->torque, sim_cross(sim_sub(b->x, group->x), b->force));
        }
        b->force = b->torque = sim_vec3(0.0, 0.0, 0.0);
    }
    for (int i = 0; i < world->joint_count; i++) {
        struct joint *joint = &world->joints[i];
        joint->load[0] = joint->load[1] = sim_vec3(0.0, 0.0, 0.0); // of those outside of clusters
        if (joint->used && !joint->blocked)
            sim_joint_forces(world, i);
    }
}

// v* = v + h M^-1 f. Rotation keeps the angular momentum in the world frame and takes the inertia
// at the orientation in the middle of the step: a torque-free body then keeps its momentum exactly
// and its energy to third order in h.
static void predict(struct sim_world *world) {
    const double h = world->def.step;
    for (int g = 0; g < world->group_count; g++) {
        struct group *group = &world->groups[g];
        if (!group->moves)
            continue;
        group->before = group->v;
        group->v = sim_add_scaled(group->v, group->force, h / group->mass);
        group->momentum = sim_add_scaled(group->momentum, group->torque, h);
        const struct sim_vec3 local = sim_unrotate(group->q, group->momentum);
        const struct sim_vec3 w = sim_rotate(group->q, sim_mat3_mul(&group->inverse, local));
        const struct sim_quat middle = sim_quat_mul(sim_quat_exp(sim_scale(w, 0.5 * h)), group->q);
        group->now.mass = group->mass;
        group->now.inverse_mass = 1.0 / group->mass;
        group->now.inertia = sim_mat3_rotated(&group->inertia, middle);
        group->now.inverse = sim_mat3_inverse(&group->now.inertia);
        group->w = sim_mat3_mul(&group->now.inverse, group->momentum);
    }
}

static void move(struct sim_world *world) {
    const double h = world->def.step;
    for (int g = 0; g < world->group_count; g++) {
        struct group *group = &world->groups[g];
        if (!group->moves)
            continue;
        group->a = sim_scale(sim_sub(group->v, group->before), 1.0 / h);
        group->x = sim_add_scaled(group->x, group->v, h);
        group->q = sim_quat_unit(sim_quat_mul(sim_quat_exp(sim_scale(group->w, h)), group->q));
        const double speed = sim_length(group->v) + sim_length(group->w);
        if (!(speed < absurd_speed) && !world->fault[0])
            snprintf(world->fault, sizeof world->fault,
                     "body '%s' moves at %g m/s, turning at %g rad/s: the state is not usable",
                     world->bodies[group->body].name, sim_length(group->v), sim_length(group->w));
    }
}

static void measure(struct sim_world *world) {
    struct sim_step_stats *s = &world->stats;
    s->groups = world->group_count;
    s->clusters = world->cluster_count;
    s->contacts = world->contact_count;
    s->bodies = 0;
    for (int i = 0; i < world->body_count; i++)
        s->bodies += world->bodies[i].used && world->bodies[i].group >= 0;
    for (int i = 0; i < world->joint_count; i++) {
        struct joint *joint = &world->joints[i];
        if (!joint->used)
            continue;
        sim_joint_update(world, i, world->def.step);
        s->joint_error = fmax(s->joint_error, joint->error_m);
        s->joint_error_angle = fmax(s->joint_error_angle, joint->error_rad);
    }
    for (int i = 0; i < world->contact_count; i++)
        s->penetration = fmax(s->penetration, world->contacts[i].pub.point.depth);
}

void sim_step_once(struct sim_world *world) {
    struct sim_profile *profile = world->profile;
    sim_reconfigure(world);
    if (!world->frames_known)
        sim_joint_frames(world);
    sim_profile_lap(profile, SIM_STAGE_RECONFIGURE);
    sim_find_contacts(world);
    sim_profile_lap(profile, SIM_STAGE_COLLIDE);
    sim_find_clusters(world);
    sim_find_levels(world);
    sim_sort_clusters(world);
    sim_impacts(world);
    sim_profile_lap(profile, SIM_STAGE_CLUSTERS);
    collect_forces(world);
    predict(world);
    sim_profile_lap(profile, SIM_STAGE_PREDICT);
    sim_solve_clusters(world);
    move(world);
    sim_groups_to_bodies(world);
    sim_profile_lap(profile, SIM_STAGE_MOVE);
    sim_publish_contacts(world);
    measure(world); // and joint frames for the next step
    sim_profile_lap(profile, SIM_STAGE_MEASURE);
    world->stats.parts++;
}

void sim_world_step(struct sim_world *world) {
    if (world->fault[0])
        return;
    world->stats = (struct sim_step_stats){0};
    sim_profile_begin(world->profile);
    if (world->def.deepest > 0.0)
        sim_step_divided(world);
    else
        sim_step_once(world);
    world->steps++;
    world->time = (double)world->steps * world->def.step;
}
