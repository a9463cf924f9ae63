#include "sim/joint/resistance.h"

#include <assert.h>

#include "sim/joint/resistance_impl.h"
#include "sim/state/rows.h"
#include "sim/state/slots.h"

struct sim_resistance_def sim_default_resistance_def(void) {
    return (struct sim_resistance_def){.direction = {1.0, 0.0, 0.0}};
}

const char *sim_resistance_def_problem(const struct sim_resistance_def *def) {
    if (!sim_vec3_finite(def->point))
        return "the point must consist of finite numbers";
    if (!(fabs(sim_length(def->direction) - 1.0) < 1e-6))
        return "the direction must have unit length";
    if (!(def->force_low <= 0.0) || !(def->force_high >= 0.0))
        return "a resistance brakes: its lower force limit must not be above 0 and its upper one "
               "not below";
    return NULL;
}

struct sim_resistance_id sim_resistance_create(struct sim_world *world,
                                               const struct sim_resistance_def *def) {
    assert(sim_resistance_def_problem(def) == NULL);
    assert(sim_body_valid(world, def->body));
    int index;
    SIM_SLOT_FIND(&world->resistances, index, 0, (struct resistance){0});
    struct resistance *r = &world->resistances.items[index];
    const uint32_t generation = r->generation + 1;
    *r = (struct resistance){.used = true, .generation = generation, .def = *def, .row = -1};
    world->clusters_known = false;
    return (struct sim_resistance_id){(uint32_t)index, generation};
}

bool sim_resistance_valid(const struct sim_world *world, struct sim_resistance_id id) {
    return SIM_SLOT_VALID(&world->resistances, id);
}

static struct resistance *get(const struct sim_world *world, struct sim_resistance_id id) {
    assert(sim_resistance_valid(world, id));
    return &world->resistances.items[id.index];
}

void sim_resistance_destroy(struct sim_world *world, struct sim_resistance_id id) {
    get(world, id)->used = false;
    world->clusters_known = false;
}

void sim_resistances_drop(struct sim_world *world, int body) {
    for (int i = 0; i < world->resistances.count; i++)
        if ((int)world->resistances.items[i].def.body.index == body)
            world->resistances.items[i].used = false;
}

struct sim_resistance_def *sim_resistance(struct sim_world *world, struct sim_resistance_id id) {
    return &get(world, id)->def;
}

double sim_resistance_force(const struct sim_world *world, struct sim_resistance_id id) {
    return get(world, id)->impulse / world->def.step;
}

void sim_resistance_rows(struct sim_world *world, struct work *work, struct resistance *r,
                         int node) {
    const struct body *body = &world->bodies.items[r->def.body.index];
    const struct sim_vec3 n =
        r->def.with_body ? sim_rotate(body->q, r->def.direction) : r->def.direction;
    struct sim_row *row = sim_world_row(world, work);
    r->row = work->rows.count - 1;
    row->node = node;
    row->low = r->def.force_low * world->def.step;
    row->high = r->def.force_high * world->def.step;
    row->x = r->impulse;
    if (r->def.turns)
        sim_row_turning(world, row, body->group, n);
    else
        sim_row_between(world, row, -1, body->group, n, sim_body_point(body, r->def.point), 1.0);
}
