// The bar at home lies just behind the stem: thick or thin, it swings less than 5 degrees before it
// meets wood, and a stem that is fed does not touch it.
#include "data/exercise/practice.h"
#include "tests/data/exercise/shipped.h"
#include "tests/near.h"
#include "vehicles/part/head.h"

static const double behind_roller = 0.01 / 0.16; // the fixed knife's face, per radius of the roller
static const double most = 5.0 * SIM_PI / 180.0;

static struct dat_exercise exercise;
static struct dat_practice practice;

static void start(const char *machine) {
    struct dat_problem problem = {""};
    load_shipped(&exercise, "first-harvest", machine);
    assert_true(dat_practice_start(&practice, &exercise, NULL, "", DAT_DEMONSTRATOR, &problem));
}

static void finish(void) {
    struct dat_problem problem = {""};
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

static const struct veh_machine *machine(void) {
    return &practice.site.machines[0];
}

// [rad] that the bar's leading edge swings until it is tangent to the circle about that point
// (world, in the plane of the cut); negative: it is in it.
static double swing_to(struct sim_vec3 centre, double radius) {
    struct sim_world *world = practice.site.world;
    const struct veh_machine *m = machine();
    const struct veh_head_def *def = veh_head_def(m->def);
    const struct sim_joint_id saw = m->instance.joints[def->saw.joint];
    const int child = m->def->model.joints[def->saw.joint].child;
    const struct sim_shape *box;
    assert_int_equal(sim_body_shapes(world, m->instance.bodies[child], &box), 1);
    const struct sim_pose body = sim_body_pose(world, m->instance.bodies[child]);
    const struct sim_quat q = sim_quat_mul(body.q, box->pose.q);
    const struct sim_vec3 out = sim_rotate(q, sim_vec3(1.0, 0.0, 0.0));
    const struct sim_vec3 ahead = sim_cross(sim_joint_axis(world, saw, 0), out);
    const struct sim_vec3 edge =
        sim_add_scaled(sim_pose_point(body, box->pose.p), ahead, box->half.y);
    const struct sim_vec3 hinge = sim_joint_anchor(world, saw);
    assert_near(sim_dot(sim_sub(edge, hinge), ahead), 0.0, 1e-3); // it swings about its own line
    const struct sim_vec3 o = sim_sub(centre, hinge);
    const double x = sim_dot(o, out), y = sim_dot(o, ahead);
    return atan2(y, x) - asin(radius / sqrt(x * x + y * y));
}

static const char *const harvesters[] = {"harvester", "harvester-8w", "harvester-thinning"};

// Stems of 10 to 55 cm, as far as the head takes them. The knives press them past the face of the
// back roller onto the fixed knife beside the saw.
static void the_bar_waits_behind_stems_of_any_thickness(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof harvesters / sizeof harvesters[0]; i++) {
        start(harvesters[i]);
        const struct veh_machine *m = machine();
        const struct veh_head_def *def = veh_head_def(m->def);
        const int back = m->def->model.joints[def->rollers.index[2]].child;
        const struct sim_pose head = veh_machine_head_frame(&practice.site, 0);
        const struct sim_vec3 roller =
            sim_pose_local(head, sim_body_pose(practice.site.world, m->instance.bodies[back]).p);
        for (double d = 0.10; d < 0.551 && d < 0.8 * def->saw.bar; d += 0.05) {
            const double x = roller.x + (1.0 - behind_roller) * def->roller_radius + 0.5 * d;
            const double swing = swing_to(sim_pose_point(head, sim_vec3(x, 0.0, 0.0)), 0.5 * d);
            assert_true(swing > 0.0 && swing < most);
        }
        finish();
    }
}

// The stem in the plane of the cut.
static double swing_to_held(int stem) {
    const struct veh_stem *s = &practice.site.stems.items[stem];
    const struct sim_pose head = veh_machine_head_frame(&practice.site, 0);
    const struct sim_pose pose = veh_stem_pose(&practice.site, stem);
    const struct sim_vec3 n = sim_rotate(head.q, sim_vec3(0.0, 0.0, 1.0));
    const struct sim_vec3 u = sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0));
    const double z = sim_dot(sim_sub(head.p, pose.p), n) / sim_dot(u, n);
    return swing_to(sim_add_scaled(pose.p, u, z), 0.5 * ter_stem_diameter(&s->stem, z));
}

// Every cross-cut of the demonstrator, in logs of 7 to 25 cm.
static void a_cross_cut_begins_at_the_stem(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof harvesters / sizeof harvesters[0]; i++) {
        start(harvesters[i]);
        const struct veh_demo_task task = dat_exercise_task(&exercise);
        const char *reason = "";
        struct veh_demonstrator *demo = veh_demo_create(&practice.site, &task, &reason);
        assert_non_null(demo);
        struct veh_controls levers = {{0.0}};
        bool sawed = false;
        int cuts = 0;
        double least = 1.0, largest = -1.0;
        while (veh_demo_step(demo, &practice.site, &levers) == VEH_DEMO_GOING) {
            const bool saws = levers.value[VEH_SAW] > 0.5;
            const int stem = veh_head(machine())->stem;
            if (saws && !sawed && stem >= 0 &&
                practice.site.stems.items[stem].kind == VEH_STEM_FELLED) {
                least = fmin(least, swing_to_held(stem));
                largest = fmax(largest, swing_to_held(stem));
                cuts++;
            }
            sawed = saws;
            dat_practice_step(&practice, &levers);
        }
        print_message("%s: %d cross-cuts begin %.1f to %.1f degrees from the stem\n", harvesters[i],
                      cuts, least * 180.0 / SIM_PI, largest * 180.0 / SIM_PI);
        assert_true(cuts >= 4 && least > 0.0 && largest < most);
        veh_demo_destroy(demo);
        finish();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bar_waits_behind_stems_of_any_thickness),
        cmocka_unit_test(a_cross_cut_begins_at_the_stem)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
