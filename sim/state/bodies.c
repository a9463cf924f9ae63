#include "sim/state/bodies.h"

#include <assert.h>

struct sim_vec3 sim_body_point(const struct body *body, struct sim_vec3 p) {
    return sim_add(body->x, sim_rotate(body->q, sim_sub(p, body->mass.centre)));
}

struct sim_pose sim_body_frame(const struct body *body) {
    return (struct sim_pose){sim_sub(body->x, sim_rotate(body->q, body->mass.centre)), body->q};
}

struct sim_pose sim_body_shape_pose(const struct body *body, int s) {
    assert(s >= 0 && s < body->shape_count);
    return sim_pose_mul(sim_body_frame(body), body->shapes[s].pose);
}
