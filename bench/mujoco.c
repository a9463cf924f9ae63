// MuJoCo: the same machine from its own file, in reduced coordinates. Motors are equalities there,
// whose target positions follow the target speeds.
#include <stdio.h>
#include <stdlib.h>

#include <mujoco/mujoco.h>

#include "bench/bench.h"
#include "data/exercise/library.h"

struct mj {
    const struct sim_model *model;
    mjModel *m;
    mjData *d;
    int *body;                  // per body of the model, -1: the world
    int equality[BENCH_INPUTS]; // per input: the equality that is its motor
};

static void destroy(void *memory) {
    struct mj *self = memory;
    if (self->d != NULL)
        mj_deleteData(self->d);
    if (self->m != NULL)
        mj_deleteModel(self->m);
    free(self->body);
    free(self);
}

static mjModel *load(const char *file) {
    struct dat_problem problem = {""};
    char folder[2048], path[4096], message[256] = "";
    if (dat_library_folder(NULL, folder, sizeof folder, &problem) != DAT_LIBRARY_FOUND)
        return NULL;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    mjModel *m = mj_loadXML(path, NULL, message, sizeof message);
    if (m == NULL)
        fprintf(stderr, "kranich bench: error: %s: %s\n", path, message);
    return m;
}

static void *create(const struct bench_engine *engine, const struct bench_scene *scene) {
    (void)engine;
    if (scene->mjcf == NULL)
        return NULL;
    struct mj *self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;
    self->model = &scene->model;
    self->body = calloc((size_t)scene->model.body_count + 1, sizeof *self->body);
    self->m = load(scene->mjcf);
    self->d = self->m != NULL ? mj_makeData(self->m) : NULL;
    if (self->body == NULL || self->d == NULL) {
        destroy(self);
        return NULL;
    }
    for (int i = 0; i < scene->model.body_count; i++)
        self->body[i] = mj_name2id(self->m, mjOBJ_BODY, scene->model.bodies[i].name);
    for (int i = 0; i < BENCH_INPUTS; i++)
        self->equality[i] = -1;
    for (int i = 0; i < scene->model.joint_count; i++) {
        char name[SIM_MODEL_NAME + 2];
        const struct sim_model_joint *joint = &scene->model.joints[i];
        snprintf(name, sizeof name, "M_%s", joint->name);
        if (joint->input[0] >= 0 && joint->input[0] < BENCH_INPUTS)
            self->equality[joint->input[0]] = mj_name2id(self->m, mjOBJ_EQUALITY, name);
    }
    return self;
}

static void set_input(void *memory, int input, double value) {
    struct mj *self = memory;
    if (input < BENCH_INPUTS && self->equality[input] >= 0)
        self->m->eq_data[self->equality[input] * mjNEQDATA] += value * self->m->opt.timestep;
}

static void step(void *memory) {
    struct mj *self = memory;
    mj_step(self->m, self->d);
}

static void poses(void *memory, struct sim_pose *pose) {
    struct mj *self = memory;
    mj_kinematics(self->m, self->d); // the step leaves those of its beginning
    for (int i = 0; i < self->model->body_count; i++) {
        pose[i] = self->model->bodies[i].pose;
        if (self->body[i] < 0)
            continue;
        const mjtNum *p = &self->d->xpos[3 * self->body[i]],
                     *q = &self->d->xquat[4 * self->body[i]];
        pose[i] = (struct sim_pose){{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}};
    }
}

const struct bench_engine bench_mujoco = {.name = "MuJoCo Newton",
                                          .create = create,
                                          .set_input = set_input,
                                          .step = step,
                                          .poses = poses,
                                          .destroy = destroy};
