// Shared by the files of the reader of models; not for others.
#pragma once

#include "data/model/keys.h"
#include "data/text/sources.h"
#include "sim/base/array.h"
#include "vehicles/machine_def.h"

#define DAT_MAX_FILES 64
#define DAT_PART_DEPTH 4

// One use of a file: the file itself, or a part in it. A point p of a part is at pose * M p in the
// model, where M mirrors y if mirror is set.
struct dat_model_use {
    char path[256];   // for messages and for opening
    char folder[256]; // of path; parts are relative to it. "": the working folder
    char prefix[SIM_MODEL_NAME];
    char *text; // owned; NULL for the outermost file
    struct dat_yaml *yaml;
    struct dat_model_file keys;
    int parent; // index of the use that names this one, -1: none
    int depth;
    struct sim_pose pose;
    bool mirror;
    struct dat_model_part part; // how the parent names it; depth > 0 only
};

// A follower of a sensor: a motor of a joint, the rate of a differential, the force of a
// resistance, a force, an axis of a guide. Sensors are read after these, so it is looked up at the
// end.
enum dat_follower_kind {
    DAT_FOLLOWS_JOINT,
    DAT_FOLLOWS_DIFFERENTIAL,
    DAT_FOLLOWS_RESISTANCE,
    DAT_FOLLOWS_FORCE,
    DAT_FOLLOWS_GUIDE
};
struct dat_model_follower {
    int use;
    const struct dat_node *node; // the sensor's name
    enum dat_follower_kind kind;
    int index, axis; // index into the model's list of that kind
};

// The limit of a motor's force, which its file or a part that drives the joint must give.
struct dat_model_force {
    const struct dat_node *motor; // its group
    int joint, axis;              // index into the model
    bool servo;                   // else it is of mode velocity
    bool given;                   // by the file
    bool driven;                  // by a part
};

struct dat_model_origin {
    int use, line;
};

struct dat_model_reader {
    struct veh_machine_def *out;
    struct sim_model *model; // &out->model
    struct dat_model_use use[DAT_MAX_FILES];
    int use_count;
    bool parts_allowed;
    // Where the model's materials and inputs come from, for messages.
    SIM_ARRAY(struct dat_model_origin) material_origins, input_origins;
    // Places of the model's bodies, joints and sensors in the files.
    SIM_ARRAY(const struct dat_node *) body_nodes, joint_nodes, sensor_nodes;
    SIM_ARRAY(struct dat_model_follower) followers;
    SIM_ARRAY(struct dat_model_force) forces;
    // Capacities of the model's lists.
    struct {
        int paths, materials, pairs, inputs, shapes, visuals, hulls, meshes, fields, trees, bodies,
            joints, differentials, resistances, forces, guides, magnets, sensors;
    } capacity;
    struct dat_diagnostics *d;
    struct dat_source_list *sources; // where the files that are read are entered; may be NULL
    // The errors of a file that is used again are the same again; they go here.
    struct dat_diagnostics again;
    bool out_of_memory;
    bool values_missing; // an expression was refused before the keys were read
};

// Reports it once; false.
bool dat_model_out_of_memory(struct dat_model_reader *r);
// Room for one more item in a list of the model, such as bodies, body_count; false after an error.
#define DAT_MODEL_RESERVE(r, list, count)                                                          \
    (sim_grow_or_fail(&(r)->model->list, &(r)->capacity.list, (r)->model->count + 1,               \
                      sizeof *(r)->model->list) ||                                                 \
     dat_model_out_of_memory(r))
// Adds an item to a list of the model; false after an error.
#define DAT_MODEL_ADD(r, list, count, item)                                                        \
    (DAT_MODEL_RESERVE(r, list, count) && ((r)->model->list[(r)->model->count++] = (item), true))
// Adds an item to an array of the reader's own; false after an error.
#define DAT_MODEL_NOTE(r, array, item)                                                             \
    ((SIM_ARRAY_TRY(&(r)->array, (r)->array.count + 1) || dat_model_out_of_memory(r)) &&           \
     ((r)->array.items[(r)->array.count++] = (item), true))

// Errors reported so far, also those that go to again.
int dat_model_errors(const struct dat_model_reader *r);
// Reports the problem of the definition that item became, as the dynamics see it (NULL: none). Only
// without an error since errors_before, which would be the cause. The readers report the likely
// mistakes themselves, at the key; this finds the others before creation asserts.
void dat_model_check_definition(struct dat_model_reader *r, int errors_before,
                                const struct dat_node *item, const char *problem);

// prefix + name into full[SIM_MODEL_NAME]; false after an error where it is too long for the
// dynamics.
bool dat_model_full_name(const struct dat_model_use *use, const struct dat_value *name, char *full);

// Reports an item whose name an item before it in the list that begins with first has, too.
void dat_model_check_name(const struct dat_node *first, const struct dat_node *item);

// Indices of named things in the use's scope, -1 after an error where there is none. The value may
// be a list entry: node and name are given apart.
int dat_model_body(const struct dat_model_reader *r, const struct dat_model_use *use,
                   const struct dat_node *node, const char *name);
// "name" or "name/2"; *axis is 0 or 1. axis NULL: the joint as a whole.
int dat_model_joint(const struct dat_model_reader *r, const struct dat_model_use *use,
                    const struct dat_node *node, const char *name, int *axis);
int dat_model_differential(const struct dat_model_reader *r, const struct dat_model_use *use,
                           const struct dat_node *node, const char *name);
int dat_model_input(const struct dat_model_reader *r, const struct dat_node *node,
                    const char *name);
int dat_model_material(const struct dat_model_reader *r, const struct dat_node *node,
                       const char *name);
// The same for an optional key: -1 without an error where it was left out.
int dat_model_optional_input(const struct dat_model_reader *r, const struct dat_value *value);

// The input of a force = base + scale * input, -1: none; item: the group, for the error where one
// of the two is missing.
int dat_model_scaled_input(const struct dat_model_reader *r, const struct dat_node *item,
                           const struct dat_value *input, const struct dat_value *scale,
                           double *factor);
// The value of such a force at the start.
double dat_model_initial_force(const struct dat_model_reader *r, double base, double scale,
                               int input);

int dat_model_find_material(const struct sim_model *model, const char *name); // -1: none

struct sim_vec3 dat_value_vec3(const struct dat_value *value);
struct sim_pose dat_value_pose(const struct dat_value *position, const struct dat_value *rotation);

// From the file's frame to the model frame.
struct sim_vec3 dat_model_place_point(const struct dat_model_use *use, struct sim_vec3 p);
struct sim_pose dat_model_place_pose(const struct dat_model_use *use, struct sim_pose pose);
// The origin of a body's frame, for -1, the world, that of the file's, in the model frame.
struct sim_vec3 dat_model_place_origin(const struct dat_model_reader *r,
                                       const struct dat_model_use *use, int body);
// Axis about which something turns, or along which it slides.
struct sim_vec3 dat_model_place_axis(const struct dat_model_use *use, struct sim_vec3 axis,
                                     bool turns);
// Inside of a body's frame: only the mirror matters.
struct sim_vec3 dat_model_mirror_point(const struct dat_model_use *use, struct sim_vec3 p);
struct sim_pose dat_model_mirror_pose(const struct dat_model_use *use, struct sim_pose pose);

// ---- files ----

// Enters a file that was read into the list of sources.
void dat_model_note_source(struct dat_model_reader *r, const char *path, const char *text);
// The folder of a path; "": the working folder.
void dat_model_folder(const char *path, char *folder, size_t size);
// The text of a file beside the model, to be freed, with its path; NULL after an error. what: such
// as "mesh file".
char *dat_model_load_file(struct dat_model_reader *r, const struct dat_model_use *use,
                          const struct dat_value *file, const char *what, char *path, size_t size);
// Reports what was found in it: its warnings, and its errors unless it lies in another folder.
void dat_model_report_file(struct dat_model_reader *r, const struct dat_value *file,
                           const char *what, const char *path, const struct dat_diagnostics *d);
// Reads the outermost keys of a use whose path is set. False after an error that leaves nothing to
// read.
bool dat_model_open(struct dat_model_reader *r, struct dat_model_use *use, const char *text);
// Replaces the expressions of the file by numbers; false after an error.
bool dat_model_evaluate(const struct dat_model_use *use);
// Reports parameters that the part's file does not have.
void dat_model_check_parameters(const struct dat_model_use *use);
// Adds a use for each part of the first one, and for the parts of these.
void dat_model_open_parts(struct dat_model_reader *r);

// ---- contents ----

// Materials and inputs; then pairs, once all materials are known.
void dat_model_read_shared(struct dat_model_reader *r, struct dat_model_use *use);
void dat_model_read_pairs(struct dat_model_reader *r, struct dat_model_use *use);

// Properties that the shapes of a body inherit from it.
struct dat_model_style {
    int material; // -1: none
    int look;
    const struct dat_value *colour;
    bool stays;      // the body is fixed, and its axes are those of the model
    double volume;   // [m^3] of all shapes
    bool own_masses; // a shape has a mass of its own
};
// Reads a shape of the body that is read at the moment, and adds it to the model.
void dat_model_read_shape(struct dat_model_reader *r, const struct dat_model_use *use,
                          const struct dat_node *item, struct dat_model_style *style);
// Reports a mass [kg] that no material has in that volume [m^3], which is a slip of the unit: grams
// or tonnes. A mesh that is open has no volume, so there is nothing to compare with.
void dat_model_check_density(const struct dat_node *node, double mass, double volume);
// Reads the group `mesh` of a shape; false after an error.
bool dat_model_read_mesh(struct dat_model_reader *r, const struct dat_model_use *use,
                         const struct dat_node *node, struct sim_shape *shape);
// Reads the group `heightfield` of a shape; false after an error.
bool dat_model_read_heightfield(struct dat_model_reader *r, const struct dat_model_use *use,
                                const struct dat_node *node, struct sim_shape *shape);
void dat_model_read_bodies(struct dat_model_reader *r, struct dat_model_use *use);

// Places the anchors of a joint whose ends are known, and the mass of one between two points.
void dat_model_read_anchors(struct dat_model_reader *r, const struct dat_model_use *use,
                            const struct dat_model_joint *keys, struct sim_model_joint *joint);
// Of a link whose anchors are placed.
void dat_model_read_lengths(const struct dat_model_joint *keys, struct sim_joint_def *def);
void dat_model_read_spring_length(const struct dat_model_spring *keys, struct sim_joint_def *def);
// The curve of a joint whose anchor is placed.
void dat_model_read_path(struct dat_model_reader *r, const struct dat_model_use *use,
                         const struct dat_node *item, const struct dat_model_joint *keys,
                         struct sim_joint_def *def);
// The corners that a plane's point stays within, checked unless there were errors in the joint
// since errors_before (dat_model_errors()).
void dat_model_read_outline(struct dat_model_reader *r, const struct dat_model_use *use,
                            const struct dat_value *outline, int errors_before,
                            struct sim_joint_def *def);
// Is the body a mass point? -1, the world, is none.
bool dat_model_is_point(const struct dat_model_reader *r, int body);
// Adds a point mass [kg] at p [m] in the model frame to a body; -1: the world, which takes any.
void dat_model_add_mass(struct dat_model_reader *r, int body, double mass, struct sim_vec3 p);
// Kind, directions, pitch and free axes of a joint, whose key 'kind' is right.
void dat_model_read_axes(struct dat_model_reader *r, const struct dat_model_use *use,
                         const struct dat_node *item, const struct dat_model_joint *keys,
                         struct sim_model_joint *joint);
void dat_model_read_joints(struct dat_model_reader *r, struct dat_model_use *use);
void dat_model_read_differentials(struct dat_model_reader *r, struct dat_model_use *use);
void dat_model_read_ropes(struct dat_model_reader *r, struct dat_model_use *use);
void dat_model_read_threads(struct dat_model_reader *r, struct dat_model_use *use);
// The defaults of joints and their drives.
struct sim_model_joint dat_model_default_joint(int line);
void dat_model_name_differential(const struct dat_model_reader *r, const struct dat_model_use *use,
                                 const struct dat_value *name,
                                 struct sim_model_differential *differential);
// Of the differential that is added next.
void dat_model_read_rate(struct dat_model_reader *r, const struct dat_model_use *use,
                         const struct dat_value *value,
                         struct sim_model_differential *differential);
// Notes that something follows the sensor named in value, if it does.
void dat_model_follow(struct dat_model_reader *r, const struct dat_model_use *use,
                      const struct dat_value *sensor, struct dat_model_follower follower);
// Resistances, forces, guides and magnets.
void dat_model_read_controls(struct dat_model_reader *r, struct dat_model_use *use);
void dat_model_read_sensors(struct dat_model_reader *r, struct dat_model_use *use);
void dat_model_connect_followers(struct dat_model_reader *r); // after all sensors
// Parts of the machine, and cameras.
void dat_model_read_roles(struct dat_model_reader *r, struct dat_model_use *use);
// Names in other languages, of the file that is used.
void dat_model_read_translations(struct dat_model_reader *r, const struct dat_model_use *use);
void dat_model_check_forces(const struct dat_model_reader *r); // of motors, after all roles

// ---- the model as a whole ----

// Refuses what every key allows but no machine can do: motors and sensors between bodies that are
// one, bodies that overlap. For a model without other errors.
void dat_model_check_sense(struct dat_model_reader *r);
// A machine is a tree or a net of bodies, none of them fixed to the world ...
void dat_model_check_machine(struct dat_model_reader *r);
// ... all of them near the first ...
void dat_model_check_extent(const struct dat_model_reader *r);
// ... has the parts that its kind needs ...
void dat_model_check_roles(struct dat_model_reader *r);
// ... and stands on its wheels. For a machine without other errors.
void dat_model_check_standing(const struct dat_model_reader *r);
