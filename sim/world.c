#include "sim/world.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/contact/contact_impl.h"
#include "sim/contact/impact_response.h"
#include "sim/contact/magnet_impl.h"
#include "sim/divide.h"
#include "sim/joint/builder.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/elastic.h"
#include "sim/joint/guide_impl.h"
#include "sim/joint/loops.h"
#include "sim/joint/resistance_impl.h"
#include "sim/reconfigure.h"
#include "sim/shape/curve.h"
#include "sim/state/state.h"
#include "sim/step.h"
#include "sim/validate.h"

// Continues with fewer threads if the system refuses some; the result is the same.
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
    assert(sim_world_def_problem(def) == NULL);
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
            world->pairs[i][j] = (struct sim_material_pair){-1.0, -1.0, -1.0, -1.0};
    // As stiff as wood on steel: 10 kN press one contact point in by a millimetre.
    sim_world_add_material(
        world, &(struct sim_material){.name = "default", .friction = 0.5, .stiffness = 1e7});
    world->dirty = true;
    return world;
}

static void finish_threads(struct sim_world *world) {
    const int threads = sim_pool_threads(world->pool);
    sim_pool_destroy(world->pool);
    for (int i = 0; world->work && i < threads; i++)
        sim_work_finish(&world->work[i]);
    for (int i = 0; world->found && i < SIM_MOST_TASKS; i++)
        free(world->found[i].items), free(world->found[i].touches.items);
    free(world->work);
    free(world->found);
}

void sim_world_destroy(struct sim_world *world) {
    if (world == NULL)
        return;
    finish_threads(world);
    sim_loops_finish(&world->loops);
    sim_loops_finish(&world->loops_before);
    for (int i = 0; i < world->curves.count; i++)
        sim_curve_destroy(world->curves.items[i]);
    SIM_ARRAY_FREE(&world->curves);
    SIM_ARRAY_FREE(&world->edges);
    for (int i = 0; i < world->bodies.count; i++)
        free(world->bodies.items[i].shapes);
    SIM_ARRAY_FREE(&world->bodies);
    SIM_ARRAY_FREE(&world->joints);
    SIM_ARRAY_FREE(&world->differentials);
    SIM_ARRAY_FREE(&world->resistances);
    SIM_ARRAY_FREE(&world->guides);
    SIM_ARRAY_FREE(&world->magnets);
    SIM_ARRAY_FREE(&world->groups);
    SIM_ARRAY_FREE(&world->contacts);
    SIM_ARRAY_FREE(&world->old_contacts);
    SIM_ARRAY_FREE(&world->published);
    sim_neighbours_destroy(world->neighbours);
    SIM_ARRAY_FREE(&world->items);
    SIM_ARRAY_FREE(&world->boxes);
    SIM_ARRAY_FREE(&world->reach);
    SIM_ARRAY_FREE(&world->contact_touches);
    SIM_ARRAY_FREE(&world->cluster_thread);
    SIM_ARRAY_FREE(&world->component);
    SIM_ARRAY_FREE(&world->barrier);
    SIM_ARRAY_FREE(&world->path);
    sim_graph_finish(&world->graph);
    SIM_ARRAY_FREE(&world->touches);
    SIM_ARRAY_FREE(&world->clusters);
    SIM_ARRAY_FREE(&world->cluster_groups);
    SIM_ARRAY_FREE(&world->cluster_bodies);
    SIM_ARRAY_FREE(&world->cluster_joints);
    SIM_ARRAY_FREE(&world->cluster_differentials);
    SIM_ARRAY_FREE(&world->cluster_contacts);
    SIM_ARRAY_FREE(&world->cluster_resistances);
    SIM_ARRAY_FREE(&world->cluster_guides);
    SIM_ARRAY_FREE(&world->frames);
    SIM_ARRAY_FREE(&world->impact_motion);
    SIM_ARRAY_FREE(&world->response);
    SIM_ARRAY_FREE(&world->kept.bytes);
    SIM_ARRAY_FREE(&world->kept.pushes);
    for (int i = 0; i < world->sparse.count; i++)
        sim_sparse_destroy(world->sparse.items[i]);
    SIM_ARRAY_FREE(&world->sparse);
    free(world);
}

// Magnets act on the contacts of the last step. Before the first step they get those of the initial
// poses, which the step itself then finds again, as new ones.
static void magnets_act(struct sim_world *world) {
    const bool first = world->steps == 0 && world->magnets.count > 0;
    if (first) {
        sim_reconfigure(world);
        sim_find_contacts(world);
    }
    sim_magnets_act(world);
    if (first)
        world->contacts.count = 0;
}

void sim_world_step(struct sim_world *world) {
    if (world->fault[0])
        return;
    world->stats = (struct sim_step_stats){0};
    sim_profile_begin(world->profile);
    magnets_act(world);
    if (world->def.deepest > 0.0)
        sim_step_divided(world);
    else
        sim_step_once(world);
    world->steps++;
    world->time = (double)world->steps * world->def.step;
#ifdef SIM_VALIDATE
    assert(world->fault[0] || sim_world_validate(world) == NULL);
#endif
}

double sim_world_time(const struct sim_world *world) {
    return world->time;
}

double sim_world_step_size(const struct sim_world *world) {
    return world->def.step;
}

void sim_world_begin_apart(struct sim_world *world) {
    enum { PAGE = 4096 };
    if (world->joints.count == 0)
        return;
    world->first_new_body = world->bodies.count + 1 + PAGE / (int)sizeof *world->bodies.items;
    // The data computed per joint is smaller.
    world->first_new_joint = world->joints.count + 1 + PAGE / (int)sizeof *world->frames.items;
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

// ---- materials ----

int sim_world_find_material(const struct sim_world *world, const char *name) {
    for (int i = 0; i < world->material_count; i++)
        if (strcmp(world->materials[i].name, name) == 0)
            return i;
    return -1;
}

int sim_world_add_material(struct sim_world *world, const struct sim_material *material) {
    assert(material->friction >= 0.0 && material->stiffness > 0.0 && material->damping >= 0.0);
    int index = sim_world_find_material(world, material->name);
    if (index < 0) {
        if (world->material_count == SIM_MAX_MATERIALS)
            return 0;
        index = world->material_count++;
    }
    world->materials[index] = *material;
    return index;
}

void sim_world_set_pair(struct sim_world *world, int a, int b,
                        const struct sim_material_pair *pair) {
    assert(a >= 0 && a < world->material_count && b >= 0 && b < world->material_count);
    world->pairs[a][b] = world->pairs[b][a] = *pair;
}

void sim_world_set_pair_friction(struct sim_world *world, int a, int b, double friction) {
    assert(a >= 0 && a < world->material_count && b >= 0 && b < world->material_count);
    struct sim_material_pair pair = world->pairs[a][b];
    pair.friction = pair.friction_across = friction;
    sim_world_set_pair(world, a, b, &pair);
}

// ---- statistics ----

const struct sim_step_stats *sim_world_stats(const struct sim_world *world) {
    return &world->stats;
}

int sim_world_cluster_count(const struct sim_world *world) {
    return world->clusters.count;
}

struct sim_cluster_stats sim_world_cluster(const struct sim_world *world, int cluster) {
    assert(cluster >= 0 && cluster < world->clusters.count);
    const struct cluster *c = &world->clusters.items[cluster];
    const int body = world->groups.items[world->cluster_groups.items[c->first_group]].body;
    return (struct sim_cluster_stats){
        .body = {(uint32_t)body, world->bodies.items[body].generation},
        .bodies = c->group_count,
        .solver = c->solver,
        .rows = c->stats.rows,
        .iterations = c->stats.iterations,
        .regularisations = c->stats.regularisations,
        .residual = c->stats.residual,
        .solved = c->stats.solved};
}

static void add_energy(struct sim_energy *e, double mass, struct sim_vec3 x, struct sim_vec3 v,
                       struct sim_vec3 w, struct sim_vec3 momentum) {
    e->kinetic += 0.5 * mass * sim_dot(v, v) + 0.5 * sim_dot(w, momentum);
    e->momentum = sim_add_scaled(e->momentum, v, mass);
    e->angular_momentum = sim_add(e->angular_momentum, momentum);
    e->angular_momentum = sim_add_scaled(e->angular_momentum, sim_cross(x, v), mass);
}

// The state of a group is the angular momentum. Its angular velocity is that of the middle of the
// step; with it the energy of a free body would fluctuate. The momentum of a jointed body belongs
// to the middle of the step, too: at the end of it, the axes have turned on and a slender body
// would seem to turn about its length.
static struct sim_vec3 turning(const struct group *group) {
    if (group->jointed)
        return group->w;
    const struct sim_mat3 inertia = sim_mat3_rotated(&group->inertia, group->q);
    const struct sim_mat3 inverse = sim_mat3_inverse(&inertia);
    return sim_mat3_mul(&inverse, group->momentum);
}

static double elastic_energy(const struct sim_world *world) {
    double sum = 0.0;
    for (int i = 0; i < world->joints.count; i++)
        if (world->joints.items[i].used)
            sum += sim_joint_elastic_energy(world, &world->joints.items[i]);
    for (int i = 0; i < world->differentials.count; i++)
        if (world->differentials.items[i].used)
            sum += sim_differential_elastic_energy(world, &world->differentials.items[i]);
    return sum;
}

struct sim_energy sim_world_energy(const struct sim_world *world) {
    struct sim_energy e = {.elastic = elastic_energy(world)};
    for (int i = 0; i < world->groups.count && !world->dirty; i++) {
        const struct group *group = &world->groups.items[i];
        if (!group->moves)
            continue;
        add_energy(&e, group->mass, group->x, group->v, turning(group), group->momentum);
        e.potential -= group->mass * sim_dot(world->def.gravity, group->x);
    }
    // Before the first step and after changes, the groups do not match the bodies.
    for (int i = 0; i < world->bodies.count && world->dirty; i++) {
        const struct body *b = &world->bodies.items[i];
        // Groups are unknown before the first step.
        const bool moves = b->group >= 0 ? world->groups.items[b->group].moves : !b->fixed;
        if (!b->used || !b->enabled || !moves)
            continue;
        const struct sim_mat3 inertia = sim_mat3_rotated(&b->mass.inertia, b->q);
        add_energy(&e, b->mass.mass, b->x, b->v, b->w, sim_mat3_mul(&inertia, b->w));
        e.potential -= b->mass.mass * sim_dot(world->def.gravity, b->x);
    }
    return e;
}
