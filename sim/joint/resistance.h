// Resistances (Jung 6.3.2): one row on one body with target speed 0 and a bounded force. It brakes
// and never drives, however large the bound: the solver uses no more force than stops the point
// within the step. For soil at a shovel, a brush on a chain, or drag of a known size.
//
//   n . (v + w x r) = 0 + w,   h low <= x <= h high,   low <= 0 <= high                (6.2, 6.3)
//
// n is the direction of a positive force, r the arm from the centre of mass to the point. The
// thesis uses low = 0: it pushes and does not pull. A resistance about an axis has n . w = 0
// instead.
#pragma once

#include "sim/base/math.h"
#include "sim/state/ids.h"

struct sim_resistance_id {
    uint32_t index, generation;
};

struct sim_resistance_def {
    char name[SIM_NAME_SIZE];
    struct sim_body_id body;
    struct sim_vec3 point;        // [m] in the body frame; unused if turns is set
    struct sim_vec3 direction;    // unit
    bool with_body;               // the direction is fixed in the body frame, not in the world
    bool turns;                   // resists turning about the direction, not moving along it
    double force_low, force_high; // [N or N m], low <= 0 <= high
};
struct sim_resistance_def sim_default_resistance_def(void);
const char *sim_resistance_def_problem(const struct sim_resistance_def *def);

// Destroyed with its body.
struct sim_resistance_id sim_resistance_create(struct sim_world *world,
                                               const struct sim_resistance_def *def);
void sim_resistance_destroy(struct sim_world *world, struct sim_resistance_id resistance);
bool sim_resistance_valid(const struct sim_world *world, struct sim_resistance_id resistance);
// Point, direction and force may be changed between steps; valid until the next creation.
struct sim_resistance_def *sim_resistance(struct sim_world *world,
                                          struct sim_resistance_id resistance);
// [N or N m] along the direction, in the last step.
double sim_resistance_force(const struct sim_world *world, struct sim_resistance_id resistance);
