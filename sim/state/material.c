#include "sim/state/material.h"

#include <assert.h>
#include <string.h>

#include "sim/state/state.h"

int sim_world_find_material(const struct sim_world *world, const char *name) {
    for (int i = 0; i < world->material_count; i++)
        if (strcmp(world->materials[i].name, name) == 0)
            return i;
    return -1;
}

int sim_world_add_material(struct sim_world *world, const struct sim_material *material) {
    assert(material->friction >= 0.0 && material->stiffness > 0.0 && material->damping >= 0.0);
    int index = sim_world_find_material(world, material->name);
    if (index < 0) {
        if (world->material_count == SIM_MAX_MATERIALS)
            return 0;
        index = world->material_count++;
    }
    world->materials[index] = *material;
    return index;
}

void sim_world_set_pair(struct sim_world *world, int a, int b,
                        const struct sim_material_pair *pair) {
    assert(a >= 0 && a < world->material_count && b >= 0 && b < world->material_count);
    world->pairs[a][b] = world->pairs[b][a] = *pair;
}

void sim_world_set_pair_friction(struct sim_world *world, int a, int b, double friction) {
    assert(a >= 0 && a < world->material_count && b >= 0 && b < world->material_count);
    struct sim_material_pair pair = world->pairs[a][b];
    pair.friction = pair.friction_across = friction;
    sim_world_set_pair(world, a, b, &pair);
}
