// A part of a machine: its drive, its crane, its head, a lock. One file in vehicles/part/ fills one
// struct veh_part_kind: the definition with the keys of the machine file that fill it, the state
// with the table that snapshots walk, what the part does before and after a step, the events that
// it raises, what it measures, and what it answers when the worksite asks. A machine is a list of
// parts; the worksite and the other parts know it by these members only.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/base/math.h"
#include "vehicles/events.h"
#include "vehicles/state.h"

#define VEH_MAX_PARTS 40
#define VEH_MAX_PART_KEYS 26
#define VEH_MAX_LIST 24
#define VEH_MAX_POLYLINE 16

struct sim_model;
struct veh_part;
struct veh_worksite;

struct veh_list {
    int index[VEH_MAX_LIST];
    int count;
};

// A line through points, linear between two of them.
struct veh_polyline {
    double x[VEH_MAX_POLYLINE], y[VEH_MAX_POLYLINE]; // x rises
    int count;                                       // 2 or more
};

struct veh_axis_list {
    int joint[VEH_MAX_LIST];
    int axis[VEH_MAX_LIST]; // from 0; -1: all axes of the joint
    int count;
};

// ---- keys of the machine file ----

// The type of a key and of the member that it fills.
enum veh_key_type {
    VEH_KEY_NUMBER,   // double
    VEH_KEY_INTEGER,  // int
    VEH_KEY_NAME,     // char[SIM_MODEL_NAME]
    VEH_KEY_POINT,    // struct sim_vec3, in a body's frame
    VEH_KEY_SIZE,     // struct sim_vec3, lengths
    VEH_KEY_POSE,     // struct sim_pose, in a body's frame
    VEH_KEY_POLYLINE, // struct veh_polyline
    VEH_KEY_BODY,     // int, index into the model; -1: left out
    VEH_KEY_JOINT,    // likewise
    VEH_KEY_INPUT,    // likewise
    VEH_KEY_BODIES,   // struct veh_list of such indices
    VEH_KEY_JOINTS,
    VEH_KEY_AXES, // struct veh_axis_list: joints ("steer") and single axes ("steer/2")
    VEH_KEY_INPUTS,
    VEH_KEY_DIFFERENTIALS
};

struct veh_key {
    const char *name;
    enum veh_key_type type;
    const char *unit;     // "" where a number has none
    const char *standard; // the default as a file would write it; "": may be left out;
                          // NULL: required
    double low, high;     // of numbers, in the unit
    size_t offset;        // of the member of the definition
    const char *help;
};

// Rows of a table of keys, which are called as the members that they fill.
// clang-format off
#define VEH_KEY_RANGE(part, member, type, unit, standard, low, high, help) \
    {#member, VEH_KEY_##type, unit, standard, low, high, \
     offsetof(struct veh_##part##_def, member), help}
#define VEH_KEY(part, member, type, standard, help) \
    VEH_KEY_RANGE(part, member, type, "", standard, 0.0, 0.0, help)
// clang-format on

// ---- measures ----

// A quantity that a part measures after each step. Results of exercises and the manual list all of
// them; others find one by its index, veh_machine_measure().
struct veh_measure {
    const char *name; // "mass_kg": ends in the unit
    const char *unit; // "kg"; "": a count
    const char *meaning;
    double (*value)(const struct veh_worksite *site, const struct veh_part *part);
};

// ---- kinds ----

// The rectangle of the middles of a machine's wheels, in the model's frame.
struct veh_base {
    int body;                        // its frame is the machine's
    double rear, front, right, left; // [m] sides of the rectangle: x of two, y of two
};

struct veh_part_kind {
    int id;             // enum veh_part_id of vehicles/part/kinds.h: parts act in this order
    const char *role;   // "role: the harvester head": of its key in the machine file
    const char *title;  // "the head": of its section in docs/model-format.md
    const char *help;   // the sentence below the title
    unsigned needed_by; // bits 1 << enum veh_machine_kind of the machines that need one
    const struct veh_part_kind *needs; // another kind that the machine must have; NULL: none
    bool whole; // of the machine as a whole: it is in the machine's own file, and there with its
                // defaults if it is left out

    const struct veh_key *keys;
    int key_count; // at most VEH_MAX_PART_KEYS
    size_t def_size;
    // Says what is wrong with a definition whose keys are right one by one, in the model that it
    // belongs to; NULL: nothing. The answer may be written into text.
    const char *(*problem)(const void *def, const struct sim_model *model, char *text, size_t size);
    // The joint whose motor the part drives, -1: none; such a motor has no force in the file. Sets
    // the force in the model, unless that is NULL.
    int (*drives)(const void *def, struct sim_model *model);

    size_t state_size; // 0: none; all zero before begin()
    struct veh_state_table state;
    void (*begin)(struct veh_part *part); // the state on a new worksite

    // In a step, each may be NULL.
    void (*before)(struct veh_worksite *site, struct veh_part *part);  // levers to inputs, motors
    void (*actuate)(struct veh_worksite *site, struct veh_part *part); // inputs have set the motors
    void (*after)(struct veh_worksite *site, struct veh_part *part);   // measure, cut
    void (*settle)(struct veh_worksite *site, struct veh_part *part); // once all that is cut is cut

    uint64_t events; // bits VEH_EVENT_BIT of those that it raises, and no other
    const struct veh_measure *measures;
    int measure_count;

    // Answers; NULL: no.
    // Bits 1 << enum veh_control of the controls that it listens to besides the model's inputs.
    unsigned (*controls)(const void *def);
    // Changes in base what the part knows of it.
    void (*base)(const struct sim_model *model, const void *def, struct veh_base *base);
    int (*load_body)(const void *def);    // body that carries a load
    const char *(*hose)(const void *def); // name of a function that drives(), whose hose may burst
    // Name of its i-th instrument that may fail, from 0; NULL: it has no more. See
    // vehicles/faults.h.
    const char *(*sensor)(const void *def, int i);
    int (*saw_joint)(const void *def); // of a bar whose chain may be blunt
    int (*knives)(const void *def);    // body of a head whose knives may be blunt, -1: it has none
    // The place [m] where the part grips stems: near to it they are loose.
    bool (*tool)(const struct veh_worksite *site, const struct veh_part *part,
                 struct sim_vec3 *place);
    // It is the part's work that the body (index in the world) presses on the stem.
    bool (*works_on)(const struct veh_worksite *site, const struct veh_part *part, uint32_t body,
                     int stem);
};

// Definition of a part of a machine.
struct veh_part_def {
    const struct veh_part_kind *kind;
    void *def; // owned by the machine's definition; kind->def_size bytes
};

// A part in a worksite.
struct veh_part {
    const struct veh_part_kind *kind;
    const void *def;
    void *state; // owned; kind->state_size bytes, NULL: none
    int machine; // whose part it is
};
