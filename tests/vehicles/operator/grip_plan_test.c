// Where a grip is planned in piles whose best grip is plain to see.
#include "vehicles/operator/grip_plan.h"

#include "tests/near.h"

// About those of a forwarder of 12 t.
static const struct veh_jaws jaws = {.widest = 1.3,
                                     .hinge_y = 0.23,
                                     .hinge_z = 0.35,
                                     .tip_y = -0.22,
                                     .tip_z = -0.68,
                                     .base_low = 0.24,
                                     .base_half = 0.15};

static struct ter_ground ground;
static struct veh_grip_log logs[16];
static struct veh_grip_scene scene;
static struct veh_grip grip;

static int set_up(void **state) {
    (void)state;
    assert_true(ter_ground_init(&ground, 41, 41, -20.0, -20.0, 1.0));
    scene = (struct veh_grip_scene){.jaws = &jaws,
                                    .ground = &ground,
                                    .logs = logs,
                                    .reach_low = 2.5,
                                    .reach_high = 7.0,
                                    .machine = sim_pose_identity(),
                                    .machine_front = 3.0,
                                    .machine_back = -6.0,
                                    .machine_side = 1.9,
                                    .mass_most = 650.0,
                                    .moment_most = 4000.0,
                                    .area_most = 0.2};
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    ter_ground_finish(&ground);
    return 0;
}

// A log of 4 m through (x, y), z [m] of its axis.
static void lay(double x, double y, double z, double heading, double radius) {
    struct veh_grip_log *log = &logs[scene.count];
    const struct sim_vec3 half = {2.0 * cos(heading), 2.0 * sin(heading), 0.0};
    const struct sim_vec3 p = {x, y, z};
    *log = (struct veh_grip_log){.stem = scene.count++,
                                 .butt = sim_sub(p, half),
                                 .tip = sim_add(p, half),
                                 .centre = 2.0,
                                 .radius = radius,
                                 .mass = 880.0 * 4.0 * SIM_PI * radius * radius,
                                 .wanted = true};
}

static void clear(void) {
    scene.count = 0;
}

static bool takes(int stem) {
    for (int i = 0; i < grip.count; i++)
        if (grip.stems[i] == stem)
            return true;
    return false;
}

// The tips meet while the jaws are closed, and part by the law of sines of their arm.
static void jaws_open(void **state) {
    (void)state;
    assert_near(veh_jaws_half_width(&jaws, 0.0), 0.01, 1e-12);
    assert_near(veh_jaws_tip_height(&jaws, 0.0), -0.33, 1e-12);
    const double arm = sqrt(0.22 * 0.22 + 0.68 * 0.68), at = atan2(-0.22, 0.68);
    assert_near(veh_jaws_half_width(&jaws, 1.0), 0.23 + arm * sin(1.0 + at), 1e-12);
    assert_near(veh_jaws_tip_height(&jaws, 1.0), 0.35 - arm * cos(1.0 + at), 1e-12);
}

// All of a row that fits, in its middle and along it, with the tips on the ground.
static void a_row_is_gripped_in_its_middle(void **state) {
    (void)state;
    clear();
    for (int i = 0; i < 4; i++)
        lay(-2.0, 4.0 + 0.2 * i, 0.1, 0.0, 0.1);
    assert_true(veh_grip_plan(&scene, &grip));
    assert_int_equal(grip.count, 4);
    assert_near(fabs(grip.along.x), 1.0, 1e-9);
    assert_near(grip.point.x, -2.0, 1e-6);
    assert_near(grip.point.y, 4.3, 0.06);
    assert_near(grip.above, 0.03, 0.005);
    assert_near(grip.top, 0.2, 1e-9);
    assert_near(grip.mass, 4.0 * 880.0 * 4.0 * SIM_PI * 0.01, 1e-6);
}

// Of a pyramid too heavy to be lifted at once the upper log is taken; its tips run over the lower.
static void the_upper_layer_is_taken_first(void **state) {
    (void)state;
    const double r = 0.17;
    clear();
    scene.mass_most = 400.0;
    lay(-2.0, 4.0, r, 0.0, r);
    lay(-2.0, 4.0 + 2.0 * r, r, 0.0, r);
    lay(-2.0, 4.0 + r, r + sqrt(3.0) * r, 0.0, r);
    assert_true(veh_grip_plan(&scene, &grip));
    scene.mass_most = 650.0;
    assert_int_equal(grip.count, 1);
    assert_true(takes(2));
    assert_true(grip.above > 2.0 * r && grip.above < 2.0 * r + 0.1);
}

// Two logs that lie on three others are gripped together where tips that run on those come well
// below their axes; not where they have sunk into wide gaps: the tips would slip off their sides.
static void tips_on_logs_need_more_below_them(void **state) {
    (void)state;
    const double r = 0.15, apart[] = {0.16, 0.215}; // [m] from the upper logs' axes to the lower
    for (int k = 0; k < 2; k++) {
        clear();
        for (int i = -1; i <= 1; i++)
            lay(-2.0, 4.5 + 2.0 * i * apart[k], r, 0.0, r);
        for (int i = 0; i < 3; i++)
            logs[i].wanted = false;
        for (int i = -1; i <= 1; i += 2)
            lay(-2.0, 4.5 + i * apart[k], r + sqrt(4.0 * r * r - apart[k] * apart[k]), 0.0, r);
        assert_true(veh_grip_plan(&scene, &grip));
        assert_int_equal(takes(3) && takes(4), k == 0);
    }
}

// A log across the others, which would swing with its end, is not gripped with them.
static void a_crossing_log_is_not_taken_along(void **state) {
    (void)state;
    clear();
    lay(-2.0, 4.0, 0.1, 0.0, 0.1);
    lay(-2.0, 4.2, 0.1, 0.0, 0.1);
    lay(-0.4, 4.4, 0.3, 0.5 * SIM_PI, 0.1);
    assert_true(veh_grip_plan(&scene, &grip));
    assert_false(takes(0) && takes(2));
    assert_false(takes(1) && takes(2));
}

// None is planned within the machine, beyond the crane's reach, or of what is not wanted.
static void what_cannot_be_had_is_left(void **state) {
    (void)state;
    clear();
    lay(-4.0, 1.0, 0.1, 0.0, 0.1);
    assert_false(veh_grip_plan(&scene, &grip));
    clear();
    lay(-2.0, 9.0, 0.1, 0.0, 0.1);
    assert_false(veh_grip_plan(&scene, &grip));
    clear();
    lay(-2.0, 4.0, 0.1, 0.0, 0.1);
    logs[0].wanted = false;
    assert_false(veh_grip_plan(&scene, &grip));
    clear();
    assert_false(veh_grip_plan(&scene, &grip));
}

// In a bunk, whose frame the scene is given in, a tip passes on the inner side of the stakes or
// between two of them, and logs that are not wanted can be left out.
static void a_bunk_is_gripped_between_its_stakes(void **state) {
    (void)state;
    struct veh_grip_scene ground_scene = scene;
    clear();
    scene.ground = NULL;
    scene.wall = 1.7;
    scene.machine_side = 0.0;
    scene.pillar = sim_vec3(3.5, 0.0, 0.0);
    scene.stakes[0] = sim_vec3(0.0, 1.35, 0.7);
    scene.stake_count = 1;
    lay(0.0, 1.2, 0.1, 0.0, 0.1); // against the stake
    assert_true(veh_grip_plan(&scene, &grip));
    assert_true(takes(0));
    assert_true(fabs(grip.point.x) > 0.25); // beside it
    scene.wall = 1.3;
    assert_false(veh_grip_plan(&scene, &grip));
    scene.wall = 1.7;
    lay(0.0, -0.5, 0.1, 0.0, 0.1);
    lay(0.0, -0.25, 0.1, 0.0, 0.1);
    logs[0].wanted = logs[1].wanted = false;
    scene.pure = true;
    if (veh_grip_plan(&scene, &grip))
        assert_false(takes(0) || takes(1));
    scene = ground_scene;
}

// A row of logs that touch each other: on the ground the tips would stand on the neighbours of
// those in the middle; in a bunk they are pressed down between them, and take more than two.
static void logs_that_lie_close_are_parted_in_a_bunk(void **state) {
    (void)state;
    const struct veh_grip_scene ground_scene = scene;
    for (int in_bunk = 0; in_bunk < 2; in_bunk++) {
        clear();
        for (int i = 0; i < 9; i++)
            lay(-2.0, 0.24 * (i - 4) + (in_bunk ? 0.0 : 5.0), 0.12, 0.0, 0.12);
        for (int i = 0; i < 9; i += 8) // the outermost are not to be had
            logs[i].wanted = false;
        scene.pure = true;
        if (in_bunk) {
            scene.ground = NULL;
            scene.wall = 1.7;
            scene.machine_side = 0.0;
            scene.pillar = sim_vec3(3.5, 0.0, 0.0);
        }
        const bool found = veh_grip_plan(&scene, &grip);
        assert_true(in_bunk ? found && grip.value > 0.0 && grip.count > 2 : !found);
    }
    assert_true(grip.opening > 0.4);
    scene = ground_scene;
}

// A heap of close logs of one assortment on a floor of another: the jaws are pressed in around a
// handful of it, and come above those below.
static void a_handful_is_taken_off_other_logs(void **state) {
    (void)state;
    const struct veh_grip_scene ground_scene = scene;
    clear();
    for (int i = 0; i < 8; i++)
        lay(-2.0, 0.24 * (i - 3.5), 0.12, 0.0, 0.12);
    for (int i = 0; i < 8; i++)
        logs[i].wanted = false;
    for (int i = 0; i < 5; i++)
        lay(-2.0, 0.16 * (i - 2), 0.32, 0.0, 0.08);
    for (int i = 0; i < 3; i++)
        lay(-2.0, 0.16 * (i - 1), 0.46, 0.0, 0.08);
    scene.ground = NULL;
    scene.wall = 1.7;
    scene.machine_side = 0.0;
    scene.pillar = sim_vec3(3.5, 0.0, 0.0);
    assert_true(veh_grip_plan(&scene, &grip));
    assert_true(grip.count >= 5);
    for (int i = 0; i < 8; i++)
        assert_false(takes(i));
    scene = ground_scene;
}

// The last log of another assortment lies among many: it comes along, since it would take a grip of
// its own; one of several is left.
static void a_log_alone_comes_along(void **state) {
    (void)state;
    const struct veh_grip_scene ground_scene = scene;
    int most[2];
    for (int alone = 0; alone < 2; alone++) {
        clear();
        for (int i = 0; i < 5; i++)
            lay(-2.0, 0.16 * (i - 2), 0.08, 0.0, 0.08);
        logs[2].wanted = false;
        logs[2].alone = alone == 1;
        scene.ground = NULL;
        scene.wall = 1.7;
        scene.machine_side = 0.0;
        scene.pillar = sim_vec3(3.5, 0.0, 0.0);
        assert_true(veh_grip_plan(&scene, &grip));
        most[alone] = grip.count;
        assert_int_equal(takes(2), alone);
    }
    assert_true(most[1] > most[0]);
    scene = ground_scene;
}

// After a failure the other log is tried first, or the same one in another way.
static void a_grip_that_failed_is_not_tried_first(void **state) {
    (void)state;
    struct veh_grip_failure failures[2];
    clear();
    lay(0.0, 4.0, 0.12, 0.0, 0.12);
    lay(0.0, 6.0, 0.12, 0.0, 0.12);
    assert_true(veh_grip_plan(&scene, &grip));
    const int first = grip.stems[0];
    assert_int_equal(grip.count, 1);
    scene.failures = failures;
    failures[scene.failure_count++] = (struct veh_grip_failure){grip.point, grip.opening};
    assert_true(veh_grip_plan(&scene, &grip));
    assert_int_equal(grip.count, 1);
    const struct sim_vec3 d = sim_sub(grip.point, failures[0].point);
    assert_true(grip.stems[0] != first || sim_length(d) > 0.15 ||
                fabs(grip.opening - failures[0].opening) > 0.15);
    scene.failures = NULL;
    scene.failure_count = 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jaws_open),
        cmocka_unit_test(a_row_is_gripped_in_its_middle),
        cmocka_unit_test(the_upper_layer_is_taken_first),
        cmocka_unit_test(tips_on_logs_need_more_below_them),
        cmocka_unit_test(a_crossing_log_is_not_taken_along),
        cmocka_unit_test(what_cannot_be_had_is_left),
        cmocka_unit_test(a_bunk_is_gripped_between_its_stakes),
        cmocka_unit_test(logs_that_lie_close_are_parted_in_a_bunk),
        cmocka_unit_test(a_handful_is_taken_off_other_logs),
        cmocka_unit_test(a_log_alone_comes_along),
        cmocka_unit_test(a_grip_that_failed_is_not_tried_first),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
