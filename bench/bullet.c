// Bullet: bodies of one shape, without joints; its sequential impulses and its own settings, apart
// from the number of iterations.
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/bullet_world.h"
#include "bench/peers.h"

struct self {
    const struct sim_model *model;
    struct bench_bullet *bullet;
};

static void destroy(void *memory) {
    struct self *self = memory;
    bench_bullet_destroy(self->bullet);
    free(self);
}

// All bodies have one shape, and nothing joins them.
static bool within_reach(const struct sim_model *model) {
    for (int i = 0; i < model->body_count; i++)
        if (model->bodies[i].shape_count != 1 || model->bodies[i].has_mass)
            return false;
    return model->joint_count == 0 && model->differential_count == 0;
}

static void copy_pose(struct sim_pose pose, double p[3], double q[4]) {
    p[0] = pose.p.x, p[1] = pose.p.y, p[2] = pose.p.z;
    q[0] = pose.q.w, q[1] = pose.q.x, q[2] = pose.q.y, q[3] = pose.q.z;
}

// Bullet's frame of a body is that of its shape, in which its inertia is diagonal.
static bool add_body(struct self *self, int index) {
    const struct sim_model_body *body = &self->model->bodies[index];
    const struct sim_shape *shape = &self->model->shapes[body->first_shape];
    const struct sim_pose pose = sim_pose_mul(body->pose, shape->pose);
    struct bench_bullet_shape to = {.kind = BENCH_BULLET_SPHERE,
                                    .half = {shape->half.x, shape->half.y, shape->half.z},
                                    .radius = shape->radius[0],
                                    .half_length = shape->half_length,
                                    .height = pose.p.z + shape->half.z};
    struct sim_shape still = *shape;
    double p[3], q[4];
    still.pose = sim_pose_identity();
    const struct sim_mass mass = sim_shape_mass(&still);
    const double inertia[3] = {mass.inertia.m[0][0], mass.inertia.m[1][1], mass.inertia.m[2][2]};
    const double none[3] = {0.0, 0.0, 0.0};
    const double mu = bench_friction(self->model, shape);
    copy_pose(pose, p, q);
    if (bench_is_ground(body, shape)) {
        to.kind = BENCH_BULLET_GROUND; // lies by its height
        copy_pose(sim_pose_identity(), p, q);
    } else if (shape->kind == SIM_SHAPE_BOX) {
        to.kind = BENCH_BULLET_BOX;
    } else if (shape->kind == SIM_SHAPE_CAPSULE) {
        to.kind = BENCH_BULLET_CAPSULE;
    }
    return bench_bullet_add(self->bullet, &to, body->fixed ? 0.0 : mass.mass,
                            body->fixed ? none : inertia, p, q, sqrt(mu)) == index;
}

static void *create(const struct bench_engine *engine, const struct bench_scene *scene) {
    const struct sim_vec3 g = scene->model.world.gravity;
    struct self *self = within_reach(&scene->model) ? calloc(1, sizeof *self) : NULL;
    if (self == NULL)
        return NULL;
    self->model = &scene->model;
    self->bullet = bench_bullet_create((const double[3]){g.x, g.y, g.z}, engine->iterations);
    bool made = self->bullet != NULL;
    for (int i = 0; i < scene->model.body_count && made; i++)
        made = add_body(self, i);
    if (made)
        return self;
    destroy(self);
    return NULL;
}

static void set_input(void *memory, int input, double value) {
    (void)memory;
    (void)input;
    (void)value;
}

static void step(void *memory) {
    struct self *self = memory;
    bench_bullet_step(self->bullet, self->model->world.step);
}

static void poses(void *memory, struct sim_pose *pose) {
    const struct self *self = memory;
    for (int i = 0; i < self->model->body_count; i++) {
        const struct sim_model_body *body = &self->model->bodies[i];
        double p[3], q[4];
        pose[i] = body->pose;
        if (body->fixed)
            continue;
        bench_bullet_pose(self->bullet, i, p, q);
        const struct sim_pose shape = {{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}};
        const struct sim_pose place = self->model->shapes[body->first_shape].pose;
        pose[i] = sim_pose_mul(shape, sim_pose_inverse(place));
    }
}

const struct bench_engine bench_bullet_10 = {.name = "Bullet SI-10",
                                             .iterations = 10,
                                             .create = create,
                                             .set_input = set_input,
                                             .step = step,
                                             .poses = poses,
                                             .destroy = destroy};
