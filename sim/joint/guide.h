// Direct control of one body in all six axes (Jung 6.4.2): a hand, a 3D mouse or a tracker moves it
// against the rest of the world, with a bounded force.
//
// Six rows along and about the axes X_i of a reference frame, with the anchor at r from the centre
// of mass, each bounded:
//
//   X_i . (v + w x r) = b_i,   |x_i| <= h force           X_i . w = b_(3+i),   |x| <= h torque
//                                                                                       (6.4, 6.5)
// In velocity mode, b is the commanded velocity (6.6). In pose mode, a PID turns the error into a
// velocity,
//
//   e = p_target - p   and   e = a u  of the rotation (u, a) = q_target q^-1            (6.7, 6.8)
//   b = kp e + ki int(e) dt - kd (velocity)                                             (6.9)
//
// bounded by speed_max and turn_max. Within its force limits a guide has no droop, because the rows
// are rigid; without ki, it follows a target of speed V at the distance V / kp. An integral is
// frozen while its row is at the limit in that direction (anti-windup).
#pragma once

#include "sim/base/math.h"
#include "sim/state/ids.h"

struct sim_guide_id {
    uint32_t index, generation;
};

enum sim_guide_mode { SIM_GUIDE_OFF, SIM_GUIDE_VELOCITY, SIM_GUIDE_POSE };

struct sim_guide_def {
    char name[SIM_NAME_SIZE];
    struct sim_body_id body;
    struct sim_vec3 anchor; // [m] in the body frame
    enum sim_guide_mode mode;
    struct sim_quat axes;                       // reference frame: its axes are X_i, in the world
    struct sim_vec3 velocity, angular_velocity; // [m/s], [rad/s] along the axes X_i
    struct sim_pose target; // world, of the anchor, with the orientation of the body frame
    double kp, ki, kd;      // [1/s], [1/s^2], [1]
    double speed_max;       // [m/s]
    double turn_max;        // [rad/s]
    double force;           // [N] bound of each of the three linear rows; 0: no such rows
    double torque;          // [N m] bound of each of the three angular rows; 0: no such rows
};
struct sim_guide_def sim_default_guide_def(void);
const char *sim_guide_def_problem(const struct sim_guide_def *def);

// Destroyed with its body.
struct sim_guide_id sim_guide_create(struct sim_world *world, const struct sim_guide_def *def);
void sim_guide_destroy(struct sim_world *world, struct sim_guide_id guide);
bool sim_guide_valid(const struct sim_world *world, struct sim_guide_id guide);
// All but the body may be changed between steps; valid until the next creation.
struct sim_guide_def *sim_guide(struct sim_world *world, struct sim_guide_id guide);
// Force [N] and torque [N m] of the guide on its body in the last step, world, at the anchor.
void sim_guide_force(const struct sim_world *world, struct sim_guide_id guide,
                     struct sim_vec3 *force, struct sim_vec3 *torque);
// Distance [m] and angle [rad] between anchor and target pose now.
void sim_guide_error(const struct sim_world *world, struct sim_guide_id guide, double *metres,
                     double *radians);
