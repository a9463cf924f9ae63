// Runs a scene in several engines that take turns.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

enum { BLOCK = 25 }; // steps of one engine before the next has its turn

struct runner {
    const struct bench_scene *scene;
    const struct bench_engine *engine;
    void *self;
    double *seconds; // per timed step
    struct sim_pose *pose;
    long steps;
    int timed;
};

static void drive(struct runner *r) {
    const double time = (double)r->steps * r->scene->model.world.step;
    for (int i = 0; i < r->scene->model.input_count; i++)
        r->engine->set_input(r->self, i, bench_input(r->scene, i, time));
}

static double step(void *self) {
    struct runner *r = self;
    drive(r);
    const double start = bench_work_clock();
    r->engine->step(r->self);
    const double seconds = bench_work_clock() - start;
    r->steps++;
    return seconds;
}

static void observe(struct runner *r, struct bench_result *result) {
    const struct sim_model *model = &r->scene->model;
    r->engine->poses(r->self, r->pose);
    const struct bench_errors e = bench_errors(model, r->pose);
    // Written so that a NaN stays.
    result->errors.metres = e.metres <= result->errors.metres ? result->errors.metres : e.metres;
    result->errors.radians =
        e.radians <= result->errors.radians ? result->errors.radians : e.radians;
}

static double farthest(const struct runner *r) {
    double most = 0.0;
    r->engine->poses(r->self, r->pose);
    for (int i = 0; i < r->scene->model.body_count; i++) {
        const double way = sim_length(sim_sub(r->pose[i].p, r->scene->model.bodies[i].pose.p));
        most = way <= most ? most : way;
    }
    return most;
}

// After settling and apart from the timed steps, which would find the caches full of other things.
static void watch(struct runner *r, int steps, struct bench_result *result) {
    for (int i = 0; i < steps && r->scene->model.joint_count > 0; i++) {
        (void)step(r);
        observe(r, result);
    }
}

static bool start(struct runner *r, const struct bench_scene *scene,
                  const struct bench_engine *engine, int steps) {
    *r = (struct runner){.scene = scene, .engine = engine};
    r->seconds = malloc((size_t)steps * sizeof *r->seconds);
    r->pose = calloc((size_t)scene->model.body_count + 1, sizeof *r->pose);
    r->self = r->seconds && r->pose ? engine->create(engine, scene) : NULL;
    if (r->self == NULL)
        return false;
    while ((double)r->steps * scene->model.world.step < scene->settle - 1e-9)
        (void)step(r);
    return true;
}

static void stop(struct runner *r) {
    if (r->self != NULL)
        r->engine->destroy(r->self);
    free(r->seconds);
    free(r->pose);
}

static void conclude(struct runner *r, int steps, struct bench_result *result) {
    result->median = bench_quantile(r->seconds, r->timed, 0.5);
    result->low = bench_quantile(r->seconds, r->timed, 0.25);
    result->high = bench_quantile(r->seconds, r->timed, 0.75);
    result->fast = bench_quantile(r->seconds, r->timed, 0.1);
    result->moved = farthest(r);
    result->overlap = bench_overlap(&r->scene->model, r->pose);
    result->ran = true;
    if (r->engine->world == NULL)
        return;
    const struct bench_stages stages = bench_profile(r->engine->world(r->self), step, r, steps);
    memcpy(result->stage, stages.stage, sizeof result->stage);
}

void bench_run(const struct bench_scene *scene, const struct bench_engine *const *engines,
               int count, int steps, struct bench_result *results) {
    assert(count <= BENCH_ENGINES && steps > 0);
    struct runner runner[BENCH_ENGINES];
    memset(results, 0, (size_t)count * sizeof *results);
    for (int e = 0; e < count; e++) {
        runner[e] = (struct runner){.engine = engines[e]};
        if (scene->crowded && engines[e]->thorough)
            continue;
        if (start(&runner[e], scene, engines[e], steps))
            watch(&runner[e], steps < 700 ? steps : 700, &results[e]);
    }
    for (int done = 0; done < steps; done += BLOCK)
        for (int e = 0; e < count; e++)
            for (int i = 0; i < BLOCK && runner[e].self != NULL && runner[e].timed < steps; i++)
                runner[e].seconds[runner[e].timed++] = step(&runner[e]);
    for (int e = 0; e < count; e++) {
        if (runner[e].self != NULL)
            conclude(&runner[e], steps < 400 ? steps : 400, &results[e]);
        stop(&runner[e]);
    }
}
