// Ids of joints, and the frames of the bodies that they hold.
#include "sim/joint/joints.h"

#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};

// An id names one joint for ever, also when another one takes its place.
static void an_id_outlives_its_joint(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id body = physics_body(world, origin, 1.0, sim_vec3(1.0, 1.0, 1.0));
    const struct sim_joint_def def =
        physics_joint(SIM_JOINT_HINGE, physics_ground, body, origin, z);
    const struct sim_joint_id first = physics_join(world, &def);
    assert_true(sim_joint_valid(world, first));
    assert_int_equal(sim_joint_get(world, first)->kind, SIM_JOINT_HINGE);
    sim_joint_destroy(world, first);
    assert_false(sim_joint_valid(world, first));
    const struct sim_joint_id second = physics_join(world, &def);
    assert_int_equal(second.index, first.index);
    assert_true(sim_joint_valid(world, second));
    assert_false(sim_joint_valid(world, first));
    assert_false(sim_joint_valid(world, (struct sim_joint_id){0}));
    assert_false(sim_joint_valid(world, (struct sim_joint_id){7, 1}));
    sim_world_destroy(world);
}

// Frames lie in the centres of mass; the world's is the identity.
static void frames_lie_in_the_centres(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    struct sim_body_def def = sim_default_body_def();
    def.pose = (struct sim_pose){{1.0, 2.0, 3.0}, sim_quat_axis_angle(z, 0.5 * SIM_PI)};
    def.has_mass = true;
    def.mass = (struct sim_mass){2.0, {0.5, 0.0, 0.0}, sim_mat3_diag(1.0, 1.0, 1.0)};
    const struct sim_body_id body = sim_body_create(world, &def);
    const struct sim_pose frame = sim_centre_frame(world, (int)body.index);
    assert_near(sim_length(sim_sub(frame.p, sim_vec3(1.0, 2.5, 3.0))), 0.0, 1e-12);
    assert_near(
        sim_length(sim_sub(sim_rotate(frame.q, sim_vec3(1.0, 0.0, 0.0)), sim_vec3(0.0, 1.0, 0.0))),
        0.0, 1e-12);
    const struct sim_pose none = sim_centre_frame(world, -1);
    assert_near(sim_length(none.p), 0.0, 0.0);
    assert_near(none.q.w, 1.0, 0.0);
    sim_world_destroy(world);
}

// A joint that is broken from outside holds nothing from the next step on.
static void a_joint_can_be_broken(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    const struct sim_body_id body = physics_body(world, origin, 1.0, sim_vec3(1.0, 1.0, 1.0));
    const struct sim_joint_def def =
        physics_joint(SIM_JOINT_RIGID, physics_ground, body, origin, z);
    const struct sim_joint_id joint = physics_join(world, &def);
    physics_run(world, 0.5);
    assert_near(sim_body_centre(world, body).z, 0.0, 1e-12);
    sim_joint_break(world, joint);
    assert_true(sim_joint_broken(world, joint));
    physics_run(world, 0.5); // of free fall, semi-implicit
    assert_near(sim_body_centre(world, body).z, -0.5 * physics_gravity * 0.5 * 0.51, 1e-9);
    sim_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_outlives_its_joint),
        cmocka_unit_test(frames_lie_in_the_centres),
        cmocka_unit_test(a_joint_can_be_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
