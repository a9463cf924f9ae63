// Rows of a cluster's problem, common to all constraints. For the files of sim/ only.
#pragma once

#include <assert.h>

#include "sim/state/state.h"
#include "sim/state/work.h"

// Appends an unbounded row without blocks.
struct sim_row *sim_world_row(const struct sim_world *world, struct work *work);
// n . v of group b against group a at point p, scaled by s, as the first blocks of a row.
void sim_row_between(const struct sim_world *world, struct sim_row *row, int group_a, int group_b,
                     struct sim_vec3 n, struct sim_vec3 p, double s);
// n . w of a group as the first block of a row.
void sim_row_turning(const struct sim_world *world, struct sim_row *row, int group,
                     struct sim_vec3 n);

static inline void sim_row_set(double *j, struct sim_vec3 u, struct sim_vec3 w) {
    j[0] = u.x, j[1] = u.y, j[2] = u.z;
    j[3] = w.x, j[4] = w.y, j[5] = w.z;
}

// Adds to the block of a group, and creates the block at its first use; a negative block: the group
// is static.
static inline void sim_row_add_block(struct sim_row *row, int block, struct sim_vec3 u,
                                     struct sim_vec3 w) {
    int k = 0;
    if (block < 0)
        return;
    while (k < row->count && row->body[k] != block)
        k++;
    if (k == row->count) {
        assert(row->count < SIM_ROW_BODIES);
        row->body[row->count++] = block;
        sim_row_set(row->j[k], u, w);
        return;
    }
    double sum[6];
    sim_row_set(sum, u, w);
    for (int i = 0; i < 6; i++)
        row->j[k][i] += sum[i];
}
