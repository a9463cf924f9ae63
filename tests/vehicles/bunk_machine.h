// A machine that is a bunk and a grapple, for tests of loads.
#pragma once

#include <stdlib.h>

#include "tests/near.h"
#include "vehicles/part/bunk.h"
#include "vehicles/part/grapple.h"
#include "vehicles/worksite.h"

// A bunk, 6 m by 2.4 m by 0.4 m, whose floor is at z = 0.4, and a grapple: a bar across the bunk
// that is wherever a test wants it. A wedge may lie on the floor at the back.
enum { BUNK, GRAPPLE, BODIES };

struct fixture {
    struct ter_ground ground;
    struct veh_machine_def def;
    struct veh_worksite site;
    struct veh_controls levers[VEH_MAX_MACHINES];
    bool loaded, unloaded, lost;
};

static inline struct sim_shape box(double x, double y, double z, struct sim_vec3 at, double mass) {
    return (struct sim_shape){.kind = SIM_SHAPE_BOX,
                              .pose = {at, sim_quat_identity()},
                              .half = {0.5 * x, 0.5 * y, 0.5 * z},
                              .mass = mass,
                              .material = -1,
                              .collides = true};
}

static inline void describe(struct veh_machine_def *def, bool wedge) {
    struct sim_model *model = &def->model;
    model->shapes = calloc(3, sizeof *model->shapes);
    model->visuals = calloc(3, sizeof *model->visuals);
    model->bodies = calloc(BODIES, sizeof *model->bodies);
    assert_true(model->shapes && model->visuals && model->bodies);
    model->shapes[0] = box(6.0, 2.4, 0.4, sim_vec3(0.0, 0.0, 0.2), 8000.0);
    model->shapes[1] = box(0.2, 2.4, 0.9, sim_vec3(1.8, 0.0, 0.85), 10.0);
    model->shapes[2] = box(0.2, 4.0, 0.2, sim_vec3(0.0, 0.0, 0.0), 100.0);
    model->shape_count = 3;
    model->bodies[BUNK] = (struct sim_model_body){.name = "bunk",
                                                  .pose = sim_pose_identity(),
                                                  .first_shape = 0,
                                                  .shape_count = wedge ? 2 : 1};
    model->bodies[GRAPPLE] = (struct sim_model_body){.name = "grapple",
                                                     .pose = {{0.0, 0.0, 5.0}, sim_quat_identity()},
                                                     .fixed = true,
                                                     .first_shape = 2,
                                                     .shape_count = 1};
    model->body_count = BODIES;
    struct veh_bunk_def *bunk = veh_machine_def_add(def, &veh_part_bunk);
    *bunk = (struct veh_bunk_def){.body = BUNK, .centre = {0.0, 0.0, 1.2}, .size = {5.0, 2.4, 1.8}};
    struct veh_grapple_def *grapple = veh_machine_def_add(def, &veh_part_grapple);
    *grapple = (struct veh_grapple_def){.body = GRAPPLE};
}

static inline void start(struct fixture *f, bool wedge, double gravity) {
    *f = (struct fixture){0};
    assert_true(ter_ground_init(&f->ground, 41, 41, -20.0, -20.0, 1.0));
    describe(&f->def, wedge);
    struct veh_worksite_def def = veh_default_worksite_def();
    def.ground = &f->ground;
    def.world.gravity = sim_vec3(0.0, 0.0, -gravity);
    assert_true(veh_worksite_init(&f->site, &def));
    assert_int_equal(veh_worksite_add_machine(&f->site, &f->def, 0.0, 0.0, 0.0), 0);
}

static inline void finish(struct fixture *f) {
    veh_worksite_finish(&f->site);
    veh_machine_def_finish(&f->def);
    ter_ground_finish(&f->ground);
}

static inline struct ter_stem log_of(double length) {
    struct ter_stem whole = ter_stem_whole(TER_SPRUCE, 0.26, 24.0, 12.0, 0.0), low, high;
    ter_stem_delimb(&whole, ter_stem_length(&whole));
    ter_stem_split(&whole, 2.0, &low, &high);
    ter_stem_split(&high, length, &low, &whole);
    return low;
}

// A log along x whose lowest point is lift above the floor of the bunk.
static inline int put_log(struct fixture *f, double x, double y, double lift) {
    const struct ter_stem stem = log_of(4.0);
    const double z = 0.4 + 0.5 * ter_stem_diameter(&stem, 0.0) + lift;
    return veh_worksite_add_log(&f->site, &stem, x, y, z, 0.0);
}
