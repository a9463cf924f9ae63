// Inside of a world; for the files of sim/ only.
//
// What of it is state stands in the table of sim/state_table.c; a new member that outlives a step must be
// entered there.
#pragma once

#include "sim/base/array.h"
#include "sim/base/pool.h"
#include "sim/broad/neighbours.h"
#include "sim/collide/box.h"
#include "sim/state/graph.h"
#include "sim/joint/guide.h"
#include "sim/contact/magnet.h"
#include "sim/joint/resistance.h"
#include "sim/world.h"

#define SIM_MAX_MATERIALS 32

struct body {
    bool used, enabled, fixed;
    uint32_t generation;
    char name[SIM_NAME_SIZE];
    int user;
    struct sim_shape *shapes;
    int shape_count;
    struct sim_mass mass; // in the body frame
    struct sim_vec3 x;    // [m] centre of mass
    struct sim_quat q;
    struct sim_vec3 v, w;
    struct sim_vec3 a;             // [m/s^2] of the last step, impacts left out
    struct sim_vec3 force, torque; // [N], [N m] about the centre, for the next step
    int group;                     // index into groups, -1: disabled
    struct sim_vec3 x_in_group;    // centre of mass in the group frame
    struct sim_quat q_in_group;
    int colliders;  // collider group
    int first_item; // of its shapes among the items of the broad phase, which follow each other
    int item_count;
    bool has_solver;
    enum sim_solver solver;
};

// Bodies that are one rigid body now (Jung 4.1). The group frame has its origin in the centre of
// mass.
struct group {
    bool moves;
    int body; // one member, for names
    double mass;
    struct sim_mat3 inertia, inverse; // group frame; the inverse of the inertia
    struct sim_vec3 x, v, w;
    struct sim_vec3 a, before; // acceleration of the last step, velocity before inverse dynamics
    struct sim_vec3
        momentum; // angular, about the centre, world axes: constant where no torque acts
    struct sim_quat q;
    struct sim_vec3 force, torque; // sums of this step
    struct sim_inertia now;        // world axes, at the middle of the step
    int cluster, index;            // place in its cluster
    int level;                     // path length from what does not move, -1: none
};

struct joint {
    bool used;
    uint32_t generation;
    char name[SIM_NAME_SIZE];
    enum sim_joint_kind kind;
    int a, b;                           // bodies, -1: world
    struct sim_vec3 anchor_a, anchor_b; // in the frames of the centres of mass
    struct sim_quat frame_a, frame_b;   // x: axis 0, y: axis 1 or a perpendicular
    double pitch;                       // [m] of a screw
    struct sim_pose held;               // b's joint frame in a's when it was blocked
    struct sim_axis axis[SIM_JOINT_AXES];
    double position[SIM_JOINT_AXES], speed[SIM_JOINT_AXES]; // turns are counted
    double integral[SIM_JOINT_AXES];                        // of the servo's error [m s or rad s]
    double motor_impulse[SIM_JOINT_AXES], limit_impulse[SIM_JOINT_AXES],
        spring_impulse[SIM_JOINT_AXES], brake_impulse[SIM_JOINT_AXES]; // of the last step
    int motor_row[SIM_JOINT_AXES], limit_row[SIM_JOINT_AXES], spring_row[SIM_JOINT_AXES],
        brake_row[SIM_JOINT_AXES];              // rows of this step, -1: none
    double other_limit_impulse[SIM_JOINT_AXES]; // of the farther limit
    int other_limit_row[SIM_JOINT_AXES];
    double error_m, error_rad;
    bool separate_collider_groups, blocked, forbid_unification;
    struct sim_softness soft[2]; // of the joint's own rows that move, that turn
    bool acts;                   // between two groups of which one moves, this step
    int first_row, row_count;    // in the cluster's problem, this step
    double impulse[6];           // of the joint's own rows, for the warm start
    bool measured;
    struct sim_vec3 load[2]; // force and torque of the last step on b, where measured
};

struct differential {
    bool used;
    uint32_t generation;
    struct sim_differential_def def;
    double offset;
    double impulse;
    int row;
};

struct resistance {
    bool used;
    uint32_t generation;
    struct sim_resistance_def def;
    double impulse;
    int row;
};

struct guide {
    bool used;
    uint32_t generation;
    struct sim_guide_def def;
    struct sim_vec3 integral[2]; // of the error of place [m s] and of orientation [rad s], world
    double impulse[6];
    int first_row;
};

enum bond_state { BOND_FREE, BOND_HELD, BOND_BROKEN };
struct bond {
    enum bond_state state;
    struct sim_body_id body;   // the other one
    struct sim_joint_id joint; // while held
};

struct magnet {
    bool used;
    uint32_t generation;
    struct sim_magnet_def def;
    struct bond bond[SIM_MAGNET_BONDS];
};

struct contact {
    struct sim_contact pub;
    uint64_t key[2];          // bodies and shapes, feature: finds itself in the next step
    struct sim_vec3 stick;    // [m] accumulated tangential displacement of a against b
    struct sim_vec3 grain[2]; // [unit] directions of friction and friction_across, perpendicular
    struct sim_vec3
        tangent[2];    // [unit] of the friction rows; perpendicular where friction is alike
    double bound[2];   // friction coefficients of these rows
    double impulse[3]; // normal, two tangential
    double stiffness, damping;
    bool warm;    // found in the last step
    bool bounces; // is hit in a later step and must not be slowed down now
    bool missed;  // of those that seemed to be hit in this step
    int group_a, group_b;
};

// Where a group was at the beginning of the step, and by how much impacts have shifted that place.
struct impact_motion {
    struct sim_pose start;
    struct sim_vec3 shift, turn; // [m], [rad]
};

// Bodies that influence each other in this step (Jung 4.3), and what connects them. Clusters are
// independent of each other: several threads may work on one each, if they write only to its
// groups, bodies, joints, differentials and contacts.
struct cluster {
    int first_group, group_count;               // in cluster_groups
    int first_body, body_count;                 // in cluster_bodies
    int first_joint, joint_count;               // in cluster_joints
    int acting_joints;                          // those of them that have rows
    int first_differential, differential_count; // in cluster_differentials
    int first_contact, contact_count;           // in cluster_contacts
    enum sim_solver solver;
    int first_resistance, resistance_count; // in cluster_resistances
    int first_guide, guide_count;           // in cluster_guides
    struct sim_sparse **sparse;             // what the sparse solver keeps for it
    struct sim_solve_stats stats;           // of this step
    double joint_error, joint_error_angle;  // [m], [rad] after this step
    double penetration;                     // [m]
    int absurd;                             // first group whose state is not usable, -1: none
};

struct touch {
    int group_a, group_b;
};

// Contacts that a thread has found, in the order of their keys.
struct contact_list {
    struct contact *items;
    int count, capacity;
    // For who puts the lists together and need not look at the contacts then.
    int first;             // number of its first contact among all
    struct touch *touches; // per contact
    int touch_capacity;
    bool bounces; // one of them may
    uint64_t first_key[2], last_key[2];
    // While they are found.
    int old;               // where those of the next pair may begin among those of the last step
    bool sorted;           // by key
    int material[2];       // of the pair found last, -1: none
    struct contact common; // what all its contacts have in common
    char apart[SIM_LINES]; // from what other threads write
};

// Below, at or above 0.
static inline int sim_compare_keys(const uint64_t a[2], const uint64_t b[2]) {
    if (a[0] != b[0])
        return a[0] < b[0] ? -1 : 1;
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

// What a thread needs for the cluster that it works on.
struct work {
    struct sim_profile profile;
    struct sim_row *rows;
    int row_count, row_capacity;
    struct sim_point *points;
    int point_count, point_capacity;
    struct sim_inertia *inertia;
    double (*velocity)[6];
    int inertia_capacity, velocity_capacity;
    struct sim_scratch scratch;
    char apart[SIM_LINES]; // from what other threads write
};

// What taking back a part of a step needs.
struct kept {
    unsigned char *bytes;
    int size, capacity;
    struct sim_vec3 (*push)[2]; // per body: force and torque from outside, for the whole step
    int push_capacity;
};

// Growing array of T: T *items; int count, capacity.
struct sim_world {
    struct sim_world_def def;
    double time;
    uint64_t steps;
    struct sim_material materials[SIM_MAX_MATERIALS];
    int material_count;
    struct sim_material_pair pairs[SIM_MAX_MATERIALS][SIM_MAX_MATERIALS];

    struct body *bodies;
    int body_count, body_capacity;
    struct joint *joints;
    int joint_count, joint_capacity;
    int first_new_body, first_new_joint; // where a new one may lie
    struct differential *differentials;
    int differential_count, differential_capacity;
    struct resistance *resistances;
    int resistance_count, resistance_capacity;
    struct guide *guides;
    int guide_count, guide_capacity;
    struct magnet *magnets;
    int magnet_count, magnet_capacity;
    bool dirty; // rigid edges changed: groups must be found again

    struct group *groups;
    int group_count, group_capacity;
    struct contact *contacts, *old_contacts;
    int contact_count, contact_capacity, old_contact_count, old_contact_capacity;
    struct sim_contact *published;
    int published_capacity;

    struct sim_neighbours *neighbours; // with the broad phase that was chosen
    struct sim_grid_item *items;
    int *item_body, *item_shape, *item_group;
    double *item_reach; // [m] margin and the way of a step
    struct sim_pose *item_pose;
    struct sim_box *item_box; // of boxes only
    int item_count, item_reach_capacity, item_pose_capacity, item_box_capacity;
    bool items_known;  // false: something was moved from outside since they were entered
    bool items_placed; // the boxes are where the bodies stand
    int item_capacity, item_body_capacity, item_shape_capacity, item_group_capacity;
    int *component; // per group: its cluster, -1: it does not move
    bool *barrier;
    int *path; // lengths, per body or group; what was asked for last
    int component_capacity, barrier_capacity, path_capacity;
    struct sim_graph graph;

    bool clusters_known;  // they and their bodies and joints are those of the last step
    bool clusters_shared; // among the threads in the last step
    int *cluster_thread;  // whose they were
    int cluster_thread_capacity;
    struct touch *touches; // between groups that move, in the order of contacts
    int touch_count, touch_capacity;
    int enabled_bodies;
    struct cluster *clusters; // one more than cluster_count: bodies and joints that do not move
    int cluster_count, cluster_capacity;
    int *cluster_groups, *cluster_bodies; // indices, cluster by cluster, in ascending order
    int *cluster_joints, *cluster_differentials, *cluster_contacts;
    int cluster_groups_capacity, cluster_bodies_capacity, cluster_joints_capacity;
    int cluster_differentials_capacity, cluster_contacts_capacity;
    int *cluster_resistances, *cluster_guides;
    int cluster_resistances_capacity, cluster_guides_capacity;
    struct sim_row_builder *frames; // per joint: as the bodies stand now
    int frames_capacity;
    bool frames_known;     // false: something was moved since they were computed
    bool rest_known;       // the same for the coordinates of joints that do not move
    bool rest_pushed;      // a force acts on what does not move
    struct sim_pool *pool; // NULL: one thread
    struct work *work;     // per thread; the first is that of everything that is not shared out
    struct contact_list *found; // per task
    int found_count;
    bool contacts_apart;           // those of this step are still in the lists above
    struct touch *contact_touches; // per contact: its groups
    int contact_touch_capacity;
    struct sim_sparse **sparse; // per cluster, at the index of the first body of its first group
    int sparse_count, sparse_capacity;
    struct sim_vec3 down;                // [unit] where shock propagation is asked for
    struct impact_motion *impact_motion; // per group
    double (*response)[6];               // velocities of a cluster after unit impulses
    int impact_motion_capacity, response_capacity;

    struct kept kept;
    struct sim_profile *profile; // NULL: none
    struct sim_step_stats stats;
    char fault[160];
};

// body.c
struct body *sim_body_get(const struct sim_world *world, struct sim_body_id id); // asserts validity
int sim_body_index(const struct sim_world *world, struct sim_body_id id);   // -1 for the none id
struct sim_vec3 sim_body_point(const struct body *body, struct sim_vec3 p); // body frame to world

// joint.c
struct joint *sim_joint_get(const struct sim_world *world, struct sim_joint_id id);
// Positions, speeds, errors; elapsed [s] is the time since the last update, for counting turns.
void sim_joint_update(struct sim_world *world, int joint, double elapsed);

// What a joint kind contributes. Row functions append to the cluster's rows.
struct sim_row_builder {
    struct sim_world *world;
    struct work *work; // whose rows are added to
    struct joint *joint;
    int group_a, group_b;   // -1: world
    int block[2];           // index of a's and b's group in its cluster, -1: does not move
    struct sim_vec3 arm[2]; // [m] from the centres of the two groups to the point below
    struct sim_pose fa, fb; // joint frames in the world
    struct sim_vec3 e[3];   // axes of fa
    struct sim_vec3 f[3];   // axes of fb
    struct sim_vec3 point;  // where anchor rows act: midway between the two anchors
    struct sim_vec3 gap;    // anchor on a minus anchor on b
    double gain;            // k_er / h [1/s]
};
struct joint_kind {
    int axes, directions;
    bool slides[SIM_JOINT_AXES]; // per free axis: slides or turns
    unsigned open;               // bit i: the anchors may move apart along e[i]
    // Appends the rows of the joint.
    void (*rows)(struct sim_row_builder *builder);
    // u in qd = u . (relative velocity), the slide's or the turn's, for free axis i; world.
    struct sim_vec3 (*direction)(const struct sim_row_builder *builder, int axis);
    // Coordinate of free axis i; angles in (-pi, pi].
    double (*coordinate)(const struct sim_row_builder *builder, int axis);
    // Orientation error [rad].
    double (*angle_error)(const struct sim_row_builder *builder);
    // Error of a coupled slide [m], NULL: none.
    double (*slide_error)(const struct sim_row_builder *builder);
};
const struct joint_kind *sim_joint_kind_of(const struct joint *joint);
extern const struct joint_kind sim_joint_ball, sim_joint_hinge, sim_joint_universal,
    sim_joint_prismatic, sim_joint_cylindrical, sim_joint_rigid, sim_joint_screw, sim_joint_planar,
    sim_joint_suspension, sim_joint_steered_suspension;

// All but what binding adds.
void sim_row_builder_init(struct sim_row_builder *builder, struct sim_world *world,
                          struct joint *joint);
// Where rows go to, as long as clusters and groups stay.
void sim_row_builder_bind(struct sim_row_builder *builder, struct work *work);
// Brings world->frames of a joint to where its bodies are; of all joints.
struct sim_row_builder *sim_joint_frame(struct sim_world *world, int joint);
void sim_joint_frames(struct sim_world *world);
// The same with the frames of a and b at fa and fb.
void sim_row_builder_place(struct sim_row_builder *builder, struct sim_pose fa, struct sim_pose fb);
// A new bilateral row between the two bodies with rhs; blocks to be filled by the two functions
// below.
struct sim_row *sim_row_add(struct sim_row_builder *builder, double rhs);
// n . v of group b against group a at point p, scaled by s, as the first blocks of a row.
void sim_row_between(const struct sim_world *world, struct sim_row *row, int group_a, int group_b,
                     struct sim_vec3 n, struct sim_vec3 p, double s);
// n . w of a group as the first block of a row.
void sim_row_turning(const struct sim_world *world, struct sim_row *row, int group,
                     struct sim_vec3 n);
// Relative velocity of b against a: along n at the builder's point, or turning about n. Scaled by s
// and added to the row.
void sim_row_linear(const struct sim_row_builder *builder, struct sim_row *row, struct sim_vec3 n,
                    double s);
void sim_row_angular(const struct sim_row_builder *builder, struct sim_row *row, struct sim_vec3 n,
                     double s);
void sim_row_axis(const struct sim_row_builder *builder, struct sim_row *row, int axis, double s);
// Unbounded, without blocks.
struct sim_row *sim_world_row(const struct sim_world *world, struct work *work);
void sim_rows_anchor(struct sim_row_builder *builder);

// joint_rows.c: all rows of the joints, differentials
bool sim_softness_given(const struct sim_softness *softness);
void sim_joint_rows(struct sim_world *world, struct work *work, int joint, int node);
// Only what holds the bodies together, without motors, limits and springs.
void sim_joint_structure_rows(struct sim_world *world, struct work *work, int joint, int node);
void sim_joint_forces(struct sim_world *world, int joint); // motors in force mode
void sim_joint_store(struct joint *joint, const struct sim_row *rows);
// joint_load.c: all bodies must still stand where the rows were built.
void sim_joint_store_load(struct sim_world *world, const struct work *work, int joint);
void sim_differential_rows(struct sim_world *world, struct work *work,
                           struct differential *differential, int node);

// resistance.c, guide.c, magnet.c; ..._drop() lets go of all that belongs to a body that goes.
void sim_resistance_rows(struct sim_world *world, struct work *work, struct resistance *resistance,
                         int node);
void sim_resistances_drop(struct sim_world *world, int body);
void sim_guide_rows(struct sim_world *world, struct work *work, struct guide *guide, int node);
void sim_guide_store(const struct sim_world *world, struct guide *guide,
                     const struct sim_row *rows);
void sim_guides_drop(struct sim_world *world, int body);
void sim_magnets_act(struct sim_world *world); // makes and breaks bonds, from the last contacts
void sim_magnets_drop(struct sim_world *world, int body);

// reconfigure.c
void sim_reconfigure(struct sim_world *world); // groups and collider groups, when dirty
void sim_forget(struct sim_world *world);      // what is kept from step to step and is no state
void sim_group_to_body(const struct sim_world *world, struct body *body); // pose and velocity
void sim_groups_to_bodies(struct sim_world *world);                       // of all that move
void sim_find_clusters(struct sim_world *world);

// cluster.c
void sim_sort_clusters(struct sim_world *world); // who belongs to them
// Inverse dynamics: velocities of its groups after the step, impulses of its rows.
void sim_cluster_solve(struct sim_world *world, struct work *work, struct cluster *cluster,
                       struct sim_profile *profile);

// dynamics.c: from forces to poses and joint coordinates, cluster by cluster, on all threads
void sim_move_clusters(struct sim_world *world);

// motion.c: the groups, bodies and joints of one cluster
void sim_cluster_predict(struct sim_world *world, const struct cluster *cluster);
void sim_cluster_move(struct sim_world *world, struct cluster *cluster);
void sim_cluster_measure(struct sim_world *world, struct cluster *cluster, bool moved);

// material.c: fills friction, restitution, stiffness and damping of a contact from its materials;
// its grain from its normal and bodies, that of a before that of b.
void sim_material_combine(const struct sim_world *world, struct contact *contact, int a, int b);
void sim_material_place_grain(const struct sim_world *world, struct contact *contact, int a, int b);

// shock.c
void sim_find_levels(struct sim_world *world);
// Which body of a contact carries no more than its own weight: 0 is a, 1 is b; -1: neither.
int sim_shock_side(const struct sim_world *world, const struct contact *contact);

// impact.c
void sim_impacts(struct sim_world *world);

// step.c: one step or part of a step of length def.step, without counting it.
void sim_step_once(struct sim_world *world);
// divide.c: a whole step in as many parts as it takes.
void sim_step_divided(struct sim_world *world);

// contacts.c
void sim_find_contacts(struct sim_world *world);
// Appends the contacts of two items.
void sim_collide_pair(const struct sim_world *world, struct contact_list *list, int ia, int ib);
// Is any contact, as the bodies stand now, deeper than limit [m] and than the contacts of the same
// two shapes when contacts were found last? Changes nothing.
bool sim_contacts_too_deep(struct sim_world *world, double limit);
// The boxes of a body's shapes, for the broad phase of the next step.
void sim_place_items(struct sim_world *world, const struct body *body);
// Whether a shape stays above the ground, if other is ground, as long as it stays in the larger
// box.
bool sim_far_above_ground(const void *context, int item, const struct sim_aabb *larger, int other);
// Shape s of a body in the world.
struct sim_pose sim_body_shape_pose(const struct body *body, int s);
void sim_publish_contacts(struct sim_world *world); // all; a step does so cluster by cluster
void sim_make_room_to_publish(struct sim_world *world);

// contact_lists.c: the contacts of all pairs, on all threads where it pays
void sim_collide_pairs(struct sim_world *world, const struct sim_pair *pairs, int count);
// Brings a cluster's contacts to where all are, from the lists of those who have found them.
void sim_cluster_take_contacts(struct sim_world *world, const struct cluster *cluster);

// contact_rows.c
void sim_contact_tangents(const struct sim_world *world, struct contact *contact,
                          const struct contact *old);
struct sim_vec3 sim_contact_velocity(const struct sim_world *world, const struct contact *contact);
// The equations of a contact between the groups of a cluster; and its impulses after the step.
// NULL: it had no equations.
void sim_contact_point(const struct sim_world *world, const struct contact *contact,
                       struct sim_point *point);
void sim_contact_store(const struct sim_world *world, struct contact *contact,
                       const struct sim_point *point);
