#pragma once

// A model for the tests of `kranich simulate`: a weight on two links, too heavy for the first one.
// create_instance() and destroy_instance() set up and tear down a group of tests.

#include "data/model/read.h"
#include "tests/near.h"

static struct veh_machine_def def;
static struct sim_world *world;
static struct sim_instance instance;

static inline int create_instance(void **state) {
    static const char text[] =
        "kind: model\nname: weight\nworld: {step: 0.01}\n"
        "inputs: [{name: lift, range: [-1, 1]}, {name: turn, range: [0, 5]}]\n"
        "bodies:\n  - {name: b, position: [0, 0, -1], shapes: [{sphere: 0.1, mass: 10}]}\n"
        "joints:\n"
        "  - {name: cord, kind: link, parent: world, child: b, longest: 1, break_force: 98}\n"
        "  - {name: rope, kind: link, parent: world, child: b, longest: 1.01}\n";
    static struct dat_diagnostics d;
    (void)state;
    dat_diagnostics_init(&d, "weight.yaml", text);
    if (!dat_read_model(text, "weight.yaml", NULL, &def, &d)) {
        dat_diagnostics_print(&d, stderr);
        return 1;
    }
    world = sim_world_create(&def.model.world);
    return world == NULL || !sim_instance_create(&instance, world, &def.model, sim_pose_identity());
}

static inline int destroy_instance(void **state) {
    (void)state;
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
    return 0;
}
