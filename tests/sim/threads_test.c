// The same bits with any number of threads, and whether or not clusters and boxes are kept from
// step to step: random worlds of many clusters, some large, some small, with everything that
// several clusters could meet in.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/joint/builder.h"
#include "sim/joint/differential_impl.h"
#include "sim/joint/joints.h"
#include "sim/model/snapshot.h"
#include "sim/reconfigure.h"
#include "sim/state/state.h"
#include "tests/near.h"
#include "tests/random.h"

static uint64_t random_state;

static double between(double low, double high) {
    return random_between(&random_state, low, high);
}

static struct sim_body_id add(struct sim_world *world, struct sim_shape shape,
                              struct sim_vec3 place, bool fixed) {
    struct sim_body_def def = sim_default_body_def();
    shape.collides = true;
    def.pose.p = place;
    if (!fixed)
        def.pose.q = sim_quat_axis_angle(
            sim_unit(sim_vec3(between(0.1, 1), between(0, 1), between(0, 1))), between(-2, 2));
    def.fixed = fixed;
    def.shapes = &shape;
    def.shape_count = 1;
    snprintf(def.name, sizeof def.name, "%c%d", fixed ? 'f' : 'b', sim_world_body_capacity(world));
    assert_null(sim_body_def_problem(&def));
    return sim_body_create(world, &def);
}

static struct sim_shape any_shape(void) {
    struct sim_shape shape = {.pose = sim_pose_identity(), .mass = between(1.0, 50.0)};
    const double r = between(0.08, 0.2);
    const int kind = (int)between(0.0, 4.0);
    if (kind == 0) {
        shape.kind = SIM_SHAPE_BOX;
        shape.half = sim_vec3(r, between(0.1, 0.3), between(0.1, 0.2));
        return shape;
    }
    shape.kind = kind == 1 ? SIM_SHAPE_SPHERE : kind == 2 ? SIM_SHAPE_CAPSULE : SIM_SHAPE_CYLINDER;
    shape.radius[0] = shape.radius[1] = r;
    shape.half_length = kind == 1 ? 0.0 : between(0.1, 0.4);
    return shape;
}

static struct sim_shape box(double x, double y, double z) {
    return (struct sim_shape){
        .kind = SIM_SHAPE_BOX, .pose = sim_pose_identity(), .half = {x, y, z}};
}

// A chain that hangs from the ground, with motors and a differential whose first joint stands
// still and is the same for all chains.
static void add_chain(struct sim_world *world, struct sim_vec3 top, int links,
                      struct sim_joint_id still) {
    struct sim_body_id above = {0, 0};
    struct sim_joint_id first = {0, 0};
    for (int i = 0; i < links; i++) {
        struct sim_shape shape = box(0.05, 0.05, 0.1);
        shape.mass = between(1.0, 5.0);
        const struct sim_vec3 place = {top.x, top.y, top.z - 0.3 * i};
        const struct sim_body_id link = add(world, shape, place, false);
        struct sim_joint_def def = sim_default_joint_def();
        def.kind = i % 3 == 2 ? SIM_JOINT_UNIVERSAL : SIM_JOINT_HINGE;
        def.a = above;
        def.b = link;
        def.anchor = sim_vec3(place.x, place.y, place.z + 0.15);
        def.axis[0] = sim_vec3(1.0, 0.0, 0.0);
        def.axis[1] = sim_vec3(0.0, 1.0, 0.0);
        def.free_axis[0].motor =
            (struct sim_motor){.mode = i % 2 ? SIM_MOTOR_FORCE : SIM_MOTOR_VELOCITY,
                               .target = between(-1.0, 1.0),
                               .force_low = -5.0,
                               .force_high = 5.0};
        assert_null(sim_joint_def_problem(&def));
        const struct sim_joint_id joint = sim_joint_create(world, &def);
        if (i == 0)
            first = joint;
        above = link;
    }
    struct sim_differential_def gear = sim_default_differential_def();
    gear.joint[0] = still;
    gear.joint[1] = first;
    gear.motor = true;
    gear.rate = 0.5;
    gear.force_low = -2.0;
    gear.force_high = 2.0;
    (void)sim_differential_create(world, &gear);
}

// Between two bodies that do not move; its motor's force is kept up to date all the same.
static struct sim_joint_id add_still_joint(struct sim_world *world, struct sim_body_id ground) {
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_HINGE;
    def.a = ground;
    def.b = add(world, box(0.1, 0.1, 0.1), sim_vec3(0.0, 0.0, 30.0), true);
    def.anchor = sim_vec3(0.0, 0.0, 30.0);
    def.axis[0] = sim_vec3(1.0, 0.0, 0.0);
    def.free_axis[0].motor = (struct sim_motor){
        .mode = SIM_MOTOR_FORCE, .target = 3.0, .force_low = -5.0, .force_high = 5.0};
    return sim_joint_create(world, &def);
}

// Of so many shapes that the keys of its contacts are not in the order of its shapes.
static void add_comb(struct sim_world *world, struct sim_vec3 place) {
    enum { TEETH = 300 };
    static struct sim_shape tooth[TEETH];
    for (int i = 0; i < TEETH; i++) {
        tooth[i] = (struct sim_shape){.kind = SIM_SHAPE_SPHERE,
                                      .pose = sim_pose_identity(),
                                      .radius = {0.02},
                                      .mass = 0.1,
                                      .collides = i % 256 < 20};
        tooth[i].pose.p = sim_vec3(0.02 * i, i % 2 ? 0.1 : 0.0, 0.0);
    }
    struct sim_body_def def = sim_default_body_def();
    def.pose.p = place;
    def.shapes = tooth;
    def.shape_count = TEETH;
    snprintf(def.name, sizeof def.name, "comb");
    assert_null(sim_body_def_problem(&def));
    (void)sim_body_create(world, &def);
}

static struct sim_world *build(uint64_t seed, enum sim_solver solver, int threads) {
    random_state = seed * 2862933555777941757u + 3037000493u;
    struct sim_world_def def = sim_default_world_def();
    def.solver = solver;
    def.iterations = 20;
    def.threads = threads;
    def.shock = seed == 4 ? SIM_SHOCK_OPTIMISED : SIM_SHOCK_NONE;
    def.broad_phase = seed % 2 ? SIM_BROAD_GRID : SIM_BROAD_SWEEP;
    assert_null(sim_world_def_problem(&def));
    struct sim_world *world = sim_world_create(&def);
    assert_non_null(world);
    sim_world_add_material(world, &(struct sim_material){.name = "default",
                                                         .friction = 0.5,
                                                         .stiffness = 1e6,
                                                         .restitution = seed % 3 ? 0.0 : 0.4});
    const struct sim_body_id ground =
        add(world, box(60.0, 60.0, 1.0), sim_vec3(0.0, 0.0, -1.0), true);
    const struct sim_joint_id still = add_still_joint(world, ground);
    for (int pile = 0; pile < 6; pile++) { // the first is a large one
        const struct sim_vec3 at = {8.0 * pile - 20.0, between(-5.0, 5.0), 0.3};
        for (int i = 0, count = pile == 0 ? 14 : 1 + pile; i < count; i++)
            add(world, any_shape(),
                sim_add(at, sim_vec3(between(-0.2, 0.2), between(-0.2, 0.2), 0.4 * i)), false);
    }
    for (int chain = 0; chain < 4; chain++)
        add_chain(world, sim_vec3(6.0 * chain - 9.0, 12.0, 4.0), 2 + 3 * chain, still);
    if (seed == 5)
        add_comb(world, sim_vec3(0.0, 40.0, 0.01));
    return world;
}

#define STEPS 60

struct history {
    uint64_t hash[STEPS];
    struct sim_step_stats stats[STEPS];
    int clusters, contacts;
};

static bool same_stats(const struct sim_step_stats *a, const struct sim_step_stats *b) {
    const double x[] = {a->residual, a->penetration, a->joint_error, a->joint_error_angle};
    const double y[] = {b->residual, b->penetration, b->joint_error, b->joint_error_angle};
    return a->bodies == b->bodies && a->groups == b->groups && a->clusters == b->clusters &&
           a->contacts == b->contacts && a->rows == b->rows && a->iterations == b->iterations &&
           a->regularisations == b->regularisations && a->unsolved == b->unsolved &&
           a->impacts == b->impacts && memcmp(x, y, sizeof x) == 0;
}

static void record(struct history *h, uint64_t seed, enum sim_solver solver, int threads) {
    struct sim_world *world = build(seed, solver, threads);
    *h = (struct history){.clusters = 0};
    for (int i = 0; i < STEPS; i++) {
        sim_world_step(world);
        h->hash[i] = sim_world_hash(world);
        h->stats[i] = *sim_world_stats(world);
        h->clusters = h->stats[i].clusters > h->clusters ? h->stats[i].clusters : h->clusters;
        h->contacts = h->stats[i].contacts > h->contacts ? h->stats[i].contacts : h->contacts;
    }
    assert_null(sim_world_fault(world));
    sim_world_destroy(world);
}

static void any_number_of_threads_gives_the_same_bits(void **state) {
    (void)state;
    static const int threads[] = {2, 3, 7};
    static const enum sim_solver solvers[] = {SIM_SOLVER_SPARSE, SIM_SOLVER_DANTZIG,
                                              SIM_SOLVER_PGS};
    static struct history one, many;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        const enum sim_solver solver = solvers[seed % 3];
        record(&one, seed, solver, 1);
        assert_true(one.clusters >= 8 && one.contacts >= 20); // or nothing was shared out
        for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
            record(&many, seed, solver, threads[t]);
            for (int i = 0; i < STEPS; i++) {
                if (one.hash[i] == many.hash[i] && same_stats(&one.stats[i], &many.stats[i]))
                    continue;
                fail_msg("seed %" PRIu64 ": step %d differs with %d threads", seed, i, threads[t]);
            }
        }
    }
}

// Everything that can be done to a world between two steps, to the body of a random index.
static void disturb(struct sim_world *world, uint64_t seed) {
    random_state = seed;
    struct sim_body_id id = {0, 0};
    for (int skip = (int)between(0.0, 30.0); skip >= 0; skip--)
        id = sim_body_next(world, id);
    const struct sim_vec3 push = {between(-50.0, 50.0), 0.0, between(0.0, 100.0)};
    struct sim_pose pose = sim_body_pose(world, id);
    pose.p.z += 0.3;
    switch (seed % 9) {
    case 0:
        sim_body_apply(world, id, push, push, sim_body_centre(world, id));
        sim_body_apply(world, sim_body_next(world, (struct sim_body_id){0, 0}), push, push, push);
        break;
    case 1:
        if (sim_body_moves(world, id))
            sim_body_set_pose(world, id, pose);
        break;
    case 2:
        sim_body_set_enabled(world, id, !sim_body_enabled(world, id));
        break;
    case 3: // what stands still is moved
        id = sim_body_next(world, sim_body_next(world, (struct sim_body_id){0, 0}));
        pose = sim_body_pose(world, id);
        pose.p = sim_vec3(between(-20.0, 20.0), between(-5.0, 5.0), 0.0);
        sim_body_set_pose(world, id, pose);
        break;
    case 4: {
        const struct sim_joint_id joint = {(uint32_t)between(1.0, 8.0), 1};
        sim_joint_set_blocked(world, joint, !sim_joint_blocked(world, joint));
        break;
    }
    case 5: { // two chains become one cluster, without a contact or a joint between them
        struct sim_differential_def def = sim_default_differential_def();
        def.joint[0] = (struct sim_joint_id){1, 1};
        def.joint[1] = (struct sim_joint_id){(uint32_t)between(3.0, 12.0), 1};
        (void)sim_differential_create(world, &def);
        break;
    }
    case 6:
        if (world->differentials.count > 4 && world->differentials.items[4].used)
            sim_differential_destroy(
                world, (struct sim_differential_id){4, world->differentials.items[4].generation});
        break;
    default:
        break;
    }
}

static void what_is_kept_changes_nothing(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct sim_world *keeps = build(seed, SIM_SOLVER_SPARSE, 1);
        struct sim_world *forgets = build(seed, SIM_SOLVER_SPARSE, 1);
        for (uint64_t i = 0; i < 150; i++) {
            if (i % 4 == 3) {
                disturb(keeps, seed * 1000 + i);
                disturb(forgets, seed * 1000 + i);
            }
            sim_forget(forgets);
            sim_world_step(keeps);
            sim_world_step(forgets);
            if (sim_world_hash(keeps) != sim_world_hash(forgets) ||
                !same_stats(sim_world_stats(keeps), sim_world_stats(forgets)))
                fail_msg("seed %" PRIu64 ": step %" PRIu64 " differs", seed, i);
        }
        assert_null(sim_world_fault(keeps));
        sim_world_destroy(keeps);
        sim_world_destroy(forgets);
    }
}

// A state that was saved with one number of threads continues with another.
static void a_snapshot_does_not_know_threads(void **state) {
    (void)state;
    struct sim_world *one = build(4, SIM_SOLVER_SPARSE, 1);
    struct sim_world *three = build(4, SIM_SOLVER_SPARSE, 3);
    struct sim_snapshot snapshot = {0};
    for (int i = 0; i < 40; i++)
        sim_world_step(three);
    sim_world_save(three, &snapshot);
    assert_null(sim_world_restore(one, snapshot.bytes, snapshot.size));
    for (int i = 0; i < 20; i++) {
        sim_world_step(one);
        sim_world_step(three);
        assert_true(sim_world_hash(one) == sim_world_hash(three));
    }
    sim_snapshot_finish(&snapshot);
    sim_world_destroy(one);
    sim_world_destroy(three);
}

// Several bodies fail in the same step: the first is named, whichever thread notices.
static void the_first_fault_is_named(void **state) {
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        struct sim_world *world = build(2, SIM_SOLVER_SPARSE, threads);
        sim_world_step(world);
        const struct sim_vec3 mad = {3e4, 0.0, 0.0}, zero = {0.0, 0.0, 0.0};
        struct sim_body_id body = {0, 0};
        int index = 0;
        while ((body = sim_body_next(world, body)).generation != 0)
            if (index++ > 9 && sim_body_moves(world, body))
                sim_body_set_velocity(world, body, mad, zero);
        sim_world_step(world);
        assert_non_null(sim_world_fault(world));
        assert_non_null(strstr(sim_world_fault(world), "'b10'"));
        sim_world_destroy(world);
    }
}

static void the_number_is_checked(void **state) {
    (void)state;
    struct sim_world_def def = sim_default_world_def();
    assert_int_equal(def.threads, 1);
    def.threads = 0;
    assert_non_null(strstr(sim_world_def_problem(&def), "between 1 and 64"));
    def.threads = 65;
    assert_non_null(strstr(sim_world_def_problem(&def), "between 1 and 64"));
    def.threads = 64;
    assert_null(sim_world_def_problem(&def));
    struct sim_world *world = sim_world_create(&def);
    assert_non_null(world);
    sim_world_step(world);
    sim_world_destroy(world);
}

static long bytes_between(const void *a, const void *b) {
    return (long)((const char *)b - (const char *)a);
}

static void machines_lie_pages_apart(void **state) {
    (void)state;
    struct sim_world_def def = sim_default_world_def();
    struct sim_world *world = sim_world_create(&def);
    sim_world_begin_apart(world); // there is nothing yet
    const struct sim_body_id ground = add(world, box(1.0, 1.0, 1.0), sim_vec3(0, 0, -9), true);
    const struct sim_joint_id still = add_still_joint(world, ground);
    add_chain(world, sim_vec3(0.0, 0.0, 4.0), 3, still);
    sim_world_end_apart(world);
    assert_int_equal(ground.index, 0);
    const int bodies = world->bodies.count, joints = world->joints.count;
    sim_world_begin_apart(world);
    const int far = (int)add(world, box(1.0, 1.0, 1.0), sim_vec3(9, 0, 0), true).index;
    const struct sim_joint_id other = add_still_joint(world, ground);
    sim_world_end_apart(world);
    for (int i = 0; i < 10; i++)
        sim_world_step(world);
    const int a = world->bodies.items[bodies - 1].group, b = world->bodies.items[far].group;
    const int joint = (int)other.index;
    assert_true(bytes_between(&world->bodies.items[bodies], &world->bodies.items[far]) >= 4096);
    assert_true(bytes_between(&world->groups.items[a + 1], &world->groups.items[b]) >= 4096);
    assert_true(bytes_between(&world->joints.items[joints], &world->joints.items[joint]) >= 4096);
    assert_true(bytes_between(&world->frames.items[joints], &world->frames.items[joint]) >= 4096);
    assert_int_equal(add(world, box(1.0, 1.0, 1.0), sim_vec3(0, 9, 0), true).index, bodies);
    sim_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(what_is_kept_changes_nothing),
        cmocka_unit_test(a_snapshot_does_not_know_threads),
        cmocka_unit_test(the_first_fault_is_named),
        cmocka_unit_test(the_number_is_checked),
        cmocka_unit_test(machines_lie_pages_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
