// Clusters save time and leave the result as it is.
#include "sim/world.h"
#include "tests/near.h"

static struct sim_world *two_pendulums(bool one_cluster, struct sim_body_id body[2]) {
    struct sim_world_def def = sim_default_world_def();
    def.one_cluster = one_cluster;
    struct sim_world *world = sim_world_create(&def);
    const struct sim_shape shape = {
        .kind = SIM_SHAPE_BOX, .pose = sim_pose_identity(), .half = {0.1, 0.2, 0.3}, .mass = 3.0};
    for (int i = 0; i < 2; i++) {
        struct sim_body_def body_def = sim_default_body_def();
        body_def.pose.p = sim_vec3(10.0 * i, 1.0 + i, 0.0);
        body_def.shapes = &shape;
        body_def.shape_count = 1;
        body[i] = sim_body_create(world, &body_def);
        struct sim_joint_def joint = sim_default_joint_def();
        joint.kind = SIM_JOINT_HINGE;
        joint.b = body[i];
        joint.anchor = sim_vec3(10.0 * i, 0.0, 0.0);
        joint.axis[0] = sim_vec3(1.0, 0.0, 0.0);
        (void)sim_joint_create(world, &joint);
    }
    return world;
}

static void one_cluster_moves_like_two(void **state) {
    (void)state;
    struct sim_body_id one[2], two[2];
    struct sim_world *joined = two_pendulums(true, one), *apart = two_pendulums(false, two);
    for (int i = 0; i < 200; i++) {
        sim_world_step(joined);
        sim_world_step(apart);
    }
    assert_int_equal(sim_world_stats(joined)->clusters, 1);
    assert_int_equal(sim_world_stats(apart)->clusters, 2);
    assert_int_equal(sim_world_stats(joined)->rows, 10);
    assert_int_equal(sim_world_stats(apart)->rows, 10);
    for (int i = 0; i < 2; i++) {
        const struct sim_vec3 a = sim_body_pose(joined, one[i]).p;
        const struct sim_vec3 b = sim_body_pose(apart, two[i]).p;
        assert_near(sim_length(sim_sub(a, b)), 0.0, 1e-12); // rounding alone, over 2 s
        assert_true(a.z < -0.1);                            // they swing
    }
    sim_world_destroy(joined);
    sim_world_destroy(apart);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_cluster_moves_like_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
