// Two machines that do not touch each other, on one thread and on two. The gain from two
// threads depends on the computer and its other work, so that two worlds with a machine and a
// thread each are run beside them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "data/exercise/exercise.h"
#include "data/exercise/library.h"
#include "data/model/read.h"
#include "sim/base/pool.h"
#include "sim/model/snapshot.h"

enum { BLOCK = 25 }; // steps of one number of threads before the other has its turn

static const double apart = 120.0; // [m] between the two reference harvesters
static const double settle = 2.0;  // [s]

// Worlds of one kind that differ only in the threads that compute them.
struct kind {
    const char *name, *what;
    bool (*load)(void); // once; false: reported on stderr
    void (*unload)(void);
    void *(*create)(enum bench_sharing way); // NULL: not enough memory, or there is no such way
    double (*step)(void *self);              // returns the seconds that it took
    struct sim_world *(*world)(void *self);  // the first
    void (*destroy)(void *self);
};

// ---- two reference harvesters ----

static struct bench_scene reference;

// Two machines in one world or in two.
struct two {
    struct sim_world *world[2];
    int worlds;
    struct sim_pool *pool; // that steps the two worlds
    struct sim_instance instance[2];
};

static bool load_reference(void) {
    return bench_harvester(&reference, true);
}

static void unload_reference(void) {
    bench_scene_finish(&reference);
}

static void destroy_two(void *self) {
    struct two *two = self;
    sim_pool_destroy(two->pool);
    for (int i = 0; i < 2; i++)
        sim_instance_finish(&two->instance[i]);
    for (int i = 0; i < 2; i++)
        sim_world_destroy(two->world[i]);
    free(two);
}

static void *create_two(enum bench_sharing way) {
    struct two *two = calloc(1, sizeof *two);
    if (two == NULL)
        return NULL;
    struct sim_world_def def = reference.model.world;
    struct sim_pose pose = sim_pose_identity();
    def.threads = way == BENCH_TWO_THREADS ? 2 : 1;
    two->worlds = way == BENCH_TWO_WORLDS ? 2 : 1;
    bool made = true;
    for (int i = 0; i < two->worlds && made; i++)
        made = (two->world[i] = sim_world_create(&def)) != NULL;
    for (int i = 0; i < 2 && made; i++) {
        pose.p.y = apart * i;
        made = sim_instance_create(&two->instance[i], two->world[i % two->worlds], &reference.model,
                                   pose);
    }
    if (made && two->worlds == 2)
        made = (two->pool = sim_pool_create(2)) != NULL;
    if (made)
        return two;
    destroy_two(two);
    return NULL;
}

static void step_world(void *context, int task, int thread) {
    (void)thread;
    const struct two *two = context;
    for (int i = task; i < 2; i += two->worlds)
        sim_instance_apply((struct sim_instance *)&two->instance[i]);
    sim_world_step(two->world[task]);
}

static double step_two(void *self) {
    struct two *two = self;
    const double time = sim_world_time(two->world[0]);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < reference.model.input_count; k++)
            sim_instance_set_input(&two->instance[i], k, bench_input(&reference, k, time));
    const double start = bench_clock();
    sim_pool_run(two->pool, two->worlds, NULL, step_world, two);
    return bench_clock() - start;
}

static struct sim_world *world_of_two(void *self) {
    return ((struct two *)self)->world[0];
}

// ---- a harvester and a forwarder at work in the forest ----

static struct dat_exercise exercise; // the forwarder's, with its logs
static struct veh_machine_def harvester;

static bool load_site(void) {
    static struct dat_diagnostics d; // large
    struct dat_problem problem = {""};
    char path[4096];
    if (dat_library_find(NULL, "exercises", "first-load", path, sizeof path, &problem) !=
        DAT_LIBRARY_FOUND) {
        fprintf(stderr, "kranich bench: error: %s\n", problem.text);
        return false;
    }
    if (!dat_exercise_load(path, NULL, &exercise, &d)) {
        dat_diagnostics_print(&d, stderr);
        return false;
    }
    if (bench_load("machines/harvester.yaml", &harvester))
        return true;
    dat_exercise_finish(&exercise);
    return false;
}

static void unload_site(void) {
    veh_machine_def_finish(&harvester);
    dat_exercise_finish(&exercise);
}

static void destroy_site(void *self) {
    veh_worksite_finish(self);
    free(self);
}

static void *create_site(enum bench_sharing way) {
    struct dat_problem problem = {""};
    if (way == BENCH_TWO_WORLDS)
        return NULL;
    struct veh_worksite *site = calloc(1, sizeof *site);
    if (site == NULL)
        return NULL;
    exercise.threads = way == BENCH_TWO_THREADS ? 2 : 1;
    // The harvester stands beside the road, where there is nothing but trees.
    if (dat_exercise_start(&exercise, site, &problem)) {
        if (veh_worksite_add_machine(site, &harvester, exercise.start_x + 45.0,
                                     exercise.start_y + 20.0, exercise.scenario.heading) == 1)
            return site;
        veh_worksite_finish(site);
    }
    free(site);
    return NULL;
}

// Both cranes swing, free in the air.
static double step_site(void *self) {
    struct veh_worksite *site = self;
    struct veh_controls controls[2] = {{{0.0}}, {{0.0}}};
    const double swing = sim_sin(0.5 * SIM_PI * veh_worksite_time(site));
    for (int m = 0; m < 2; m++) {
        controls[m].value[VEH_SLEW] = 0.3 * swing;
        controls[m].value[VEH_BOOM] = 0.1 * swing;
        controls[m].value[VEH_TELESCOPE] = 0.2 * swing;
    }
    const double start = bench_clock();
    veh_worksite_step(site, controls);
    return bench_clock() - start;
}

static struct sim_world *world_of_site(void *self) {
    return ((struct veh_worksite *)self)->world;
}

// ---- in turns ----

static const struct kind kinds[BENCH_PAIRS] = {
    {"two-harvesters", "two reference harvesters, five motors each swinging", load_reference,
     unload_reference, create_two, step_two, world_of_two, destroy_two},
    {"worksite", "harvester and forwarder in the forest, cranes swinging", load_site, unload_site,
     create_site, step_site, world_of_site, destroy_site},
};

static bool start(const struct kind *kind, void *self[BENCH_SHARINGS]) {
    for (int w = 0; w < BENCH_SHARINGS; w++) {
        self[w] = kind->create((enum bench_sharing)w);
        while (self[w] != NULL && sim_world_time(kind->world(self[w])) < settle)
            (void)kind->step(self[w]);
    }
    return self[BENCH_ONE_THREAD] != NULL && self[BENCH_TWO_THREADS] != NULL;
}

// The median of one turn of a way; values are sorted.
static double turn_median(double *seconds, int steps, int way, int turn) {
    const int first = turn * BLOCK, left = steps - first;
    return bench_quantile(seconds + way * steps + first, left < BLOCK ? left : BLOCK, 0.5);
}

// Sorts the steps of each turn.
static bool compare_turns(double *seconds, int steps, struct bench_pair *pair) {
    const int turns = (steps + BLOCK - 1) / BLOCK;
    double *one = calloc(2 * (size_t)turns, sizeof *one), *ratio = one + turns;
    if (one == NULL)
        return false;
    for (int t = 0; t < turns; t++)
        one[t] = turn_median(seconds, steps, BENCH_ONE_THREAD, t);
    for (int w = 0; w < BENCH_SHARINGS; w++) {
        for (int t = 0; t < turns && pair->way[w].ran; t++)
            ratio[t] = one[t] / turn_median(seconds, steps, w, t);
        pair->way[w].speed_up = pair->way[w].ran ? bench_quantile(ratio, turns, 0.5) : 0.0;
    }
    free(one);
    return true;
}

static bool measure(const struct kind *kind, void *self[BENCH_SHARINGS], int steps, double *seconds,
                    struct bench_pair *pair) {
    for (int done = 0; done < steps; done += BLOCK)
        for (int w = 0; w < BENCH_SHARINGS; w++)
            for (int i = done; i < steps && i < done + BLOCK && self[w] != NULL; i++)
                seconds[w * steps + i] = kind->step(self[w]);
    for (int w = 0; w < BENCH_SHARINGS; w++)
        pair->way[w].ran = self[w] != NULL;
    const bool compared = compare_turns(seconds, steps, pair);
    for (int w = 0; w < BENCH_SHARINGS; w++) {
        double *own = seconds + w * steps;
        pair->way[w].median = bench_quantile(own, steps, 0.5);
        pair->way[w].low = bench_quantile(own, steps, 0.25);
        pair->way[w].high = bench_quantile(own, steps, 0.75);
        pair->way[w].fast = bench_quantile(own, steps, 0.1);
    }
    pair->same = sim_world_hash(kind->world(self[BENCH_ONE_THREAD])) ==
                 sim_world_hash(kind->world(self[BENCH_TWO_THREADS]));
    return compared;
}

bool bench_run_pair(int number, int steps, struct bench_pair *pair) {
    assert(number >= 0 && number < BENCH_PAIRS && steps > 0);
    const struct kind *kind = &kinds[number];
    *pair = (struct bench_pair){.name = kind->name, .what = kind->what};
    if (!kind->load())
        return false;
    void *self[BENCH_SHARINGS] = {NULL};
    double *seconds = calloc((size_t)steps * BENCH_SHARINGS, sizeof *seconds);
    const bool measured =
        seconds != NULL && start(kind, self) && measure(kind, self, steps, seconds, pair);
    if (measured) {
        void *one = self[BENCH_ONE_THREAD];
        pair->stages = bench_profile(kind->world(one), kind->step, one, steps < 400 ? steps : 400);
    } else {
        fputs("kranich bench: error: not enough memory\n", stderr);
    }
    for (int w = 0; w < BENCH_SHARINGS; w++)
        if (self[w] != NULL)
            kind->destroy(self[w]);
    free(seconds);
    kind->unload();
    return measured;
}
