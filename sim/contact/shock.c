// Shock propagation (Jung 4.4.1): a lower body in a stack is not pushed down by those above it. The
// level of a body is its path length in the contact graph from the static bodies.
//
// In every row of a contact between a body i and a body j with a longer path:
//   plain      J_i = 0                                                       (4.1)
//   optimised  J_i without its linear part along gravity                     (4.2)
// The optimised variant keeps the torque of an off-centre load, so that stacks can still tip. Both
// are approximations: the weight of a load no longer acts on its supports.
#include "sim/base/array.h"
#include "sim/contact/contact_impl.h"

static const double touching = -1e-3; // [m] depth

void sim_find_levels(struct sim_world *world) {
    if (world->def.shock == SIM_SHOCK_NONE)
        return;
    const int n = world->groups.count;
    world->down = sim_unit(world->def.gravity);
    sim_graph_begin(&world->graph, n);
    for (int i = 0; i < world->contacts.count; i++) {
        const struct contact *c = &world->contacts.items[i];
        if (c->pub.point.depth > touching || c->impulse[0] > 0.0)
            sim_graph_edge(&world->graph, c->group_a, c->group_b, SIM_TOUCHING);
    }
    sim_graph_build(&world->graph);
    SIM_ARRAY_RESERVE(&world->path, n + 1);
    for (int i = 0; i < n; i++)
        world->path.items[i] = world->groups.items[i].moves ? -1 : 0;
    sim_graph_paths(&world->graph, SIM_TOUCHING, n, world->path.items);
    for (int i = 0; i < n; i++)
        world->groups.items[i].level = world->path.items[i];
}

int sim_shock_side(const struct sim_world *world, const struct contact *c) {
    if (world->def.shock == SIM_SHOCK_NONE)
        return -1;
    const struct group *a = &world->groups.items[c->group_a], *b = &world->groups.items[c->group_b];
    if (a->level < 0 || b->level < 0 || a->level == b->level)
        return -1;
    const int lower = a->level < b->level ? 0 : 1;
    return (lower == 0 ? a : b)->moves ? lower : -1;
}
