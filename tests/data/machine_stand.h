// A machine of the library on a test stand: named bodies are fixed, so that only the rest moves.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/model/read.h"
#include "tests/near.h"
#include "vehicles/worksite.h"

struct machine_stand {
    struct veh_machine_def def;
    struct ter_ground ground;
    struct veh_worksite site;
    struct veh_controls levers[VEH_MAX_MACHINES];
    double slope; // [rad] uphill along x: gravity leans back instead of the ground
    double side;  // [rad] the same uphill along y
};

// name: below data/library/machines, without its extension.
static inline void machine_load(const char *name, struct veh_machine_def *def) {
    static struct dat_diagnostics d;
    const char *root = getenv("KRANICH_ROOT");
    char path[512];
    (void)snprintf(path, sizeof path, "%s/data/library/machines/%s.yaml", root != NULL ? root : ".",
                   name);
    if (!dat_load_model(path, def, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail();
    }
}

// Of level ground, around the origin.
static inline void machine_stand_ground(struct machine_stand *s) {
    assert_true(ter_ground_init(&s->ground, 61, 61, -30.0, -30.0, 1.0));
    struct veh_worksite_def def = veh_default_worksite_def();
    def.ground = &s->ground;
    const double down = cos(s->slope) * cos(s->side);
    def.world.gravity =
        sim_scale(sim_vec3(-sin(s->slope), -cos(s->slope) * sin(s->side), -down), 9.81);
    assert_true(veh_worksite_init(&s->site, &def));
}

// Fixes bodies by their names; raise [m] lifts the machine off the ground.
static inline void machine_stand_start(struct machine_stand *s, const char *name,
                                       const char *const fixed[], int count, double raise) {
    *s = (struct machine_stand){.slope = s->slope, .side = s->side};
    machine_load(name, &s->def);
    for (int i = 0; i < s->def.model.body_count; i++)
        s->def.model.bodies[i].pose.p.z += raise;
    for (int i = 0; i < s->def.model.joint_count; i++)
        s->def.model.joints[i].def.anchor.z += raise;
    for (int i = 0; i < count; i++) {
        const int body = sim_model_find_body(&s->def.model, fixed[i]);
        assert_true(body >= 0);
        s->def.model.bodies[body].fixed = true;
    }
    machine_stand_ground(s);
    assert_int_equal(veh_worksite_add_machine(&s->site, &s->def, 0.0, 0.0, 0.0), 0);
}

// A whole machine whose carrier is held.
static inline void machine_stand_carrier(struct machine_stand *s, const char *name) {
    static const char *const frames[] = {"carrier.front", "carrier.rear"};
    machine_stand_start(s, name, frames, 2, 0.0);
}

static inline void machine_stand_finish(struct machine_stand *s) {
    veh_worksite_finish(&s->site);
    ter_ground_finish(&s->ground);
    veh_machine_def_finish(&s->def);
}

static inline void machine_stand_run(struct machine_stand *s, double seconds) {
    const double end = veh_worksite_time(&s->site) + seconds;
    while (veh_worksite_time(&s->site) < end - 1e-9) {
        veh_worksite_step(&s->site, s->levers);
        assert_null(sim_world_fault(s->site.world));
    }
}

static inline struct sim_joint_id machine_joint(const struct machine_stand *s, const char *name) {
    const int index = sim_model_find_joint(&s->def.model, name);
    assert_true(index >= 0);
    return s->site.machines[0].instance.joints[index];
}

static inline struct sim_body_id machine_body(const struct machine_stand *s, const char *name) {
    const int index = sim_model_find_body(&s->def.model, name);
    assert_true(index >= 0);
    return s->site.machines[0].instance.bodies[index];
}
