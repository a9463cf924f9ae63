// How a machine is set down on its wheels, and how its demonstrator steers by them.
#include "vehicles/part/drive.h"

#include "terrain/road.h"
#include "tests/vehicles/small_site.h"
#include "vehicles/operator/crane_control.h"

// A frame in two halves with an axle of two wheels in front, 2 m from the joint, and a bogie of
// four behind, 2.5 m and 3.5 m from it.
enum { FRONT, REAR, WHEELS = 6, BODIES = 2 + WHEELS };
static const double ahead = 2.0, behind = 3.0, half_track = 1.1; // [m]

static struct sim_shape shapes[BODIES];
static struct sim_visual visuals[BODIES];
static struct sim_model_body bodies[BODIES];
static struct sim_model_joint joints[1 + WHEELS];
static struct sim_model_input inputs[2] = {{.name = "drive", .low = -1.0, .high = 1.0},
                                           {.name = "steer", .low = -1.0, .high = 1.0}};
static struct veh_drive_def drive;
static struct veh_machine_def machine;
static struct small_site s;

static void add_body(int i, struct sim_vec3 at) {
    const struct sim_shape box = {.kind = SIM_SHAPE_BOX,
                                  .pose = {{0, 0, 0}, {1, 0, 0, 0}},
                                  .half = {0.5, 0.2, 0.5},
                                  .mass = 800.0};
    bodies[i].pose = (struct sim_pose){at, sim_quat_identity()};
    bodies[i].first_shape = i;
    bodies[i].shape_count = 1;
    shapes[i] = box;
    shapes[i].material = -1;
}

static void add_joint(int i, enum sim_joint_kind kind, int child, struct sim_vec3 anchor) {
    joints[i] = (struct sim_model_joint){.def = sim_default_joint_def(),
                                         .parent = REAR,
                                         .child = child,
                                         .input = {-1, -1},
                                         .lock_input = -1};
    joints[i].def.kind = kind;
    joints[i].def.anchor = anchor;
}

static void make_machine(void) {
    static const double axle[] = {ahead, -2.5, -3.5};
    drive = (struct veh_drive_def){.drive_input = 0, .speed_max = 2.0};
    add_body(FRONT, sim_vec3(1.0, 0.0, 1.0));
    add_body(REAR, sim_vec3(-1.0, 0.0, 1.0));
    add_joint(0, SIM_JOINT_HINGE, FRONT, sim_vec3(0.0, 0.0, 1.0));
    joints[0].def.axis[0] = sim_vec3(0.0, 0.0, 1.0);
    joints[0].def.axis[1] = sim_vec3(1.0, 0.0, 0.0);
    joints[0].input[0] = 1;
    joints[0].input_scale[0] = 0.3;
    for (int i = 0; i < WHEELS; i++) {
        const struct sim_vec3 at = {axle[i / 2], i % 2 ? half_track : -half_track, 0.6};
        add_body(2 + i, at);
        add_joint(1 + i, SIM_JOINT_RIGID, 2 + i, at);
        drive.wheels.index[drive.wheels.count++] = 2 + i;
    }
    machine = (struct veh_machine_def){.model = {.name = "m",
                                                 .shapes = shapes,
                                                 .visuals = visuals,
                                                 .shape_count = BODIES,
                                                 .bodies = bodies,
                                                 .body_count = BODIES,
                                                 .joints = joints,
                                                 .joint_count = 1 + WHEELS,
                                                 .inputs = inputs,
                                                 .input_count = 2},
                                       .parts = {{&veh_part_drive, &drive}},
                                       .part_count = 1};
}

// The outer wheels stand 2 m before and 3.5 m behind the origin: over the ridge of a roof, 0.75 m
// behind it, the machine is level.
static void the_wheels_stand_on_the_ground(void **state) {
    (void)state;
    make_machine();
    small_site_init(&s, 0.0);
    for (int row = 0; row < s.ground.field.rows; row++)
        for (int column = 0; column < s.ground.field.columns; column++)
            s.ground.heights[row * s.ground.field.columns + column] = -0.1 * fabs(column - 60.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.75, 0.0, 0.0), 0);
    const struct sim_pose front = veh_machine_pose(&s.site, 0);
    assert_near(front.p.x, 1.75, 1e-9);
    assert_near(front.p.z, 1.0 - 0.275, 1e-9);
    assert_near(sim_rotate(front.q, sim_vec3(1.0, 0.0, 0.0)).z, 0.0, 1e-9);
    small_site_finish(&s);
}

static void axles_are_found_on_both_sides_of_the_joint(void **state) {
    (void)state;
    make_machine();
    const struct veh_axles axles = veh_drive_axles(&machine);
    assert_near(axles.ahead, ahead, 1e-12);
    assert_near(axles.behind, behind, 1e-12);
}

// The leading axles follow a circle through a point 4.5 m ahead of them, as far beyond the road as
// they are off it: across = 2 aside, so that the circle has the curvature 2 across / d^2. Along it
// the joint's angle g satisfies sin g = curvature (lead cos g + trail).
static void check_steering(double to, double aside, double lead, double trail) {
    struct ter_road road;
    struct veh_controls levers = {{0.0}};
    const double y = to > 0.0 ? aside : -aside;
    ter_road_init(&road);
    assert_true(ter_road_add(&road, &(struct ter_road_point){-50.0, y, 4.0}));
    assert_true(ter_road_add(&road, &(struct ter_road_point){50.0, y, 4.0}));
    assert_near(veh_drive_along(&s.site, 0, &road, 50.0 + to, 1.0, &levers), to - 1.0, 1e-9);
    assert_near(levers.value[VEH_DRIVE], to > 0.0 ? 0.5 : -0.5, 1e-9);    // 1 of 2 m/s
    const double g = (to > 0.0 ? 0.25 : -0.25) * levers.value[VEH_STEER]; // [rad] a gain of 4
    const double across = 2.0 * aside;
    const double curvature = 2.0 * across / (4.5 * 4.5 + across * across);
    assert_near(sin(g), curvature * (lead * cos(g) + trail), 1e-9);
    ter_road_finish(&road);
}

static void the_leading_axles_follow_the_road(void **state) {
    (void)state;
    make_machine();
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    for (int side = -1; side <= 1; side++) {
        check_steering(20.0, 0.2 * side, ahead, behind);
        check_steering(-20.0, 0.2 * side, behind, ahead);
    }
    small_site_finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wheels_stand_on_the_ground),
        cmocka_unit_test(axles_are_found_on_both_sides_of_the_joint),
        cmocka_unit_test(the_leading_axles_follow_the_road),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
