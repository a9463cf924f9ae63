// The world's own step as one of the methods. A point becomes a body that is nearly a point: it
// hangs on the point that its only rod comes from, by a ball joint there, or slides along its only
// spring, which must lead to a fixed point, or flies freely. So rods must form trees that grow from
// lower to higher indices, and there are no threads and rails. Friction is a damper of the slide.
#pragma once

struct bench_point_world;

void bench_point_world_destroy(struct bench_point_world *world); // NULL is allowed
