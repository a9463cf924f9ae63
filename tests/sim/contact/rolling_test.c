// Rolling resistance against its closed forms, with every solver: the incline on which a body
// begins to roll, how it accelerates on a steeper one, and the way in which it comes to rest.
#include "tests/sim/physics.h"

static const double coefficient = 0.05, radius = 0.15, mass = 40.0; // [-], [m], [kg]

struct roller {
    const char *name;
    enum sim_shape_kind kind;
    double half_length; // [m]
};
static const struct roller rollers[] = {{"sphere", SIM_SHAPE_SPHERE, 0.0},
                                        {"capsule", SIM_SHAPE_CAPSULE, 1.0},
                                        {"cylinder", SIM_SHAPE_CYLINDER, 1.0}};
enum { ROLLERS = sizeof rollers / sizeof rollers[0] };

struct scene {
    struct sim_world *world;
    struct sim_body_id body;
    double factor; // 1 + I / (m r^2)
};

static struct sim_shape round_shape(const struct roller *roller, int material) {
    return (struct sim_shape){.kind = roller->kind,
                              .pose = sim_pose_identity(),
                              .radius = {radius, radius},
                              .half_length = roller->half_length,
                              .mass = mass,
                              .material = material,
                              .collides = true};
}

static void set_coefficient(struct sim_world *world, double rolling) {
    const int hard = sim_world_find_material(world, "hard");
    const struct sim_material_pair pair = {
        .friction = -1.0, .friction_across = -1.0, .restitution = -1.0, .rolling = rolling};
    sim_world_set_pair(world, hard, hard, &pair);
}

// Lying across x, down which gravity is tilted by a slope of that tangent.
static struct scene start(const struct roller *roller, enum sim_solver solver, double slope) {
    struct sim_world_def def = sim_default_world_def();
    const double share = physics_gravity / sqrt(1.0 + slope * slope);
    def.solver = solver;
    def.iterations = 200;
    def.gravity = sim_vec3(slope * share, 0.0, -share);
    struct scene s = {.world = sim_world_create(&def)};
    const int hard = sim_world_add_material(
        s.world, &(struct sim_material){.name = "hard", .friction = 0.8, .stiffness = 1e7});
    set_coefficient(s.world, coefficient);
    const struct sim_shape floor = {.kind = SIM_SHAPE_BOX,
                                    .pose = sim_pose_identity(),
                                    .half = {50.0, 5.0, 0.5},
                                    .material = hard,
                                    .collides = true};
    const struct sim_shape shape = round_shape(roller, hard);
    struct sim_body_def body = sim_default_body_def();
    body.fixed = true;
    body.pose.p.z = -0.5;
    body.shapes = &floor;
    body.shape_count = 1;
    sim_body_create(s.world, &body);
    body.fixed = false;
    body.pose = (struct sim_pose){{0.0, 0.0, radius},
                                  sim_quat_axis_angle(sim_vec3(1.0, 0.0, 0.0), 0.5 * SIM_PI)};
    body.shapes = &shape;
    s.body = sim_body_create(s.world, &body);
    s.factor = 1.0 + sim_shape_mass(&shape).inertia.m[2][2] / (mass * radius * radius);
    return s;
}

static double place(const struct scene *s) {
    return sim_body_centre(s->world, s->body).x;
}

static double speed(const struct scene *s) {
    return sim_body_velocity(s->world, s->body).x;
}

// It stays up to tan(alpha) = c, for minutes, and rolls from there on with
// a = g (sin - c cos) / (1 + I / (m r^2)).
static void an_incline_of_the_coefficient_is_the_limit(void **state) {
    (void)state;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        for (int r = 0; r < ROLLERS; r++) {
            struct scene s = start(&rollers[r], physics_solvers[k], 0.97 * coefficient);
            physics_run(s.world, 5.0);
            const double rest = place(&s);
            physics_run(s.world, 20.0);
            assert_near(place(&s), rest, 1e-5);
            sim_world_destroy(s.world);
            for (double slope = 1.05 * coefficient; slope < 0.3; slope *= 2.0) {
                s = start(&rollers[r], physics_solvers[k], slope);
                physics_run(s.world, 1.0);
                const double from = speed(&s), cosine = 1.0 / sqrt(1.0 + slope * slope);
                physics_run(s.world, 2.0);
                const double a = physics_gravity * cosine * (slope - coefficient) / s.factor;
                assert_near((speed(&s) - from) / 2.0, a, 0.01 * a);
                sim_world_destroy(s.world);
            }
        }
    }
}

// With the speed v it rolls by v^2 / (2 a), a = c g / (1 + I / (m r^2)), and stays there.
static void a_roll_ends_where_its_energy_does(void **state) {
    (void)state;
    const double v = 1.2;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        for (int r = 0; r < ROLLERS; r++) {
            struct scene s = start(&rollers[r], physics_solvers[k], 0.0);
            physics_run(s.world, 0.5);
            const double from = place(&s);
            sim_body_set_velocity(s.world, s.body, sim_vec3(v, 0.0, 0.0),
                                  sim_vec3(0.0, v / radius, 0.0));
            physics_run(s.world, 5.0);
            const double way = v * v * s.factor / (2.0 * coefficient * physics_gravity);
            assert_near(place(&s) - from, way, 0.02 * way);
            const double rest = place(&s);
            physics_run(s.world, 5.0);
            assert_near(place(&s), rest, 1e-5);
            sim_world_destroy(s.world);
        }
    }
}

// A cylinder on its end does not roll: one that stands beyond its edge falls over in the same way
// with and without a coefficient.
static void a_cylinder_falls_off_its_end(void **state) {
    (void)state;
    const double half = rollers[2].half_length, lean = 1.2 * atan(radius / half);
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        double tilt[2];
        for (int with = 0; with < 2; with++) {
            struct scene s = start(&rollers[2], physics_solvers[k], 0.0);
            set_coefficient(s.world, with * coefficient);
            const struct sim_pose pose = {{0.0, 0.0, half * sim_cos(lean) + radius * sim_sin(lean)},
                                          sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), lean)};
            sim_body_set_pose(s.world, s.body, pose);
            physics_run(s.world, 0.8);
            tilt[with] = sim_rotate(sim_body_pose(s.world, s.body).q, sim_vec3(0.0, 0.0, 1.0)).x;
            sim_world_destroy(s.world);
        }
        assert_true(tilt[0] > 1.5 * lean); // it falls
        assert_near(tilt[1], tilt[0], 1e-9);
    }
}

// Resting place of a ball that is held close above the floor and spins there, stops, and falls.
static double landing(enum sim_solver solver, double spin) {
    struct scene s = start(&rollers[0], solver, 0.0);
    struct sim_pose pose = sim_body_pose(s.world, s.body);
    pose.p.z = radius + 0.5 * sim_default_world_def().margin;
    sim_body_set_pose(s.world, s.body, pose);
    sim_body_set_velocity(s.world, s.body, sim_vec3(0.0, 0.0, 0.0), sim_vec3(0.0, spin, 0.0));
    for (int i = 0; i < 50; i++) {
        sim_body_apply(s.world, s.body, sim_vec3(0.0, 0.0, mass * physics_gravity),
                       sim_vec3(0.0, 0.0, 0.0), pose.p);
        sim_world_step(s.world);
    }
    assert_near(sim_body_angular_velocity(s.world, s.body).y, spin, 1e-9);
    sim_body_set_pose(s.world, s.body, pose);
    sim_body_set_velocity(s.world, s.body, sim_vec3(0.0, 0.0, 0.0), sim_vec3(0.0, 0.0, 0.0));
    physics_run(s.world, 1.0);
    const double x = place(&s);
    sim_world_destroy(s.world);
    return x;
}

// A ball that turns without touching does not wind up the spring of a contact to come.
static void a_turn_in_the_air_is_no_roll(void **state) {
    (void)state;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++)
        assert_near(landing(physics_solvers[k], 10.0), landing(physics_solvers[k], 0.0), 1e-9);
}

// Of two equal round surfaces each takes half the radius: a log across two others that are held
// begins to roll at half the slope.
static void a_log_on_logs_rolls_at_half_the_slope(void **state) {
    (void)state;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        for (double share = 0.9; share < 1.2; share += 0.2) {
            struct scene s = start(&rollers[1], physics_solvers[k], share * 0.5 * coefficient);
            const int hard = sim_world_find_material(s.world, "hard");
            struct sim_shape log = round_shape(&rollers[1], hard);
            log.half_length = 20.0;
            struct sim_body_def body = sim_default_body_def();
            body.fixed = true;
            body.shapes = &log;
            body.shape_count = 1;
            body.pose.q = sim_quat_axis_angle(sim_vec3(0.0, 1.0, 0.0), 0.5 * SIM_PI);
            for (double y = -0.6; y < 1.0; y += 1.2) {
                body.pose.p = sim_vec3(0.0, y, radius);
                sim_body_create(s.world, &body);
            }
            struct sim_pose pose = sim_body_pose(s.world, s.body);
            pose.p.z = 3.0 * radius;
            sim_body_set_pose(s.world, s.body, pose);
            physics_run(s.world, 5.0);
            const double rest = place(&s);
            physics_run(s.world, 10.0);
            if (share < 1.0)
                assert_near(place(&s), rest, 1e-5);
            else
                assert_true(place(&s) - rest > 0.2);
            sim_world_destroy(s.world);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_incline_of_the_coefficient_is_the_limit),
        cmocka_unit_test(a_roll_ends_where_its_energy_does),
        cmocka_unit_test(a_cylinder_falls_off_its_end),
        cmocka_unit_test(a_turn_in_the_air_is_no_roll),
        cmocka_unit_test(a_log_on_logs_rolls_at_half_the_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
