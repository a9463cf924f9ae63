// Bodies of a world, and the groups of bodies that are one rigid body. For the files of sim/ only.
#pragma once

#include "sim/shape/shape.h"
#include "sim/solve/problem.h"
#include "sim/state/def.h"
#include "sim/state/ids.h"
#include "sim/state/material.h"

struct body {
    bool used, enabled, fixed;
    uint32_t generation;
    char name[SIM_NAME_SIZE];
    int user;
    struct sim_shape *shapes;
    int shape_count;
    struct sim_mass mass; // in the body frame
    double drag;          // [N s/m]
    struct sim_vec3 x;    // [m] centre of mass
    struct sim_quat q;
    struct sim_vec3 v, w;
    struct sim_vec3 a;             // [m/s^2] of the last step, impacts left out
    struct sim_vec3 force, torque; // [N], [N m] about the centre, for the next step
    int group;                     // index into groups, -1: disabled
    struct sim_vec3 x_in_group;    // centre of mass in the group frame
    struct sim_quat q_in_group;
    int colliders;  // collider group
    int first_item; // of its shapes, which are consecutive among the items of the broad phase
    int item_count;
    bool has_solver;
    enum sim_solver solver;
    struct sim_footing footing;
};

// Bodies that are one rigid body now (Jung 4.1). The group frame has its origin in the centre of
// mass.
struct group {
    bool moves;
    bool jointed; // a joint has rows that act on it
    bool held;    // one of them does not let it turn freely
    bool looped;  // one of them closes a loop in space
    int body;     // one member, for names
    double mass;
    double drag;                      // [N s/m] of its members
    struct sim_mat3 inertia, inverse; // group frame; the inverse of the inertia
    struct sim_vec3 x, v, w;
    struct sim_vec3 a, before; // acceleration of the last step, velocity before inverse dynamics
    struct sim_vec3 momentum;  // angular, about the centre, world axes: constant if no torque acts
    struct sim_quat q;
    struct sim_vec3 force, torque; // sums of this step
    struct sim_inertia now;        // world axes, at the middle of the step
    struct sim_vec3 turned;        // [rad/s] that leads to this middle
    double pressed;                // [N s] sum of its rolling contacts' normal impulses
    int cluster, index;            // place in its cluster
    int level;                     // path length from the static bodies, -1: none
};

// A mass point does not turn.
static inline bool sim_group_turns(const struct group *group) {
    return group->inverse.m[0][0] > 0.0;
}
// A ninth of the ratio of the moments of a slender body; of others, less. A turn about an axis
// across that is wrong seems to be that much more of a turn about the length.
static inline double sim_group_slenderness(const struct group *group) {
    const struct sim_mat3 *i = &group->inertia, *j = &group->inverse;
    return (i->m[0][0] + i->m[1][1] + i->m[2][2]) * (j->m[0][0] + j->m[1][1] + j->m[2][2]) / 18.0;
}
// Body frame in the world; its origin need not be the centre of mass. Point of the body frame in
// the world.
struct sim_pose sim_body_frame(const struct body *body);
struct sim_vec3 sim_body_point(const struct body *body, struct sim_vec3 p);
// Pose of shape s in the world.
struct sim_pose sim_body_shape_pose(const struct body *body, int s);
// Velocity of the point of a body or group that is at p now [m/s], world.
static inline struct sim_vec3 sim_body_velocity_at(const struct body *body, struct sim_vec3 p) {
    return sim_add(body->v, sim_cross(body->w, sim_sub(p, body->x)));
}
static inline struct sim_vec3 sim_group_velocity_at(const struct group *group, struct sim_vec3 p) {
    return sim_add(group->v, sim_cross(group->w, sim_sub(p, group->x)));
}
