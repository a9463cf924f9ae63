// Each of the five criteria (Jung 6.2.2) alone keeps a log from being fused with the bunk; without
// any of them it is fused, and the grapple's touch releases it.
#include "vehicles/site.h"

#include <stdlib.h>
#include <string.h>

#include "tests/near.h"

// A bunk, 6 m by 2.4 m by 0.4 m, whose floor is at z = 0.4, and a grapple: a bar across the bunk
// that is wherever a test wants it. A wedge may lie on the floor at the back.
enum { BUNK, GRAPPLE, BODIES };

struct fixture {
    struct ter_ground ground;
    struct veh_machine_def def;
    struct veh_worksite site;
    bool loaded, unloaded, lost;
};

static struct sim_shape box(double x, double y, double z, struct sim_vec3 at, double mass) {
    return (struct sim_shape){.kind = SIM_SHAPE_BOX,
                              .pose = {at, sim_quat_identity()},
                              .half = {0.5 * x, 0.5 * y, 0.5 * z},
                              .mass = mass,
                              .material = -1,
                              .collides = true};
}

static void describe(struct veh_machine_def *def, bool wedge) {
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
    def->bunk = (struct veh_bunk_def){
        .present = true, .body = BUNK, .centre = {0.0, 0.0, 1.2}, .half = {2.5, 1.2, 0.9}};
    def->grapple = (struct veh_grapple_def){.present = true, .body = GRAPPLE};
    def->grapple.grip_input = def->grapple.rotator_input = -1;
}

static void start(struct fixture *f, bool wedge, double gravity) {
    *f = (struct fixture){0};
    assert_true(ter_ground_init(&f->ground, 41, 41, -20.0, -20.0, 1.0));
    describe(&f->def, wedge);
    struct veh_worksite_def def = veh_default_worksite_def();
    def.ground = &f->ground;
    def.world.gravity = sim_vec3(0.0, 0.0, -gravity);
    assert_true(veh_worksite_init(&f->site, &def));
    assert_int_equal(veh_worksite_add_machine(&f->site, &f->def, 0.0, 0.0, 0.0), 0);
}

static void finish(struct fixture *f) {
    veh_worksite_finish(&f->site);
    veh_machine_def_finish(&f->def);
    ter_ground_finish(&f->ground);
}

static struct ter_stem log_of(double length) {
    struct ter_stem whole = ter_stem_whole(TER_SPRUCE, 0.26, 24.0, 12.0, 0.0), low, high;
    ter_stem_delimb(&whole, ter_stem_length(&whole));
    ter_stem_split(&whole, 2.0, &low, &high);
    ter_stem_split(&high, length, &low, &whole);
    return low;
}

// A log along x whose lowest point is lift above the floor of the bunk.
static int put_log(struct fixture *f, double x, double y, double lift) {
    const struct ter_stem stem = log_of(4.0);
    const double z = 0.4 + 0.5 * ter_stem_diameter(&stem, 0.0) + lift;
    return veh_worksite_add_log(&f->site, &stem, x, y, z, 0.0);
}

static void step(struct fixture *f) {
    veh_worksite_step(&f->site, &(struct veh_controls){{0.0}});
    const struct veh_event *events;
    const int count = veh_worksite_events(&f->site, &events);
    for (int i = 0; i < count; i++) {
        f->loaded = f->loaded || events[i].kind == VEH_EVENT_LOG_LOADED;
        f->unloaded = f->unloaded || events[i].kind == VEH_EVENT_LOG_UNLOADED;
        f->lost = f->lost || events[i].kind == VEH_EVENT_LOG_LOST;
    }
}

static void run(struct fixture *f, double seconds) {
    for (int i = 0; i < (int)(seconds / 0.01 + 0.5); i++)
        step(f);
}

static void put_grapple(struct fixture *f, struct sim_vec3 p) {
    sim_body_set_pose(f->site.world, f->site.machines[0].instance.bodies[GRAPPLE],
                      (struct sim_pose){p, sim_quat_identity()});
}

static bool fused(const struct fixture *f, int log) {
    return sim_body_fused(f->site.world, f->site.stems[log].body,
                          f->site.machines[0].instance.bodies[BUNK]);
}

static void test_log_at_rest_is_fused(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, 0.0, 0.0, 0.0);
    const double mass = sim_body_mass(f.site.world, f.site.stems[log].body);
    run(&f, 4.0);
    assert_int_equal(veh_load_obstacles(&f.site, log, 0) & ~(unsigned)VEH_LOAD_IN_AIR, 0);
    assert_true(f.loaded && !f.unloaded && !f.lost);
    assert_true(fused(&f, log));
    assert_int_equal(f.site.stems[log].bunk, 0);
    assert_int_equal(veh_machine_logs_in_bunk(&f.site, 0, true), 1);
    // Its weight still rests on the ground.
    const struct sim_contact *contacts;
    const int count = sim_world_contacts(f.site.world, &contacts);
    double load = 0.0;
    for (int i = 0; i < count; i++)
        load += contacts[i].force;
    assert_near(load, 9.81 * (8000.0 + mass), 0.5);
    finish(&f);
}

// The log's reference points lie beyond the loading space, the rest of it on the floor.
static void test_outside_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, -1.3, 0.0, 0.0);
    run(&f, 4.0);
    assert_int_equal(veh_load_obstacles(&f.site, log, 0), VEH_LOAD_OUTSIDE);
    assert_false(f.loaded || fused(&f, log));
    finish(&f);
}

// Without gravity a log floats above the floor, at rest and touching nothing.
static void test_in_air_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 0.0);
    const int log = put_log(&f, 0.0, 0.0, 0.3);
    run(&f, 4.0);
    assert_int_equal(veh_load_obstacles(&f.site, log, 0), VEH_LOAD_IN_AIR);
    assert_false(f.loaded || fused(&f, log));
    finish(&f);
}

// A log that is drawn along the floor to and fro.
static void test_moving_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, 0.0, 0.0, 0.0);
    for (int i = 0; i < 400; i++) {
        const double v = (i / 50) % 2 == 0 ? 0.3 : -0.3;
        sim_body_set_velocity(f.site.world, f.site.stems[log].body, sim_vec3(v, 0.0, 0.0),
                              sim_vec3(0.0, 0.0, 0.0));
        step(&f);
    }
    sim_body_set_velocity(f.site.world, f.site.stems[log].body, sim_vec3(0.3, 0.0, 0.0),
                          sim_vec3(0.0, 0.0, 0.0));
    assert_int_equal(veh_load_obstacles(&f.site, log, 0), VEH_LOAD_MOVING);
    assert_false(f.loaded || fused(&f, log));
    finish(&f);
}

// The grapple presses on a short log that lies across two others: none of the three is fused. A
// fourth one, apart, is.
static void test_grapple_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int left = put_log(&f, 0.0, 0.4, 0.0), right = put_log(&f, 0.0, -0.4, 0.0);
    const int apart = put_log(&f, 0.0, -1.0, 0.0);
    const struct ter_stem stem = log_of(1.3);
    const struct ter_stem below = log_of(4.0);
    const double d = ter_stem_diameter(&below, 1.9); // of the two where it lies on them
    const double z = 0.4 + d + 0.5 * ter_stem_diameter(&stem, 0.65);
    const int across = veh_worksite_add_log(&f.site, &stem, 0.0, 0.0, z, 0.5 * SIM_PI);
    put_grapple(&f, sim_vec3(0.0, 0.0, z + 0.5 * ter_stem_diameter(&stem, 0.65) + 0.1 - 0.02));
    run(&f, 4.0);
    assert_int_equal(veh_load_obstacles(&f.site, across, 0), VEH_LOAD_GRAPPLED);
    assert_int_equal(veh_load_obstacles(&f.site, left, 0), VEH_LOAD_GRAPPLED);
    assert_int_equal(veh_load_obstacles(&f.site, right, 0), VEH_LOAD_GRAPPLED);
    assert_false(fused(&f, across) || fused(&f, left) || fused(&f, right));
    assert_true(fused(&f, apart));
    finish(&f);
}

// A log leans on the wedge, at rest.
static void test_tilted_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, true, 9.81);
    const struct ter_stem stem = log_of(4.0);
    const int log = veh_worksite_add_log(&f.site, &stem, -0.1, 0.0, 1.1, 0.0);
    const double slope = 0.24; // [rad]: from the floor over the wedge's edge
    const struct sim_quat tilt =
        sim_quat_mul(sim_quat_exp(sim_vec3(0.0, -slope, 0.0)),
                     sim_quat_between(sim_vec3(0.0, 0.0, 1.0), sim_vec3(1.0, 0.0, 0.0)));
    sim_body_set_pose(f.site.world, f.site.stems[log].body,
                      (struct sim_pose){{-2.0, 0.0, 0.4 + 0.16}, tilt});
    run(&f, 5.0);
    assert_int_equal(veh_load_obstacles(&f.site, log, 0), VEH_LOAD_TILTED);
    assert_false(f.loaded || fused(&f, log));
    finish(&f);
}

static void test_touch_releases(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const struct ter_stem stem = log_of(4.0);
    const double d = ter_stem_diameter(&stem, 0.0), top = 0.4 + d;
    const int log = put_log(&f, 0.0, 0.0, 0.0);
    run(&f, 3.0);
    assert_true(fused(&f, log));
    put_grapple(&f, sim_vec3(-1.6, 0.0, top + 0.1 - 0.01));
    run(&f, 0.1);
    assert_true(f.unloaded && !fused(&f, log) && !f.lost);
    assert_int_equal(f.site.stems[log].bunk, -1);
    // Left alone, it is fused again.
    put_grapple(&f, sim_vec3(0.0, 0.0, 5.0));
    run(&f, 3.0);
    assert_true(fused(&f, log));
    finish(&f);
}

// What the grapple takes out is unloaded; what leaves the bunk without it is lost.
static void test_lost(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, 0.0, 0.0, 0.0);
    run(&f, 3.0);
    assert_true(fused(&f, log));
    veh_stem_release(&f.site, log);
    const struct sim_pose pose = veh_stem_pose(&f.site, log);
    sim_body_set_pose(f.site.world, f.site.stems[log].body,
                      (struct sim_pose){sim_add(pose.p, sim_vec3(0.0, 3.0, 0.0)), pose.q});
    run(&f, 0.1);
    assert_true(f.lost);
    finish(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log_at_rest_is_fused), cmocka_unit_test(test_outside_alone),
        cmocka_unit_test(test_in_air_alone),         cmocka_unit_test(test_moving_alone),
        cmocka_unit_test(test_grapple_alone),        cmocka_unit_test(test_tilted_alone),
        cmocka_unit_test(test_touch_releases),       cmocka_unit_test(test_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
