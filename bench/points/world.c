#include "bench/points/world.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/points/points.h"
#include "sim/world.h"

struct bench_point_world {
    struct sim_world *world;
    struct sim_body_id body[BENCH_POINTS_MOST];
};

// [m] of gyration. All forces act on the centre, so that it does not matter.
static const double radius = 0.1;

void bench_point_world_destroy(struct bench_point_world *world) {
    if (world != NULL)
        sim_world_destroy(world->world);
    free(world);
}

static void add_body(struct bench_point_world *w, const struct bench_points *p, int i) {
    struct sim_body_def def = sim_default_body_def();
    const double inertia = p->mass[i] * radius * radius;
    (void)snprintf(def.name, sizeof def.name, "point_%d", i);
    def.pose.p = p->place[i];
    def.velocity = p->velocity[i];
    def.has_mass = p->mass[i] > 0.0;
    def.mass.mass = p->mass[i];
    def.mass.inertia = sim_mat3_diag(inertia, inertia, inertia);
    def.fixed = !(p->mass[i] > 0.0);
    w->body[i] = sim_body_create(w->world, &def);
}

static struct sim_joint_def between(const struct bench_point_world *w, const struct bench_points *p,
                                    int a, int b, enum sim_joint_kind kind) {
    struct sim_joint_def def = sim_default_joint_def();
    (void)snprintf(def.name, sizeof def.name, "link_%d_%d", a, b);
    def.kind = kind;
    def.a = w->body[a];
    def.b = w->body[b];
    def.anchor = p->place[a];
    def.anchor_b = p->place[b];
    return def;
}

// The coordinate of a link is its distance less that at its creation.
static double distance(const struct bench_points *p, int a, int b) {
    return sim_length(sim_sub(p->place[b], p->place[a]));
}

static void add_rod(struct bench_point_world *w, const struct bench_points *p,
                    const struct bench_point_link *link) {
    const struct sim_joint_def def = between(w, p, link->a, link->b, SIM_JOINT_DISTANCE);
    assert(fabs(distance(p, link->a, link->b) - link->length) < 1e-9); // it keeps what it finds
    (void)sim_joint_create(w->world, &def);
}

static void add_thread(struct bench_point_world *w, const struct bench_points *p,
                       const struct bench_point_link *link) {
    struct sim_joint_def def = between(w, p, link->a, link->b, SIM_JOINT_LINK);
    const double now = distance(p, link->a, link->b);
    def.free_axis[0].limited = true;
    def.free_axis[0].lower = -now; // where the points meet
    def.free_axis[0].upper = link->length - now;
    (void)sim_joint_create(w->world, &def);
}

static void add_spring(struct bench_point_world *w, const struct bench_points *p,
                       const struct bench_point_spring *spring) {
    struct sim_joint_def def = between(w, p, spring->a, spring->b, SIM_JOINT_LINK);
    assert(!spring->push_only);
    def.free_axis[0].stiffness = spring->stiffness;
    def.free_axis[0].damping = spring->damping;
    def.free_axis[0].rest = spring->rest - distance(p, spring->a, spring->b);
    (void)sim_joint_create(w->world, &def);
}

static void add_rail(struct bench_point_world *w, const struct bench_points *p, int i) {
    struct sim_joint_def def = sim_default_joint_def();
    (void)snprintf(def.name, sizeof def.name, "rail_%d", i);
    def.kind = SIM_JOINT_PRISMATIC;
    def.b = w->body[i];
    def.anchor = p->place[i];
    def.axis[0] = sim_vec3(1.0, 0.0, 0.0);
    (void)sim_joint_create(w->world, &def);
}

static struct bench_point_world *create(const struct bench_points *p, double h) {
    struct bench_point_world *w = calloc(1, sizeof *w);
    struct sim_world_def def = sim_default_world_def();
    def.step = h;
    def.gravity = p->gravity;
    if (w == NULL || (w->world = sim_world_create(&def)) == NULL)
        abort(); // a laboratory has no use for half a result
    for (int i = 0; i < p->count; i++)
        add_body(w, p, i);
    for (int i = 0; i < p->count; i++)
        if (p->rail[i])
            add_rail(w, p, i);
    for (int i = 0; i < p->link_count; i++)
        (p->links[i].thread ? add_thread : add_rod)(w, p, &p->links[i]);
    for (int i = 0; i < p->spring_count; i++)
        add_spring(w, p, &p->springs[i]);
    return w;
}

static void apply_forces(const struct bench_points *p) {
    for (int i = 0; i < p->count; i++) {
        const struct sim_vec3 against = sim_sub(p->wind, p->velocity[i]);
        const struct sim_vec3 force = sim_add_scaled(p->push[i], against, p->mass[i] * p->friction);
        if (p->mass[i] > 0.0)
            sim_body_apply(p->world->world, p->world->body[i], force, sim_vec3(0.0, 0.0, 0.0),
                           p->place[i]);
    }
}

static void step(struct bench_points *p, double h) {
    if (p->world == NULL)
        p->world = create(p, h);
    apply_forces(p);
    sim_world_step(p->world->world);
    for (int i = 0; i < p->count; i++) {
        p->place[i] = sim_body_pose(p->world->world, p->world->body[i]).p;
        p->velocity[i] = sim_body_velocity(p->world->world, p->world->body[i]);
    }
}

const struct bench_point_method bench_point_own_world = {"the world's own", step};
