#include "tests/vehicles/small_site.h"
#include "vehicles/part/lock.h"

// A box that cannot move with an arm on a driven hinge; the lock blocks the hinge half a second
// after its input has gone to zero and the arm has come to rest.
static struct sim_shape shapes[2] = {{.kind = SIM_SHAPE_BOX,
                                      .pose = {{0, 0, 0.5}, {1, 0, 0, 0}},
                                      .half = {1.0, 1.0, 0.5},
                                      .mass = 8000.0,
                                      .material = -1,
                                      .collides = true},
                                     {.kind = SIM_SHAPE_BOX,
                                      .pose = {{1.0, 0, 0}, {1, 0, 0, 0}},
                                      .half = {1.0, 0.1, 0.1},
                                      .mass = 200.0,
                                      .material = -1}};
static struct sim_visual visuals[2];
static struct sim_model_body bodies[2] = {
    {.name = "base", .pose = {{0, 0, 0}, {1, 0, 0, 0}}, .first_shape = 0, .shape_count = 1},
    {.name = "arm", .pose = {{0, 0, 2.0}, {1, 0, 0, 0}}, .first_shape = 1, .shape_count = 1}};
static struct sim_model_input input = {.name = "slew", .low = -1.0, .high = 1.0};
static struct sim_model_joint joint;
static struct veh_machine_def machine;
static struct veh_lock_def lock;

static void make_machine(void) {
    joint = (struct sim_model_joint){.name = "slew",
                                     .def = sim_default_joint_def(),
                                     .child = 1,
                                     .input = {0, -1},
                                     .input_scale = {0.5, 0},
                                     .lock_input = -1};
    joint.def.anchor = sim_vec3(0.0, 0.0, 2.0);
    joint.def.free_axis[0].motor =
        (struct sim_motor){.mode = SIM_MOTOR_VELOCITY, .force_low = -2e4, .force_high = 2e4};
    machine = (struct veh_machine_def){.model = {.name = "m",
                                                 .shapes = shapes,
                                                 .visuals = visuals,
                                                 .shape_count = 2,
                                                 .bodies = bodies,
                                                 .body_count = 2,
                                                 .joints = &joint,
                                                 .joint_count = 1,
                                                 .inputs = &input,
                                                 .input_count = 1},
                                       .parts = {{&veh_part_lock, &lock}},
                                       .part_count = 1};
    lock = (struct veh_lock_def){.name = "slew",
                                 .joints = {.joint = {0}, .axis = {-1}, .count = 1},
                                 .inputs = {{0}, 1},
                                 .input_below = 0.02,
                                 .speed_below = 0.01,
                                 .delay = 0.5};
}

static void an_unused_joint_is_blocked_and_comes_loose(void **state) {
    (void)state;
    static struct small_site s;
    make_machine();
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct sim_instance *instance = &s.site.machines[0].instance;
    const struct sim_joint_id id = instance->joints[0];
    struct veh_controls levers[VEH_MAX_MACHINES] = {0};
    small_site_steps(&s, 40);
    assert_false(sim_joint_blocked(s.site.world, id)); // 0.4 s: not yet
    small_site_steps(&s, 20);
    assert_true(sim_joint_blocked(s.site.world, id));
    small_site_steps(&s, 1);
    assert_true(sim_body_fused(s.site.world, instance->bodies[0], instance->bodies[1]));
    levers[0].value[VEH_SLEW] = 1.0;
    for (int i = 0; i < 100; i++)
        veh_worksite_step(&s.site, levers);
    assert_false(sim_joint_blocked(s.site.world, id));
    assert_near(sim_joint_speed(s.site.world, id, 0), 0.5, 1e-3);
    levers[0].value[VEH_SLEW] = 0.0;
    const double before = sim_joint_position(s.site.world, id, 0);
    for (int i = 0; i < 200; i++)
        veh_worksite_step(&s.site, levers);
    assert_true(sim_joint_blocked(s.site.world, id));
    // The motor brakes it with 20 kN m before the lock takes over: a few thousandths of a radian.
    assert_near(sim_joint_position(s.site.world, id, 0), before, 0.02);
    small_site_finish(&s);
}

// A joint that still creeps when it is blocked: what the arm has is shared with the base, nothing
// is lost or won. Here base and arm float, so that their angular momentum about z can be counted.
static void blocking_keeps_the_momentum(void **state) {
    (void)state;
    static struct small_site s;
    make_machine();
    lock.speed_below = 1.0;
    joint.def.free_axis[0].motor.mode = SIM_MOTOR_OFF;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct sim_instance *instance = &s.site.machines[0].instance;
    struct sim_world *world = s.site.world;
    sim_body_set_pose(world, instance->bodies[0], (struct sim_pose){{0, 0, 30.0}, {1, 0, 0, 0}});
    sim_body_set_pose(world, instance->bodies[1], (struct sim_pose){{0, 0, 32.0}, {1, 0, 0, 0}});
    // The arm turns about the hinge with 0.5 rad/s; its centre is 1 m away from it.
    sim_body_set_velocity(world, instance->bodies[1], sim_vec3(0.0, 0.5, 0.0),
                          sim_vec3(0.0, 0.0, 0.5));
    struct sim_vec3 momentum = {0}, turning = {0};
    bool was_blocked = false;
    for (int i = 0; i < 100; i++) {
        small_site_steps(&s, 1);
        const struct sim_energy e = sim_world_energy(world);
        if (i > 0) {
            assert_near(e.momentum.x, momentum.x, 1e-6);
            assert_near(e.momentum.y, momentum.y, 1e-6);
            assert_near(e.angular_momentum.z, turning.z, 1e-6);
        }
        momentum = e.momentum;
        turning = e.angular_momentum;
        was_blocked = was_blocked || sim_joint_blocked(world, instance->joints[0]);
    }
    assert_true(was_blocked);
    assert_true(sim_body_fused(world, instance->bodies[0], instance->bodies[1]));
    // m r^2 w, and the arm's own inertia: a rod of 2 m x 0.2 m.
    assert_near(turning.z, 200.0 * (1.0 + (4.0 + 0.04) / 12.0) * 0.5, 1e-3);
    assert_near(sim_joint_speed(world, instance->joints[0], 0), 0.0, 1e-9);
    small_site_finish(&s);
}

// Faster than the threshold it is never blocked; neither is it by a lever that is only a little
// off.
static void a_moving_joint_is_not_blocked(void **state) {
    (void)state;
    static struct small_site s;
    make_machine();
    joint.input_scale[0] = 0.0; // the motor turns it without the lever
    joint.input_base[0] = 0.02;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct sim_joint_id id = s.site.machines[0].instance.joints[0];
    small_site_steps(&s, 300);
    assert_false(sim_joint_blocked(s.site.world, id));
    assert_near(sim_joint_speed(s.site.world, id, 0), 0.02, 1e-4);
    small_site_finish(&s);
    make_machine();
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    struct veh_controls levers[VEH_MAX_MACHINES] = {0};
    levers[0].value[VEH_SLEW] = 0.021;
    for (int i = 0; i < 200; i++)
        veh_worksite_step(&s.site, levers);
    assert_false(sim_joint_blocked(s.site.world, s.site.machines[0].instance.joints[0]));
    small_site_finish(&s);
}

// A frame that is bent by the lever and free to twist: the arm's weight lies 0.3 m beside the axis
// of the twist. The second input is the drive, which the lock of the twist follows.
static struct sim_model_input inputs[2] = {{.name = "slew", .low = -1.0, .high = 1.0},
                                           {.name = "drive", .low = -1.0, .high = 1.0}};
static struct veh_lock_def bend;

static void make_frame(void) {
    make_machine();
    shapes[1].pose.p.y = 0.3;
    joint.def.kind = SIM_JOINT_ARTICULATED;
    joint.def.axis[1] = sim_vec3(1.0, 0.0, 0.0);
    joint.def.free_axis[1] = (struct sim_axis){.limited = true, .lower = -0.3, .upper = 0.3};
    joint.input[1] = joint.brake_input[0] = joint.brake_input[1] = -1;
    machine.model.inputs = inputs;
    machine.model.input_count = 2;
    lock.joints.axis[0] = 1;
    lock.inputs = (struct veh_list){{1}, 1};
    bend = lock;
    bend.joints.axis[0] = 0;
    bend.inputs = (struct veh_list){{0}, 1};
}

static void finish_frame(struct small_site *s) {
    small_site_finish(s);
    shapes[1].pose.p.y = 0.0;
}

// The twist is held while the frame is bent, and only then. The rows hold its speed, so that it
// drifts by the curvature of what a step turns.
static void the_twist_is_locked_by_itself(void **state) {
    (void)state;
    static struct small_site s;
    make_frame();
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct sim_joint_id id = s.site.machines[0].instance.joints[0];
    struct veh_controls levers[VEH_MAX_MACHINES] = {0};
    levers[0].value[VEH_DRIVE] = 1.0;
    for (int i = 0; i < 100; i++)
        veh_worksite_step(&s.site, levers);
    assert_near(fabs(sim_joint_position(s.site.world, id, 1)), 0.3, 1e-6); // it leans on its limit
    sim_joint_free_axis(s.site.world, id, 1)->upper = 1.5;
    sim_joint_free_axis(s.site.world, id, 1)->lower = -1.5;
    levers[0].value[VEH_DRIVE] = 0.0;
    lock.speed_below = 10.0; // on its way down
    lock.delay = 0.0;
    veh_worksite_step(&s.site, levers);
    const double twist = sim_joint_position(s.site.world, id, 1);
    levers[0].value[VEH_SLEW] = 1.0;
    for (int i = 0; i < 100; i++)
        veh_worksite_step(&s.site, levers);
    assert_false(sim_joint_blocked(s.site.world, id));
    assert_near(sim_joint_speed(s.site.world, id, 0), 0.5, 1e-3);
    assert_near(sim_joint_position(s.site.world, id, 1), twist, 1e-6);
    // It is held by the weight's moment about the arm's axis.
    assert_near(fabs(sim_joint_brake_force(s.site.world, id, 1)),
                200.0 * 9.81 * 0.3 * sim_cos(twist), 30.0);
    levers[0].value[VEH_DRIVE] = 1.0;
    for (int i = 0; i < 50; i++)
        veh_worksite_step(&s.site, levers);
    assert_true(fabs(sim_joint_position(s.site.world, id, 1) - twist) > 0.1);
    finish_frame(&s);
}

// One body only while each axis is held by some lock.
static void locks_of_all_axes_make_one_body(void **state) {
    (void)state;
    static struct small_site s;
    make_frame();
    machine.parts[1] = (struct veh_part_def){&veh_part_lock, &bend};
    machine.part_count = 2;
    small_site_init(&s, 0.0);
    assert_int_equal(veh_worksite_add_machine(&s.site, &machine, 0.0, 0.0, 0.0), 0);
    const struct sim_instance *instance = &s.site.machines[0].instance;
    struct veh_controls levers[VEH_MAX_MACHINES] = {0};
    small_site_steps(&s, 400);
    assert_true(sim_joint_blocked(s.site.world, instance->joints[0]));
    assert_true(sim_body_fused(s.site.world, instance->bodies[0], instance->bodies[1]));
    levers[0].value[VEH_SLEW] = 1.0;
    for (int i = 0; i < 2; i++)
        veh_worksite_step(&s.site, levers);
    assert_false(sim_body_fused(s.site.world, instance->bodies[0], instance->bodies[1]));
    assert_near(sim_joint_speed(s.site.world, instance->joints[0], 1), 0.0, 1e-5);
    finish_frame(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unused_joint_is_blocked_and_comes_loose),
        cmocka_unit_test(blocking_keeps_the_momentum),
        cmocka_unit_test(a_moving_joint_is_not_blocked),
        cmocka_unit_test(the_twist_is_locked_by_itself),
        cmocka_unit_test(locks_of_all_axes_make_one_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
