// The keys of machine and model files. The table drives the reader (data/model/read.c), its range
// checks and docs/model-format.md.
#pragma once

#include "data/text/keys.h"
#include "vehicles/part/kinds.h"

enum dat_model_section {
    DAT_SECTION_FILE,
    DAT_SECTION_WORLD,
    DAT_SECTION_MATERIAL,
    DAT_SECTION_PAIR,
    DAT_SECTION_BODY,
    DAT_SECTION_SHAPE,
    DAT_SECTION_CAPSULE,
    DAT_SECTION_CYLINDER,
    DAT_SECTION_CONE,
    DAT_SECTION_HULL,
    DAT_SECTION_MESH,
    DAT_SECTION_HEIGHTFIELD,
    DAT_SECTION_JOINT,
    DAT_SECTION_MOTOR,
    DAT_SECTION_SPRING,
    DAT_SECTION_BRAKE,
    DAT_SECTION_STOP,
    DAT_SECTION_BUSHING,
    DAT_SECTION_JOINT_LOCK,
    DAT_SECTION_DIFFERENTIAL,
    DAT_SECTION_RATE,
    DAT_SECTION_SHAFT,
    DAT_SECTION_THREAD,
    DAT_SECTION_THREAD_POINT,
    DAT_SECTION_ROPE,
    DAT_SECTION_ROPE_END,
    DAT_SECTION_RESISTANCE,
    DAT_SECTION_APPLIED_FORCE,
    DAT_SECTION_GUIDE,
    DAT_SECTION_GUIDE_AXIS,
    DAT_SECTION_MAGNET,
    DAT_SECTION_INPUT,
    DAT_SECTION_SENSOR,
    DAT_SECTION_PART,
    DAT_SECTION_MOUNT,
    DAT_SECTION_FRAME,
    DAT_SECTION_CAMERA,
    DAT_SECTION_TRANSLATION,
    DAT_SECTION_PARTS, // of machines: the first of VEH_PART_KINDS, by enum veh_part_id
    DAT_MODEL_SECTIONS = DAT_SECTION_PARTS + VEH_PART_KINDS
};

// [kg/m^3] Osmium has 22,600.
#define DAT_MODEL_MAX_DENSITY 25000.0

// All sections: those of the model (keys.c) and those of the parts of machines, whose keys
// vehicles/part/ describes (part_keys.c).
const struct dat_key_table *dat_model_keys(void);

// The key of a part of a machine, and whether it is a list of such parts.
const char *dat_model_part_key(const struct veh_part_kind *kind);
bool dat_model_part_is_list(const struct veh_part_kind *kind);

// The sections of the model alone.
extern const struct dat_key_table dat_model_own_keys;

// One struct per section, a member per key.

struct dat_model_file {
    struct dat_value kind, name, class, parameters, world, materials, pairs, inputs, bodies, joints,
        differentials, threads, ropes, resistances, forces, guides, magnets, sensors, parts,
        cameras, translations;
    struct dat_value machine_part[VEH_PART_KINDS]; // by enum veh_part_id
};
struct dat_model_world {
    struct dat_value step, gravity, wind, solver, iterations, cold_start, shock_propagation,
        stabilisation, contact_stabilisation, broad_phase, grid_cell, margin, look_ahead,
        deepest_contact, halvings, impact, impact_speed;
};
struct dat_model_material {
    struct dat_value name, friction, friction_across, grain, restitution, stiffness, damping;
};
struct dat_model_pair {
    struct dat_value materials, friction, friction_across, restitution, rolling;
};
struct dat_model_body {
    struct dat_value name, position, rotation_deg, velocity, angular_velocity, fixed, point, drag,
        mass, centre, inertia, solver, shapes, material, look, colour;
};
struct dat_model_shape {
    struct dat_value box, sphere, capsule, cylinder, cone, hull, mesh, heightfield, position,
        rotation_deg, mass, density, material, collides, passive, look, colour;
};
struct dat_model_capsule {
    struct dat_value from, to, radius, radii;
};
struct dat_model_cylinder {
    struct dat_value from, to, radius;
};
struct dat_model_cone {
    struct dat_value from, to, radii;
};
struct dat_model_hull {
    struct dat_value points;
};
struct dat_model_mesh {
    struct dat_value file, scale, vertices, triangles, levels;
};
struct dat_model_heightfield {
    struct dat_value file, spacing, heights;
};
struct dat_model_joint {
    struct dat_value name, kind, parent, child, anchor, child_anchor, axis, axis2, pitch,
        limits_deg, limits_m, limits2_deg, limits2_m, limits3_deg, motor, motor2, motor3, spring,
        spring2, spring3, stop, stop2, stop3, bushing, brake, brake2, brake3,
        separate_collider_groups, blocked, forbid_unification, lock, shortest, longest, mass,
        thickness, break_force, path, closed, outline;
};
struct dat_model_motor {
    struct dat_value mode, input, scale, base, sensor, sensor_scale, force, kp, ki, kd, damping,
        speed_max;
};
struct dat_model_spring {
    struct dat_value stiffness, stretch_force, damping, rest, rest_deg, length;
};
struct dat_model_brake {
    struct dat_value force, input, scale;
};
struct dat_model_stop {
    struct dat_value stiffness, damping;
};
struct dat_model_bushing {
    struct dat_value stiffness, damping, turn_stiffness, turn_damping;
};
struct dat_model_joint_lock {
    struct dat_value input, below;
};
struct dat_model_differential {
    struct dat_value name, joints, ratio, ratio3, positional, motor, shaft;
};
struct dat_model_rate {
    struct dat_value input, scale, base, sensor, sensor_scale, force;
};
struct dat_model_shaft {
    struct dat_value stiffness, damping;
};
struct dat_model_thread {
    struct dat_value name, points, longest, motor, break_force, thickness;
};
struct dat_model_thread_point {
    struct dat_value body, at;
};
struct dat_model_rope {
    struct dat_value name, from, to, length, points, mass, stiffness, damping, bending,
        bending_damping, drag, thickness, collides, material, break_force;
};
struct dat_model_rope_end {
    struct dat_value body, at, along;
};
struct dat_model_resistance {
    struct dat_value name, body, point, direction, with_body, motion, one_way, force, input, scale,
        sensor, sensor_scale;
};
struct dat_model_applied_force {
    struct dat_value name, body, kind, point, direction, with_body, base, input, scale, sensor,
        sensor_scale;
};
struct dat_model_guide {
    struct dat_value name, body, mode, frame, anchor, switch_input, force, torque, kp, ki, kd,
        speed_max, turn_max, x, y, z, roll, pitch, yaw;
};
struct dat_model_guide_axis {
    struct dat_value input, scale, base, sensor, sensor_scale;
};
struct dat_model_magnet {
    struct dat_value name, body, switch_input, material, holds_fixed, break_force, break_torque;
};
struct dat_model_input {
    struct dat_value name, range, initial, rate;
};
struct dat_model_sensor {
    struct dat_value name, kind, joint, thread, body, other, position, direction, range, label;
};
struct dat_model_part {
    struct dat_value name, file, position, rotation_deg, solver, mirror, mount, parameters;
};
struct dat_model_mount {
    struct dat_value parent, child;
};
struct dat_model_frame {
    struct dat_value position, rotation_deg;
};
struct dat_model_camera {
    struct dat_value name, body, position, rotation_deg, fov_deg;
};
struct dat_model_translation {
    struct dat_value language, names;
};
// A part of a machine: a value per key, in the order of the kind's table.
struct dat_model_machine_part {
    struct dat_value key[VEH_MAX_PART_KEYS];
};
