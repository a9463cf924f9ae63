// Energy in the springs of joints and differentials, at their present coordinates. For the files of
// sim/ only.
#pragma once

struct differential;
struct joint;
struct sim_world;

// [J] Of its axes' springs and stops, and of its bushing. A blocked joint has no free axis.
double sim_joint_elastic_energy(const struct sim_world *world, const struct joint *joint);
// [J] Of a shaft, which winds up where the differential keeps a position.
double sim_differential_elastic_energy(const struct sim_world *world, const struct differential *d);
