// Steps that are taken back and divided: fast bodies do not pass through thin ones, time stays
// exact, and what needs no division has the bits of constant steps.
#include "sim/joint/guide.h"
#include "sim/joint/resistance.h"
#include "sim/model/snapshot.h"
#include "tests/sim/physics.h"

// [N/m] The ball presses itself in by v sqrt(m / k) = 1 mm: a limit cannot hold off what the
// material gives way to.
static const double stiffness = 1e10;

struct scene {
    double deepest; // [m] 0: constant steps
    double look_ahead;
    int halvings;
    enum sim_solver solver;
    struct sim_vec3 gravity;
    double restitution;
};

static struct sim_world *make_world(const struct scene *scene) {
    struct sim_world_def def = sim_default_world_def();
    def.deepest = scene->deepest;
    def.look_ahead = scene->look_ahead;
    def.halvings = scene->halvings;
    def.solver = scene->solver;
    def.gravity = scene->gravity;
    def.iterations = 200;
    assert_null(sim_world_def_problem(&def));
    struct sim_world *world = sim_world_create(&def);
    assert_non_null(world);
    sim_world_add_material(world, &(struct sim_material){.name = "default",
                                                         .friction = 0.5,
                                                         .stiffness = stiffness,
                                                         .restitution = scene->restitution});
    return world;
}

static struct sim_body_id add(struct sim_world *world, struct sim_shape shape,
                              struct sim_vec3 place, struct sim_vec3 velocity, bool fixed) {
    struct sim_body_def def = sim_default_body_def();
    shape.pose = sim_pose_identity();
    shape.collides = true;
    def.pose.p = place;
    def.velocity = velocity;
    def.fixed = fixed;
    def.shapes = &shape;
    def.shape_count = 1;
    assert_null(sim_body_def_problem(&def));
    return sim_body_create(world, &def);
}

static const struct sim_shape ball = {
    .kind = SIM_SHAPE_SPHERE, .radius = {0.05, 0.05}, .mass = 1.0};
static const struct sim_shape plate = {
    .kind = SIM_SHAPE_BOX, .half = {0.01, 1.0, 1.0}, .mass = 40.0};
static const struct sim_shape floor_box = {.kind = SIM_SHAPE_BOX, .half = {5.0, 5.0, 0.5}};

// The ball's place after 0.1 s, shot at 100 m/s from the origin at a plate 3.3 m away.
static double shoot(const struct scene *scene, bool fixed, struct sim_step_stats *sum) {
    struct sim_world *world = make_world(scene);
    const struct sim_vec3 still = {0, 0, 0};
    const struct sim_body_id target = add(world, plate, sim_vec3(3.3, 0, 0), still, fixed);
    const struct sim_body_id shot = add(world, ball, still, sim_vec3(100, 0, 0), false);
    *sum = (struct sim_step_stats){0};
    for (int i = 0; i < 10; i++) {
        sim_world_step(world);
        const struct sim_step_stats *stats = sim_world_stats(world);
        sum->parts += stats->parts;
        sum->taken_back += stats->taken_back;
        sum->penetration = fmax(sum->penetration, stats->penetration);
    }
    assert_near(sim_world_time(world), 0.1, 1e-15);
    assert_near(sim_world_step_size(world), 0.01, 0.0);
    const double x = sim_body_centre(world, shot).x;
    if (!fixed) { // the momentum stays
        const double v = sim_body_velocity(world, shot).x;
        assert_near(v + 40.0 * sim_body_velocity(world, target).x, 100.0, 1e-9);
        assert_true(v <= sim_body_velocity(world, target).x + 1e-6);
    }
    sim_world_destroy(world);
    return x;
}

static void fast_ball_is_caught_by_divided_steps_only(void **state) {
    (void)state;
    struct sim_step_stats sum;
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        struct scene scene = {.halvings = 10, .solver = physics_solvers[s]};
        assert_near(shoot(&scene, true, &sum), 10.0, 1e-9); // as if there were no plate
        assert_int_equal(sum.parts, 10);
        assert_int_equal(sum.taken_back, 0);
        scene.deepest = 0.005;
        // It stops at 3.3 - 0.01 - 0.05, no deeper than asked for; stabilisation pushes it back out
        // at no more than 1 m/s for the rest of the time, 0.07 s.
        const double x = shoot(&scene, true, &sum);
        assert_true(x < 3.24 + 0.005 && x > 3.24 - 0.07);
        assert_true(sum.penetration <= 0.005);
        assert_true(sum.taken_back >= 5 && sum.parts > 15);
        shoot(&scene, false, &sum); // a plate that is pushed away: momentum
        assert_true(sum.taken_back >= 5);
    }
}

static void few_halvings_limit_the_effort(void **state) {
    (void)state;
    struct sim_step_stats sum;
    // The smallest part moves 1 m / 8 at a time: it may miss, but ends.
    const struct scene scene = {.deepest = 0.001, .halvings = 3};
    shoot(&scene, true, &sum);
    assert_true(sum.parts <= 10 * 8);
    assert_true(sum.taken_back <= 10 * 8 * 3);
}

// Height of the bounce of a ball that is dropped from 1 m and keeps 0.8 of its speed: impacts have
// their time within a step, so a division of the step must not change the height much.
static double bounce(const struct scene *scene) {
    struct sim_world *world = make_world(scene);
    const struct sim_vec3 still = {0, 0, 0};
    add(world, floor_box, sim_vec3(0, 0, -0.5), still, true);
    const struct sim_body_id dropped = add(world, ball, sim_vec3(0, 0, 1.05), still, false);
    double highest = 0.0;
    for (int i = 0; i < 90; i++) {
        sim_world_step(world);
        if (i > 50)
            highest = fmax(highest, sim_body_centre(world, dropped).z - 0.05);
    }
    sim_world_destroy(world);
    return highest;
}

static void balls_bounce_alike_in_parts(void **state) {
    (void)state;
    struct scene scene = {.halvings = 8, .gravity = {0, 0, -9.81}, .restitution = 0.8};
    // Semi-implicit Euler may be off by g t h / 2 = 0.02 m.
    assert_near(bounce(&scene), 0.64, 0.025);
    scene.deepest = 1e-4;
    assert_near(bounce(&scene), 0.64, 0.025);
}

// A heap that comes to rest. Where contacts are made ahead nothing becomes deeper than 5 cm and
// nothing is divided.
static uint64_t heap(double deepest, double look_ahead, int *taken_back) {
    const struct scene scene = {
        .deepest = deepest, .look_ahead = look_ahead, .halvings = 6, .gravity = {0, 0, -9.81}};
    const struct sim_shape box = {.kind = SIM_SHAPE_BOX, .half = {0.2, 0.2, 0.2}, .mass = 10.0};
    struct sim_world *world = make_world(&scene);
    const struct sim_vec3 still = {0, 0, 0};
    add(world, floor_box, sim_vec3(0, 0, -0.5), still, true);
    for (int i = 0; i < 5; i++)
        add(world, box, sim_vec3(0.05 * i, 0.03 * i, 0.3 + 0.5 * i), still, false);
    *taken_back = 0;
    for (int i = 0; i < 200; i++) {
        sim_world_step(world);
        *taken_back += sim_world_stats(world)->taken_back;
    }
    const uint64_t hash = sim_world_hash(world);
    sim_world_destroy(world);
    return hash;
}

static void same_bits_where_nothing_is_divided_and_twice(void **state) {
    (void)state;
    int none, some, again;
    const uint64_t constant = heap(0.0, 0.25, &none), loose = heap(0.05, 0.25, &some);
    assert_int_equal(none, 0);
    assert_int_equal(some, 0);
    assert_true(constant == loose);
    const uint64_t tight = heap(1e-3, 0.0, &some);
    assert_true(some > 0);
    assert_true(tight != constant);
    assert_true(heap(1e-3, 0.0, &again) == tight);
    assert_int_equal(again, some);
}

// A push for one step is the same impulse however the step is divided.
static void pushes_last_the_whole_step(void **state) {
    (void)state;
    const struct scene scene = {.deepest = 1e-6, .halvings = 5};
    struct sim_world *world = make_world(&scene);
    const struct sim_vec3 still = {0, 0, 0};
    const struct sim_body_id pushed = add(world, ball, still, still, false);
    // A fast ball that makes the step divide.
    add(world, ball, sim_vec3(0, 9, 0), sim_vec3(100, 0, 0), false);
    add(world, plate, sim_vec3(0.5, 9, 0), still, true);
    sim_body_apply(world, pushed, sim_vec3(0, 0, 70), sim_vec3(0, 0.001, 0),
                   sim_body_centre(world, pushed));
    sim_world_step(world);
    assert_true(sim_world_stats(world)->taken_back > 0);
    assert_near(sim_body_velocity(world, pushed).z, 0.7, 1e-12);
    const double inertia = 0.4 * 0.05 * 0.05;
    assert_near(sim_body_angular_velocity(world, pushed).y, 0.01 * 0.001 / inertia, 1e-12);
    sim_world_step(world);
    assert_near(sim_body_velocity(world, pushed).z, 0.7, 1e-12);
    sim_world_destroy(world);
}

// Beside a shot that is divided, an integral grows with the time that has passed and not with the
// parts that were tried: v = ki e t. A resistance takes F t / m off, whatever the parts.
static void guides_and_resistances_count_time_once(void **state) {
    (void)state;
    const struct scene scene = {
        .deepest = 0.005, .halvings = 6, .look_ahead = 0.0, .gravity = {0, 0, 0}};
    struct sim_world *world = make_world(&scene);
    const struct sim_vec3 still = {0, 0, 0};
    add(world, plate, sim_vec3(3.3, 0, 0), still, true);
    add(world, ball, still, sim_vec3(100, 0, 0), false);
    const struct sim_body_id guided = add(world, ball, sim_vec3(0, 5, 0), still, false);
    const struct sim_body_id braked = add(world, ball, sim_vec3(0, 9, 0), sim_vec3(0, 3, 0), false);
    struct sim_guide_def guide = sim_default_guide_def();
    guide.body = guided;
    guide.mode = SIM_GUIDE_POSE;
    guide.target.p = sim_vec3(1, 5, 0);
    guide.kp = 0.0;
    guide.ki = 1e-6;
    guide.force = 1e3;
    sim_guide_create(world, &guide);
    struct sim_resistance_def resistance = sim_default_resistance_def();
    resistance.body = braked;
    resistance.direction = sim_vec3(0, 1, 0);
    resistance.force_low = -20.0;
    const struct sim_resistance_id id = sim_resistance_create(world, &resistance);
    int taken_back = 0;
    for (int i = 0; i < 10; i++) {
        sim_world_step(world);
        taken_back += sim_world_stats(world)->taken_back;
    }
    assert_true(taken_back > 0);
    assert_near(sim_body_velocity(world, guided).x, 1e-6 * 0.1, 1e-12);
    assert_near(sim_body_velocity(world, braked).y, 3.0 - 20.0 * 0.1, 1e-9);
    assert_near(sim_resistance_force(world, id), -20.0, 1e-9);
    sim_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_ball_is_caught_by_divided_steps_only),
        cmocka_unit_test(few_halvings_limit_the_effort),
        cmocka_unit_test(balls_bounce_alike_in_parts),
        cmocka_unit_test(same_bits_where_nothing_is_divided_and_twice),
        cmocka_unit_test(pushes_last_the_whole_step),
        cmocka_unit_test(guides_and_resistances_count_time_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
