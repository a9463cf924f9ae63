// Joints: constraints on the relative motion of two bodies.
#pragma once

#include "sim/joint/def.h"
#include "sim/joint/kinds.h"

struct sim_joint_def sim_default_joint_def(void);
const char *sim_joint_def_problem(const struct sim_joint_def *def);
// Positive coordinates mean that b turns (slides) positively about (along) the axis relative to a;
// all are 0 at creation.
struct sim_joint_id sim_joint_create(struct sim_world *world, const struct sim_joint_def *def);
void sim_joint_destroy(struct sim_world *world, struct sim_joint_id joint);
double sim_joint_position(const struct sim_world *world, struct sim_joint_id joint,
                          int axis); // turns are counted
double sim_joint_speed(const struct sim_world *world, struct sim_joint_id joint, int axis);
double sim_joint_motor_force(const struct sim_world *world, struct sim_joint_id joint,
                             int axis); // [N or N m]
double sim_joint_brake_force(const struct sim_world *world, struct sim_joint_id joint,
                             int axis); // [N or N m]
// [N or N m] with which the limits push back, positive at either of them.
double sim_joint_limit_force(const struct sim_world *world, struct sim_joint_id joint, int axis);
struct sim_vec3 sim_joint_anchor(const struct sim_world *world,
                                 struct sim_joint_id joint); // [m] world, on a
struct sim_vec3 sim_joint_anchor_b(const struct sim_world *world,
                                   struct sim_joint_id joint); // [m] world, on b
// [unit] world, of a free axis at the current poses.
struct sim_vec3 sim_joint_axis(const struct sim_world *world, struct sim_joint_id joint, int axis);
// Anchor distance [m] and orientation error [rad] now.
void sim_joint_error(const struct sim_world *world, struct sim_joint_id joint, double *metres,
                     double *radians);
// Load of a measured joint on b in the last step, including motors, limits, springs and brakes but
// not differentials (Jung 5.3.5): force [N] and torque [N m] about the anchor on b, in the axes of
// b's body frame. The mean over the step; zero before the first step, if the joint is not measured,
// or if other joints fuse a and b.
void sim_joint_load(const struct sim_world *world, struct sim_joint_id joint,
                    struct sim_vec3 *force, struct sim_vec3 *torque);
// The joint's motor, limits and spring may be changed between steps; valid until the next creation.
struct sim_axis *sim_joint_free_axis(struct sim_world *world, struct sim_joint_id joint, int axis);
void sim_joint_set_blocked(struct sim_world *world, struct sim_joint_id joint, bool blocked);
bool sim_joint_blocked(const struct sim_world *world, struct sim_joint_id joint);
// It holds nothing any more, from the next step on.
void sim_joint_break(struct sim_world *world, struct sim_joint_id joint);
// A joint breaks after the step whose load exceeds its break_force. It then holds nothing, and no
// differential acts through it; its coordinates remain available.
bool sim_joint_broken(const struct sim_world *world, struct sim_joint_id joint);
