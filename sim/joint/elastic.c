#include "sim/joint/elastic.h"

#include <math.h>

#include "sim/joint/differential_impl.h"
#include "sim/joint/joints.h"
#include "sim/joint/kinds.h"
#include "sim/joint/outline.h"
#include "sim/state/state.h"

static double spring(double stiffness, double deflection) {
    return 0.5 * stiffness * deflection * deflection;
}

static double of_axis(const struct sim_axis *axis, double q) {
    double sum = spring(axis->stiffness, q - axis->rest);
    if (axis->limited)
        sum += spring(axis->stop.stiffness, fmax(fmax(axis->lower - q, q - axis->upper), 0.0));
    return sum;
}

static double of_edges(const struct sim_world *world, const struct joint *joint) {
    double sum = 0.0;
    for (int i = 0; i < joint->edges; i++) {
        const double beyond = fmax(-sim_outline_distance(world, joint, i), 0.0);
        sum += spring(joint->axis[0].stop.stiffness, beyond);
    }
    return sum;
}

double sim_joint_elastic_energy(const struct sim_world *world, const struct joint *joint) {
    if (joint->broken)
        return 0.0;
    double sum = spring(joint->soft[0].stiffness, joint->error_m) +
                 spring(joint->soft[1].stiffness, joint->error_rad);
    for (int i = 0; i < sim_joint_kind_axes(joint->kind) && !joint->blocked; i++)
        sum += of_axis(&joint->axis[i], joint->position[i]);
    return joint->blocked ? sum : sum + of_edges(world, joint);
}

// A differential does nothing while one of its joints is broken.
static bool acts(const struct sim_world *world, const struct differential *d) {
    bool whole = !d->broken;
    for (int i = 0; i < d->def.count; i++)
        whole = whole && !sim_joint_get(world, d->def.joint[i])->broken;
    return whole;
}

double sim_differential_elastic_energy(const struct sim_world *world,
                                       const struct differential *d) {
    if (!acts(world, d))
        return 0.0;
    if (d->def.bends) {
        const struct sim_chain chain = sim_differential_chain(d);
        return sim_bend_energy(world, &chain);
    }
    if (!d->def.positional)
        return 0.0;
    const double error = d->offset - sim_differential_coordinate(world, d);
    return d->def.one_sided && error > 0.0 ? 0.0 : spring(d->def.softness.stiffness, error);
}
