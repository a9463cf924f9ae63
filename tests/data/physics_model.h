// A model of data/library/physics that runs: what the tests of that folder share.
#pragma once

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "tests/near.h"

static enum sim_solver solvers[] = {SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG, SIM_SOLVER_PGS};
enum { SOLVERS = 3 };

// Three tests of one function, which asks for its solver.
#define BY_EACH_SOLVER(test)                                                                       \
    {#test " sparse", test, NULL, NULL, &solvers[0]},                                              \
        {#test " dantzig", test, NULL, NULL, &solvers[1]}, {                                       \
#test " pgs", test, NULL, NULL, &solvers[2]                                                \
    }

static inline enum sim_solver solver_of(void **state) {
    return *(const enum sim_solver *)*state;
}

static struct veh_machine_def def;
static int sweeps = 300; // of Gauss-Seidel
static struct sim_world *world;
static struct sim_instance instance;

// With another step than the file's; 0: the file's. Gauss-Seidel gets sweeps enough to converge:
// here it is to show the same physics, not its speed.
static inline void start_with(const char *name, enum sim_solver solver, double step) {
    static struct dat_diagnostics d;
    char path[4096];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/physics/%s.yaml", root != NULL ? root : ".",
                   name);
    if (!dat_load_model(path, &def, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
    struct sim_world_def world_def = def.model.world;
    world_def.solver = solver;
    world_def.iterations = sweeps;
    world_def.step = step > 0.0 ? step : world_def.step;
    world = sim_world_create(&world_def);
    assert_non_null(world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
}

static inline void start(const char *name, enum sim_solver solver) {
    start_with(name, solver, 0.0);
}

static inline void stop(void) {
    assert_null(sim_world_fault(world));
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
}

static inline void step(void) {
    sim_instance_apply(&instance);
    sim_world_step(world);
}

static inline void run_until(double time) {
    while (sim_world_time(world) < time - 1e-9)
        step();
}

static inline struct sim_joint_id joint(const char *name) {
    const int index = sim_model_find_joint(&def.model, name);
    assert_true(index >= 0);
    return instance.joints[index];
}

static inline struct sim_body_id body(const char *name) {
    const int index = sim_model_find_body(&def.model, name);
    assert_true(index >= 0);
    return instance.bodies[index];
}

static inline double angle(const char *name) {
    return sim_joint_position(world, joint(name), 0);
}

static inline double sensor(const char *name) {
    const int index = sim_model_find_sensor(&def.model, name);
    assert_true(index >= 0);
    return sim_instance_sensor(&instance, index);
}

static inline void set_input(const char *name, double value) {
    const int input = sim_model_find_input(&def.model, name);
    assert_true(input >= 0);
    sim_instance_set_input(&instance, input, value);
}

// Arithmetic-geometric mean; the complete elliptic integral is K(k) = pi / (2 agm(1, sqrt(1 -
// k^2))).
static inline double agm(double a, double b) {
    for (int i = 0; i < 20; i++) {
        const double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return a;
}
