// Keys of joints between two points: the lengths of a file become coordinates about the length as
// drawn, and a link's mass goes to its two ends.
#include <math.h>

#include "data/model/read.h"
#include "tests/near.h"

static struct dat_diagnostics d;
static struct veh_machine_def def;

// Two bodies of 10 kg, 2 m apart, and a joint of this kind with these keys besides.
static const struct sim_model_joint *read_joint(const char *kind, const char *keys) {
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "kind: model\nname: test\nbodies:\n"
                   "  - {name: a, shapes: [{sphere: 0.5, mass: 10}]}\n"
                   "  - {name: b, position: [2, 0, 0], shapes: [{sphere: 0.5, mass: 10}]}\n"
                   "joints:\n  - {name: j, kind: %s, parent: a, child: b%s}\n",
                   kind, keys);
    dat_diagnostics_init(&d, "t.yaml", text);
    if (!dat_read_model(text, "t.yaml", NULL, &def, &d)) {
        dat_diagnostics_print(&d, stderr);
        fail_msg("the text was refused");
    }
    return &def.model.joints[0];
}

static void assert_place(struct sim_vec3 p, double x, double y, double z) {
    assert_near(sim_length(sim_sub(p, sim_vec3(x, y, z))), 0.0, 1e-12);
}

static void anchors_are_at_the_bodies_unless_given(void **state) {
    (void)state;
    const struct sim_model_joint *joint = read_joint("link", "");
    assert_place(joint->def.anchor, 0.0, 0.0, 0.0);
    assert_place(joint->def.anchor_b, 2.0, 0.0, 0.0);
    assert_false(joint->def.free_axis[0].limited);
    veh_machine_def_finish(&def);
    joint = read_joint("distance", ", anchor: [0, 0, 1], child_anchor: [2, 3, 1], thickness: 0.05");
    assert_place(joint->def.anchor, 0.0, 0.0, 1.0);
    assert_place(joint->def.anchor_b, 2.0, 3.0, 1.0);
    assert_near(joint->thickness, 0.05, 0.0);
    veh_machine_def_finish(&def);
    joint = read_joint("hinge", ", axis: y"); // of other kinds it is the child's place
    assert_place(joint->def.anchor, 2.0, 0.0, 0.0);
    veh_machine_def_finish(&def);
}

static void lengths_are_counted_from_the_drawn_one(void **state) {
    (void)state;
    const struct sim_axis *axis =
        &read_joint("link", ", shortest: 1.5, longest: 2.75")->def.free_axis[0];
    assert_true(axis->limited);
    assert_near(axis->lower, -0.5, 1e-12);
    assert_near(axis->upper, 0.75, 1e-12);
    veh_machine_def_finish(&def);
    axis = &read_joint("link", ", longest: 2")->def.free_axis[0]; // a taut thread
    assert_near(axis->lower, -HUGE_VAL, 0.0);
    assert_near(axis->upper, 0.0, 0.0);
    veh_machine_def_finish(&def);
    axis = &read_joint("link", ", shortest: 1")->def.free_axis[0];
    assert_near(axis->lower, -1.0, 1e-12);
    assert_near(axis->upper, HUGE_VAL, 0.0);
    veh_machine_def_finish(&def);
}

// A spring of 1.6 m relaxed length that pulls with 40 N per doubling of it: at the drawn 2 m the
// force is 40 (2 - 1.6) / 1.6 = 10 N.
static void stretch_forces_are_per_relaxed_length(void **state) {
    (void)state;
    const struct sim_axis *axis =
        &read_joint("link", ", spring: {stretch_force: 40, length: 1.6}")->def.free_axis[0];
    assert_near(axis->rest, -0.4, 1e-12);
    assert_near(axis->stiffness * (0.0 - axis->rest), 10.0, 1e-12);
    veh_machine_def_finish(&def);
    axis = &read_joint("link", ", spring: {stretch_force: 40, rest: -0.4}")->def.free_axis[0];
    assert_near(axis->stiffness, 25.0, 1e-12); // the same spring
    veh_machine_def_finish(&def);
}

// Half the mass at each eye: the bodies weigh 1 kg more, and their inertia grows as that of a
// point 0.5 m off their centres does, about the common centre: m M / (m + M) r^2.
static void mass_is_shared_by_the_ends(void **state) {
    (void)state;
    (void)read_joint("link", ", mass: 2, anchor: [0, 0.5, 0], child_anchor: [2, 0.5, 0]");
    struct sim_world *world = sim_world_create(&def.model.world);
    struct sim_instance instance;
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    for (int i = 0; i < 2; i++) {
        assert_near(sim_body_mass(world, instance.bodies[i]), 11.0, 1e-9);
        assert_place(sim_body_centre(world, instance.bodies[i]), 2.0 * i, 0.5 / 11.0, 0.0);
    }
    // A spin about z: the sphere's own 0.4 m r^2, and the point's.
    const double inertia = 0.4 * 10.0 * 0.25 + 10.0 * 1.0 / 11.0 * 0.25, spin = 3.0;
    sim_body_set_velocity(world, instance.bodies[0], sim_vec3(0.0, 0.0, 0.0),
                          sim_vec3(0.0, 0.0, spin));
    assert_near(sim_world_energy(world).kinetic, 0.5 * inertia * spin * spin, 1e-9);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anchors_are_at_the_bodies_unless_given),
        cmocka_unit_test(lengths_are_counted_from_the_drawn_one),
        cmocka_unit_test(stretch_forces_are_per_relaxed_length),
        cmocka_unit_test(mass_is_shared_by_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
