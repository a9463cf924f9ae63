// The scenes whose state hashes are golden.
#pragma once

#include "data/practice.h"
#include "data/read_model.h"
#include "tests/near.h"
#include "vehicles/demonstrator.h"

#include <stdlib.h>

enum { LINE = 256 };

static const char *const models[] = {"cart",     "crane_triangle", "double_pendulum",
                                     "four_bar", "gears",          "incline",
                                     "pendulum", "slider_crank",   "stack"};
static const char *const exercises[] = {"first-harvest", "first-load"};
static const double model_time = 5.0, exercise_time = 10.0; // [s]

static struct veh_machine_def machine;
static struct dat_exercise exercise;

static inline void root_path(char path[LINE], const char *folder, const char *name,
                             const char *end) {
    const char *root = getenv("KRANICH_ROOT");
    assert_true(snprintf(path, LINE, "%s/%s/%s%s", root != NULL ? root : ".", folder, name, end) <
                LINE);
}

static inline uint64_t hash_of_model(const char *name, int threads) {
    static struct dat_diagnostics d;
    char path[LINE];
    struct sim_instance instance;
    root_path(path, "data/library/physics", name, ".yaml");
    assert_true(dat_load_model(path, &machine, &d));
    machine.model.world.threads = threads;
    struct sim_world *world = sim_world_create(&machine.model.world);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &machine.model, sim_pose_identity()));
    while (sim_world_time(world) < model_time - 1e-9) {
        sim_instance_apply(&instance);
        sim_world_step(world);
    }
    assert_null(sim_world_fault(world));
    const uint64_t hash = sim_world_hash(world);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&machine);
    return hash;
}

static inline uint64_t hash_of_exercise(const char *name, int threads) {
    static struct dat_diagnostics d;
    struct dat_problem problem = {""};
    struct dat_practice practice;
    struct veh_demonstrator demo;
    char path[LINE];
    root_path(path, "data/library/exercises", name, ".yaml");
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    exercise.threads = threads;
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem));
    const struct dat_scenario_goals *goals = &exercise.scenario.goals;
    const bool load = exercise.scenario.kind == DAT_LOAD;
    assert_true(load ? veh_demo_load_init(&demo, &practice.site, 0, &exercise.site.road,
                                          goals->logs, goals->carry_distance)
                     : veh_demo_harvest_init(&demo, &practice.site, 0, &exercise.site.road,
                                             exercise.targets, exercise.target_count));
    while (veh_worksite_time(&practice.site) < exercise_time - 1e-9) {
        struct veh_controls levers;
        assert_int_equal(
            (load ? veh_demo_load_step : veh_demo_harvest_step)(&demo, &practice.site, &levers),
            VEH_DEMO_GOING);
        dat_practice_step(&practice, &levers);
    }
    const uint64_t hash = veh_worksite_hash(&practice.site);
    assert_true(dat_practice_finish(&practice, DAT_FAILED, &problem));
    dat_exercise_finish(&exercise);
    return hash;
}

// Scene i, NULL after the last.
static inline const char *scene(size_t i, uint64_t (**hash)(const char *, int threads)) {
    const size_t count = sizeof models / sizeof models[0];
    if (i >= count + sizeof exercises / sizeof exercises[0])
        return NULL;
    *hash = i < count ? hash_of_model : hash_of_exercise;
    return i < count ? models[i] : exercises[i - count];
}
