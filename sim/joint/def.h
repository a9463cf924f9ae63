// Definition of a joint: its kind, bodies, axes, and what acts along or about them. All kinds share
// it; the equations of each are in its own file.
#pragma once

#include "sim/base/math.h"
#include "sim/state/ids.h"

struct sim_joint_id {
    uint32_t index, generation;
};
bool sim_joint_valid(const struct sim_world *world, struct sim_joint_id joint);

enum sim_joint_kind {
    SIM_JOINT_BALL,        // 3 rows; coordinate 0 is the angle between axis[0] in a and in b, 1 the
                           // twist about it
    SIM_JOINT_HINGE,       // 5 rows, turns about axis[0]
    SIM_JOINT_UNIVERSAL,   // 4 rows, axis[0] fixed in a, axis[1] fixed in b, perpendicular
    SIM_JOINT_PRISMATIC,   // 5 rows, slides along axis[0], which is fixed in a
    SIM_JOINT_CYLINDRICAL, // 4 rows, coordinate 0 slides along, coordinate 1 turns about axis[0]
    SIM_JOINT_RIGID,       // one body (contact graph), or 6 rows with forbid_unification
    SIM_JOINT_ARTICULATED, // articulated steering (Jung 6.1.3): steers about axis[0], twists about
                           // axis[1]
    SIM_JOINT_SCREW,       // 5 rows: cylindrical, and the slide is pitch per turn (Jung 3.4.1)
    SIM_JOINT_PLANAR,     // 3 rows: slides along axis[1] and axis[0] x axis[1], turns about axis[0]
    SIM_JOINT_SUSPENSION, // 4 rows, wheel: slides along axis[0], fixed in a; spins about axis[1]
    SIM_JOINT_STEERED_SUSPENSION, // 3 rows: also steers about axis[0] (Jung 3.4.4)
    SIM_JOINT_LINK,     // 0 rows, between two points: coordinate 0 is the change of their distance
    SIM_JOINT_DISTANCE, // 1 row, keeps the distance of two points
    SIM_JOINT_RAIL,     // 2 rows, a point of b on a line of a along axis[0]; b turns freely
    SIM_JOINT_PLANE,    // 1 row, a point of b in a plane of a with the normal axis[0]
    SIM_JOINT_PATH,     // 2 rows, a point of b on a curve that is fixed in a; b turns freely
    SIM_JOINT_KINDS
};
#define SIM_JOINT_AXES 3 // maximum of free axes of a joint

enum sim_motor_mode {
    SIM_MOTOR_OFF,
    SIM_MOTOR_FORCE,    // target is the force or torque [N or N m]
    SIM_MOTOR_VELOCITY, // target is the speed [m/s or rad/s]
    SIM_MOTOR_SERVO     // target is the position [m or rad]; a PID sets the speed
};

struct sim_motor {
    enum sim_motor_mode mode;
    double target;                // as the mode says
    double force_low, force_high; // [N or N m], low <= high
    double damping; // velocity, servo: force per speed error [N s/m or N m s/rad], as the slip of a
                    // hydraulic or electric drive; 0: rigid, no slip
    double kp, ki, kd; // servo: speed = kp e + ki int(e) dt - kd qd, [1/s], [1/s^2], [1]
    double speed_max;  // servo: |speed| stays below [m/s or rad/s]
};

// Compliance of a row, as a spring-damper (3.100). 0, 0: rigid.
struct sim_softness {
    double stiffness, damping; // [N/m or N m/rad], [N s/m or N m s/rad]
};

struct sim_axis {
    bool limited;
    double lower, upper;      // [m or rad], relative to the pose at creation
    struct sim_softness stop; // of both limits
    struct sim_motor motor;
    double stiffness,
        damping;  // spring about rest (3.100) [N/m or N m/rad], [N s/m or N m s/rad]; 0, 0: none
    double rest;  // [m or rad]
    double brake; // [N or N m] bound of a row with target speed 0 (Jung 6.3.2): bearing friction,
                  // rolling resistance, a parking brake
};

struct sim_joint_def {
    char name[SIM_NAME_SIZE];
    enum sim_joint_kind kind;
    struct sim_body_id a, b;     // parent and child; the none id means the fixed world
    struct sim_vec3 anchor;      // [m] world
    struct sim_vec3 anchor_b;    // [m] world: the point on b, where the kind is between two points
    struct sim_vec3 axis[2];     // unit, world
    double pitch;                // [m] screw: slide per turn, negative: left-handed
    const struct sim_vec3 *path; // [m] world: points of a path, see sim/shape/curve.h; copied
    int path_count;
    bool path_closed;
    // [m] world: corners of a plane's outline, in order, see sim/joint/outline.h; copied. The stop
    // of free axis 0 is that of the edges, too.
    const struct sim_vec3 *outline;
    int outline_count; // 0: none
    struct sim_axis free_axis[SIM_JOINT_AXES];
    // Linear and angular compliance of the joint's own rows, as of a rubber bushing. A soft joint
    // is never fused.
    struct sim_softness soft_move, soft_turn;
    bool separate_collider_groups; // a and b collide with each other (Jung 4.2); between two points
                                   // they always do
    bool blocked; // acts like a rigid joint, a link like a distance; can be changed while running
    bool forbid_unification; // if blocked or rigid: 6 rows instead of fusing
    bool measured;           // sim_joint_load() works; forbids unification
    double break_force; // [N] load above which the joint breaks, infinite: never; measured below it
};
