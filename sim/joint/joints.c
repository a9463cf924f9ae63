#include "sim/joint/joints.h"

#include <assert.h>

#include "sim/state/slots.h"
#include "sim/state/state.h"

bool sim_joint_valid(const struct sim_world *world, struct sim_joint_id id) {
    return SIM_SLOT_VALID(&world->joints, id);
}

struct joint *sim_joint_get(const struct sim_world *world, struct sim_joint_id id) {
    assert(sim_joint_valid(world, id));
    return &world->joints.items[id.index];
}

struct sim_pose sim_centre_frame(const struct sim_world *world, int body) {
    if (body < 0)
        return sim_pose_identity();
    return (struct sim_pose){world->bodies.items[body].x, world->bodies.items[body].q};
}
