// The multibody world: bodies, joints, differentials, contacts, and the step (Jung 5.2).
//
// Definition -> model -> state: fill a ..._def that starts from sim_default_..._def(), ask
// ..._problem() what is wrong with it (NULL: nothing), create. Ids are index + generation; the
// all-zero id is none. Creation allocates, the step does not once its buffers have grown. The world
// owns what is created in it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "sim/collide/collide.h"
#include "sim/shape/shape.h"
#include "sim/solve/problem.h"

#define SIM_NAME_SIZE 48
#define SIM_MAX_HALVINGS 12

struct sim_world;

struct sim_body_id {
    uint32_t index, generation;
};
struct sim_joint_id {
    uint32_t index, generation;
};
struct sim_differential_id {
    uint32_t index, generation;
};

enum sim_broad_phase { SIM_BROAD_GRID, SIM_BROAD_SWEEP };
enum sim_solver { SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG, SIM_SOLVER_PGS };
// How much of a load a body passes on to what carries it (Jung 4.4.1).
enum sim_shock { SIM_SHOCK_NONE, SIM_SHOCK_PLAIN, SIM_SHOCK_OPTIMISED };
// What the coefficient of restitution relates (Jung 2.4): speeds, impulses or work of the two
// phases.
enum sim_impact_law { SIM_IMPACT_NEWTON, SIM_IMPACT_POISSON, SIM_IMPACT_STRONGE };

// ---- world ----------------------------------------------------------------------------------

struct sim_world_def {
    double step;             // h [s], constant
    struct sim_vec3 gravity; // [m/s^2]
    enum sim_solver solver;
    int iterations;  // sweeps of projected Gauss-Seidel
    bool cold_start; // Gauss-Seidel begins with zero impulses, not with those of the last step
    enum sim_shock shock;
    double k_er;         // stabilisation of joints, limits, differentials per step, 0 to 1 (3.22)
    double k_er_contact; // of contact normals
    double joint_cfm;    // softness of all rows of joints and differentials [m/(N s)], 0: rigid
    bool one_cluster;    // all that moves is solved as one problem, to see what clusters gain
    enum sim_broad_phase broad_phase; // both find the same pairs
    double grid_cell;                 // [m] of the grid
    double margin;                    // [m] contacts are made this far before surfaces touch
    double look_ahead; // [m] and that much earlier at most where bodies approach fast
    // Time control (Jung 2.2). 0: constant steps. Else a step in which a contact would become
    // deeper than this [m], or a shape pass through another, is taken back and made in parts, of
    // which the smallest is the step halved this many times.
    double deepest;
    int halvings;
    enum sim_impact_law impact_law;
    double impact_speed; // [m/s] what approaches more slowly does not bounce
    int threads; // most that work on a step, 1 to 64, the caller's counted in; the result is the
                 // same bits for any number
};
struct sim_world_def sim_default_world_def(void);
const char *sim_world_def_problem(const struct sim_world_def *def);

struct sim_world *sim_world_create(const struct sim_world_def *def); // NULL: out of memory
void sim_world_destroy(struct sim_world *world);                     // NULL is allowed
void sim_world_step(struct sim_world *world);
double sim_world_time(const struct sim_world *world);      // [s]
double sim_world_step_size(const struct sim_world *world); // [s]
uint64_t sim_world_hash(const struct sim_world *world); // of the whole state, same bits = same hash

struct sim_step_stats {
    int bodies, groups, clusters, contacts, rows;
    int iterations, regularisations, unsolved; // sums over clusters and parts of the step
    int impacts;                               // pairs of bodies that bounced off each other
    int parts, taken_back;    // of a divided step; 1 and 0 of one that was made as a whole
    double residual;          // [m/s] largest of all clusters
    double penetration;       // [m] deepest contact of moving bodies in this step
    double joint_error;       // [m] largest anchor distance in this step
    double joint_error_angle; // [rad]
};

// What is created between the two calls lies some pages of memory away from the machines that there
// are already: a core that goes through one machine's bodies and joints has the memory behind them
// brought to it in advance, and another core may be working on that. Places that are left free are
// taken by what is created later.
void sim_world_begin_apart(struct sim_world *world);
void sim_world_end_apart(struct sim_world *world);
// Adds up what the stages of each step take; profile must outlive its use here, NULL ends it.
void sim_world_set_profile(struct sim_world *world, struct sim_profile *profile);
const struct sim_step_stats *sim_world_stats(const struct sim_world *world);
// The clusters of the last step (its last part), single free bodies among them.
struct sim_cluster_stats {
    struct sim_body_id body; // one of its bodies, the same as long as it stays connected
    int bodies;              // after fusing
    enum sim_solver solver;
    int rows, iterations, regularisations;
    double residual; // [m/s]
    bool solved;
};
int sim_world_cluster_count(const struct sim_world *world);
// cluster: 0 to count - 1; rows 0 where there was nothing to solve.
struct sim_cluster_stats sim_world_cluster(const struct sim_world *world, int cluster);
// NULL, or a sentence that names the first body with a non-finite or absurdly fast state; the world
// then refuses to step on.
const char *sim_world_fault(const struct sim_world *world);

struct sim_energy {
    double kinetic, potential;                  // [J], potential is zero at z = 0
    struct sim_vec3 momentum, angular_momentum; // [kg m/s], [kg m^2/s] about the origin
};
struct sim_energy sim_world_energy(const struct sim_world *world);

// ---- materials ---------------------------------------------------------------------------------

// Of two materials the smaller friction and the smaller restitution count, unless they are a pair.
struct sim_material {
    char name[SIM_NAME_SIZE];
    double friction;        // mu; along the grain, where there is one
    double stiffness;       // [N/m] of one contact point; two materials act in series
    double damping;         // [N s/m]
    struct sim_vec3 grain;  // in the body frame; zero: the same friction in all directions
    double friction_across; // across the grain
    double restitution;     // 0 to 1; 0: no impact step
};
struct sim_material_pair { // each below 0: by the rule
    double friction, friction_across, restitution;
};
// Returns the material's index; 0 is the default material. A name that exists is overwritten.
int sim_world_add_material(struct sim_world *world, const struct sim_material *material);
int sim_world_find_material(const struct sim_world *world, const char *name); // -1: none
void sim_world_set_pair(struct sim_world *world, int a, int b,
                        const struct sim_material_pair *pair);
void sim_world_set_pair_friction(struct sim_world *world, int a, int b, double friction);

// ---- bodies ----------------------------------------------------------------------------------

struct sim_body_def {
    char name[SIM_NAME_SIZE];
    struct sim_pose pose;             // world, of the body frame (not of the centre of mass)
    struct sim_vec3 velocity;         // [m/s] of the centre of mass
    struct sim_vec3 angular_velocity; // [rad/s] world
    bool fixed;                       // does not move, any mass
    bool has_mass;                    // true: the mass below instead of the sum of the shapes
    struct sim_mass mass;             // in the body frame
    const struct sim_shape *shapes;   // copied
    int shape_count;
    int user; // free for the caller
    // A cluster is solved by the solver that stands first in enum sim_solver of those its bodies
    // ask for; a body without one asks for the world's.
    bool has_solver;
    enum sim_solver solver;
};
struct sim_body_def sim_default_body_def(void);
const char *sim_body_def_problem(const struct sim_body_def *def);
struct sim_body_id sim_body_create(struct sim_world *world, const struct sim_body_def *def);
// Joints and differentials of the body go with it.
void sim_body_destroy(struct sim_world *world, struct sim_body_id body);
bool sim_body_valid(const struct sim_world *world, struct sim_body_id body);

struct sim_pose sim_body_pose(const struct sim_world *world, struct sim_body_id body); // body frame
struct sim_vec3 sim_body_centre(const struct sim_world *world,
                                struct sim_body_id body); // [m] world
struct sim_vec3 sim_body_velocity(const struct sim_world *world,
                                  struct sim_body_id body); // of the centre
struct sim_vec3 sim_body_angular_velocity(const struct sim_world *world, struct sim_body_id body);
// Velocity [m/s] of the body's point that is at p [m, world] now.
struct sim_vec3 sim_body_point_velocity(const struct sim_world *world, struct sim_body_id body,
                                        struct sim_vec3 p);
double sim_body_mass(const struct sim_world *world, struct sim_body_id body); // [kg]
const char *sim_body_name(const struct sim_world *world, struct sim_body_id body);
int sim_body_user(const struct sim_world *world, struct sim_body_id body);
int sim_body_shapes(const struct sim_world *world, struct sim_body_id body,
                    const struct sim_shape **shapes);
void sim_body_set_velocity(struct sim_world *world, struct sim_body_id body, struct sim_vec3 v,
                           struct sim_vec3 w);
void sim_body_set_pose(struct sim_world *world, struct sim_body_id body, struct sim_pose pose);
// Force [N] at point p [m, world] and torque [N m], for the next step only.
void sim_body_apply(struct sim_world *world, struct sim_body_id body, struct sim_vec3 force,
                    struct sim_vec3 torque, struct sim_vec3 p);
// Bodies in index order: start with the none id; returns the none id after the last.
struct sim_body_id sim_body_next(const struct sim_world *world, struct sim_body_id body);
// Do two bodies belong to one fused rigid group now (Jung 4.1)?
bool sim_body_fused(const struct sim_world *world, struct sim_body_id a, struct sim_body_id b);
bool sim_body_moves(const struct sim_world *world,
                    struct sim_body_id body); // not fixed, not fused to fixed
// Takes a body and its shapes out of the simulation or back in. A body that sleeps keeps its pose.
void sim_body_set_enabled(struct sim_world *world, struct sim_body_id body, bool enabled);
bool sim_body_enabled(const struct sim_world *world, struct sim_body_id body);

// ---- joints ----------------------------------------------------------------------------------

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
    SIM_JOINT_KINDS
};
#define SIM_JOINT_AXES 3 // most free axes of a joint

enum sim_motor_mode {
    SIM_MOTOR_OFF,
    SIM_MOTOR_FORCE,    // target is the force or torque [N or N m]
    SIM_MOTOR_VELOCITY, // target is the speed [m/s or rad/s]
    SIM_MOTOR_SERVO     // target is the position [m or rad]; a PID sets the speed
};

struct sim_motor {
    enum sim_motor_mode mode;
    double target;
    double force_low, force_high; // [N or N m], low <= high
    double damping; // velocity, servo: force per missing speed [N s/m or N m s/rad], the slip of a
                    // hydraulic or electric drive; 0: rigid, no slip
    double kp, ki, kd; // servo: speed = kp e + ki int(e) dt - kd qd, [1/s], [1/s^2], [1]
    double speed_max;  // servo: |speed| stays below [m/s or rad/s]
};

// A row that gives way like a spring-damper (3.100). 0, 0: rigid.
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
    double brake; // [N or N m] at most; a row that asks for speed 0 (Jung 6.3.2): bearing friction,
                  // rolling resistance, a parking brake
};

struct sim_joint_def {
    char name[SIM_NAME_SIZE];
    enum sim_joint_kind kind;
    struct sim_body_id a, b; // parent and child; the none id means the fixed world
    struct sim_vec3 anchor;  // [m] world
    struct sim_vec3 axis[2]; // unit, world
    double pitch;            // [m] screw: slide per turn, negative: left-handed
    struct sim_axis free_axis[SIM_JOINT_AXES];
    // Of what holds a and b together, where it moves and where it turns: a rubber bushing. A joint
    // that is soft never makes one body.
    struct sim_softness soft_move, soft_turn;
    bool separate_collider_groups; // a and b shall collide with each other (Jung 4.2)
    bool blocked;                  // acts like a rigid joint; can be changed while running
    bool forbid_unification;       // blocked or rigid: 6 rows instead of one body
    bool measured;                 // its load is known; forbids unification
};
struct sim_joint_def sim_default_joint_def(void);
const char *sim_joint_def_problem(const struct sim_joint_def *def);
int sim_joint_kind_axes(enum sim_joint_kind kind);       // free axes: 0 to 3
int sim_joint_kind_directions(enum sim_joint_kind kind); // of axis[], how many it needs: 0 to 2
bool sim_joint_kind_slides(enum sim_joint_kind kind, int axis); // true: [m], false: [rad]
// Positive coordinates mean that b turns (slides) positively about (along) the axis relative to a;
// all are 0 at creation.
struct sim_joint_id sim_joint_create(struct sim_world *world, const struct sim_joint_def *def);
void sim_joint_destroy(struct sim_world *world, struct sim_joint_id joint);
bool sim_joint_valid(const struct sim_world *world, struct sim_joint_id joint);
const char *sim_joint_name(const struct sim_world *world, struct sim_joint_id joint);
double sim_joint_position(const struct sim_world *world, struct sim_joint_id joint,
                          int axis); // turns are counted
double sim_joint_speed(const struct sim_world *world, struct sim_joint_id joint, int axis);
double sim_joint_motor_force(const struct sim_world *world, struct sim_joint_id joint,
                             int axis); // [N or N m]
double sim_joint_brake_force(const struct sim_world *world, struct sim_joint_id joint,
                             int axis); // [N or N m]
struct sim_vec3 sim_joint_anchor(const struct sim_world *world,
                                 struct sim_joint_id joint); // [m] world, on a
struct sim_vec3 sim_joint_axis(const struct sim_world *world, struct sim_joint_id joint, int axis);
// Anchor distance [m] and orientation error [rad] now.
void sim_joint_error(const struct sim_world *world, struct sim_joint_id joint, double *metres,
                     double *radians);
// What a measured joint did to b in the last step, with motors, limits, springs, brakes but without
// differentials (Jung 5.3.5): force [N] and torque [N m] about the anchor on b, in the axes of b's
// body frame. The mean over the step; zero before the first one, where the joint is not measured,
// and where a and b are one body through other joints.
void sim_joint_load(const struct sim_world *world, struct sim_joint_id joint,
                    struct sim_vec3 *force, struct sim_vec3 *torque);
// The joint's motor, limits and spring may be changed between steps; valid until the next creation.
struct sim_axis *sim_joint_free_axis(struct sim_world *world, struct sim_joint_id joint, int axis);
void sim_joint_set_blocked(struct sim_world *world, struct sim_joint_id joint, bool blocked);
bool sim_joint_blocked(const struct sim_world *world, struct sim_joint_id joint);

// ---- differentials (Jung 3.4.2) ---------------------------------------------------------------

// qd[0] + ratio qd[1] = rate, with joints that may share a body or not; mixed kinds of axes
// allowed.
struct sim_differential_def {
    char name[SIM_NAME_SIZE];
    struct sim_joint_id joint[2];
    int axis[2];
    double ratio;    // c_d of 3.85; -1: both move alike; 1 and motor: cross differential
    bool positional; // keeps q[0] + ratio q[1] = offset at creation (3.88); with a motor the offset
                     // runs with the rate, except while the motor is at a limit
    struct sim_softness softness; // of the gear: a shaft that winds up
    bool motor;                   // true: rate with force limits; false: rate 0, unbounded
    double rate;                  // [m/s or rad/s] in units of qd[0] + ratio qd[1]
    double force_low, force_high; // [N or N m] on joint 0
};
struct sim_differential_def sim_default_differential_def(void);
struct sim_differential_id sim_differential_create(struct sim_world *world,
                                                   const struct sim_differential_def *def);
void sim_differential_destroy(struct sim_world *world, struct sim_differential_id differential);
// For changing rate and limits between steps; valid until the next creation.
struct sim_differential_def *sim_differential(struct sim_world *world,
                                              struct sim_differential_id differential);
double sim_differential_force(const struct sim_world *world,
                              struct sim_differential_id differential);

// ---- contacts ----------------------------------------------------------------------------------

struct sim_contact {
    struct sim_body_id a, b;
    int shape_a, shape_b;
    struct sim_contact_point point;
    double friction, friction_across;
    double restitution;
    double force;               // [N] normal
    struct sim_vec3 tangential; // [N] on a
};
// Contacts of the last step, valid until the next.
int sim_world_contacts(const struct sim_world *world, const struct sim_contact **contacts);
// Path lengths in the contact graph (Jung 4.4) from a set of bodies over contacts, at most limit
// edges, per body index: 0 for the set, -1 where farther. Joints count as edges where joints is
// true. Valid until the next call or step.
const int *sim_world_contact_paths(struct sim_world *world, const struct sim_body_id *from,
                                   int count, int limit, bool joints);
int sim_world_body_capacity(const struct sim_world *world); // body indices are below this
