#include "sim/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/contact/contact_impl.h"
#include "sim/contact/impact.h"
#include "sim/contact/magnet_impl.h"
#include "sim/divide.h"
#include "sim/joint/builder.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/guide_impl.h"
#include "sim/joint/joint_impl.h"
#include "sim/joint/resistance_impl.h"
#include "sim/state/state.h"
#include "sim/step.h"

// Threads that the system does not allow are done without; the result is the same.
static bool start_threads(struct sim_world *world) {
    if (world->def.threads > 1)
        world->pool = sim_pool_create(world->def.threads);
    const size_t threads = (size_t)sim_pool_threads(world->pool);
    world->work = sim_aligned(threads * sizeof *world->work);
    world->found = sim_aligned(SIM_MOST_TASKS * sizeof *world->found);
    if (!world->work || !world->found)
        return false;
    memset(world->work, 0, threads * sizeof *world->work);
    memset(world->found, 0, SIM_MOST_TASKS * sizeof *world->found);
    return true;
}

struct sim_world *sim_world_create(const struct sim_world_def *def) {
    struct sim_world *world = calloc(1, sizeof *world);
    if (world == NULL)
        return NULL;
    world->def = *def;
    world->neighbours = def->broad_phase == SIM_BROAD_SWEEP
                            ? sim_neighbours_create(NULL, sim_sweep_create())
                            : sim_neighbours_create(sim_grid_create(def->grid_cell), NULL);
    if (!world->neighbours || !start_threads(world)) {
        sim_world_destroy(world);
        return NULL;
    }
    sim_neighbours_leave_out(world->neighbours, sim_far_above_ground, world);
    for (int i = 0; i < SIM_MAX_MATERIALS; i++)
        for (int j = 0; j < SIM_MAX_MATERIALS; j++)
            world->pairs[i][j] = (struct sim_material_pair){-1.0, -1.0, -1.0};
    // As stiff as wood on steel: 10 kN press one contact point in by a millimetre.
    sim_world_add_material(
        world, &(struct sim_material){.name = "default", .friction = 0.5, .stiffness = 1e7});
    world->dirty = true;
    return world;
}

static void finish_threads(struct sim_world *world) {
    const int threads = sim_pool_threads(world->pool);
    sim_pool_destroy(world->pool);
    for (int i = 0; world->work && i < threads; i++) {
        free(world->work[i].rows);
        free(world->work[i].points);
        free(world->work[i].inertia);
        free(world->work[i].velocity);
        sim_scratch_finish(&world->work[i].scratch);
    }
    for (int i = 0; world->found && i < SIM_MOST_TASKS; i++)
        free(world->found[i].items), free(world->found[i].touches);
    free(world->work);
    free(world->found);
}

void sim_world_destroy(struct sim_world *world) {
    if (world == NULL)
        return;
    finish_threads(world);
    for (int i = 0; i < world->body_count; i++)
        free(world->bodies[i].shapes);
    free(world->bodies);
    free(world->joints);
    free(world->differentials);
    free(world->resistances);
    free(world->guides);
    free(world->magnets);
    free(world->groups);
    free(world->contacts);
    free(world->old_contacts);
    free(world->published);
    sim_neighbours_destroy(world->neighbours);
    free(world->items);
    free(world->item_body);
    free(world->item_shape);
    free(world->item_reach);
    free(world->item_pose);
    free(world->item_box);
    free(world->item_group);
    free(world->contact_touches);
    free(world->cluster_thread);
    free(world->component);
    free(world->barrier);
    free(world->path);
    sim_graph_finish(&world->graph);
    free(world->touches);
    free(world->clusters);
    free(world->cluster_groups);
    free(world->cluster_bodies);
    free(world->cluster_joints);
    free(world->cluster_differentials);
    free(world->cluster_contacts);
    free(world->cluster_resistances);
    free(world->cluster_guides);
    free(world->frames);
    free(world->impact_motion);
    free(world->response);
    free(world->kept.bytes);
    free(world->kept.push);
    for (int i = 0; i < world->sparse_count; i++)
        sim_sparse_destroy(world->sparse[i]);
    free(world->sparse);
    free(world);
}

void sim_world_step(struct sim_world *world) {
    if (world->fault[0])
        return;
    world->stats = (struct sim_step_stats){0};
    sim_profile_begin(world->profile);
    sim_magnets_act(world);
    if (world->def.deepest > 0.0)
        sim_step_divided(world);
    else
        sim_step_once(world);
    world->steps++;
    world->time = (double)world->steps * world->def.step;
}

double sim_world_time(const struct sim_world *world) {
    return world->time;
}

double sim_world_step_size(const struct sim_world *world) {
    return world->def.step;
}

void sim_world_begin_apart(struct sim_world *world) {
    enum { PAGE = 4096 };
    if (world->joint_count == 0)
        return;
    world->first_new_body = world->body_count + 1 + PAGE / (int)sizeof *world->bodies;
    // What is computed per joint is smaller.
    world->first_new_joint = world->joint_count + 1 + PAGE / (int)sizeof *world->frames;
}

void sim_world_end_apart(struct sim_world *world) {
    world->first_new_body = world->first_new_joint = 0;
}

void sim_world_set_profile(struct sim_world *world, struct sim_profile *profile) {
    world->profile = profile;
}

const char *sim_world_fault(const struct sim_world *world) {
    return world->fault[0] ? world->fault : NULL;
}

static void add_energy(struct sim_energy *e, double mass, struct sim_vec3 x, struct sim_vec3 v,
                       const struct sim_mat3 *inertia, struct sim_vec3 momentum) {
    const struct sim_mat3 inverse = sim_mat3_inverse(inertia);
    e->kinetic += 0.5 * mass * sim_dot(v, v);
    e->kinetic += 0.5 * sim_dot(momentum, sim_mat3_mul(&inverse, momentum));
    e->momentum = sim_add_scaled(e->momentum, v, mass);
    e->angular_momentum = sim_add(e->angular_momentum, momentum);
    e->angular_momentum = sim_add_scaled(e->angular_momentum, sim_cross(x, v), mass);
}

// From the groups, whose angular momentum is the state: the angular velocity is that of the middle
// of the step and would make the sum waver.
struct sim_energy sim_world_energy(const struct sim_world *world) {
    struct sim_energy e = {0};
    for (int i = 0; i < world->group_count && !world->dirty; i++) {
        const struct group *group = &world->groups[i];
        if (!group->moves)
            continue;
        const struct sim_mat3 inertia = sim_mat3_rotated(&group->inertia, group->q);
        add_energy(&e, group->mass, group->x, group->v, &inertia, group->momentum);
        e.potential -= group->mass * sim_dot(world->def.gravity, group->x);
    }
    // Before the first step and after changes the groups are not those of the bodies.
    for (int i = 0; i < world->body_count && world->dirty; i++) {
        const struct body *b = &world->bodies[i];
        // Groups are not known before the first step.
        const bool moves = b->group >= 0 ? world->groups[b->group].moves : !b->fixed;
        if (!b->used || !b->enabled || !moves)
            continue;
        const struct sim_mat3 inertia = sim_mat3_rotated(&b->mass.inertia, b->q);
        add_energy(&e, b->mass.mass, b->x, b->v, &inertia, sim_mat3_mul(&inertia, b->w));
        e.potential -= b->mass.mass * sim_dot(world->def.gravity, b->x);
    }
    return e;
}
