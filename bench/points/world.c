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

static const double radius = 1e-3; // [m] of gyration: what makes a body of a point

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

static void add_joint(struct bench_point_world *w, const struct bench_points *p, int a, int b,
                      struct sim_joint_def *def) {
    (void)snprintf(def->name, sizeof def->name, "joint_%d", b);
    assert(a < b && p->mass[b] > 0.0);
    def->a = w->body[a];
    def->b = w->body[b];
    def->anchor = p->place[a];
    (void)sim_joint_create(w->world, def);
}

static void add_rod(struct bench_point_world *w, const struct bench_points *p,
                    const struct bench_point_link *link) {
    struct sim_joint_def def = sim_default_joint_def();
    assert(!link->thread);
    def.kind = SIM_JOINT_BALL;
    def.axis[0] = sim_vec3(0.0, 0.0, 1.0);
    add_joint(w, p, link->a, link->b, &def);
}

static void add_slide(struct bench_point_world *w, const struct bench_points *p,
                      const struct bench_point_spring *spring) {
    struct sim_joint_def def = sim_default_joint_def();
    const struct sim_vec3 r = sim_sub(p->place[spring->b], p->place[spring->a]);
    assert(!spring->push_only && !(p->mass[spring->a] > 0.0));
    def.kind = SIM_JOINT_PRISMATIC;
    def.axis[0] = sim_unit_or(r, sim_vec3(1.0, 0.0, 0.0));
    def.free_axis[0].stiffness = spring->stiffness;
    def.free_axis[0].damping = spring->damping + p->mass[spring->b] * p->friction;
    def.free_axis[0].rest = spring->rest - sim_length(r); // of a coordinate that is 0 now
    add_joint(w, p, spring->a, spring->b, &def);
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
    for (int i = 0; i < p->link_count; i++)
        add_rod(w, p, &p->links[i]);
    for (int i = 0; i < p->spring_count; i++)
        add_slide(w, p, &p->springs[i]);
    return w;
}

static void step(struct bench_points *p, double h) {
    if (p->world == NULL)
        p->world = create(p, h);
    sim_world_step(p->world->world);
    for (int i = 0; i < p->count; i++) {
        p->place[i] = sim_body_pose(p->world->world, p->world->body[i]).p;
        p->velocity[i] = sim_body_velocity(p->world->world, p->world->body[i]);
    }
}

const struct bench_point_method bench_point_own_world = {"the world's own", false, step};
