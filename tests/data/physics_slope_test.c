// Bodies that roll and tip on a slope, and elastic impacts: models of the library by all solvers
// against closed forms.
#include "tests/data/physics_model.h"
#include "tests/rk4.h"

// ---- slope ----

static const double slope = 20.0 * SIM_PI / 180.0, gravity = 9.81;

// A ball rolls with 5/7, a cylinder with 2/3 of g sin, and neither slides.
static void round_bodies_roll(void **state) {
    static const struct {
        const char *name;
        double share;
    } rounds[] = {{"ball", 5.0 / 7.0}, {"cylinder", 2.0 / 3.0}};
    start("rolling", solver_of(state));
    run_until(2.0);
    for (int i = 0; i < 2; i++) {
        const double speed = sim_length(sim_body_velocity(world, body(rounds[i].name)));
        const double turn = sim_body_angular_velocity(world, body(rounds[i].name)).y;
        assert_near(speed / (rounds[i].share * gravity * sin(slope) * 2.0), 1.0, 2e-3);
        assert_near(turn * 0.3 / speed, 1.0, 1e-3);
    }
    stop();
}

// y = angle of the centre beyond the edge from upright, its speed: I a'' = m g r sin a.
static void tipping(const double *y, double *dy, const void *context) {
    (void)context;
    const double r2 = 0.25 * (0.3 * 0.3 + 1.0);
    dy[0] = y[1];
    dy[1] = gravity * sqrt(r2) * sin(y[0]) / (r2 + r2 / 3.0);
}

static void narrow_box_tips_and_broad_box_stands(void **state) {
    const double start_angle = slope - atan(0.3);
    double y[2] = {start_angle, 0.0};
    start("rolling", solver_of(state));
    const double upright = sensor("held");
    const double begun = sensor("tilt");
    const double h = sim_world_step_size(world);
    while (sim_world_time(world) < 0.7) {
        step();
        rk4_run(y, 2, h, 10, tipping, NULL);
        // The edge gives way by some tenths of a millimetre of its 0.5 m.
        assert_near(sensor("tilt") - begun, y[0] - start_angle, 0.01);
    }
    assert_true(sensor("tilt") - begun > 0.3);
    run_until(5.0);
    assert_near(sensor("held"), upright, 1e-3);
    stop();
}

// ---- elastic impacts ----

static double apart(struct sim_vec3 a, struct sim_vec3 b) {
    return sim_length(sim_sub(a, b));
}

// Runs until two bodies first meet; v and w are those just before it.
static void run_to_impact(const char *const *names, struct sim_vec3 *v, struct sim_vec3 *w) {
    for (bool met = false; !met;) {
        for (int i = 0; i < 2; i++) {
            v[i] = sim_body_velocity(world, body(names[i]));
            w[i] = sim_body_angular_velocity(world, body(names[i]));
        }
        step();
        assert_true(sim_world_time(world) < 2.0);
        met = apart(sim_body_velocity(world, body(names[0])), v[0]) > 1e-6;
    }
}

// Smooth balls change their speeds along the line of centres only, as on a line:
//   v1' = v1 - 2 m2 / (m1 + m2) (v1 - v2)
static void balls_part_as_on_a_line(void **state) {
    static const char *const names[2] = {"light", "heavy"};
    struct sim_vec3 v[2];
    struct sim_vec3 w[2];
    start("collision", solver_of(state));
    run_to_impact(names, v, w);
    // They are 0.12 m beside each other and 0.3 m apart when they meet.
    const struct sim_vec3 n = {sqrt(1.0 - 0.16), -0.4, 0.0};
    const double closing = sim_dot(sim_sub(v[0], v[1]), n);
    const struct sim_vec3 light = sim_add_scaled(v[0], n, -2.0 * 3.0 / 4.0 * closing);
    const struct sim_vec3 heavy = sim_add_scaled(v[1], n, 2.0 * 1.0 / 4.0 * closing);
    // The impact is found within a step, in which they come 3.5 mm closer.
    assert_near(apart(sim_body_velocity(world, body("light")), light), 0.0, 0.05);
    assert_near(apart(sim_body_velocity(world, body("heavy")), heavy), 0.0, 0.02);
    stop();
}

// The elastic impact of two turning bodies, with n and r x n read off the motion:
//   l = -2 (n . (v1 - v2) + (r1 x n) . w1 - (r2 x n) . w2)
//       / (1/m1 + 1/m2 + (r1 x n) I1^-1 (r1 x n) + (r2 x n) I2^-1 (r2 x n))
static void turning_bodies_part_by_the_elastic_formula(void **state) {
    static const char *const names[2] = {"rod", "box"};
    struct sim_vec3 v[2];
    struct sim_vec3 w[2];
    start("collision", solver_of(state));
    run_to_impact(names, v, w);
    const struct sim_vec3 dv = sim_sub(sim_body_velocity(world, body("rod")), v[0]);
    const struct sim_vec3 n = sim_unit(dv);
    const double l = 4.0 * sim_length(dv);
    double above = 0.0;
    double below = 0.0;
    for (int i = 0; i < 2; i++) {
        const struct sim_shape *shape;
        assert_int_equal(sim_body_shapes(world, body(names[i]), &shape), 1);
        const struct sim_mass mass = sim_shape_mass(shape);
        const struct sim_mat3 inertia =
            sim_mat3_rotated(&mass.inertia, sim_body_pose(world, body(names[i])).q);
        const double sign = i == 0 ? 1.0 : -1.0;
        const struct sim_vec3 dw = sim_sub(sim_body_angular_velocity(world, body(names[i])), w[i]);
        const struct sim_vec3 rn = sim_scale(sim_mat3_mul(&inertia, dw), sign / l);
        above += sign * (sim_dot(n, v[i]) + sim_dot(rn, w[i]));
        below += 1.0 / mass.mass + sim_dot(rn, sim_scale(dw, sign / l));
    }
    assert_near(l, -2.0 * above / below, 0.01 * l); // the bodies turn within the step
    stop();
}

static void impacts_keep_momenta_and_energy(void **state) {
    start("collision", solver_of(state));
    const struct sim_energy before = sim_world_energy(world);
    int impacts = 0;
    while (sim_world_time(world) < 2.0) {
        step();
        impacts += sim_world_stats(world)->impacts;
    }
    const struct sim_energy after = sim_world_energy(world);
    assert_true(impacts >= 2);
    assert_near(after.kinetic / before.kinetic, 1.0, 1e-5);
    assert_near(apart(after.momentum, before.momentum), 0.0, 1e-9);
    // Impulses act where the bodies are said to touch, which is the same point for both.
    assert_near(apart(after.angular_momentum, before.angular_momentum), 0.0, 1e-9);
    stop();
}

// The smooth box slides with g (sin - mu cos) over the triangles as over a plane, the rough one
// stays, and the ball comes to rest at the bottom of the valley.
static void things_slide_and_rest_on_heightfields(void **state) {
    start("heightfield", solver_of(state));
    const double angle = atan(0.25), a = 9.81 * (sin(angle) - 0.1 * cos(angle));
    const struct sim_vec3 staying = sim_body_pose(world, body("staying")).p;
    run_until(2.0);
    assert_near(sensor("speed"), 2.0 * a, 2e-3 * a);
    run_until(4.0);
    assert_near(sim_length(sim_sub(sim_body_pose(world, body("staying")).p, staying)), 0.0, 5e-4);
    const struct sim_vec3 ball = sim_body_pose(world, body("ball")).p;
    assert_near(ball.x, 0.0, 0.03);
    assert_near(ball.y, 8.0, 1e-6);
    assert_true(ball.z > 0.399 &&
                ball.z < 0.4 * sqrt(1.25)); // normals are smooth across the bottom
    stop();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        BY_EACH_SOLVER(round_bodies_roll),
        BY_EACH_SOLVER(narrow_box_tips_and_broad_box_stands),
        BY_EACH_SOLVER(balls_part_as_on_a_line),
        BY_EACH_SOLVER(turning_bodies_part_by_the_elastic_formula),
        BY_EACH_SOLVER(impacts_keep_momenta_and_energy),
        BY_EACH_SOLVER(things_slide_and_rest_on_heightfields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
