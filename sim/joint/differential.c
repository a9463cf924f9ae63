// Differentials (Jung 3.4.2): one row over up to four bodies, qd_0 + c_d qd_1 + ... = rate (3.85).
//
// A one-sided differential is a limit of the sum: it may reach its value within the step but not
// exceed it, and exerts nothing while it is slack.
#include "sim/joint/differential.h"

#include <assert.h>

#include "sim/joint/builder.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/kinds.h"
#include "sim/state/slots.h"

struct sim_differential_def sim_default_differential_def(void) {
    struct sim_differential_def def = {.count = 2, .break_force = (double)INFINITY};
    def.ratio[0] = 1.0;
    for (int i = 1; i < SIM_DIFFERENTIAL_JOINTS; i++)
        def.ratio[i] = -1.0;
    return def;
}

const char *sim_differential_def_problem(const struct sim_differential_def *def) {
    if (def->count < 1 || def->count > SIM_DIFFERENTIAL_JOINTS)
        return "a differential has 1 to 8 joints";
    for (int i = 0; i < def->count; i++) {
        if (def->axis[i] < 0 || def->axis[i] >= SIM_JOINT_AXES)
            return "an axis must be one of the joint's free axes";
        if (!isfinite(def->ratio[i]))
            return "ratios must be finite numbers";
    }
    if (def->bends && (def->count > 2 || def->motor || !(def->softness.stiffness > 0.0)))
        return "one that bends has one or two links and a stiffness above 0";
    if (!isfinite(def->rate))
        return "the rate must be a finite number";
    if (def->one_sided && (!def->positional || !(def->slack >= 0.0)))
        return "a one-sided differential must be positional, with a slack of 0 or more";
    if (def->one_sided && def->motor && def->force_high > 0.0)
        return "a one-sided differential can only pull";
    if (!(def->break_force > 0.0))
        return "the force that breaks a differential must be above 0";
    if (def->motor && !(def->force_low <= def->force_high))
        return "the motor's lower force limit must not be above the upper one";
    if (!(def->softness.stiffness >= 0.0) || !(def->softness.damping >= 0.0))
        return "stiffness and damping must not be negative";
    return NULL;
}

double sim_differential_coordinate(const struct sim_world *world, const struct differential *d) {
    double sum = 0.0;
    for (int i = 0; i < d->def.count; i++)
        sum += d->def.ratio[i] * sim_joint_get(world, d->def.joint[i])->position[d->def.axis[i]];
    return sum;
}

struct sim_differential_id sim_differential_create(struct sim_world *world,
                                                   const struct sim_differential_def *def) {
    assert(sim_differential_def_problem(def) == NULL);
    for (int i = 0; i < def->count && !def->bends; i++)
        assert(def->axis[i] < sim_joint_kind_axes(sim_joint_get(world, def->joint[i])->kind));
    int index;
    SIM_SLOT_FIND(&world->differentials, index, 0, (struct differential){0});
    struct differential *d = &world->differentials.items[index];
    const uint32_t generation = d->generation + 1;
    *d = (struct differential){.used = true, .generation = generation, .def = *def, .row = -1};
    d->offset = def->bends
                    ? 0.0
                    : sim_differential_coordinate(world, d) + (def->one_sided ? def->slack : 0.0);
    world->clusters_known = false;
    return (struct sim_differential_id){(uint32_t)index, generation};
}

struct sim_chain sim_differential_chain(const struct differential *d) {
    struct sim_chain chain = {.count = d->def.count, .softness = d->def.softness};
    for (int i = 0; i < d->def.count; i++) {
        chain.joint[i] = (int)d->def.joint[i].index;
        chain.forward[i] = d->def.ratio[i] > 0.0;
    }
    return chain;
}

static struct differential *get(const struct sim_world *world, struct sim_differential_id id) {
    assert(SIM_SLOT_VALID(&world->differentials, id));
    return &world->differentials.items[id.index];
}

void sim_differential_destroy(struct sim_world *world, struct sim_differential_id id) {
    get(world, id)->used = false;
    world->clusters_known = false;
}

void sim_differentials_drop(struct sim_world *world, struct sim_joint_id joint) {
    for (int i = 0; i < world->differentials.count; i++) {
        struct differential *d = &world->differentials.items[i];
        for (int k = 0; k < d->def.count; k++)
            if (d->def.joint[k].index == joint.index)
                d->used = false;
    }
}

struct sim_differential_def *sim_differential(struct sim_world *world,
                                              struct sim_differential_id id) {
    return &get(world, id)->def;
}

double sim_differential_force(const struct sim_world *world, struct sim_differential_id id) {
    return get(world, id)->impulse / world->def.step;
}

bool sim_differential_broken(const struct sim_world *world, struct sim_differential_id id) {
    return get(world, id)->broken;
}

void sim_differentials_break(struct sim_world *world) {
    for (int i = 0; i < world->differentials.count; i++) {
        struct differential *d = &world->differentials.items[i];
        if (!d->used || d->broken || !(fabs(d->impulse) > d->def.break_force * world->def.step))
            continue;
        d->broken = true;
        d->impulse = 0.0;
        world->clusters_known = false;
    }
}

// ---- rows ----

// A driven differential whose motor could not follow in the last step keeps its current position.
// A slack thread can follow: its motor takes in the slack.
static bool waits(const struct differential *d, double h) {
    return d->def.motor && (d->impulse <= d->def.force_low * h ||
                            (d->impulse >= d->def.force_high * h && !d->def.one_sided));
}

static void add_joints(struct sim_world *world, struct work *work, const struct differential *d,
                       struct sim_row *row) {
    for (int i = 0; i < d->def.count; i++) {
        // A copy, because a static joint may belong to the differentials of several clusters.
        struct sim_row_builder r = world->frames.items[d->def.joint[i].index];
        sim_row_builder_bind(&r, work);
        sim_row_axis(&r, row, d->def.axis[i], d->def.ratio[i]);
    }
}

// Speed that corrects the position: a share of the error, and all of a slack at most.
static double correction(const struct differential *d, double coordinate, double k_er, double h) {
    const double error = d->offset - coordinate;
    return d->def.one_sided && error > 0.0 ? error / h : k_er / h * error; // (3.88)
}

static void bound(const struct differential *d, struct sim_row *row, double h) {
    if (d->def.one_sided)
        row->high = 0.0;
    if (!d->def.motor)
        return;
    row->low = d->def.force_low * h;
    row->high = d->def.force_high * h;
}

// A motor without any force, such as that of an open lock.
static bool is_open(const struct differential *d) {
    return d->def.motor && !d->def.positional && !(d->def.force_high > 0.0) &&
           !(d->def.force_low < 0.0);
}

void sim_differential_rows(struct sim_world *world, struct work *work, struct differential *d,
                           int node) {
    const double h = world->def.step;
    d->row = -1;
    if (is_open(d))
        return;
    if (d->def.bends) {
        const struct sim_chain chain = sim_differential_chain(d);
        d->row = work->rows.count;
        sim_bend_rows(world, work, &chain, &d->bend, node);
        return;
    }
    struct sim_row *row = sim_world_row(world, work);
    d->row = work->rows.count - 1;
    row->node = node;
    row->x = d->impulse;
    add_joints(world, work, d, row);
    double k_er = world->def.k_er;
    if (sim_softness_given(&d->def.softness))
        k_er = sim_row_soften(&d->def.softness, row, h);
    row->rhs = d->def.motor ? d->def.rate : 0.0;
    if (d->def.positional) {
        const double coordinate = sim_differential_coordinate(world, d);
        if (waits(d, h))
            d->offset = coordinate;
        row->rhs += correction(d, coordinate, k_er, h);
        d->offset += d->def.motor ? h * d->def.rate : 0.0; // the position advances with the rate
    }
    bound(d, row, h);
}

void sim_differential_store(struct differential *d, const struct sim_row *rows) {
    if (d->def.bends) {
        sim_bend_store(&d->bend, &rows[d->row]);
        d->impulse = sim_length(d->bend.moment);
    } else {
        d->impulse = d->row >= 0 ? rows[d->row].x : 0.0;
    }
}
