#include "sim/state/rows.h"

#include <assert.h>

// Blocks make up most of a row and are written when first used, so only the rest is cleared here.
struct sim_row *sim_world_row(const struct sim_world *world, struct work *work) {
    if (work->rows.count == work->rows.capacity)
        SIM_ARRAY_RESERVE(&work->rows, work->rows.count + 1);
    struct sim_row *row = &work->rows.items[work->rows.count++];
    row->count = 0;
    row->rhs = row->friction = row->x = row->w = 0.0;
    row->low = -(double)INFINITY;
    row->high = (double)INFINITY;
    row->cfm = world->def.joint_cfm / world->def.step;
    row->normal = -1;
    row->node = 0;
    return row;
}

static int block_of(const struct sim_world *world, int group) {
    assert(group < world->groups.count);
    return group >= 0 && world->groups.items[group].moves ? world->groups.items[group].index : -1;
}

void sim_row_between(const struct sim_world *world, struct sim_row *row, int group_a, int group_b,
                     struct sim_vec3 n, struct sim_vec3 p, double s) {
    const struct sim_vec3 b = sim_scale(n, s), a = sim_neg(b);
    const int block_a = block_of(world, group_a), block_b = block_of(world, group_b);
    if (block_a >= 0)
        sim_row_add_block(row, block_a, a,
                          sim_cross(sim_sub(p, world->groups.items[group_a].x), a));
    if (block_b >= 0)
        sim_row_add_block(row, block_b, b,
                          sim_cross(sim_sub(p, world->groups.items[group_b].x), b));
}

void sim_row_turning(const struct sim_world *world, struct sim_row *row, int group,
                     struct sim_vec3 n) {
    sim_row_add_block(row, block_of(world, group), sim_vec3(0.0, 0.0, 0.0), n);
}
