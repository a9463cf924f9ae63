// Building the rows of a joint, and the interface of a joint kind. For the files of
// sim/ only.
#pragma once

#include "sim/joint/joints.h"
#include "sim/state/rows.h"

// Members that every joint needs in every step come first.
struct sim_row_builder {
    struct sim_world *world;
    struct work *work; // receives the rows
    struct joint *joint;
    const struct joint_kind *kind;
    int group_a, group_b;   // -1: world
    int block[2];           // index of a's and b's group in its cluster, -1: static
    double gain;            // k_er / h [1/s]
    bool steady;            // between two points of what does not turn: all axes stay as they are
    struct sim_vec3 gap;    // anchor on a minus anchor on b
    struct sim_vec3 point;  // point of action of the anchor rows: midway between the two anchors
    struct sim_vec3 arm[2]; // [m] from the centres of the two groups to the point
    struct sim_pose fa, fb; // joint frames in the world
    struct sim_vec3 e[3];   // axes of fa
    struct sim_vec3 f[3];   // axes of fb
    struct sim_vec3 arc;    // [m] of the step, see sim_joint_follow_arc()
};

// Interface of a joint kind. Row functions append to the cluster's rows.
struct joint_kind {
    int axes, directions;
    int chosen;   // of the directions, how many may be any that is perpendicular to the others
    int optional; // further directions, which matter only to limits
    bool slides[SIM_JOINT_AXES]; // per free axis: slides or turns
    int along[SIM_JOINT_AXES];   // per free axis: the direction it runs along or about, -1: none
    unsigned open;               // bit i: the anchors may move apart along e[i]
    bool pivots;                 // its first rows are those of sim_rows_anchor()
    bool points;                 // acts between two points and never fuses their bodies
    // Appends the rows of the joint.
    void (*rows)(struct sim_row_builder *builder);
    void (*blocked_rows)(struct sim_row_builder *builder); // while it is blocked; NULL: rigid
    // u in qd = u . (relative velocity), the slide's or the turn's, for free axis i; world.
    struct sim_vec3 (*direction)(const struct sim_row_builder *builder, int axis);
    // Coordinate of free axis i; angles in (-pi, pi].
    double (*coordinate)(const struct sim_row_builder *builder, int axis);
    // Orientation error [rad].
    double (*angle_error)(const struct sim_row_builder *builder);
    // Error of a coupled slide [m], NULL: none.
    double (*slide_error)(const struct sim_row_builder *builder);
};

extern const struct joint_kind sim_joint_ball, sim_joint_hinge, sim_joint_universal,
    sim_joint_prismatic, sim_joint_cylindrical, sim_joint_rigid, sim_joint_screw, sim_joint_planar,
    sim_joint_suspension, sim_joint_steered_suspension, sim_joint_link, sim_joint_distance,
    sim_joint_rail, sim_joint_plane, sim_joint_path;

// Sets the destination of rows; valid until clusters or groups change.
void sim_row_builder_bind(struct sim_row_builder *builder, struct work *work);
// Appends a bilateral row between the two bodies; the two functions below fill its blocks.
struct sim_row *sim_row_add(struct sim_row_builder *builder, double rhs);
// Adds s times the velocity of b relative to a to the row: along n at the builder's point, or about
// n.
void sim_row_linear(const struct sim_row_builder *builder, struct sim_row *row, struct sim_vec3 n,
                    double s);
void sim_row_angular(const struct sim_row_builder *builder, struct sim_row *row, struct sim_vec3 n,
                     double s);
void sim_row_axis(const struct sim_row_builder *builder, struct sim_row *row, int axis, double s);
void sim_rows_anchor(struct sim_row_builder *builder);

// Is any compliance given?
bool sim_softness_given(const struct sim_softness *softness);
// c_cfm = 1 / (h c_s + c_d), k_er = h c_s / (h c_s + c_d) (3.100): sets C = c_cfm / h of the row
// and returns k_er. h: step [s]
double sim_row_soften(const struct sim_softness *softness, struct sim_row *row, double h);
