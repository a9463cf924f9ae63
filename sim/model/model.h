// A model: named bodies, joints, differentials, inputs and sensors as a definition, and its
// instance in a world. Readers fill the definition (data/), machines drive the instance
// (vehicles/). A model is composed of parts: names of a part are prefixed "part." and the mount is
// a rigid joint that the contact graph fuses.
#pragma once

#include "sim/contact/magnet.h"
#include "sim/joint/guide.h"
#include "sim/joint/resistance.h"
#include "sim/world.h"

#define SIM_MODEL_NAME 64
#define SIM_MODEL_LABEL 24

// Surface of a shape in pictures, which the dynamics ignores; SIM_LOOK_NONE is invisible.
enum sim_look {
    SIM_LOOK_PAINT,
    SIM_LOOK_STEEL,
    SIM_LOOK_RUBBER,
    SIM_LOOK_GLASS,
    SIM_LOOK_BARK,
    SIM_LOOK_WOOD,
    SIM_LOOK_NONE
};
// For readers, in the order of the enum.
#define SIM_LOOK_WORDS "paint|steel|rubber|glass|bark|wood|none"

struct sim_visual {
    enum sim_look look;
    float colour[3]; // linear RGB, 0 to 1
};

struct sim_model_body {
    char name[SIM_MODEL_NAME];
    struct sim_pose pose;                       // in the model frame
    struct sim_vec3 velocity, angular_velocity; // at the start, of the centre [m/s], [rad/s]
    bool fixed;
    bool has_mass;
    struct sim_mass mass; // in the body frame
    double drag;          // [N s/m]
    int first_shape, shape_count;
    bool has_solver; // for its cluster, see struct sim_body_def
    enum sim_solver solver;
    int line; // in the file, for messages
};

// One output of a sensor, times scale. Scale 0: none.
struct sim_model_signal {
    double scale;
    int sensor, output;
};

struct sim_model_joint {
    char name[SIM_MODEL_NAME];
    struct sim_joint_def def;           // anchor and axes in the model frame; bodies by index below
    int parent, child;                  // body indices; parent -1: the world
    int input[SIM_JOINT_AXES];          // per free axis: input that drives the motor, -1: none
    double input_scale[SIM_JOINT_AXES]; // motor target = base + scale * input + signal
    double input_base[SIM_JOINT_AXES];  // as the target: [N, N m, m/s, rad/s, m or rad]
    struct sim_model_signal signal[SIM_JOINT_AXES];
    int brake_input[SIM_JOINT_AXES]; // per free axis: brake = base + scale * input, not below 0
    double brake_scale[SIM_JOINT_AXES];
    double brake_base[SIM_JOINT_AXES]; // [N or N m]
    // A joint is blocked while |lock input| stays below this (Jung 6.1.3, twist lock); lock_input
    // -1: never.
    int lock_input;
    double lock_below; // of |input|
    double thickness;  // [m] of a joint between two points, in the picture; 0: not shown
    int line;
};

// A hinge that no input drives, brakes or locks.
struct sim_model_joint sim_default_model_joint(void);

struct sim_model_differential {
    char name[SIM_MODEL_NAME];
    struct sim_differential_def def; // joints by index below
    int joint[SIM_DIFFERENTIAL_JOINTS];
    int input; // drives the rate, -1: none
    double input_scale;
    double input_base;
    struct sim_model_signal signal;
    int line;
};

struct sim_model_resistance {
    char name[SIM_MODEL_NAME];
    struct sim_resistance_def def; // body by index below; a direction of the world: model frame
    int body;
    bool one_way;       // pushes along the direction only
    int input;          // force = base + scale * input + signal, not below 0; -1: none
    double scale, base; // [N or N m]
    struct sim_model_signal signal;
    int line;
};

struct sim_model_force {
    char name[SIM_MODEL_NAME];
    int body;
    struct sim_vec3 point;     // [m] in the body frame
    struct sim_vec3 direction; // unit; with_body: in the body frame, else in the model frame
    bool with_body;            // turns with the body
    bool turns;                // a torque about the direction instead of a force along it
    int input;                 // force = base + scale * input + signal; -1: none
    double scale, base;        // [N or N m]
    struct sim_model_signal signal;
};

struct sim_model_guide {
    char name[SIM_MODEL_NAME];
    struct sim_guide_def def;   // body by index below; axes and target come from the frame
    int body, frame;            // body indices; frame -1: frame_pose below
    struct sim_pose frame_pose; // in the model frame
    struct sim_pose place; // of the anchor in the frame, in the pose of the file; q is the body's
    int input[6];          // x, y, z, roll, pitch, yaw = base + scale * input, -1: base
    double scale[6], base[6];
    struct sim_model_signal signal[6]; // added to them
    int switch_input;                  // on while the input is at least 0.5; -1: always
    int line;
};

struct sim_model_magnet {
    char name[SIM_MODEL_NAME];
    struct sim_magnet_def def; // body and material by index below
    int body;
    int material;     // index into materials, -1: all
    int switch_input; // on while the input is at least 0.5; -1: always
    int line;
};

struct sim_model_input {
    char name[SIM_MODEL_NAME];
    double low, high, initial; // commonly -1 to 1 or 0 to 1
    double rate; // [1/s] largest change per second, 0: unlimited; how a valve or lever ramps
};

enum sim_sensor_kind {
    SIM_SENSOR_POSITION,      // of a joint axis [m or rad]
    SIM_SENSOR_SPEED,         // of a joint axis [m/s or rad/s]
    SIM_SENSOR_FORCE,         // of a joint's motor [N or N m]
    SIM_SENSOR_BODY_SPEED,    // along the body's x [m/s]
    SIM_SENSOR_BODY_HEIGHT,   // z of the body frame [m]
    SIM_SENSOR_ROLL,          // of a body [rad]
    SIM_SENSOR_PITCH,         // of a body [rad]
    SIM_SENSOR_CONTACT_FORCE, // on a body by its contacts: sum of the normal forces, sum of the
                              // friction forces, and the vector of their total in the body's axes
                              // [N]
    SIM_SENSOR_FORCE_TORQUE,  // load of a joint on its child, about its anchor, in the child's axes
                              // [N, N m]; see sim_joint_load()
    SIM_SENSOR_TILT,          // angle of the body's z from the vertical [rad]
    SIM_SENSOR_RAY,           // distance to the first hit of a ray, range if there is none [m]
    SIM_SENSOR_DISTANCE,      // smallest distance between two bodies [m]
    SIM_SENSOR_PULL,          // of a joint between two points or of a thread [N], pushes: below 0
    SIM_SENSOR_KINDS
};

struct sim_model_sensor {
    char name[SIM_MODEL_NAME];
    enum sim_sensor_kind kind;
    int joint, axis, body;
    int differential;                    // pull of a thread; -1: of the joint
    int other;                           // distance: the second body
    struct sim_vec3 position, direction; // ray: in the body frame, direction is unit
    double range;                        // [m] ray, distance
    char label[SIM_MODEL_LABEL];         // name on displays; "": not shown
};

// Number of outputs of a kind of sensor, at least 1, and the suffix of an output's name: "" or
// ".fx" and so on.
int sim_sensor_outputs(enum sim_sensor_kind kind);
const char *sim_sensor_suffix(enum sim_sensor_kind kind, int output);

struct sim_model_pair {
    char a[SIM_NAME_SIZE], b[SIM_NAME_SIZE];
    struct sim_material_pair pair;
};

// All arrays are owned by the model and freed by sim_model_finish.
struct sim_model {
    char name[SIM_MODEL_NAME];
    struct sim_world_def world;
    struct sim_material *materials;
    int material_count;
    struct sim_model_pair *pairs;
    int pair_count;
    struct sim_shape *shapes;   // material: index into materials, -1: default
    struct sim_visual *visuals; // one per shape
    int shape_count;
    struct sim_hull **hulls; // that shapes point to
    int hull_count;
    struct sim_mesh **meshes; // likewise
    int mesh_count;
    struct sim_sphere_tree **trees; // likewise
    int tree_count;
    struct sim_heightfield **fields; // likewise, each with its heights in one block of memory
    int field_count;
    struct sim_model_body *bodies;
    int body_count;
    struct sim_vec3 **paths; // and outlines that joints point to
    int path_count;
    struct sim_model_joint *joints;
    int joint_count;
    struct sim_model_differential *differentials;
    int differential_count;
    struct sim_model_resistance *resistances;
    int resistance_count;
    struct sim_model_force *forces;
    int force_count;
    struct sim_model_guide *guides;
    int guide_count;
    struct sim_model_magnet *magnets;
    int magnet_count;
    struct sim_model_input *inputs;
    int input_count;
    struct sim_model_sensor *sensors;
    int sensor_count;
};

void sim_model_finish(struct sim_model *model);                           // accepts a zeroed struct
int sim_model_find_body(const struct sim_model *model, const char *name); // -1: none
int sim_model_find_joint(const struct sim_model *model, const char *name);  // -1: none
int sim_model_find_input(const struct sim_model *model, const char *name);  // -1: none
int sim_model_find_sensor(const struct sim_model *model, const char *name); // -1: none
int sim_model_find_guide(const struct sim_model *model, const char *name);  // -1: none
int sim_model_find_magnet(const struct sim_model *model, const char *name); // -1: none

// Mass of a body in its own frame: its own, or the sum of its shapes'; mass 0: it has none.
struct sim_mass sim_model_body_mass(const struct sim_model *model,
                                    const struct sim_model_body *body);

// The output with this name, such as "tilt" or "load.fx": lets displays, recorders and other parts
// find the outputs that they read with sim_instance_output. False: there is none.
bool sim_model_find_output(const struct sim_model *model, const char *name, int *sensor,
                           int *output);
// Unit of an output: "m", "m/s", "N", "N m", "rad" or "rad/s". Static storage.
const char *sim_model_output_unit(const struct sim_model *model, int sensor, int output);

struct sim_instance {
    const struct sim_model *model; // must outlive the instance
    struct sim_world *world;
    struct sim_body_id *bodies; // one per body of the model
    struct sim_joint_id *joints;
    struct sim_differential_id *differentials;
    struct sim_resistance_id *resistances;
    struct sim_guide_id *guides;
    struct sim_magnet_id *magnets;
    struct sim_pose pose; // of the model frame at creation
    double *input;        // commanded value, clamped to the input's range
    double *applied;      // after the input's rate limit
    bool *driven;         // per joint: something but the user acts on it between steps
    // Per joint, a bit per axis: held by sim_instance_block besides the lock input.
    unsigned char *blocked_by_user;
    signed char *blocked; // per joint: the bits last set, -1: unknown
};

// Creates all bodies and joints with the model frame at pose. False: out of memory.
bool sim_instance_create(struct sim_instance *instance, struct sim_world *world,
                         const struct sim_model *model, struct sim_pose pose);
void sim_instance_finish(struct sim_instance *instance); // frees the arrays, leaves the world alone
void sim_instance_set_input(struct sim_instance *instance, int input, double value);
// Holds an axis of the joint, from 0; -1: all of them, which makes one body of what it joins.
void sim_instance_block(struct sim_instance *instance, int joint, int axis, bool blocked);
// Call after blocking joints or restoring the world without going through the instance.
void sim_instance_forget(struct sim_instance *instance);
// Ramps the inputs by one step and sets motors, rates and locks from them; call before
// sim_world_step.
void sim_instance_apply(struct sim_instance *instance);
// Value of an output after the last step; all except forces are valid before the first step, too.
// Rays and distances consider colliding shapes of enabled bodies; a ray ignores the body it starts
// from and bodies fused to that one (known from the first step on).
double sim_instance_output(const struct sim_instance *instance, int sensor, int output);
double sim_instance_sensor(const struct sim_instance *instance, int sensor); // its first output

// A force of the model as its input and its sensor are now.
struct sim_acting_force {
    struct sim_vec3 point;     // [m] world, on its body
    struct sim_vec3 direction; // unit vector, world
    double size;               // [N or N m] along or about the direction
};
struct sim_acting_force sim_instance_force(const struct sim_instance *instance, int force);
