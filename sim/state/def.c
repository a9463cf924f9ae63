#include "sim/state/def.h"

#include <stddef.h>

#include "sim/base/pool.h"

struct sim_world_def sim_default_world_def(void) {
    return (struct sim_world_def){
        .step = 0.01,
        .gravity = {0.0, 0.0, -9.81},
        .solver = SIM_SOLVER_SPARSE,
        .iterations = 100,
        // The two constants that the thesis found good for nearly everything (Jung 3.1.5).
        .k_er = 0.5,
        .k_er_contact = 0.15,
        .grid_cell = 2.0,
        .margin = 0.01,
        .look_ahead = 0.25,
        .halvings = 6,
        .impact_law = SIM_IMPACT_STRONGE, // the one that never gains energy
        .impact_speed = 0.05,
        .threads = 1,
    };
}

const char *sim_world_def_problem(const struct sim_world_def *def) {
    if (!(def->step > 0.0 && def->step <= 0.1))
        return "the step must be above 0 and at most 0.1 s";
    if (!sim_vec3_finite(def->gravity))
        return "gravity must consist of finite numbers";
    if (!sim_vec3_finite(def->wind))
        return "the wind must consist of finite numbers";
    if (def->iterations < 1)
        return "at least one iteration is needed";
    if (!(def->k_er >= 0.0 && def->k_er <= 1.0) ||
        !(def->k_er_contact > 0.0 && def->k_er_contact <= 1.0))
        return "the joints' stabilisation must lie between 0 and 1, that of contacts above 0 and "
               "at most at 1";
    if (!(def->joint_cfm >= 0.0 && isfinite(def->joint_cfm)))
        return "the joints' softness must not be negative";
    if (!(def->grid_cell > 0.0) || !(def->margin >= 0.0))
        return "the grid cell must be positive and the margin not negative";
    if (!(def->look_ahead >= 0.0) || !(def->deepest >= 0.0))
        return "look-ahead and the deepest contact must not be negative";
    if (def->halvings < 0 || def->halvings > SIM_MAX_HALVINGS)
        return "a step can be halved 0 to 12 times";
    if (!(def->impact_speed > 0.0))
        return "the speed of the slowest impact must be positive";
    if (def->threads < 1 || def->threads > SIM_MOST_THREADS)
        return "the number of threads must lie between 1 and 64";
    return NULL;
}
