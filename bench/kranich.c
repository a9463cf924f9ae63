// Our own engine with its solvers.
#include <stdlib.h>

#include "bench/bench.h"

struct self {
    struct sim_world *world;
    struct sim_instance instance;
};

static void destroy(void *memory) {
    struct self *self = memory;
    sim_instance_finish(&self->instance);
    sim_world_destroy(self->world);
    free(self);
}

static void *create_with(const struct bench_engine *engine, const struct bench_scene *scene,
                         enum sim_shock shock) {
    struct self *self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;
    struct sim_world_def def = scene->model.world;
    def.solver = (enum sim_solver)engine->solver;
    def.shock = shock;
    def.iterations = engine->iterations > 0 ? engine->iterations : def.iterations;
    self->world = sim_world_create(&def);
    if (self->world != NULL &&
        sim_instance_create(&self->instance, self->world, &scene->model, sim_pose_identity()))
        return self;
    destroy(self);
    return NULL;
}

static void *create(const struct bench_engine *engine, const struct bench_scene *scene) {
    return create_with(engine, scene, scene->model.world.shock);
}

static void *create_shock(const struct bench_engine *engine, const struct bench_scene *scene) {
    return create_with(engine, scene, SIM_SHOCK_OPTIMISED);
}

static void set_input(void *memory, int input, double value) {
    struct self *self = memory;
    sim_instance_set_input(&self->instance, input, value);
}

static void step(void *memory) {
    struct self *self = memory;
    sim_instance_apply(&self->instance);
    sim_world_step(self->world);
}

static void poses(void *memory, struct sim_pose *pose) {
    const struct self *self = memory;
    for (int i = 0; i < self->instance.model->body_count; i++)
        pose[i] = sim_body_pose(self->world, self->instance.bodies[i]);
}

static struct sim_world *world(void *memory) {
    return ((struct self *)memory)->world;
}

#define ENGINE(title, kind, count, make)                                                           \
    {                                                                                              \
        .name = title, .solver = kind, .iterations = count,                                        \
        .thorough = (count) == 0 || (count) > 10, .create = make, .set_input = set_input,          \
        .step = step, .poses = poses, .destroy = destroy, .world = world                           \
    }

const struct bench_engine bench_sparse = ENGINE("sparse", SIM_SOLVER_SPARSE, 0, create);
const struct bench_engine bench_dantzig = ENGINE("dantzig", SIM_SOLVER_DANTZIG, 0, create);
const struct bench_engine bench_pgs_10 = ENGINE("pgs-10", SIM_SOLVER_PGS, 10, create);
const struct bench_engine bench_pgs_100 = ENGINE("pgs-100", SIM_SOLVER_PGS, 100, create);
const struct bench_engine bench_pgs_10_shock =
    ENGINE("pgs-10 shock", SIM_SOLVER_PGS, 10, create_shock);
