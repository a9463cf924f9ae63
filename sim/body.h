// Bodies: rigid, with shapes; several of them may be fused to one rigid group (Jung 4.1).
#pragma once

#include "sim/shape/shape.h"
#include "sim/state/def.h"
#include "sim/state/ids.h"
#include "sim/state/material.h"

struct sim_body_def {
    char name[SIM_NAME_SIZE];
    struct sim_pose pose;             // world, of the body frame (not of the centre of mass)
    struct sim_vec3 velocity;         // [m/s] of the centre of mass
    struct sim_vec3 angular_velocity; // [rad/s] world
    bool fixed;                       // static; its mass is ignored
    bool has_mass;                    // use the mass below instead of the sum over the shapes
    struct sim_mass mass;             // in the body frame; without inertia: a mass point, which
                                      // does not turn, whatever acts on it
    double drag;                      // [N s/m] Stokes friction of its centre against the wind
    const struct sim_shape *shapes;   // copied
    int shape_count;
    int user; // free for the caller
    // A cluster uses the first solver, in the order of enum sim_solver, that one of its bodies
    // requests; a body without a solver requests the world's.
    bool has_solver;
    enum sim_solver solver;
};
struct sim_body_def sim_default_body_def(void);
const char *sim_body_def_problem(const struct sim_body_def *def); // NULL: valid
struct sim_body_id sim_body_create(struct sim_world *world, const struct sim_body_def *def);
// Also destroys everything attached to the body: joints, differentials, resistances, guides,
// magnets.
void sim_body_destroy(struct sim_world *world, struct sim_body_id body);

struct sim_pose sim_body_pose(const struct sim_world *world, struct sim_body_id body); // body frame
struct sim_vec3 sim_body_centre(const struct sim_world *world,
                                struct sim_body_id body); // [m] world
struct sim_vec3 sim_body_velocity(const struct sim_world *world,
                                  struct sim_body_id body); // of the centre
// [rad/s] With which the last step turned the body: a free body's in the middle of the step.
struct sim_vec3 sim_body_angular_velocity(const struct sim_world *world, struct sim_body_id body);
// [rad/s] At the end of the step. The angular momentum of a free body decides; joints keep a body's
// angular velocity to what they let it have, and it is the same as the above.
struct sim_vec3 sim_body_final_angular_velocity(const struct sim_world *world,
                                                struct sim_body_id body);
// Velocity [m/s] of the body's point currently at p [m, world].
struct sim_vec3 sim_body_point_velocity(const struct sim_world *world, struct sim_body_id body,
                                        struct sim_vec3 p);
double sim_body_mass(const struct sim_world *world, struct sim_body_id body); // [kg]
int sim_body_user(const struct sim_world *world, struct sim_body_id body);
// Returns the number of shapes; *shapes points to them, valid until the body is destroyed.
int sim_body_shapes(const struct sim_world *world, struct sim_body_id body,
                    const struct sim_shape **shapes);
// [m/s] of the centre, [rad/s] world.
void sim_body_set_velocity(struct sim_world *world, struct sim_body_id body, struct sim_vec3 v,
                           struct sim_vec3 w);
void sim_body_set_pose(struct sim_world *world, struct sim_body_id body,
                       struct sim_pose pose); // world, of the body frame
// Something has come off, or on, that had the body's motion: its frame stays, and every point of it
// keeps its velocity. A moving body needs a positive mass.
void sim_body_set_mass(struct sim_world *world, struct sim_body_id body,
                       const struct sim_mass *mass);
// Until it is set anew.
void sim_body_set_footing(struct sim_world *world, struct sim_body_id body,
                          const struct sim_footing *footing);
// Force [N] at point p [m, world] and torque [N m], for the next step only.
void sim_body_apply(struct sim_world *world, struct sim_body_id body, struct sim_vec3 force,
                    struct sim_vec3 torque, struct sim_vec3 p);
// Iterates over the bodies in index order: pass the none id to start; returns the none id after the
// last.
struct sim_body_id sim_body_next(const struct sim_world *world, struct sim_body_id body);
// Do two bodies belong to one fused rigid group now (Jung 4.1)?
bool sim_body_fused(const struct sim_world *world, struct sim_body_id a, struct sim_body_id b);
bool sim_body_moves(const struct sim_world *world,
                    struct sim_body_id body); // not fixed, not fused to fixed
// Removes a body and its shapes from the simulation, or puts them back. A disabled body keeps its
// pose.
void sim_body_set_enabled(struct sim_world *world, struct sim_body_id body, bool enabled);
bool sim_body_enabled(const struct sim_world *world, struct sim_body_id body);

int sim_world_body_capacity(const struct sim_world *world); // upper bound of body indices
