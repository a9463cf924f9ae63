// The rig against statics.
#include "tests/vehicles/rig/small_machine.h"

static double support(const struct veh_rig *rig) {
    double sum = 0.0;
    for (int i = 0; i < 4; i++)
        sum += veh_rig_support(rig, SMALL_WHEEL + i);
    return sum;
}

// The ground carries what the machine weighs, and what leans on it.
static void the_ground_carries_the_weight(void **state) {
    (void)state;
    struct small_machine m;
    struct veh_rig rig;
    small_machine_init(&m);
    assert_true(veh_rig_init(&rig, &(struct veh_rig_def){.machine = &m.def}));
    veh_rig_run(&rig, 3.0);
    assert_near(support(&rig), small_gravity * small_mass(), 10.0);
    rig.lean = sim_vec3(0.0, 0.0, -2.0);
    veh_rig_run(&rig, 3.0);
    assert_near(support(&rig), (small_gravity + 2.0) * small_mass(), 10.0);
    veh_rig_finish(&rig);
}

// A chain that hangs from above carries the frame's share: all of it, once it is wound in.
static void a_chain_pulls_with_what_is_needed(void **state) {
    (void)state;
    struct small_machine m;
    struct veh_rig rig;
    small_machine_init(&m);
    assert_true(veh_rig_init(&rig, &(struct veh_rig_def){.machine = &m.def}));
    veh_rig_run(&rig, 2.0);
    const struct sim_body_id frame = veh_rig_body(&rig, SMALL_FRAME);
    // Over the centre of all masses.
    const struct sim_vec3 point = {small_moment() / small_mass(), 0.0, 3.0};
    const struct veh_chain chain = veh_rig_chain(&rig, frame, point, sim_vec3(0.0, 0.0, 1.0));
    veh_rig_run(&rig, 1.0);
    assert_near(veh_chain_mean(&rig, chain, 0.1), 0.0, 0.02 * small_gravity * small_mass());
    veh_chain_let_out(&rig, chain, -0.1);
    veh_rig_run(&rig, 3.0);
    veh_chain_let_out(&rig, chain, 0.0);
    veh_rig_run(&rig, 2.0);
    assert_near(support(&rig), 0.0, 1.0);
    const double weight = small_gravity * small_mass();
    assert_near(veh_chain_mean(&rig, chain, 4.0), weight, 0.01 * weight);
    veh_rig_finish(&rig);
}

static void a_tied_machine_does_not_move(void **state) {
    (void)state;
    struct small_machine m;
    struct veh_rig rig;
    small_machine_init(&m);
    assert_true(veh_rig_init(&rig, &(struct veh_rig_def){.machine = &m.def, .tied = true}));
    const struct sim_vec3 before = veh_machine_pose(&rig.site, 0).p;
    rig.lean = sim_vec3(20.0, 5.0, 0.0);
    veh_rig_run(&rig, 2.0);
    const struct sim_vec3 after = veh_machine_pose(&rig.site, 0).p;
    assert_near(sim_length(sim_sub(after, before)), 0.0, 1e-9);
    veh_rig_finish(&rig);
}

static void the_crane_reaches_out(void **state) {
    (void)state;
    struct small_machine m;
    struct veh_rig rig;
    small_machine_init(&m);
    assert_true(veh_rig_init(&rig, &(struct veh_rig_def){.machine = &m.def, .tied = true}));
    assert_near(veh_rig_reach_out(&rig, 5.5, 1.0, 2.0), 5.5, 0.1);
    const struct sim_vec3 tip = veh_rig_tip(&rig);
    assert_near(tip.x, 5.5 * cos(1.0), 0.1);
    assert_near(tip.y, 5.5 * sin(1.0), 0.1);
    assert_near(tip.z, 2.0, 0.1);
    veh_rig_finish(&rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ground_carries_the_weight),
        cmocka_unit_test(a_chain_pulls_with_what_is_needed),
        cmocka_unit_test(a_tied_machine_does_not_move),
        cmocka_unit_test(the_crane_reaches_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
