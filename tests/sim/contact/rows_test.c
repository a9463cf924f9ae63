// Friction against Coulomb's law in all directions, alike and with a grain.
#include "tests/sim/physics.h"

static const double step = 0.005;

struct scene {
    struct sim_world *world;
    struct sim_body_id block;
};

// Gravity leans by slope towards the heading in the plane of the floor, whose grain runs along x.
static struct scene make_scene(enum sim_solver solver, double slope, double heading, double along,
                               double across) {
    struct sim_world_def def = sim_default_world_def();
    def.solver = solver;
    def.iterations = 500;
    def.step = step;
    def.gravity =
        sim_vec3(physics_gravity * sin(slope) * cos(heading),
                 physics_gravity * sin(slope) * sin(heading), -physics_gravity * cos(slope));
    struct scene s = {.world = sim_world_create(&def)};
    const struct sim_material floor = {.name = "floor",
                                       .friction = along,
                                       .stiffness = 1e7,
                                       .grain = {1.0, 0.0, 0.0},
                                       .friction_across = across};
    const struct sim_material wood = {.name = "wood", .friction = 2.0, .stiffness = 1e7};
    struct sim_shape shape = {.kind = SIM_SHAPE_BOX,
                              .pose = sim_pose_identity(),
                              .half = {100.0, 100.0, 0.5},
                              .material = sim_world_add_material(s.world, &floor),
                              .collides = true};
    struct sim_body_def body = sim_default_body_def();
    body.fixed = true;
    body.pose.p.z = -0.5;
    body.shapes = &shape;
    body.shape_count = 1;
    sim_body_create(s.world, &body);
    // Flat, so that it does not tip, and turned against the floor.
    shape.half = sim_vec3(0.5, 0.5, 0.02);
    shape.mass = 20.0;
    shape.material = sim_world_add_material(s.world, &wood);
    body.fixed = false;
    body.pose.p.z = 0.02;
    body.pose.q = sim_quat_rpy(0.0, 0.0, 0.3);
    s.block = sim_body_create(s.world, &body);
    return s;
}

// d2x/dt2 = g - N (mu0^2 v0, mu1^2 v1) / |(mu0 v0, mu1 v1)|, by small explicit steps.
struct slider {
    double x[2], v[2];
};

static void slide(struct slider *p, const double gravity[2], double normal, const double mu[2],
                  double seconds) {
    const double dt = 1e-5;
    for (long i = 0; i < lround(seconds / dt); i++) {
        const double a = mu[0] * p->v[0], b = mu[1] * p->v[1], l = sqrt(a * a + b * b);
        for (int k = 0; k < 2; k++) {
            const double friction = l > 0.0 ? normal * mu[k] * mu[k] * p->v[k] / l : 0.0;
            p->v[k] += dt * (gravity[k] - friction);
            p->x[k] += dt * p->v[k];
        }
    }
}

static void slides_as_coulomb_says(void **state) {
    (void)state;
    static const double mus[2][2] = {{0.3, 0.3}, {0.15, 0.5}};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int i = 0; i < 12; i++) {
            const double heading = 0.55 * i, slope = 0.45, *mu = mus[i % 2];
            struct scene scene = make_scene(physics_solvers[s], slope, heading, mu[0], mu[1]);
            physics_run(scene.world, 0.2); // it settles while it begins to slide
            const struct sim_vec3 x0 = sim_body_centre(scene.world, scene.block);
            const struct sim_vec3 v0 = {1.0, -0.5, 0.0};
            sim_body_set_velocity(scene.world, scene.block, v0, sim_vec3(0, 0, 0));
            physics_run(scene.world, 1.0);
            struct slider p = {{0, 0}, {v0.x, v0.y}};
            const double g[2] = {physics_gravity * sin(slope) * cos(heading),
                                 physics_gravity * sin(slope) * sin(heading)};
            slide(&p, g, physics_gravity * cos(slope), mu, 1.0);
            const struct sim_vec3 x = sim_sub(sim_body_centre(scene.world, scene.block), x0);
            // A step's error of h v / 2 in the way, and a little turning of the block.
            assert_near(x.x, p.x[0], 0.02);
            assert_near(x.y, p.x[1], 0.02);
            sim_world_destroy(scene.world);
        }
    }
}

// Sticks while (cos / mu0)^2 + (sin / mu1)^2 < cot^2 slope, with the heading against the grain.
static void sticks_inside_the_ellipse(void **state) {
    (void)state;
    static const double mu[2] = {0.2, 0.6};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int i = 0; i < 9; i++) {
            const double heading = 0.2 * i, c = cos(heading) / mu[0], d = sin(heading) / mu[1];
            const double most = atan(1.0 / sqrt(c * c + d * d));
            for (int k = 0; k < 2; k++) {
                const double slope = most * (k == 0 ? 0.97 : 1.03);
                struct scene scene = make_scene(physics_solvers[s], slope, heading, mu[0], mu[1]);
                const struct sim_vec3 x0 = sim_body_centre(scene.world, scene.block);
                physics_run(scene.world, 2.0);
                const double way =
                    sim_length(sim_sub(sim_body_centre(scene.world, scene.block), x0));
                if (k == 0)
                    assert_true(way < 1e-3);
                else
                    assert_true(way > 0.03); // g (3 %) t^2 / 2 and more
                sim_world_destroy(scene.world);
            }
        }
    }
}

// The same scene turned about the vertical gives the same motion, turned.
static void no_direction_is_special(void **state) {
    (void)state;
    struct sim_vec3 first = {0, 0, 0};
    for (int i = 0; i < 8; i++) {
        struct scene scene = make_scene(SIM_SOLVER_SPARSE, 0.4, 0.0, 0.3, 0.3);
        const struct sim_quat turn = sim_quat_rpy(0.0, 0.0, 0.37 * i);
        sim_world_destroy(scene.world);
        scene = make_scene(SIM_SOLVER_SPARSE, 0.4, 0.37 * i, 0.3, 0.3);
        const struct sim_pose pose = {{0, 0, 0.02}, sim_quat_rpy(0.0, 0.0, 0.3 + 0.37 * i)};
        sim_body_set_pose(scene.world, scene.block, pose);
        sim_body_set_velocity(scene.world, scene.block, sim_rotate(turn, sim_vec3(0.5, 1.0, 0)),
                              sim_vec3(0, 0, 1.0));
        physics_run(scene.world, 1.0);
        const struct sim_vec3 x = sim_unrotate(turn, sim_body_centre(scene.world, scene.block));
        if (i == 0)
            first = x;
        assert_near(sim_length(sim_sub(x, first)), 0.0, 1e-6);
        sim_world_destroy(scene.world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slides_as_coulomb_says),
        cmocka_unit_test(sticks_inside_the_ellipse),
        cmocka_unit_test(no_direction_is_special),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
