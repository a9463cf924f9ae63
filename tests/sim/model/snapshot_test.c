// A world that is saved, restored and continued has the same bits as one that was never stopped.
#include "sim/model/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "sim/contact/magnet.h"
#include "sim/joint/guide.h"
#include "sim/joint/resistance.h"
#include "sim/shape/hull.h"
#include "sim/shape/sphere_tree.h"
#include "tests/sim/meshes.h"
#include "tests/sim/physics.h"

static const struct sim_vec3 y_axis = {0.0, 1.0, 0.0};
static double heights[36];
static const struct sim_heightfield field = {6, 6, -5.0, -5.0, 2.0, heights};

static struct sim_body_id add_shape(struct sim_world *world, struct sim_shape shape,
                                    struct sim_vec3 position, bool fixed) {
    struct sim_body_def def = sim_default_body_def();
    def.pose.p = position;
    def.pose.q = sim_quat_rpy(0.3 * position.x, 0.2, 0.1 * position.z);
    if (fixed)
        def.pose.q = sim_quat_identity();
    def.fixed = fixed;
    def.shapes = &shape;
    def.shape_count = 1;
    assert_null(sim_body_def_problem(&def));
    return sim_body_create(world, &def);
}

static void add_pendulum(struct sim_world *world, struct sim_body_id *tip) {
    const struct sim_vec3 inertia = {0.2, 0.3, 0.4};
    const struct sim_body_id upper = physics_body(world, sim_vec3(0, 3, 4), 3.0, inertia);
    const struct sim_body_id lower = physics_body(world, sim_vec3(1, 3, 4), 2.0, inertia);
    *tip = physics_body(world, sim_vec3(1.5, 3, 4), 1.0, inertia);
    struct sim_joint_def def =
        physics_joint(SIM_JOINT_HINGE, physics_ground, upper, sim_vec3(-0.5, 3, 4), y_axis);
    def.free_axis[0].motor = (struct sim_motor){.mode = SIM_MOTOR_SERVO,
                                                .target = 0.3,
                                                .force_low = -20.0,
                                                .force_high = 20.0,
                                                .kp = 5.0,
                                                .ki = 3.0,
                                                .speed_max = 1.0};
    def.free_axis[0].brake = 0.5;
    physics_join(world, &def);
    def = physics_joint(SIM_JOINT_UNIVERSAL, upper, lower, sim_vec3(0.5, 3, 4), y_axis);
    def.free_axis[1].limited = true;
    def.free_axis[1].lower = -0.1;
    def.free_axis[1].upper = 0.2;
    def.free_axis[0].stiffness = 30.0;
    def.free_axis[0].damping = 0.5;
    physics_join(world, &def);
    def = physics_joint(SIM_JOINT_RIGID, lower, *tip, sim_vec3(1.5, 3, 4), y_axis);
    physics_join(world, &def);
}

// A guided magnet that has caught a ball on a bond that can break, and drags it through a
// resistance. The guide's target and the switch are in the definitions, which a snapshot contains,
// too.
static void add_magnet(struct sim_world *world) {
    const struct sim_shape ball = {.kind = SIM_SHAPE_SPHERE,
                                   .pose = sim_pose_identity(),
                                   .radius = {0.2, 0.2},
                                   .mass = 2.0,
                                   .collides = true};
    const struct sim_body_id hand = add_shape(world, ball, sim_vec3(4, 4, 6), false);
    const struct sim_body_id held = add_shape(world, ball, sim_vec3(4.399, 4, 6), false);
    struct sim_guide_def guide = sim_default_guide_def();
    guide.body = hand;
    guide.mode = SIM_GUIDE_POSE;
    guide.target.p = sim_vec3(0, 4, 5);
    guide.ki = 2.0;
    guide.force = 80.0;
    guide.torque = 20.0;
    sim_guide_create(world, &guide);
    struct sim_magnet_def magnet = sim_default_magnet_def();
    magnet.body = hand;
    magnet.on = true;
    magnet.break_force = 500.0;
    sim_magnet_create(world, &magnet);
    struct sim_resistance_def resistance = sim_default_resistance_def();
    resistance.body = held;
    resistance.force_low = -8.0;
    resistance.force_high = 2.0;
    sim_resistance_create(world, &resistance);
}

static struct sim_hull *hull;

static int make_hull(void **state) {
    (void)state;
    const struct sim_vec3 points[] = {
        {0.3, 0.0, 0.0}, {-0.3, 0.2, 0.0}, {-0.3, -0.2, 0.1}, {0.0, 0.0, 0.4}, {0.0, 0.3, 0.3}};
    const char *problem;
    hull = sim_hull_create(points, 5, &problem);
    return hull == NULL;
}

static int drop_hull(void **state) {
    (void)state;
    sim_hull_destroy(hull);
    return 0;
}

// Shapes that fall onto uneven ground and a pendulum of fused bodies beside them.
static struct sim_world *make_scene(enum sim_solver solver, struct sim_body_id *tip) {
    for (int i = 0; i < 36; i++)
        heights[i] = 0.1 * (double)((i * 7) % 5);
    struct sim_world *world = physics_world(solver, 0.01);
    const struct sim_pose here = sim_pose_identity();
    add_shape(world,
              (struct sim_shape){
                  .kind = SIM_SHAPE_HEIGHTFIELD, .pose = here, .field = &field, .collides = true},
              sim_vec3(0, 0, 0), true);
    for (int i = 0; i < 8; i++) {
        struct sim_shape shape = {.pose = here, .mass = 5.0 + i, .collides = true};
        static const enum sim_shape_kind kinds[] = {SIM_SHAPE_SPHERE, SIM_SHAPE_CAPSULE,
                                                    SIM_SHAPE_BOX, SIM_SHAPE_HULL};
        shape.kind = kinds[i % 4];
        shape.hull = hull;
        shape.radius[0] = shape.radius[1] = 0.2;
        shape.half_length = 0.4;
        shape.half = sim_vec3(0.3, 0.2, 0.25);
        add_shape(world, shape, sim_vec3(0.3 * (i % 2), -1.0 + 0.1 * i, 1.0 + 0.6 * i), false);
    }
    add_pendulum(world, tip);
    add_magnet(world);
    return world;
}

static void run(struct sim_world *world, int steps) {
    for (int i = 0; i < steps; i++)
        sim_world_step(world);
    assert_null(sim_world_fault(world));
}

static void continues_with_the_same_bits(void **state) {
    (void)state;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct sim_body_id tip;
        struct sim_snapshot snapshot = {0};
        struct sim_world *world = make_scene(physics_solvers[s], &tip);
        run(world, 150);
        assert_true(sim_world_stats(world)->contacts > 0);
        const uint64_t saved = sim_world_hash(world);
        sim_world_save(world, &snapshot);
        run(world, 150);
        const uint64_t end = sim_world_hash(world);
        assert_true(end != saved);

        // In the same world, after other things have happened in it.
        sim_body_destroy(world, tip);
        const struct sim_shape ball = {.kind = SIM_SHAPE_SPHERE,
                                       .pose = sim_pose_identity(),
                                       .radius = {0.3, 0.3},
                                       .mass = 9.0,
                                       .collides = true};
        for (int i = 0; i < 20; i++)
            add_shape(world, ball, sim_vec3(0, 0, 5.0 + i), false);
        run(world, 40);
        assert_null(sim_world_restore(world, snapshot.bytes, snapshot.size));
        assert_true(sim_body_valid(world, tip));
        assert_true(sim_world_hash(world) == saved);
        assert_near(sim_world_time(world), 1.5, 1e-12);
        run(world, 150);
        assert_true(sim_world_hash(world) == end);

        // In another one that has never run, and in one that has lost a body.
        for (int k = 0; k < 2; k++) {
            struct sim_world *other = make_scene(physics_solvers[s], &tip);
            if (k == 1)
                sim_body_destroy(other, tip);
            assert_null(sim_world_restore(other, snapshot.bytes, snapshot.size));
            run(other, 150);
            assert_true(sim_world_hash(other) == end);
            sim_world_destroy(other);
        }
        sim_world_destroy(world);
        sim_snapshot_finish(&snapshot);
    }
}

// A velocity and a force that a caller has set before the save are still there after a restore.
static void keeps_what_was_set_between_steps(void **state) {
    (void)state;
    struct sim_body_id tip;
    struct sim_snapshot snapshot = {0};
    struct sim_world *world = make_scene(SIM_SOLVER_SPARSE, &tip);
    run(world, 50);
    const struct sim_body_id body = {2, 1};
    sim_body_set_velocity(world, body, sim_vec3(1, 2, 3), sim_vec3(3, 2, 1));
    sim_body_apply(world, tip, sim_vec3(50, 0, 0), sim_vec3(0, 0, 1), sim_body_centre(world, tip));
    sim_world_save(world, &snapshot);
    run(world, 30);
    const uint64_t end = sim_world_hash(world);
    assert_null(sim_world_restore(world, snapshot.bytes, snapshot.size));
    run(world, 30);
    assert_true(sim_world_hash(world) == end);
    sim_world_destroy(world);
    sim_snapshot_finish(&snapshot);
}

static void hash_sees_a_tiny_force(void **state) {
    (void)state;
    struct sim_body_id tip;
    struct sim_world *world = make_scene(SIM_SOLVER_SPARSE, &tip);
    run(world, 10);
    const uint64_t before = sim_world_hash(world);
    sim_body_apply(world, tip, sim_vec3(1e-12, 0, 0), sim_vec3(0, 0, 0),
                   sim_body_centre(world, tip));
    assert_true(sim_world_hash(world) != before);
    sim_world_destroy(world);
}

static void refuses_what_does_not_fit(void **state) {
    (void)state;
    struct sim_body_id tip;
    struct sim_snapshot snapshot = {0};
    struct sim_world *world = make_scene(SIM_SOLVER_SPARSE, &tip);
    run(world, 20);
    sim_world_save(world, &snapshot);
    const uint64_t saved = sim_world_hash(world);
    assert_non_null(sim_world_restore(world, snapshot.bytes, 7));
    assert_non_null(sim_world_restore(world, snapshot.bytes, snapshot.size - 1));
    for (size_t i = 0; i < snapshot.size; i += 97) {
        snapshot.bytes[i] ^= 0x10;
        assert_non_null(sim_world_restore(world, snapshot.bytes, snapshot.size));
        snapshot.bytes[i] ^= 0x10;
    }
    assert_true(sim_world_hash(world) == saved);
    struct sim_world *empty = physics_world(SIM_SOLVER_SPARSE, 0.01);
    assert_string_equal(sim_world_restore(empty, snapshot.bytes, snapshot.size),
                        "it has terrain, hulls or meshes where this world has none");
    struct sim_world *finer = physics_world(SIM_SOLVER_SPARSE, 0.005);
    assert_string_equal(sim_world_restore(finer, snapshot.bytes, snapshot.size),
                        "it was made with another length of the step");
    sim_world_destroy(finer);
    sim_world_destroy(empty);
    sim_world_destroy(world);
    sim_snapshot_finish(&snapshot);
}

// A crate that is a mesh with a tree of spheres, both of its own.
struct crate {
    struct sim_mesh *mesh;
    struct sim_sphere_tree *tree;
    struct sim_world *world;
};

static struct crate make_crate(void) {
    const char *problem;
    struct crate crate = {.mesh = meshes_box(0.3, 0.2, 0.1, 1)};
    crate.tree = sim_sphere_tree_create(crate.mesh, 2, &problem);
    assert_non_null(crate.tree);
    crate.world = physics_world(SIM_SOLVER_SPARSE, 0.01);
    struct sim_shape shape = meshes_shape(crate.mesh);
    shape.tree = crate.tree;
    shape.mass = 3.0;
    add_shape(crate.world, shape, sim_vec3(0, 0, 1), false);
    return crate;
}

static void drop_crate(struct crate *crate) {
    sim_world_destroy(crate->world);
    sim_sphere_tree_destroy(crate->tree);
    sim_mesh_destroy(crate->mesh);
}

// The bytes of two worlds in the same state are the same, wherever their geometry is in memory.
static void bytes_know_no_addresses(void **state) {
    (void)state;
    struct crate crates[2] = {make_crate(), make_crate()};
    struct sim_snapshot bytes[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        run(crates[i].world, 10);
        sim_world_save(crates[i].world, &bytes[i]);
    }
    assert_int_equal(bytes[0].size, bytes[1].size);
    assert_memory_equal(bytes[0].bytes, bytes[1].bytes, bytes[0].size);
    assert_null(sim_world_restore(crates[1].world, bytes[0].bytes, bytes[0].size));
    run(crates[1].world, 10); // the mesh is its own again
    for (int i = 0; i < 2; i++) {
        drop_crate(&crates[i]);
        sim_snapshot_finish(&bytes[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(continues_with_the_same_bits),
        cmocka_unit_test(keeps_what_was_set_between_steps),
        cmocka_unit_test(hash_sees_a_tiny_force),
        cmocka_unit_test(refuses_what_does_not_fit),
        cmocka_unit_test(bytes_know_no_addresses),
    };
    return cmocka_run_group_tests(tests, make_hull, drop_hull);
}
