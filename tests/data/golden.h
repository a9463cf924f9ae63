// The scenes whose state hashes are golden.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "data/exercise/practice.h"
#include "data/model/read.h"
#include "sim/model/snapshot.h"
#include "tests/near.h"
#include "vehicles/operator/demonstrator.h"

enum { LINE = 256 };

// Each model by each solver: those with one cluster and with several, with loops, redundant rows,
// contacts and impacts.
#define BY_EACH(model) model " sparse", model " dantzig", model " pgs"
static const char *const models[] = {
    BY_EACH("cart"),
    BY_EACH("collision"),
    BY_EACH("crane_triangle"),
    BY_EACH("cradle"),
    BY_EACH("differential"),
    BY_EACH("double_pendulum"),
    BY_EACH("four_bar"),
    BY_EACH("four_bar_singular"),
    BY_EACH("gears"),
    BY_EACH("heavy_top"),
    BY_EACH("hulls"),
    BY_EACH("incline"),
    BY_EACH("meshes"),
    BY_EACH("pendulum"),
    BY_EACH("rolling"),
    BY_EACH("slider_crank"),
    BY_EACH("stack"),
    BY_EACH("stem_split"),
    BY_EACH("triple_pendulum"),
};
// Each once as the motion alone and once with all that a snapshot of the worksite holds.
static const char *const exercises[] = {"first-harvest world", "first-harvest", "first-load world",
                                        "first-load"};
static const double model_time = 2.0, exercise_time = 10.0; // [s]

static struct veh_machine_def machine;
static struct dat_exercise exercise;

static inline void root_path(char path[LINE], const char *folder, const char *name,
                             const char *end) {
    const char *root = getenv("KRANICH_ROOT");
    assert_true(snprintf(path, LINE, "%s/%s/%s%s", root != NULL ? root : ".", folder, name, end) <
                LINE);
}

static inline enum sim_solver solver_named(const char *name) {
    static const char *const names[] = {"sparse", "dantzig", "pgs"};
    static const enum sim_solver solvers[] = {SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG,
                                              SIM_SOLVER_PGS};
    int i = 0;
    while (strcmp(names[i], name) != 0)
        i++;
    return solvers[i];
}

// name: a model and a solver
static inline uint64_t hash_of_model(const char *name, int threads) {
    static struct dat_diagnostics d;
    char path[LINE], model[LINE];
    struct sim_instance instance;
    const char *space = strchr(name, ' ');
    (void)snprintf(model, sizeof model, "%.*s", (int)(space - name), name);
    root_path(path, "data/library/physics", model, ".yaml");
    assert_true(dat_load_model(path, &machine, &d));
    machine.model.world.solver = solver_named(space + 1);
    machine.model.world.threads = threads;
    struct sim_world *world = sim_world_create(&machine.model.world);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &machine.model, sim_pose_identity()));
    while (sim_world_time(world) < model_time - 1e-9 && sim_world_fault(world) == NULL) {
        sim_instance_apply(&instance);
        sim_world_step(world);
    }
    if (sim_world_fault(world) != NULL)
        fail_msg("%s: %s", name, sim_world_fault(world));
    const uint64_t hash = sim_world_hash(world);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&machine);
    return hash;
}

// name: an exercise, " world" behind it for its motion alone
static inline uint64_t hash_of_exercise(const char *name, int threads) {
    static struct dat_diagnostics d;
    struct dat_problem problem = {""};
    struct dat_practice practice;
    char path[LINE];
    char file[LINE];
    const char *space = strchr(name, ' ');
    (void)snprintf(file, sizeof file, "%.*s", space != NULL ? (int)(space - name) : LINE - 1, name);
    root_path(path, "data/library/exercises", file, ".yaml");
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    exercise.threads = threads;
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem));
    const struct veh_demo_task task = dat_exercise_task(&exercise);
    const char *reason;
    struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
    assert_non_null(demo);
    while (veh_worksite_time(&practice.site) < exercise_time - 1e-9) {
        struct veh_controls levers;
        assert_int_equal(veh_demo_step(demo, &practice.site, &levers), VEH_DEMO_GOING);
        dat_practice_step(&practice, &levers);
    }
    veh_demo_destroy(demo);
    const uint64_t hash =
        space != NULL ? sim_world_hash(practice.site.world) : veh_worksite_hash(&practice.site);
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
