// Differentials between two joints (Jung 3.4.2): one row over up to four bodies, qd_0 + c_d qd_1 =
// rate (3.85).
#include "sim/joint/differential.h"

#include <assert.h>

#include "sim/base/array.h"
#include "sim/joint/builder.h"
#include "sim/joint/differential_impl.h"

struct sim_differential_def sim_default_differential_def(void) {
    return (struct sim_differential_def){.ratio = -1.0};
}

const char *sim_differential_def_problem(const struct sim_differential_def *def) {
    for (int i = 0; i < 2; i++)
        if (def->axis[i] < 0 || def->axis[i] >= SIM_JOINT_AXES)
            return "an axis must be one of the joint's free axes";
    if (!isfinite(def->ratio) || !isfinite(def->rate))
        return "ratio and rate must be finite numbers";
    if (def->motor && !(def->force_low <= def->force_high))
        return "the motor's lower force limit must not be above the upper one";
    if (!(def->softness.stiffness >= 0.0) || !(def->softness.damping >= 0.0))
        return "stiffness and damping must not be negative";
    return NULL;
}

struct sim_differential_id sim_differential_create(struct sim_world *world,
                                                   const struct sim_differential_def *def) {
    assert(sim_differential_def_problem(def) == NULL);
    int index = 0;
    while (index < world->differentials.count && world->differentials.items[index].used)
        index++;
    if (index == world->differentials.count) {
        SIM_ARRAY_RESERVE(&world->differentials, world->differentials.count + 1);
        world->differentials.items[index] = (struct differential){0};
        world->differentials.count++;
    }
    struct differential *d = &world->differentials.items[index];
    const uint32_t generation = d->generation + 1;
    *d = (struct differential){.used = true, .generation = generation, .def = *def, .row = -1};
    const struct joint *first = sim_joint_get(world, def->joint[0]),
                       *second = sim_joint_get(world, def->joint[1]);
    d->offset = first->position[def->axis[0]] + def->ratio * second->position[def->axis[1]];
    world->clusters_known = false;
    return (struct sim_differential_id){(uint32_t)index, generation};
}

static struct differential *get(const struct sim_world *world, struct sim_differential_id id) {
    assert(id.generation != 0 && (int)id.index < world->differentials.count);
    assert(world->differentials.items[id.index].used);
    assert(world->differentials.items[id.index].generation == id.generation);
    return &world->differentials.items[id.index];
}

void sim_differential_destroy(struct sim_world *world, struct sim_differential_id id) {
    get(world, id)->used = false;
    world->clusters_known = false;
}

void sim_differentials_drop(struct sim_world *world, struct sim_joint_id joint) {
    for (int i = 0; i < world->differentials.count; i++) {
        struct differential *d = &world->differentials.items[i];
        if (d->def.joint[0].index == joint.index || d->def.joint[1].index == joint.index)
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

// A driven differential whose motor could not follow in the last step keeps its current position.
static bool waits(const struct differential *d, double h) {
    return d->def.motor &&
           (d->impulse >= d->def.force_high * h || d->impulse <= d->def.force_low * h);
}

void sim_differential_rows(struct sim_world *world, struct work *work, struct differential *d,
                           int node) {
    const double h = world->def.step;
    struct sim_row *row = sim_world_row(world, work);
    d->row = work->rows.count - 1;
    row->node = node;
    row->x = d->impulse;
    double coordinate = 0.0;
    for (int i = 0; i < 2; i++) {
        const struct joint *joint = &world->joints.items[d->def.joint[i].index];
        const double scale = i == 0 ? 1.0 : d->def.ratio;
        // A copy, because a static joint may belong to the differentials of several clusters.
        struct sim_row_builder r = world->frames.items[d->def.joint[i].index];
        sim_row_builder_bind(&r, work);
        sim_row_axis(&r, row, d->def.axis[i], scale);
        coordinate += scale * joint->position[d->def.axis[i]];
    }
    double k_er = world->def.k_er;
    if (sim_softness_given(&d->def.softness))
        k_er = sim_row_soften(&d->def.softness, row, h);
    row->rhs = d->def.motor ? d->def.rate : 0.0;
    if (d->def.positional) {
        if (waits(d, h))
            d->offset = coordinate;
        row->rhs += k_er / h * (d->offset - coordinate);   // (3.88)
        d->offset += d->def.motor ? h * d->def.rate : 0.0; // the position advances with the rate
    }
    if (d->def.motor) {
        row->low = d->def.force_low * h;
        row->high = d->def.force_high * h;
    }
}
