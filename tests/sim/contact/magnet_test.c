// The magnet: catches on touch, keeps the pose, lets go when off or when it carries too much.
#include "sim/contact/magnet.h"

#include "sim/world.h"
#include "tests/sim/physics.h"

static const struct sim_vec3 origin = {0.0, 0.0, 0.0};
static const double h = 0.01, mass = 4.0;

static struct sim_body_id add_box(struct sim_world *world, struct sim_vec3 at, bool fixed,
                                  int material) {
    const struct sim_shape box = {.kind = SIM_SHAPE_BOX,
                                  .pose = sim_pose_identity(),
                                  .half = {0.1, 0.1, 0.1},
                                  .mass = mass,
                                  .material = material,
                                  .collides = true};
    struct sim_body_def def = sim_default_body_def();
    def.pose.p = at;
    def.fixed = fixed;
    def.shapes = &box;
    def.shape_count = 1;
    return sim_body_create(world, &def);
}

static struct sim_magnet_id magnetise(struct sim_world *world, struct sim_body_id body,
                                      double break_force) {
    struct sim_magnet_def def = sim_default_magnet_def();
    def.body = body;
    def.on = true;
    def.break_force = break_force;
    assert_null(sim_magnet_def_problem(&def));
    return sim_magnet_create(world, &def);
}

static struct sim_pose pose_in(const struct sim_world *world, struct sim_body_id frame,
                               struct sim_body_id body) {
    return sim_pose_mul(sim_pose_inverse(sim_body_pose(world, frame)), sim_body_pose(world, body));
}

// A magnet that turns and moves about meets a box in flight: from then on the box keeps its place
// in the magnet's frame to rounding, momentum and angular momentum of the two are what they were,
// and when it is released it flies on with what it had.
static void keeps_the_pose_of_the_touch(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world_without_gravity(physics_solvers[s], h);
        const struct sim_body_id body = add_box(world, origin, false, 0);
        const struct sim_body_id box = add_box(world, sim_vec3(0.5, 0.05, 0.02), false, 0);
        const struct sim_magnet_id magnet = magnetise(world, body, (double)INFINITY);
        sim_body_set_velocity(world, body, sim_vec3(0.8, 0.1, 0.0), sim_vec3(0.3, 0.2, 0.4));
        while (sim_magnet_held(world, magnet) == 0 && sim_world_time(world) < 2.0)
            sim_world_step(world);
        assert_true(sim_magnet_holds(world, magnet, box));
        assert_true(sim_body_fused(world, body, box));
        const struct sim_pose held = pose_in(world, body, box);
        const struct sim_energy before = sim_world_energy(world);
        assert_near(before.momentum.x, 0.8 * mass, 1e-6);
        physics_run(world, 10.0);
        const struct sim_pose now = pose_in(world, body, box);
        assert_near(sim_length(sim_sub(now.p, held.p)), 0.0, 1e-12);
        assert_near(sim_length(sim_quat_log(sim_quat_mul(now.q, sim_quat_conj(held.q)))), 0.0,
                    1e-12);
        const struct sim_energy after = sim_world_energy(world);
        assert_near(sim_length(sim_sub(after.angular_momentum, before.angular_momentum)), 0.0,
                    1e-9);
        sim_magnet_switch(world, magnet, false);
        sim_world_step(world);
        assert_int_equal(sim_magnet_held(world, magnet), 0);
        assert_false(sim_body_fused(world, body, box));
        assert_near(sim_world_energy(world).momentum.x, 0.8 * mass, 1e-6);
        sim_world_destroy(world);
    }
}

// A box under a fixed magnet, carried by a force until it is caught; then the load grows. The bond
// holds up to its force and not a step beyond.
static void holds_up_to_its_break_force(void **state) {
    (void)state;
    const double weight = mass * physics_gravity, limit = 2.0 * weight;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_world *world = physics_world(physics_solvers[s], h);
        const struct sim_body_id body = add_box(world, origin, true, 0);
        const struct sim_body_id box = add_box(world, sim_vec3(0, 0, -0.1999), false, 0);
        const struct sim_magnet_id magnet = magnetise(world, body, limit);
        double load = -weight;
        for (int i = 0; i < 20; i++) { // weightless
            sim_body_apply(world, box, sim_vec3(0, 0, weight), origin, sim_body_centre(world, box));
            sim_world_step(world);
        }
        assert_true(sim_magnet_holds(world, magnet, box));
        const double z = sim_body_centre(world, box).z;
        while (sim_magnet_held(world, magnet) > 0 && load < 2.0 * limit) {
            sim_body_apply(world, box, sim_vec3(0, 0, -load), origin, sim_body_centre(world, box));
            sim_world_step(world);
            if (sim_magnet_held(world, magnet) > 0) {
                assert_near(sim_magnet_force(world, magnet), fabs(weight + load), 1e-3 * weight);
                assert_near(sim_body_centre(world, box).z, z, 1e-6);
            }
            load += 0.01 * weight;
        }
        // It broke in the step after the one in which the load came to be above the limit.
        assert_near(weight + load, limit, 0.031 * weight);
        physics_run(world, 0.5);
        assert_true(sim_body_centre(world, box).z < z - 0.5);
        assert_int_equal(sim_magnet_held(world, magnet), 0);
        sim_world_destroy(world);
    }
}

// m g just below and just above the force.
static void holds_a_weight_or_not(void **state) {
    (void)state;
    const double weight = mass * physics_gravity;
    for (int i = 0; i < 2; i++) {
        struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
        const struct sim_body_id body = add_box(world, origin, true, 0);
        const struct sim_body_id box = add_box(world, sim_vec3(0, 0, -0.1999), false, 0);
        const struct sim_magnet_id magnet =
            magnetise(world, body, weight * (i == 0 ? 1.001 : 0.999));
        for (int k = 0; k < 20; k++) {
            sim_body_apply(world, box, sim_vec3(0, 0, weight), origin, sim_body_centre(world, box));
            sim_world_step(world);
        }
        physics_run(world, 1.0);
        assert_int_equal(sim_magnet_held(world, magnet), i == 0 ? 1 : 0);
        sim_world_destroy(world);
    }
}

// A broken bond is not made again while the two still touch, but after they have come apart.
static void broken_bond_waits_until_apart(void **state) {
    (void)state;
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
    const struct sim_body_id body = add_box(world, origin, true, 0);
    const struct sim_body_id box = add_box(world, sim_vec3(0, 0, 0.2), false, 0); // lies on it
    const struct sim_magnet_id magnet = magnetise(world, body, 300.0);
    physics_run(world, 0.2);
    assert_int_equal(sim_magnet_held(world, magnet), 1);
    for (int i = 0; i < 2; i++) { // pressed down beyond the limit: it breaks and stays in touch
        sim_body_apply(world, box, sim_vec3(0, 0, -400.0), origin, sim_body_centre(world, box));
        sim_world_step(world);
    }
    for (int i = 0; i < 50; i++) {
        sim_world_step(world);
        assert_int_equal(sim_magnet_held(world, magnet), 0);
    }
    sim_body_set_velocity(world, box, sim_vec3(0, 0, 1.0), origin); // up, and down again
    physics_run(world, 0.1);
    assert_int_equal(sim_magnet_held(world, magnet), 0);
    // It lands with 1 m/s, which is more than the bond bears at once, so it may not bounce off.
    sim_body_set_velocity(world, box, sim_vec3(0, 0, -0.05), origin);
    struct sim_pose pose = sim_body_pose(world, box);
    pose.p.z = 0.2005;
    sim_body_set_pose(world, box, pose);
    physics_run(world, 0.2);
    assert_int_equal(sim_magnet_held(world, magnet), 1);
    sim_world_destroy(world);
}

static void sticks_to_what_it_may(void **state) {
    (void)state;
    for (int fixed = 0; fixed < 2; fixed++) {
        for (int asked = -1; asked < 2; asked++) {
            struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, h);
            struct sim_material iron = {.name = "iron", .friction = 0.3, .stiffness = 1e7};
            assert_int_equal(sim_world_add_material(world, &iron), 1);
            const struct sim_body_id body = add_box(world, origin, false, 0);
            const struct sim_body_id iron_box = add_box(world, sim_vec3(0.1999, 0, 0), false, 1);
            const struct sim_body_id wood_box = add_box(world, sim_vec3(0, 0.1999, 0), false, 0);
            const struct sim_body_id wall = add_box(world, sim_vec3(0, 0, -0.1999), true, 1);
            struct sim_magnet_def def = sim_default_magnet_def();
            def.body = body;
            def.on = true;
            def.material = asked;
            def.holds_fixed = fixed == 1;
            const struct sim_magnet_id magnet = sim_magnet_create(world, &def);
            physics_run(world, 0.1);
            assert_int_equal(sim_magnet_holds(world, magnet, iron_box), asked != 0);
            assert_int_equal(sim_magnet_holds(world, magnet, wood_box), asked != 1);
            assert_int_equal(sim_magnet_holds(world, magnet, wall), fixed == 1 && asked != 0);
            sim_world_destroy(world);
        }
    }
}

// A box hangs under a magnet that it touches exactly, from the first step on: with rigid bonds and
// with breakable ones, also where the surfaces are a rounding error apart.
static void holds_what_touches_at_the_start(void **state) {
    (void)state;
    const double gaps[] = {0.0, 1e-12, -1e-12};
    for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
        for (int rigid = 0; rigid < 2; rigid++) {
            struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
            const double z = 7.3 - 0.2 - gaps[i];
            const struct sim_body_id body = add_box(world, sim_vec3(0, 0, 7.3), true, 0);
            const struct sim_body_id box = add_box(world, sim_vec3(0, 0, z), false, 0);
            const struct sim_magnet_id magnet =
                magnetise(world, body, rigid == 1 ? (double)INFINITY : 1e4);
            sim_world_step(world);
            assert_true(sim_magnet_holds(world, magnet, box));
            physics_run(world, 1.0);
            assert_near(sim_body_centre(world, box).z, z, 1e-9);
            sim_world_destroy(world);
        }
    }
}

// Bodies, magnets and bonds may go in any order.
static void everything_may_go(void **state) {
    (void)state;
    for (int which = 0; which < 4; which++) {
        struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, h);
        const struct sim_body_id body = add_box(world, origin, true, 0);
        const struct sim_body_id box = add_box(world, sim_vec3(0, 0, 0.1999), false, 0);
        const struct sim_magnet_id magnet =
            magnetise(world, body, which == 3 ? 1e5 : (double)INFINITY);
        physics_run(world, 0.1);
        assert_int_equal(sim_magnet_held(world, magnet), 1);
        if (which == 0) {
            sim_body_destroy(world, box);
            assert_int_equal(sim_magnet_held(world, magnet), 0);
        } else if (which == 1) {
            sim_body_destroy(world, body);
            assert_false(sim_magnet_valid(world, magnet));
        } else if (which == 2) {
            sim_magnet_destroy(world, magnet);
            assert_false(sim_magnet_valid(world, magnet));
        } else {
            sim_body_set_enabled(world, body, false);
        }
        physics_run(world, 0.3);
        if (which == 1 || which == 3)
            assert_near(sim_body_velocity(world, box).z, -0.3 * physics_gravity, 1e-6);
        const struct sim_body_id other = add_box(world, sim_vec3(3, 0, 0), false, 0);
        assert_true(sim_body_valid(world, other));
        physics_run(world, 0.1);
        sim_world_destroy(world);
    }
}

static void problems_are_named(void **state) {
    (void)state;
    struct sim_magnet_def def = sim_default_magnet_def();
    assert_null(sim_magnet_def_problem(&def));
    def.break_force = 0.0;
    assert_non_null(sim_magnet_def_problem(&def));
    def = sim_default_magnet_def();
    def.break_torque = (double)NAN;
    assert_non_null(sim_magnet_def_problem(&def));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_pose_of_the_touch),
        cmocka_unit_test(holds_up_to_its_break_force),
        cmocka_unit_test(holds_a_weight_or_not),
        cmocka_unit_test(broken_bond_waits_until_apart),
        cmocka_unit_test(sticks_to_what_it_may),
        cmocka_unit_test(holds_what_touches_at_the_start),
        cmocka_unit_test(everything_may_go),
        cmocka_unit_test(problems_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
