// Small things that all joint kinds share.
#include "sim/world_impl.h"

// A row is large and most of it is room for blocks, which are written when they come into use.
struct sim_row *sim_world_row(const struct sim_world *world, struct work *work) {
    if (work->row_count == work->row_capacity)
        work->rows =
            sim_grow(work->rows, &work->row_capacity, work->row_count + 1, sizeof *work->rows);
    struct sim_row *row = &work->rows[work->row_count++];
    row->count = 0;
    row->rhs = row->friction = row->x = row->w = 0.0;
    row->low = -(double)INFINITY;
    row->high = (double)INFINITY;
    row->cfm = world->def.joint_cfm / world->def.step;
    row->normal = -1;
    row->node = 0;
    return row;
}

struct sim_row *sim_row_add(struct sim_row_builder *builder, double rhs) {
    struct sim_row *row = sim_world_row(builder->world, builder->work);
    row->rhs = rhs;
    return row;
}

static inline void set(double *j, struct sim_vec3 u, struct sim_vec3 w) {
    j[0] = u.x, j[1] = u.y, j[2] = u.z;
    j[3] = w.x, j[4] = w.y, j[5] = w.z;
}

// Adds to the block of a group, which is made at its first use.
static inline void add(struct sim_row *row, int block, struct sim_vec3 u, struct sim_vec3 w) {
    int k = 0;
    if (block < 0)
        return; // it does not move
    while (k < row->count && row->body[k] != block)
        k++;
    if (k == row->count) {
        row->body[row->count++] = block;
        set(row->j[k], u, w);
        return;
    }
    double sum[6];
    set(sum, u, w);
    for (int i = 0; i < 6; i++)
        row->j[k][i] += sum[i];
}

static int block_of(const struct sim_world *world, int group) {
    return group >= 0 && world->groups[group].moves ? world->groups[group].index : -1;
}

void sim_row_between(const struct sim_world *world, struct sim_row *row, int group_a, int group_b,
                     struct sim_vec3 n, struct sim_vec3 p, double s) {
    const struct sim_vec3 b = sim_scale(n, s), a = sim_neg(b);
    const int block_a = block_of(world, group_a), block_b = block_of(world, group_b);
    if (block_a >= 0)
        add(row, block_a, a, sim_cross(sim_sub(p, world->groups[group_a].x), a));
    if (block_b >= 0)
        add(row, block_b, b, sim_cross(sim_sub(p, world->groups[group_b].x), b));
}

void sim_row_turning(const struct sim_world *world, struct sim_row *row, int group,
                     struct sim_vec3 n) {
    add(row, block_of(world, group), sim_vec3(0.0, 0.0, 0.0), n);
}

void sim_row_linear(const struct sim_row_builder *r, struct sim_row *row, struct sim_vec3 n,
                    double s) {
    const struct sim_vec3 b = sim_scale(n, s), a = sim_neg(b);
    add(row, r->block[0], a, sim_cross(r->arm[0], a));
    add(row, r->block[1], b, sim_cross(r->arm[1], b));
}

void sim_row_angular(const struct sim_row_builder *r, struct sim_row *row, struct sim_vec3 n,
                     double s) {
    const struct sim_vec3 zero = {0.0, 0.0, 0.0}, b = sim_scale(n, s);
    add(row, r->block[0], zero, sim_neg(b));
    add(row, r->block[1], zero, b);
}

void sim_row_axis(const struct sim_row_builder *r, struct sim_row *row, int axis, double s) {
    const struct joint_kind *kind = sim_joint_kind_of(r->joint);
    const struct sim_vec3 u = kind->direction(r, axis);
    if (kind->slides[axis])
        sim_row_linear(r, row, u, s);
    else
        sim_row_angular(r, row, u, s);
}

// Three rows hold the anchors together (3.30): v_b(p) - v_a(p) = k_er / h (p_a - p_b), along the
// world's axes, whose products with the arms are written out.
void sim_rows_anchor(struct sim_row_builder *r) {
    const double gap[3] = {r->gap.x, r->gap.y, r->gap.z};
    for (int i = 0; i < 3; i++) {
        struct sim_row *row = sim_row_add(r, r->gain * gap[i]);
        for (int side = 0; side < 2; side++) {
            if (r->block[side] < 0)
                continue;
            const double s = side == 0 ? -1.0 : 1.0;
            const double arm[3] = {s * r->arm[side].x, s * r->arm[side].y, s * r->arm[side].z};
            const int next = (i + 1) % 3, last = (i + 2) % 3;
            double *j = row->j[row->count];
            row->body[row->count++] = r->block[side];
            j[0] = j[1] = j[2] = 0.0;
            j[i] = s;
            j[3 + i] = 0.0;
            j[3 + next] = arm[last];
            j[3 + last] = -arm[next];
        }
    }
}
