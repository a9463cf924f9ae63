#include "sim/joint/builder.h"

#include <assert.h>

void sim_row_builder_bind(struct sim_row_builder *r, struct work *work) {
    const int group[2] = {r->group_a, r->group_b};
    r->work = work;
    for (int i = 0; i < 2; i++) {
        const struct group *g = group[i] >= 0 ? &r->world->groups.items[group[i]] : NULL;
        r->block[i] = g != NULL && g->moves ? g->index : -1;
        if (r->block[i] >= 0)
            r->arm[i] = sim_sub(r->point, g->x);
    }
}

struct sim_row *sim_row_add(struct sim_row_builder *builder, double rhs) {
    struct sim_row *row = sim_world_row(builder->world, builder->work);
    row->rhs = rhs;
    return row;
}

void sim_row_linear(const struct sim_row_builder *r, struct sim_row *row, struct sim_vec3 n,
                    double s) {
    const struct sim_vec3 b = sim_scale(n, s), a = sim_neg(b);
    sim_row_add_block(row, r->block[0], a, sim_cross(r->arm[0], a));
    sim_row_add_block(row, r->block[1], b, sim_cross(r->arm[1], b));
}

void sim_row_angular(const struct sim_row_builder *r, struct sim_row *row, struct sim_vec3 n,
                     double s) {
    const struct sim_vec3 zero = {0.0, 0.0, 0.0}, b = sim_scale(n, s);
    sim_row_add_block(row, r->block[0], zero, sim_neg(b));
    sim_row_add_block(row, r->block[1], zero, b);
}

void sim_row_axis(const struct sim_row_builder *r, struct sim_row *row, int axis, double s) {
    const struct joint_kind *kind = r->kind;
    assert(axis >= 0 && axis < kind->axes);
    const struct sim_vec3 u = kind->direction(r, axis);
    if (kind->slides[axis])
        sim_row_linear(r, row, u, s);
    else
        sim_row_angular(r, row, u, s);
}

// Three rows hold the anchors together (3.30), v_b(p) - v_a(p) = k_er / h (p_a - p_b), along the
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

bool sim_softness_given(const struct sim_softness *softness) {
    return softness->stiffness > 0.0 || softness->damping > 0.0;
}

double sim_row_soften(const struct sim_softness *softness, struct sim_row *row, double h) {
    const double sum = h * softness->stiffness + softness->damping;
    row->cfm = 1.0 / (h * sum);
    return h * softness->stiffness / sum;
}
