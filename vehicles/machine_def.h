// What a machine file says beside its multibody model: the roles of its parts. The model itself
// (bodies, joints, motors) is sim/model/model.h; here stand the indices into it that the heuristics
// of a worksite need.
#pragma once

#include "sim/model/model.h"

#define VEH_MAX_LIST 24

struct veh_list {
    int index[VEH_MAX_LIST];
    int count;
};

enum veh_machine_kind { VEH_OTHER, VEH_HARVESTER, VEH_FORWARDER };

// Joints that are blocked while all inputs are below a threshold and the joints stand still: wheels
// at standstill, crane joints that are not moved, the twist lock (Jung 4.1, 6.1.2).
struct veh_lock_def {
    char name[SIM_MODEL_NAME];
    struct veh_list joints, inputs;
    double input_below;
    double speed_below; // [m/s or rad/s] of each joint axis
    double delay;       // [s] that both must hold before the joints are blocked
};

// The harvester head. Stem frame of the head: origin on the stem's axis at the saw's cut plane, z
// along the stem towards the top while it is gripped, x out of the head's open side.
struct veh_head_def {
    bool present;
    int body;                 // head frame
    struct sim_pose stem;     // stem frame in the head frame
    double reach;             // [m] half width of the zone in which a stem counts as held
    int saw_joint;            // hinge of the bar; its motor does the swing
    double saw_area_rate;     // [m^2/s] cutting speed
    double saw_bar;           // [m] usable length of the bar
    struct veh_list knives;   // joints; their positions measure the diameter
    struct veh_list rollers;  // joints that feed
    double roller_radius;     // [m]
    struct veh_list gripping; // bodies whose contact counts as holding (knives, rollers)
    int grip_input, feed_input, saw_input, tilt_input, rotator_input; // input indices, -1: none
    double feed_speed;                                                // [m/s] at full input
};

struct veh_grapple_def {
    bool present;
    int body;               // grapple base
    struct sim_vec3 centre; // [m] grip centre in the base frame
    struct veh_list tongs;  // bodies
    int grip_input, rotator_input;
};

struct veh_bunk_def {
    bool present;
    int body;
    struct sim_vec3 centre, half; // [m] loading space in the body frame
};

// Crane joints from the base to the tip, for displays and for the demonstrator.
struct veh_crane_def {
    bool present;
    int slew, boom, jib, telescope;                         // joints (hinges and the first slide)
    int slew_input, boom_input, jib_input, telescope_input; // inputs
    int tip_body;
    struct sim_vec3 tip; // [m] in tip_body
};

struct veh_drive_def {
    bool present;
    int body; // whose x is forward; speed is measured here
    int drive_input, steer_input, brake_input;
    int steer_joint;
    double speed_max; // [m/s] at full input
};

struct veh_camera_def {
    char name[SIM_MODEL_NAME];
    int body;
    struct sim_pose pose; // in the body frame: looks along x, z up
    double fov;           // [rad] vertical
};

#define VEH_MAX_LOCKS 16
#define VEH_MAX_CAMERAS 8

struct veh_machine_def {
    enum veh_machine_kind kind;
    struct sim_model model;
    struct veh_drive_def drive;
    struct veh_crane_def crane;
    struct veh_head_def head;
    struct veh_grapple_def grapple;
    struct veh_bunk_def bunk;
    struct veh_lock_def locks[VEH_MAX_LOCKS];
    int lock_count;
    struct veh_camera_def cameras[VEH_MAX_CAMERAS];
    int camera_count;
    struct sim_vec3 activation_low,
        activation_high; // [m] inner box around the machine frame (Jung 6.1.2)
};

void veh_machine_def_finish(struct veh_machine_def *def); // accepts a zeroed struct
