// A harvester head: latches the grip, lets wheel and knives measure for its computer
// (vehicles/computer), feeds as that says, and turns a cut into two bodies when the bar has passed
// through the stem. Gripping and feeding themselves are contact and friction.
#pragma once

#include "vehicles/computer/computer.h"
#include "vehicles/part/kinds.h"
#include "vehicles/part/saw.h"
#include "vehicles/worksite.h"

// Stem frame of the head: origin on the stem's axis at the saw's cut plane, z along the stem
// towards the top while it is gripped, x out of the head's open side.
struct veh_head_def {
    int body;             // head frame
    struct sim_pose stem; // stem frame in the head frame
    struct veh_saw_def saw;
    double saw_reach_m; // [m] largest distance of a stem's axis from the stem frame under the saw
    struct veh_list knives, rollers; // joints; their children hold the stem
    double roller_radius;            // [m]
    double feed_power_w;             // [W] of the rollers' motors at their rims, 0: no bound
    double branch_force;             // [N/m] peak of cutting a branch, per diameter
    double knife_life;               // [J] of cutting that blunts the knives, 0: they stay sharp
    double knife_feed_press;    // [1/m] of the knives' force while the rollers turn, per diameter
    int grip_input, feed_input; // input indices, -1: none
    struct veh_list feelers;    // joints that follow the stem's thickness
    struct veh_polyline feeler_thickness; // coordinate of such a joint to diameter [m]
    double wheel_place;                   // [m] of the measuring wheel beyond the saw
    double wheel_rest;   // [m] from the stem frame's axis back to what a stem lies against
    double wheel_travel; // [m] of the wheel's arm from there
    double wheel_pulse;  // [m]
    double butt_cell;    // [m] of the photocell beyond the saw, 0: there is none
};

// Its instruments.
#define VEH_HEAD_WHEEL "wheel"
#define VEH_HEAD_KNIVES "knives"
#define VEH_HEAD_PHOTOCELL "photocell"

enum veh_head_measure {
    VEH_HEAD_LENGTH,
    VEH_HEAD_DIAMETER,
    VEH_HEAD_TILT,
    VEH_HEAD_BRANCHES,
    VEH_HEAD_APPORTIONMENT,
    VEH_HEAD_SHARPNESS
};

// Wheel and knives between the stem and the computer, with their errors.
struct veh_head_gauges {
    uint64_t random;     // 0: not drawn yet
    double rim;          // [m/s] of the wheel
    double turned;       // [m] that are not a whole pulse yet
    double scale;        // error of the length on this stem
    double offset;       // [m] error of all diameters of this machine
    double out_of_round; // [m] error of the diameter since the last whorl
    double length;       // [m] of the stem below the saw, before the step
    int stem;            // that this was, -1: none
    bool rooted;         // that stood on its roots
    int whorl;           // number of the last one that has passed
};

// The operator beside the logs, with a caliper (head_caliper.c).
struct veh_caliper {
    int stem[VEH_CONTROL_LOGS]; // the logs of the last stem, from the butt
    int tree;                   // of the stand, that they are of
    int count;
    int next;    // index of the log that is being measured
    double time; // [s] at it
};

struct veh_head_state {
    int stem; // gripped stem, -1: none
    // The last message of the computer.
    double length;    // [m] from the butt to the saw
    double diameter;  // [m] over bark there
    double target;    // [m] length that is being fed to, 0: none
    bool in_position; // the target is reached
    struct veh_head_gauges gauges;
    bool closed; // knives are asked to close
    struct veh_saw_state saw;
    double lost;               // [s] since the gripped stem was last felt
    struct sim_joint_id brake; // of the branches before the knives on the stem; none: there is none
    struct sim_body_id braked; // that stem's body
    double delimbed;           // [kg] branches that its knives have cut off so far
    struct veh_caliper caliper;
    double worn;     // of the knives' edges: 0 sharp, 1 blunt
    double edge_set; // [s] when an instructor blunted or sharpened them last, -1: never
    struct veh_computer computer;
    struct veh_computer_signals signals; // of the last step, for another computer; no state
};

const struct veh_head_def *veh_head_def(const struct veh_machine_def *def); // NULL: none
const struct veh_head_state *veh_head(const struct veh_machine *machine);   // NULL: none
// The stem frame in the world; the machine must have a head.
struct sim_pose veh_machine_head_frame(const struct veh_worksite *site, int machine);
