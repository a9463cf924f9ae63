// Support points of solids against those of the shapes that they are made from.
#include "sim/collide/solid.h"

#include "tests/near.h"
#include "tests/sim/oracle.h"

enum { SHAPES = 4 };
static struct sim_hull *wedge, *stump;
static struct sim_shape shapes[SHAPES];

static int set_up(void **state) {
    (void)state;
    const struct sim_vec3 corners[] = {{-0.4, -0.5, 0.1}, {0.7, -0.5, 0.1}, {0.7, 0.5, 0.1},
                                       {-0.4, 0.5, 0.1},  {0.6, -0.5, 0.9}, {0.6, 0.5, 0.9}};
    const double radius[2] = {0.5, 0.3};
    const char *problem;
    wedge = sim_hull_create(corners, 6, &problem);
    stump = sim_cone_hull(radius, 0.4, &problem);
    if (wedge == NULL || stump == NULL)
        return 1;
    shapes[0] = oracle_box(0.3, 0.5, 0.8);
    shapes[1] = oracle_cylinder(0.4, 0.7);
    shapes[2] = oracle_hull(wedge);
    shapes[3] = oracle_hull(stump);
    shapes[3].kind = SIM_SHAPE_CONE;
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    sim_hull_destroy(wedge);
    sim_hull_destroy(stump);
    return 0;
}

// The farthest point is a point of the solid that is as far as the solid reaches.
static void supports_are_those_of_the_shape(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 400; i++) {
        const struct sim_shape *shape = &shapes[i % SHAPES];
        const struct sim_pose pose = oracle_random_pose(&seed);
        const struct sim_vec3 n = oracle_random_unit(&seed);
        const struct sim_solid solid = sim_solid_of(shape, &pose);
        const double reach = oracle_support(shape, &pose, n);
        const struct sim_vec3 p = sim_solid_support(&solid, sim_scale(n, 3.0), 0.0);
        assert_near(sim_solid_reach(&solid, n), reach, 1e-12);
        assert_near(sim_dot(n, p), reach, 1e-12);
        assert_true(oracle_outside(shape, &pose, p) < 1e-12);
    }
}

// Every point of the shrunk solid is at least that deep, and along a face's normal just that.
static void shrinking_moves_every_face_in(void **state) {
    (void)state;
    static const double shrink = 0.05;
    uint64_t seed = 2;
    for (int i = 0; i < 400; i++) {
        const struct sim_shape *shape = &shapes[i % SHAPES];
        const struct sim_pose pose = oracle_random_pose(&seed);
        const struct sim_solid solid = sim_solid_of(shape, &pose);
        const struct sim_vec3 p = sim_solid_support(&solid, oracle_random_unit(&seed), shrink);
        assert_true(oracle_outside(shape, &pose, p) < 1e-12 - shrink);
        if (shape->kind != SIM_SHAPE_BOX && shape->kind != SIM_SHAPE_CYLINDER)
            continue;
        const struct sim_vec3 n = sim_rotate(pose.q, sim_vec3(0.0, 0.0, 1.0));
        assert_near(sim_dot(n, sim_solid_support(&solid, n, shrink)),
                    oracle_support(shape, &pose, n) - shrink, 1e-12);
    }
}

// A capsule as the hull of two balls, and a triangle as that of three points.
static void balls_reach_as_their_hull_does(void **state) {
    (void)state;
    const struct sim_shape capsule = oracle_capsule(0.2, 0.1, 0.5);
    const struct sim_balls two = {2, {{0.0, 0.0, -0.5}, {0.0, 0.0, 0.5}}, {0.2, 0.1}};
    const struct sim_balls three = {3, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0.0, 0.0, 0.0}};
    const struct sim_pose here = sim_pose_identity();
    uint64_t seed = 3;
    for (int i = 0; i < 200; i++) {
        const struct sim_vec3 n = oracle_random_unit(&seed);
        struct sim_solid solid = {.balls = &two};
        assert_near(sim_dot(n, sim_solid_support(&solid, n, 0.0)),
                    oracle_support(&capsule, &here, n), 1e-12);
        solid.balls = &three;
        assert_near(sim_dot(n, sim_solid_support(&solid, n, 0.0)), fmax(0.0, fmax(n.x, n.y)),
                    1e-12);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(supports_are_those_of_the_shape),
        cmocka_unit_test(shrinking_moves_every_face_in),
        cmocka_unit_test(balls_reach_as_their_hull_does),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
