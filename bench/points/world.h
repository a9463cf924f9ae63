// The world's own step as one of the methods: points are bodies, rods distances, threads and
// springs links, rails prismatic joints. Pushes, friction and wind are forces from outside, applied
// at the beginning of a step.
#pragma once

struct bench_point_world;

void bench_point_world_destroy(struct bench_point_world *world); // NULL is allowed
