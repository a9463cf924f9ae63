#include "sim/state/state.h"

#include <assert.h>

#include "sim/state/slots.h"

bool sim_body_valid(const struct sim_world *world, struct sim_body_id id) {
    return SIM_SLOT_VALID(&world->bodies, id);
}

struct body *sim_body_get(const struct sim_world *world, struct sim_body_id id) {
    assert(sim_body_valid(world, id));
    return &world->bodies.items[id.index];
}

int sim_body_index(const struct sim_world *world, struct sim_body_id id) {
    if (id.index == 0 && id.generation == 0)
        return -1;
    assert(sim_body_valid(world, id));
    (void)world;
    return (int)id.index;
}

void sim_group_to_body(const struct sim_world *world, struct body *b) {
    if (!b->used || b->group < 0 || !world->groups.items[b->group].moves)
        return;
    const struct group *g = &world->groups.items[b->group];
    b->a = g->a;
    b->w = g->w;
    if (!sim_group_turns(g)) { // a point, which is alone in its group
        b->x = g->x;
        b->v = g->v;
        return;
    }
    b->x = sim_pose_point((struct sim_pose){g->x, g->q}, b->x_in_group);
    b->q = sim_quat_unit(sim_quat_mul(g->q, b->q_in_group));
    b->v = sim_group_velocity_at(g, b->x);
}

void sim_groups_to_bodies(struct sim_world *world) {
    for (int i = 0; i < world->bodies.count; i++)
        sim_group_to_body(world, &world->bodies.items[i]);
}
