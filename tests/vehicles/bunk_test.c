// Each of the five criteria (Jung 6.2.2) alone keeps a log from being fused with the bunk; without
// any of them it is fused, and the grapple's touch releases it, as do a bunk that leans or jerks
// more than friction holds and a strike. A grapple that is parked on the load does not matter.
#include "vehicles/part/bunk.h"

#include <string.h>

#include "tests/vehicles/bunk_machine.h"
#include "vehicles/site.h"

static void step(struct fixture *f) {
    veh_worksite_step(&f->site, f->levers);
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

// Undoes the fusing behind the program's back.
static void tear_off(struct fixture *f, int log) {
    veh_stem_release(&f->site, log);
    f->site.stems.items[log].load.bunk = -1;
}

static bool fused(const struct fixture *f, int log) {
    return sim_body_fused(f->site.world, f->site.stems.items[log].body,
                          f->site.machines[0].instance.bodies[BUNK]);
}

static void log_at_rest_is_fused(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, 0.0, 0.0, 0.0);
    const double mass = sim_body_mass(f.site.world, f.site.stems.items[log].body);
    run(&f, 4.0);
    assert_int_equal(f.site.stems.items[log].load.obstacles & ~(unsigned)VEH_LOAD_IN_AIR, 0);
    assert_true(f.loaded && !f.unloaded && !f.lost);
    assert_true(fused(&f, log));
    assert_int_equal(f.site.stems.items[log].load.bunk, 0);
    assert_int_equal((int)veh_machine_measure(&f.site, 0, &veh_part_bunk, VEH_BUNK_FUSED), 1);
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
static void outside_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, -1.3, 0.0, 0.0);
    run(&f, 4.0);
    assert_int_equal(f.site.stems.items[log].load.obstacles, VEH_LOAD_OUTSIDE);
    assert_false(f.loaded || fused(&f, log));
    finish(&f);
}

// Without gravity a log floats above the floor, at rest and touching nothing.
static void in_air_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 0.0);
    const int log = put_log(&f, 0.0, 0.0, 0.3);
    run(&f, 4.0);
    assert_int_equal(f.site.stems.items[log].load.obstacles, VEH_LOAD_IN_AIR);
    assert_false(f.loaded || fused(&f, log));
    finish(&f);
}

// A log that is drawn along the floor to and fro.
static void moving_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, 0.0, 0.0, 0.0);
    for (int i = 0; i < 400; i++) {
        const double v = (i / 50) % 2 == 0 ? 0.3 : -0.3;
        sim_body_set_velocity(f.site.world, f.site.stems.items[log].body, sim_vec3(v, 0.0, 0.0),
                              sim_vec3(0.0, 0.0, 0.0));
        step(&f);
    }
    sim_body_set_velocity(f.site.world, f.site.stems.items[log].body, sim_vec3(0.3, 0.0, 0.0),
                          sim_vec3(0.0, 0.0, 0.0));
    assert_int_equal(f.site.stems.items[log].load.obstacles, VEH_LOAD_MOVING);
    assert_false(f.loaded || fused(&f, log));
    finish(&f);
}

// The grapple presses on a short log that lies across two others; a fourth one is apart.
struct four {
    int left, right, apart, across;
};

static struct four put_four(struct fixture *f) {
    struct four logs = {put_log(f, 0.0, 0.4, 0.0), put_log(f, 0.0, -0.4, 0.0),
                        put_log(f, 0.0, -1.0, 0.0), -1};
    const struct ter_stem stem = log_of(1.3);
    const struct ter_stem below = log_of(4.0);
    const double d = ter_stem_diameter(&below, 1.9); // of the two where it lies on them
    const double z = 0.4 + d + 0.5 * ter_stem_diameter(&stem, 0.65);
    logs.across = veh_worksite_add_log(&f->site, &stem, 0.0, 0.0, z, 0.5 * SIM_PI);
    put_grapple(f, sim_vec3(0.0, 0.0, z + 0.5 * ter_stem_diameter(&stem, 0.65) + 0.1 - 0.02));
    return logs;
}

// A lever says that the grapple is at work: of the four only the one apart is fused.
static void grapple_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const struct four logs = put_four(&f);
    f.levers[0].value[VEH_ROTATOR] = 0.1;
    run(&f, 4.0);
    assert_int_equal(f.site.stems.items[logs.across].load.obstacles, VEH_LOAD_GRAPPLED);
    assert_int_equal(f.site.stems.items[logs.left].load.obstacles, VEH_LOAD_GRAPPLED);
    assert_int_equal(f.site.stems.items[logs.right].load.obstacles, VEH_LOAD_GRAPPLED);
    assert_false(fused(&f, logs.across) || fused(&f, logs.left) || fused(&f, logs.right));
    assert_true(fused(&f, logs.apart));
    finish(&f);
}

// With all levers let go, all four ride with the bunk, whatever lies on them; the first lever
// makes those loose that the grapple could move.
static void parked_grapple(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const struct four logs = put_four(&f);
    run(&f, 4.0);
    assert_true(fused(&f, logs.left) && fused(&f, logs.right));
    run(&f, 1.1); // layer by layer
    assert_true(fused(&f, logs.across) && fused(&f, logs.apart));
    f.levers[0].value[VEH_BOOM] = 0.1;
    run(&f, 0.05); // those below are touched once the one on them is loose
    assert_true(f.unloaded && fused(&f, logs.apart));
    assert_false(fused(&f, logs.across) || fused(&f, logs.left) || fused(&f, logs.right));
    finish(&f);
}

// A grapple that moves by itself, as one that swings does, is at work, too.
static void moved_grapple(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const struct four logs = put_four(&f);
    run(&f, 5.1);
    assert_true(fused(&f, logs.across));
    const struct sim_body_id grapple = f.site.machines[0].instance.bodies[GRAPPLE];
    put_grapple(&f, sim_add(sim_body_pose(f.site.world, grapple).p, sim_vec3(0.03, 0.0, 0.0)));
    run(&f, 0.02);
    assert_false(fused(&f, logs.across));
    finish(&f);
}

// A log that hangs in a grapple that is held still inside of the loading space does not lie on the
// load.
static void hanging_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, 0.0, 0.0, 0.3);
    const struct sim_vec3 middle = sim_body_centre(f.site.world, f.site.stems.items[log].body);
    const struct ter_stem stem = log_of(4.0);
    const double r = 0.5 * ter_stem_diameter(&stem, middle.x + 2.0);
    put_grapple(&f, sim_vec3(middle.x, 0.0, middle.z - r - 0.1));
    run(&f, 6.0);
    assert_int_equal(f.site.stems.items[log].load.obstacles, VEH_LOAD_GRAPPLED);
    assert_false(f.loaded || fused(&f, log));
    finish(&f);
}

// A log leans on the wedge, at rest.
static void tilted_alone(void **state) {
    (void)state;
    struct fixture f;
    start(&f, true, 9.81);
    const struct ter_stem stem = log_of(4.0);
    const int log = veh_worksite_add_log(&f.site, &stem, -0.1, 0.0, 1.1, 0.0);
    const double slope = 0.24; // [rad]: from the floor over the wedge's edge
    const struct sim_quat tilt =
        sim_quat_mul(sim_quat_exp(sim_vec3(0.0, -slope, 0.0)),
                     sim_quat_between(sim_vec3(0.0, 0.0, 1.0), sim_vec3(1.0, 0.0, 0.0)));
    sim_body_set_pose(f.site.world, f.site.stems.items[log].body,
                      (struct sim_pose){{-2.0, 0.0, 0.4 + 0.16}, tilt});
    run(&f, 5.0);
    assert_int_equal(f.site.stems.items[log].load.obstacles, VEH_LOAD_TILTED);
    assert_false(f.loaded || fused(&f, log));
    finish(&f);
}

static void touch_releases(void **state) {
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
    assert_int_equal(f.site.stems.items[log].load.bunk, -1);
    // Left alone, it is fused again.
    put_grapple(&f, sim_vec3(0.0, 0.0, 5.0));
    run(&f, 3.0);
    assert_true(fused(&f, log));
    finish(&f);
}

static struct sim_body_id bunk_of(const struct fixture *f) {
    return f->site.machines[0].instance.bodies[BUNK];
}

// The bunk tips up about its rear edge, slowly. Friction ends at tan a = mu; from there on a loose
// log gains g / cos a w t of acceleration, and has slid by 3 cm when t^3 = 6 s cos a / (g w).
static void leaning_releases(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, 0.0, 0.0, 0.0);
    run(&f, 3.0);
    assert_true(fused(&f, log));
    struct sim_joint_def hinge = sim_default_joint_def();
    hinge.kind = SIM_JOINT_HINGE;
    hinge.b = bunk_of(&f);
    hinge.anchor = sim_vec3(-3.0, 0.0, 0.0);
    hinge.axis[0] = sim_vec3(0.0, -1.0, 0.0);
    const double rate = 0.05; // [rad/s]
    hinge.free_axis[0].motor = (struct sim_motor){
        .mode = SIM_MOTOR_VELOCITY, .target = rate, .force_low = -1e7, .force_high = 1e7};
    const struct sim_joint_id joint = sim_joint_create(f.site.world, &hinge);
    for (int i = 0; i < 1500 && fused(&f, log); i++)
        step(&f);
    const double angle = sim_joint_position(f.site.world, joint, 0);
    const double start_angle = atan(veh_bark_friction);
    const double slid_for = cbrt(6.0 * 0.03 * cos(start_angle) / (9.81 * rate));
    assert_near(angle, start_angle + rate * slid_for, 0.01 * start_angle);
    for (int i = 0; i < 1500 && !f.lost; i++)
        step(&f);
    assert_true(f.unloaded && f.lost);
    finish(&f);
}

static void put(struct fixture *f, int log, struct sim_vec3 p, struct sim_quat q) {
    sim_body_set_pose(f->site.world, f->site.stems.items[log].body, (struct sim_pose){p, q});
}

// A log that has left the load and rocks on its edge is lost once, until it lies in the bunk again.
static void a_log_is_lost_once(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, 0.0, 0.0, 0.0);
    run(&f, 3.0);
    tear_off(&f, log);
    const struct sim_pose in = veh_stem_pose(&f.site, log);
    const struct sim_quat turn = sim_quat_axis_angle(sim_vec3(0.0, 0.0, 1.0), 0.5 * SIM_PI);
    put(&f, log, sim_vec3(8.0, 0.0, 0.2), in.q);
    run(&f, 0.5);
    assert_true(f.lost);
    f.lost = false;
    put(&f, log, sim_vec3(0.0, -2.0, in.p.z), sim_quat_mul(turn, in.q)); // across the bunk
    run(&f, 2.0);
    assert_true(f.site.stems.items[log].load.obstacles & VEH_LOAD_OUTSIDE);
    put(&f, log, sim_vec3(8.0, 0.0, 0.2), in.q);
    run(&f, 0.5);
    assert_false(f.lost);
    put(&f, log, in.p, in.q);
    run(&f, 3.0);
    assert_true(fused(&f, log));
    tear_off(&f, log);
    put(&f, log, sim_vec3(8.0, 0.0, 0.2), in.q);
    run(&f, 0.5);
    assert_true(f.lost);
    finish(&f);
}

// The bunk is pushed forward for half a second; returns the acceleration [m/s^2] it had.
static double push(struct fixture *f, double force) {
    const double before = sim_body_velocity(f->site.world, bunk_of(f)).x;
    for (int i = 0; i < 50; i++) {
        sim_body_apply(f->site.world, bunk_of(f), sim_vec3(force, 0.0, 0.0),
                       sim_vec3(0.0, 0.0, 0.0), sim_vec3(0.0, 0.0, 0.2));
        step(f);
    }
    return (sim_body_velocity(f->site.world, bunk_of(f)).x - before) / 0.5;
}

// Friction can give a log mu g and no more.
static void jerk_releases(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const int log = put_log(&f, 0.0, 0.0, 0.0);
    run(&f, 3.0);
    const double gentle = push(&f, 60e3);
    assert_true(gentle > 1.0 && gentle < 0.9 * veh_bark_friction * 9.81);
    assert_true(fused(&f, log) && !f.unloaded);
    const double hard = push(&f, 110e3);
    assert_true(hard > 1.2 * veh_bark_friction * 9.81);
    assert_true(f.unloaded && !fused(&f, log));
    finish(&f);
}

// Another log of the same size falls on it, with v = sqrt(2 g h), half of which both would have. It
// lands on its thick end first, and the other one comes down faster.
static void drop(struct fixture *f, double height) {
    const struct ter_stem stem = log_of(4.0);
    start(f, false, 9.81);
    (void)put_log(f, 0.0, 0.0, 0.0);
    run(f, 3.0);
    assert_true(fused(f, 0));
    (void)put_log(f, 0.0, 0.0, ter_stem_diameter(&stem, 0.0) + height);
    run(f, sqrt(2.0 * height / 9.81) + 0.1);
}

static void strike_releases(void **state) {
    (void)state;
    struct fixture f;
    drop(&f, 0.05); // 0.5 m/s
    assert_true(fused(&f, 0) && !f.unloaded);
    finish(&f);
    drop(&f, 0.4); // 1.4 m/s
    assert_true(f.unloaded && !fused(&f, 0));
    finish(&f);
}

// A log that was fused, and has just come off.
static int start_with_loose_log(struct fixture *f) {
    start(f, false, 9.81);
    const int log = put_log(f, 0.0, 0.0, 0.0);
    run(f, 3.0);
    assert_true(fused(f, log));
    tear_off(f, log);
    return log;
}

// A log that the grapple takes out is unloaded; one that leaves the bunk without it is lost.
static void lost(void **state) {
    (void)state;
    struct fixture f;
    const int log = start_with_loose_log(&f);
    const struct sim_pose pose = veh_stem_pose(&f.site, log);
    put(&f, log, sim_add(pose.p, sim_vec3(0.0, 3.0, 0.0)), pose.q);
    run(&f, 0.1);
    assert_true(f.lost);
    finish(&f);
}

// One that leaves upward has been lifted, also where it hangs between others, and touches no tong.
static void lifted_between_others(void **state) {
    (void)state;
    struct fixture f;
    const int log = start_with_loose_log(&f);
    const struct sim_pose pose = veh_stem_pose(&f.site, log);
    const double above = veh_bunk_def(f.site.machines[0].def)->size.z + 1.1;
    put(&f, log, sim_add(pose.p, sim_vec3(0.0, 0.0, above)), pose.q);
    run(&f, 0.1);
    put(&f, log, sim_add(pose.p, sim_vec3(0.0, 3.0, above)), pose.q);
    run(&f, 0.1);
    assert_false(f.lost);
    finish(&f);
}

// The levers that are let go take nothing out: a log that a parked grapple rests on, and that falls
// off, is lost like all others. With a lever in use the operator takes it.
static bool lost_below_the_grapple(double lever) {
    struct fixture f;
    start(&f, false, 9.81);
    const struct four logs = put_four(&f);
    run(&f, 5.1);
    assert_true(fused(&f, logs.across));
    f.levers[0].value[VEH_BOOM] = lever;
    step(&f);
    tear_off(&f, logs.across);
    const struct sim_pose pose = veh_stem_pose(&f.site, logs.across);
    sim_body_set_pose(f.site.world, f.site.stems.items[logs.across].body,
                      (struct sim_pose){sim_add(pose.p, sim_vec3(0.0, 4.0, 0.0)), pose.q});
    run(&f, 0.1);
    const bool lost = f.lost;
    finish(&f);
    return lost;
}

static void lost_below_a_parked_grapple(void **state) {
    (void)state;
    assert_true(lost_below_the_grapple(0.0));
    assert_false(lost_below_the_grapple(0.1));
}

// A log in the gap of two others comes loose while the bunk moves sideways. It has the speed of the
// load that it was part of, and strikes nothing.
static void loosened_on_the_way(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    const struct ter_stem stem = log_of(4.0);
    const double d = ter_stem_diameter(&stem, 0.0);
    (void)put_log(&f, 0.0, 0.5 * d, 0.0);
    (void)put_log(&f, 0.0, -0.5 * d, 0.0);
    const int top = put_log(&f, 0.0, 0.0, 0.9 * d);
    run(&f, 4.0);
    for (int i = 0; i < 3; i++)
        assert_true(fused(&f, i));
    for (int i = 0; i < 250; i++) { // 2 m/s^2, less than friction can give
        const struct sim_vec3 v = {0.0, 0.02 * i, 0.0};
        sim_body_set_velocity(f.site.world, bunk_of(&f), v, sim_vec3(0.0, 0.0, 0.0));
        step(&f);
    }
    assert_true(sim_body_velocity(f.site.world, bunk_of(&f)).y > 4.0);
    assert_false(f.unloaded);
    tear_off(&f, top);
    run(&f, 0.03);
    assert_true(fused(&f, 0) && fused(&f, 1) && !f.unloaded);
    finish(&f);
}

// Two forwarders: a log between the tongs of the first stays there, whatever the second one does.
static void each_grapple_holds_its_own(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    assert_int_equal(veh_worksite_add_machine(&f.site, &f.def, 0.0, 10.0, 0.0), 1);
    const struct four logs = put_four(&f);
    f.levers[0].value[VEH_ROTATOR] = 0.1;
    run(&f, 0.5);
    f.site.stems.items[logs.across].load.grapples = 1;
    run(&f, 0.5);
    for (int m = 0; m < 2; m++)
        assert_near(veh_machine_measure(&f.site, m, &veh_part_grapple, VEH_GRAPPLE_LOGS),
                    m == 0 ? 1.0 : 0.0, 0.0);
    put_grapple(&f, sim_vec3(0.0, 0.0, 5.0));
    run(&f, 0.1);
    assert_int_equal(f.site.stems.items[logs.across].load.grapples, 0);
    finish(&f);
}

static double measured(const struct fixture *f, enum veh_bunk_measure which) {
    return veh_machine_measure(&f->site, 0, &veh_part_bunk, (int)which);
}

// A log in the loading space counts also while it is loose, one beside it does not.
static void loads_are_counted_and_weighed(void **state) {
    (void)state;
    struct fixture f;
    start(&f, false, 9.81);
    assert_near(measured(&f, VEH_BUNK_LOGS), 0.0, 0.0);
    assert_near(measured(&f, VEH_BUNK_MASS), 0.0, 0.0);
    const struct ter_stem stem = log_of(4.0);
    const double mass = ter_stem_mass(&stem).mass;
    (void)put_log(&f, 0.0, 0.5, 0.0);
    (void)put_log(&f, 0.0, -0.5, 0.0);
    (void)put_log(&f, 0.0, 8.0, 0.0);
    assert_near(measured(&f, VEH_BUNK_LOGS), 2.0, 0.0);
    assert_near(measured(&f, VEH_BUNK_MASS), 2.0 * mass, 1e-9);
    assert_near(measured(&f, VEH_BUNK_FUSED), 0.0, 0.0);
    run(&f, 4.0);
    assert_near(measured(&f, VEH_BUNK_LOGS), 2.0, 0.0);
    assert_near(measured(&f, VEH_BUNK_FUSED), 2.0, 0.0);
    finish(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(log_at_rest_is_fused),
        cmocka_unit_test(outside_alone),
        cmocka_unit_test(in_air_alone),
        cmocka_unit_test(moving_alone),
        cmocka_unit_test(grapple_alone),
        cmocka_unit_test(parked_grapple),
        cmocka_unit_test(moved_grapple),
        cmocka_unit_test(hanging_alone),
        cmocka_unit_test(tilted_alone),
        cmocka_unit_test(touch_releases),
        cmocka_unit_test(leaning_releases),
        cmocka_unit_test(a_log_is_lost_once),
        cmocka_unit_test(jerk_releases),
        cmocka_unit_test(strike_releases),
        cmocka_unit_test(lost),
        cmocka_unit_test(lifted_between_others),
        cmocka_unit_test(lost_below_a_parked_grapple),
        cmocka_unit_test(loosened_on_the_way),
        cmocka_unit_test(each_grapple_holds_its_own),
        cmocka_unit_test(loads_are_counted_and_weighed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
