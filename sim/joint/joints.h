// Joints of a world. For the files of sim/ only.
#pragma once

#include "sim/joint/def.h"

// Members that every joint needs in every step come first.
struct joint {
    bool used;
    bool acts; // has rows in this step: its groups differ and one of them moves
    bool separate_collider_groups, blocked, forbid_unification, measured, broken;
    bool elastic;  // any of soft below is given
    bool in_space; // closes a loop that is not flat (struct sim_mobility)
    uint32_t generation;
    enum sim_joint_kind kind;
    int a, b;                           // bodies, -1: world
    int first_row, row_count;           // in the cluster's problem, this step
    struct sim_vec3 anchor_a, anchor_b; // in the frames of the centres of mass
    double length;         // [m] between the anchors at creation; of a path: way to the point on it
    int curve;             // of a path, in the world's list; else -1
    int first_edge, edges; // of a plane's outline, in the world's list
    double error_m, error_rad;
    double impulse[6];           // of the joint's own rows, for the warm start
    struct sim_softness soft[2]; // of the joint's own linear and angular rows
    double break_force;          // [N]
    struct sim_vec3 load[2];     // force and torque of the last step on b, where measured

    struct sim_quat frame_a, frame_b; // x: axis 0, y: axis 1 or a perpendicular
    double pitch;                     // [m] of a screw
    struct sim_pose held;             // b's joint frame in a's when it was blocked
    struct sim_axis axis[SIM_JOINT_AXES];
    double position[SIM_JOINT_AXES], speed[SIM_JOINT_AXES]; // turns are counted
    double integral[SIM_JOINT_AXES];                        // of the servo's error [m s or rad s]
    double motor_impulse[SIM_JOINT_AXES], limit_impulse[SIM_JOINT_AXES],
        spring_impulse[SIM_JOINT_AXES], brake_impulse[SIM_JOINT_AXES]; // of the last step
    int motor_row[SIM_JOINT_AXES], limit_row[SIM_JOINT_AXES], spring_row[SIM_JOINT_AXES],
        brake_row[SIM_JOINT_AXES];              // rows of this step, -1: none
    double other_limit_impulse[SIM_JOINT_AXES]; // of the farther limit
    int other_limit_row[SIM_JOINT_AXES];
    char name[SIM_NAME_SIZE];
};

struct joint *sim_joint_get(const struct sim_world *world, struct sim_joint_id id);
// Frame of a body at its centre of mass; the world frame for -1.
struct sim_pose sim_centre_frame(const struct sim_world *world, int body);
