#include "sim/joint/elastic.h"

#include <math.h>

#include "sim/joint/differential_impl.h"
#include "sim/joint/joints.h"
#include "sim/joint/kinds.h"
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

double sim_joint_elastic_energy(const struct joint *joint) {
    double sum = spring(joint->soft[0].stiffness, joint->error_m) +
                 spring(joint->soft[1].stiffness, joint->error_rad);
    for (int i = 0; i < sim_joint_kind_axes(joint->kind) && !joint->blocked; i++)
        sum += of_axis(&joint->axis[i], joint->position[i]);
    return sum;
}

double sim_differential_elastic_energy(const struct sim_world *world,
                                       const struct differential *d) {
    if (!d->def.positional)
        return 0.0;
    double coordinate = 0.0;
    for (int i = 0; i < 2; i++)
        coordinate += (i == 0 ? 1.0 : d->def.ratio) *
                      world->joints.items[d->def.joint[i].index].position[d->def.axis[i]];
    return spring(d->def.softness.stiffness, d->offset - coordinate);
}
