// Mass points: a state of positions and velocities, the forces on it, the distances to be kept, and
// methods that advance it by one step. Point systems with distances are those of A. Schmitt,
// S. Thüring, Ein vereinfachtes numerisches Verfahren für die mechanische Simulation in
// Virtual-Reality-Systemen, Universität Karlsruhe 2000 ("the report"); springs those of
// G. Zachmann's lecture on spring-mass systems, Bremen ("the lecture").
//
// This is a laboratory for methods. It shares nothing with the world's step but vectors, and the
// world is one of the methods.
#pragma once

#include <stdbool.h>

#include "sim/base/math.h"

#define BENCH_POINTS_MOST 48
#define BENCH_POINT_LINKS_MOST 48
#define BENCH_POINT_SPRINGS_MOST 48

// A distance: of a rod equal to length, of a thread at most that.
struct bench_point_link {
    int a, b;
    double length; // [m]
    bool thread;
};

// Pulls b to a with stiffness (distance - rest) + damping (rate of the distance).
struct bench_point_spring {
    int a, b;
    double rest, stiffness, damping; // [m], [N/m], [N s/m]
    bool push_only;                  // acts only while shorter than rest, as two balls that overlap
};

// The iteration of distances. Each sweep goes once through all links.
struct bench_point_iteration {
    double tolerance;          // [m] ends when all distances are within
    double velocity_tolerance; // [m/s] the same for the velocities along links
    double weight;             // factor of each correction; above 1: over-relaxation
    int sweeps, velocity_sweeps;
    bool correct_velocities; // at the end of each step
};

struct bench_point_world;

struct bench_points {
    int count;
    struct sim_vec3 place[BENCH_POINTS_MOST];    // [m]
    struct sim_vec3 velocity[BENCH_POINTS_MOST]; // [m/s]
    struct sim_vec3 push[BENCH_POINTS_MOST];     // [N] from outside, constant during a step
    double mass[BENCH_POINTS_MOST];              // [kg], 0: the point is fixed
    bool rail[BENCH_POINTS_MOST];                // moves along x only
    struct bench_point_link links[BENCH_POINT_LINKS_MOST];
    int link_count;
    struct bench_point_spring springs[BENCH_POINT_SPRINGS_MOST];
    int spring_count;
    struct sim_vec3 gravity; // [m/s^2]
    struct sim_vec3 wind;    // [m/s] of the air that friction is against
    double friction;         // [1/s] Stokes: force - mass friction (velocity - wind)
    struct bench_point_iteration iteration;

    // Of the last step.
    int sweeps, velocity_sweeps;
    // Memory of the methods.
    struct sim_vec3 before[BENCH_POINTS_MOST]; // [m] Verlet: places one step ago
    bool has_before;
    struct bench_point_world *world; // owned, NULL: none yet
};

// No points, no gravity; the report's tolerance of 1e-5 m, weight 1, at most 500 and 200 sweeps.
void bench_points_init(struct bench_points *p);
// Frees what a method has created. Accepts a zeroed struct.
void bench_points_finish(struct bench_points *p);
// Returns the index of the new point, at rest. mass [kg], 0: fixed.
int bench_points_add(struct bench_points *p, struct sim_vec3 place, double mass);
// A link as long as the two points are apart now.
void bench_points_link(struct bench_points *p, int a, int b, bool thread);
void bench_points_spring(struct bench_points *p, const struct bench_point_spring *spring);

// Sum of all forces but those of links [N].
void bench_points_forces(const struct bench_points *p, struct sim_vec3 *force);
// With the forces of rods, which are found by sweeps such that the second derivative of each
// squared distance vanishes (the multipliers of the index-reduced equations of motion) [m/s^2].
// Distances are not corrected, so they drift. There must be no threads.
void bench_points_accelerations(const struct bench_points *p, struct sim_vec3 *acceleration);

struct bench_points_energy {
    double kinetic, potential;                  // [J], of gravity about the origin and of springs
    struct sim_vec3 momentum, angular_momentum; // [kg m/s], [kg m^2/s] about the origin
};
struct bench_points_energy bench_points_energy(const struct bench_points *p);

// ---- iteration ----

// Velocity [m/s] that an impulse [N s] gives to a point, and the change in the relative velocity of
// a link's ends by a pair of opposite unit impulses along the unit vector n [1/kg].
struct sim_vec3 bench_point_yield(const struct bench_points *p, int point, struct sim_vec3 impulse);
double bench_link_mobility(const struct bench_points *p, const struct bench_point_link *link,
                           struct sim_vec3 n);
// Adds to a quantity of all points (places, velocities, accelerations) the effect of an impulse
// along n at a and its opposite at b, times factor: a positive one draws the ends together.
void bench_link_pull(const struct bench_points *p, const struct bench_point_link *link,
                     struct sim_vec3 n, double impulse, double factor, struct sim_vec3 *quantity);
// Removes relative velocities along rods and taut threads by opposite impulses. Places stay.
void bench_points_correct_velocities(struct bench_points *p);

// ---- methods ----

// Explicit ones and leapfrog know rods only, which bench_points_accelerations() asserts.
struct bench_point_method {
    const char *name;
    void (*step)(struct bench_points *p, double h);
};
extern const struct bench_point_method bench_point_euler, bench_point_midpoint, bench_point_heun,
    bench_point_rk4, bench_point_leapfrog, bench_point_verlet, bench_point_impulse,
    bench_point_own_world;

#define BENCH_POINT_METHODS 8
// All of them, in the order of tables.
extern const struct bench_point_method *const bench_point_methods[BENCH_POINT_METHODS];
