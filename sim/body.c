#include "sim/body.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/contact/contact_impl.h"
#include "sim/contact/magnet_impl.h"
#include "sim/joint/guide_impl.h"
#include "sim/joint/joint.h"
#include "sim/joint/joints.h"
#include "sim/joint/resistance_impl.h"
#include "sim/state/slots.h"
#include "sim/state/state.h"

struct sim_body_def sim_default_body_def(void) {
    struct sim_body_def def = {0};
    def.pose.q = sim_quat_identity();
    return def;
}

const char *sim_body_def_problem(const struct sim_body_def *def) {
    struct sim_mass total = {0};
    for (int i = 0; i < def->shape_count; i++) {
        const char *problem = sim_shape_problem(&def->shapes[i]);
        if (problem != NULL)
            return problem;
        total.mass += def->shapes[i].mass;
    }
    if (!sim_vec3_finite(def->pose.p) || !sim_vec3_finite(def->velocity) ||
        !sim_vec3_finite(def->angular_velocity))
        return "position and velocity must be finite numbers";
    const double mass = def->has_mass ? def->mass.mass : total.mass;
    if (!(def->drag >= 0.0 && isfinite(def->drag)))
        return "the drag must not be negative";
    if (!def->fixed && !(mass > 0.0 && isfinite(mass)))
        return "a moving body needs a positive mass";
    return NULL;
}

static struct sim_mass accumulated_mass(const struct sim_body_def *def) {
    if (def->has_mass)
        return def->mass;
    struct sim_mass total = {0};
    for (int i = 0; i < def->shape_count; i++) {
        const struct sim_mass part = sim_shape_mass(&def->shapes[i]);
        if (part.mass > 0.0)
            total = total.mass > 0.0 ? sim_mass_add(&total, &part) : part;
    }
    return total;
}

struct sim_body_id sim_body_create(struct sim_world *world, const struct sim_body_def *def) {
    assert(sim_body_def_problem(def) == NULL);
    int index;
    SIM_SLOT_FIND(&world->bodies, index, world->first_new_body, (struct body){.group = -1});
    struct body *body = &world->bodies.items[index];
    const uint32_t generation = body->generation + 1;
    *body = (struct body){.used = true,
                          .enabled = true,
                          .fixed = def->fixed,
                          .generation = generation,
                          .user = def->user,
                          .drag = def->drag,
                          .has_solver = def->has_solver,
                          .solver = def->solver,
                          .footing = {.on = -1},
                          .group = -1};
    snprintf(body->name, sizeof body->name, "%s", def->name);
    body->shape_count = def->shape_count;
    body->shapes = NULL;
    if (def->shape_count > 0) {
        int capacity = 0;
        body->shapes = sim_grow(NULL, &capacity, def->shape_count, sizeof *body->shapes);
        memcpy(body->shapes, def->shapes, (size_t)def->shape_count * sizeof *body->shapes);
    }
    body->mass = accumulated_mass(def);
    body->q = sim_quat_unit(def->pose.q);
    body->x = sim_add(def->pose.p, sim_rotate(body->q, body->mass.centre));
    body->v = def->fixed ? sim_vec3(0, 0, 0) : def->velocity;
    body->w = def->fixed ? sim_vec3(0, 0, 0) : def->angular_velocity;
    world->dirty = true;
    return (struct sim_body_id){(uint32_t)index, generation};
}

void sim_body_destroy(struct sim_world *world, struct sim_body_id id) {
    struct body *body = sim_body_get(world, id);
    for (int i = 0; i < world->joints.count; i++) {
        const struct joint *joint = &world->joints.items[i];
        if (joint->used && (joint->a == (int)id.index || joint->b == (int)id.index))
            sim_joint_destroy(world, (struct sim_joint_id){(uint32_t)i, joint->generation});
    }
    sim_resistances_drop(world, (int)id.index);
    sim_guides_drop(world, (int)id.index);
    sim_magnets_drop(world, (int)id.index);
    free(body->shapes);
    body->shapes = NULL;
    body->shape_count = 0;
    body->used = false;
    world->dirty = true;
    // Contacts refer to bodies by index, so the contacts of a destroyed body are removed before a
    // new body can take its index.
    int kept = 0;
    for (int i = 0; i < world->contacts.count; i++)
        if (world->contacts.items[i].pub.a.index != id.index &&
            world->contacts.items[i].pub.b.index != id.index)
            world->contacts.items[kept++] = world->contacts.items[i];
    world->contacts.count = kept;
    sim_publish_contacts(world);
}

struct sim_pose sim_body_pose(const struct sim_world *world, struct sim_body_id id) {
    return sim_body_frame(sim_body_get(world, id));
}

struct sim_vec3 sim_body_centre(const struct sim_world *world, struct sim_body_id id) {
    return sim_body_get(world, id)->x;
}

struct sim_vec3 sim_body_velocity(const struct sim_world *world, struct sim_body_id id) {
    return sim_body_get(world, id)->v;
}

struct sim_vec3 sim_body_angular_velocity(const struct sim_world *world, struct sim_body_id id) {
    return sim_body_get(world, id)->w;
}

struct sim_vec3 sim_body_final_angular_velocity(const struct sim_world *world,
                                                struct sim_body_id id) {
    const struct body *body = sim_body_get(world, id);
    const struct group *group =
        body->group >= 0 && !world->dirty ? &world->groups.items[body->group] : NULL;
    if (group == NULL || !group->moves || group->jointed)
        return body->w;
    const struct sim_vec3 local = sim_unrotate(group->q, group->momentum);
    return sim_rotate(group->q, sim_mat3_mul(&group->inverse, local));
}

struct sim_vec3 sim_body_point_velocity(const struct sim_world *world, struct sim_body_id id,
                                        struct sim_vec3 p) {
    return sim_body_velocity_at(sim_body_get(world, id), p);
}

void sim_body_set_footing(struct sim_world *world, struct sim_body_id id,
                          const struct sim_footing *footing) {
    assert(footing->on >= -1 && footing->on < world->material_count);
    assert(footing->on < 0 || fabs(sim_length(footing->grain) - 1.0) < 1e-6);
    assert(footing->on < 0 || (footing->friction >= 0.0 && footing->friction_across >= 0.0));
    assert(footing->on < 0 || (footing->stop >= 0.0 && footing->stop_length >= 0.0));
    sim_body_get(world, id)->footing = *footing;
}

double sim_body_mass(const struct sim_world *world, struct sim_body_id id) {
    return sim_body_get(world, id)->mass.mass;
}

int sim_body_user(const struct sim_world *world, struct sim_body_id id) {
    return sim_body_get(world, id)->user;
}

int sim_body_shapes(const struct sim_world *world, struct sim_body_id id,
                    const struct sim_shape **shapes) {
    const struct body *body = sim_body_get(world, id);
    *shapes = body->shapes;
    return body->shape_count;
}

void sim_body_set_velocity(struct sim_world *world, struct sim_body_id id, struct sim_vec3 v,
                           struct sim_vec3 w) {
    struct body *body = sim_body_get(world, id);
    body->v = v;
    body->w = w;
    world->dirty = true;
}

void sim_body_set_pose(struct sim_world *world, struct sim_body_id id, struct sim_pose pose) {
    assert(sim_vec3_finite(pose.p));
    struct body *body = sim_body_get(world, id);
    body->q = sim_quat_unit(pose.q);
    body->x = sim_add(pose.p, sim_rotate(body->q, body->mass.centre));
    world->dirty = true;
}

// Their anchors stay where they are on the body, whose centre moves by that way in its frame.
static void keep_anchors(struct sim_world *world, int body, struct sim_vec3 way) {
    for (int i = 0; i < world->joints.count; i++) {
        struct joint *joint = &world->joints.items[i];
        if (joint->used && joint->a == body)
            joint->anchor_a = sim_sub(joint->anchor_a, way);
        if (joint->used && joint->b == body)
            joint->anchor_b = sim_sub(joint->anchor_b, way);
    }
}

void sim_body_set_mass(struct sim_world *world, struct sim_body_id id,
                       const struct sim_mass *mass) {
    struct body *body = sim_body_get(world, id);
    assert(body->fixed || (mass->mass > 0.0 && isfinite(mass->mass)));
    const struct sim_vec3 moved = sim_rotate(body->q, sim_sub(mass->centre, body->mass.centre));
    keep_anchors(world, (int)id.index, sim_sub(mass->centre, body->mass.centre));
    body->w = sim_body_final_angular_velocity(world, id);
    body->mass = *mass;
    body->x = sim_add(body->x, moved);
    body->v = sim_add(body->v, sim_cross(body->w, moved));
    world->dirty = true;
}

void sim_body_apply(struct sim_world *world, struct sim_body_id id, struct sim_vec3 force,
                    struct sim_vec3 torque, struct sim_vec3 p) {
    struct body *body = sim_body_get(world, id);
    if (body->group < 0 || !world->groups.items[body->group].moves)
        world->rest_pushed = true;
    body->force = sim_add(body->force, force);
    body->torque = sim_add(body->torque, sim_add(torque, sim_cross(sim_sub(p, body->x), force)));
}

struct sim_body_id sim_body_next(const struct sim_world *world, struct sim_body_id id) {
    int index = id.generation == 0 ? 0 : (int)id.index + 1;
    while (index < world->bodies.count && !world->bodies.items[index].used)
        index++;
    if (index >= world->bodies.count)
        return (struct sim_body_id){0};
    return (struct sim_body_id){(uint32_t)index, world->bodies.items[index].generation};
}

bool sim_body_fused(const struct sim_world *world, struct sim_body_id a, struct sim_body_id b) {
    const int group = sim_body_get(world, a)->group;
    return group >= 0 && group == sim_body_get(world, b)->group;
}

bool sim_body_moves(const struct sim_world *world, struct sim_body_id id) {
    const struct body *body = sim_body_get(world, id);
    return body->enabled && body->group >= 0 && world->groups.items[body->group].moves;
}

void sim_body_set_enabled(struct sim_world *world, struct sim_body_id id, bool enabled) {
    struct body *body = sim_body_get(world, id);
    if (body->enabled == enabled)
        return;
    body->enabled = enabled;
    world->dirty = true;
}

bool sim_body_enabled(const struct sim_world *world, struct sim_body_id id) {
    return sim_body_get(world, id)->enabled;
}

int sim_world_body_capacity(const struct sim_world *world) {
    return world->bodies.count;
}
