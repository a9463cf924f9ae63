// Small worlds of masses, joints and shapes, shared by the physics tests.
#pragma once

#include <math.h>

#include "sim/world.h"
#include "tests/near.h"

static const enum sim_solver physics_solvers[] = {SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG,
                                                  SIM_SOLVER_PGS};
#define PHYSICS_SOLVERS (sizeof(physics_solvers) / sizeof(physics_solvers[0]))
static const double physics_gravity = 9.81; // [m/s^2]

// Gauss-Seidel gets sweeps enough to converge: here it is to show the same physics, not its speed.
static inline struct sim_world *physics_world_with(enum sim_solver solver, double step,
                                                   double gravity) {
    struct sim_world_def def = sim_default_world_def();
    def.solver = solver;
    def.step = step;
    def.gravity = sim_vec3(0.0, 0.0, -gravity);
    def.iterations = 500;
    assert_null(sim_world_def_problem(&def));
    struct sim_world *world = sim_world_create(&def);
    assert_non_null(world);
    return world;
}

static inline struct sim_world *physics_world(enum sim_solver solver, double step) {
    return physics_world_with(solver, step, physics_gravity);
}

static inline struct sim_world *physics_world_without_gravity(enum sim_solver solver, double step) {
    return physics_world_with(solver, step, 0.0);
}

// A body without shapes; its frame is at its centre of mass, inertia is about the frame's axes.
static inline struct sim_body_id physics_body(struct sim_world *world, struct sim_vec3 centre,
                                              double mass, struct sim_vec3 inertia) {
    struct sim_body_def def = sim_default_body_def();
    def.pose.p = centre;
    def.has_mass = true;
    def.mass.mass = mass;
    def.mass.inertia = sim_mat3_diag(inertia.x, inertia.y, inertia.z);
    assert_null(sim_body_def_problem(&def));
    return sim_body_create(world, &def);
}

static inline struct sim_joint_def physics_joint(enum sim_joint_kind kind, struct sim_body_id a,
                                                 struct sim_body_id b, struct sim_vec3 anchor,
                                                 struct sim_vec3 axis) {
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = kind;
    def.a = a;
    def.b = b;
    def.anchor = anchor;
    def.axis[0] = axis;
    def.axis[1] = sim_perpendicular(axis);
    if (kind == SIM_JOINT_PATH) { // a straight one
        static struct sim_vec3 line[2];
        line[0] = anchor;
        line[1] = sim_add(anchor, axis);
        def.path = line;
        def.path_count = 2;
    }
    return def;
}

static inline struct sim_joint_id physics_join(struct sim_world *world,
                                               const struct sim_joint_def *def) {
    assert_null(sim_joint_def_problem(def));
    return sim_joint_create(world, def);
}

static const struct sim_body_id physics_ground = {0, 0};

static inline void physics_run(struct sim_world *world, double seconds) {
    const long steps = lround(seconds / sim_world_step_size(world));
    for (long i = 0; i < steps; i++)
        sim_world_step(world);
    if (sim_world_fault(world))
        fail_msg("%s", sim_world_fault(world));
}

// Arithmetic-geometric mean: complete elliptic integrals without a table,
// K(k) = pi / (2 agm(1, sqrt(1 - k^2))).
static inline double physics_agm(double a, double b) {
    while (fabs(a - b) > 1e-15 * a) {
        const double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return a;
}
