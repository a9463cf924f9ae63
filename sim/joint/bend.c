// Bending of a chain of links: a differential over two of them that resists the difference of their
// directions t1 and t2, e = t2 - t1, with the moment k e + c e'. With k = EI / s between parts of
// the length s this is a beam: e / s is its curvature, and the energy 1/2 k e^2 = 1/2 EI (e / s)^2
// s.
//
// A link from p to q of the length l turns with t' = (v(q) - v(p)) / l across t. Two rows across
// the mean direction, n, are those of a spring and damper (3.94):
//
//   n . (t2' - t1') + C x = -k_er / h  n . e
//
// Over one link, a body holds its end: t1 is fixed in the body, as where a beam is built in, and
// t2' is what the body sees of it, so that its velocity is taken at q instead of p.
#include "sim/joint/bend.h"

#include "sim/joint/builder.h"
#include "sim/joint/frames.h"
#include "sim/state/rows.h"

static const double shortest = 1e-9; // [m] below which a link has no direction

// A link of the chain, along the chain.
struct part {
    int block[2]; // of the bodies at its first and its second end
    struct sim_vec3 centre[2], end[2];
    struct sim_vec3 t, held; // held: the direction that a body at its first end holds
    double length;
};

static struct part part_of(const struct sim_row_builder *r, bool forward) {
    const struct sim_vec3 way = sim_scale(r->gap, forward ? -1.0 : 1.0);
    struct part part = {.length = sim_length(way), .held = forward ? r->e[0] : r->f[0]};
    const int group[2] = {r->group_a, r->group_b};
    for (int end = 0; end < 2; end++) {
        const int side = forward ? end : 1 - end;
        part.block[end] = r->block[side];
        part.end[end] = side == 0 ? r->fa.p : r->fb.p;
        if (r->block[side] >= 0)
            part.centre[end] = r->world->groups.items[group[side]].x;
    }
    part.t = part.length > shortest ? sim_scale(way, 1.0 / part.length) : part.held;
    return part;
}

// Adds s n . t' of the part to the row. held: as its first body sees it.
static void add_turn(const struct part *part, struct sim_row *row, struct sim_vec3 n, double s,
                     bool held) {
    const struct sim_vec3 f = sim_scale(n, s / sim_larger(part->length, shortest));
    const struct sim_vec3 at = part->end[held ? 1 : 0];
    sim_row_add_block(row, part->block[0], sim_neg(f),
                      sim_cross(sim_sub(at, part->centre[0]), sim_neg(f)));
    sim_row_add_block(row, part->block[1], f, sim_cross(sim_sub(part->end[1], part->centre[1]), f));
}

static struct sim_vec3 error_of(const struct sim_chain *chain, const struct part part[2]) {
    return chain->count == 1 ? sim_sub(part[0].t, part[0].held) : sim_sub(part[1].t, part[0].t);
}

// The two directions across the chain.
static void find_across(const struct sim_chain *chain, const struct part part[2],
                        struct sim_vec3 across[2]) {
    const struct sim_vec3 before = chain->count == 1 ? part[0].held : part[0].t;
    const struct sim_vec3 sum = sim_add(before, part[chain->count - 1].t);
    const double length = sim_length(sum);
    const struct sim_vec3 mean = length > 1e-6 ? sim_scale(sum, 1.0 / length) : before;
    across[0] = sim_perpendicular(mean);
    across[1] = sim_cross(mean, across[0]);
}

void sim_bend_rows(struct sim_world *world, struct work *work, const struct sim_chain *chain,
                   struct sim_bend *bend, int node) {
    const double h = world->def.step;
    struct part part[2];
    for (int i = 0; i < chain->count; i++) {
        struct sim_row_builder r = world->frames.items[chain->joint[i]];
        sim_row_builder_bind(&r, work);
        part[i] = part_of(&r, chain->forward[i]);
    }
    const struct sim_vec3 e = error_of(chain, part);
    find_across(chain, part, bend->across);
    for (int k = 0; k < 2; k++) {
        const struct sim_vec3 n = bend->across[k];
        struct sim_row *row = sim_world_row(world, work);
        row->node = node;
        row->x = sim_dot(bend->moment, n);
        if (chain->count == 1) {
            add_turn(&part[0], row, n, 1.0, true);
        } else {
            add_turn(&part[0], row, n, -1.0, false);
            add_turn(&part[1], row, n, 1.0, false);
        }
        row->rhs = -sim_row_soften(&chain->softness, row, h) / h * sim_dot(n, e);
    }
}

void sim_bend_store(struct sim_bend *bend, const struct sim_row *rows) {
    bend->moment =
        sim_add(sim_scale(bend->across[0], rows[0].x), sim_scale(bend->across[1], rows[1].x));
}

double sim_bend_energy(const struct sim_world *world, const struct sim_chain *chain) {
    struct part part[2];
    for (int i = 0; i < chain->count; i++) {
        struct sim_row_builder r;
        sim_row_builder_init(&r, (struct sim_world *)(uintptr_t)world,
                             &world->joints.items[chain->joint[i]]);
        r.block[0] = r.block[1] = -1;
        part[i] = part_of(&r, chain->forward[i]);
    }
    const struct sim_vec3 e = error_of(chain, part);
    return 0.5 * chain->softness.stiffness * sim_dot(e, e);
}
