// Inside of the narrow phase: polytopes and meshes on the ground, part by part: the corners, the
// places of the edges where the ground bulges towards them, and per face that looks down the sample
// of the ground that sticks out of it most. Between two planes, the ground's and the face's, the
// deepest place is a corner of one of them.
#pragma once

#include "sim/collide/field.h"

struct sim_ground_parts {
    struct sim_ground ground;
    double top; // [m] of the ground around, plus the margin: what is higher does not touch
    struct sim_contacts many;
    struct sim_contact_point points[SIM_MANY_POINTS]; // of many
};

// Begins without points for shape a on heightfield b. False: a is above the ground.
bool sim_ground_parts_begin(struct sim_ground_parts *parts, const struct sim_shape *a,
                            const struct sim_pose *pose_a, const struct sim_shape *b,
                            const struct sim_pose *pose_b, double margin);
void sim_ground_parts_corner(struct sim_ground_parts *parts, struct sim_vec3 p, uint32_t feature);
// From p to q. The feature and the one after it belong to the edge.
void sim_ground_parts_edge(struct sim_ground_parts *parts, struct sim_vec3 p, struct sim_vec3 q,
                           uint32_t feature);
// A convex polygon with the outward normal n, counter-clockwise seen from outside. Only a sample
// deeper than deepest [m] is added.
void sim_ground_parts_face(struct sim_ground_parts *parts, const struct sim_vec3 *corner, int count,
                           struct sim_vec3 n, double deepest, uint32_t feature);
// Adds the best of the points.
void sim_ground_parts_end(const struct sim_ground_parts *parts, const struct sim_pose *pose_a,
                          struct sim_contacts *contacts);
