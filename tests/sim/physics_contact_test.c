// Contact and friction against Coulomb and rolling: on a heightfield that is a plane incline, and
// between the jaws of a gripper.

#include <stdlib.h>

#include "tests/sim/physics.h"

#define SIDE 64
static const double spacing = 1.0;

struct slope {
    struct sim_world *world;
    double *heights;
    struct sim_heightfield field;
    double angle;
};

// Falls towards +x; passes through the origin.
static struct slope make_slope(enum sim_solver solver, double angle, double step) {
    struct slope s = {.world = physics_world(solver, step), .angle = angle};
    s.heights = calloc(SIDE * SIDE, sizeof(double));
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++)
            s.heights[j * SIDE + i] = -tan(angle) * spacing * (i - SIDE / 2);
    return s;
}

static void add_ground(struct slope *s, double friction) {
    s->field = (struct sim_heightfield){.columns = SIDE,
                                        .rows = SIDE,
                                        .x0 = -spacing * (SIDE / 2),
                                        .y0 = -spacing * (SIDE / 2),
                                        .spacing = spacing,
                                        .heights = s->heights};
    const struct sim_material material = {.name = "test", .friction = friction, .stiffness = 1e7};
    const int index = sim_world_add_material(s->world, &material);
    const struct sim_shape shape = {.kind = SIM_SHAPE_HEIGHTFIELD,
                                    .pose = sim_pose_identity(),
                                    .field = &s->field,
                                    .material = index,
                                    .collides = true};
    struct sim_body_def def = sim_default_body_def();
    def.fixed = true;
    def.shapes = &shape;
    def.shape_count = 1;
    assert_null(sim_body_def_problem(&def));
    sim_body_create(s->world, &def);
}

static void finish(struct slope *s) {
    sim_world_destroy(s->world);
    free(s->heights);
}

// Down the incline, and out of it.
static struct sim_vec3 downhill(const struct slope *s) {
    return sim_vec3(cos(s->angle), 0.0, -sin(s->angle));
}
static struct sim_vec3 outwards(const struct slope *s) {
    return sim_vec3(sin(s->angle), 0.0, cos(s->angle));
}

// A shape on the incline, its centre at a height above it; lies along the slope.
static struct sim_body_id place(struct slope *s, struct sim_shape shape, double height) {
    shape.material = sim_world_find_material(s->world, "test");
    shape.collides = true;
    struct sim_body_def def = sim_default_body_def();
    def.pose.p = sim_add_scaled(sim_scale(downhill(s), -20.0), outwards(s), height);
    def.pose.q = sim_quat_axis_angle(sim_vec3(0, 1, 0), s->angle);
    def.shapes = &shape;
    def.shape_count = 1;
    assert_null(sim_body_def_problem(&def));
    return sim_body_create(s->world, &def);
}

static const struct sim_shape block = {.kind = SIM_SHAPE_BOX,
                                       .pose = {{0, 0, 0}, {1, 0, 0, 0}},
                                       .half = {0.6, 0.4, 0.1},
                                       .mass = 120.0};
static const struct sim_shape ball = {.kind = SIM_SHAPE_SPHERE,
                                      .pose = {{0, 0, 0}, {1, 0, 0, 0}},
                                      .radius = {0.3, 0.3},
                                      .mass = 50.0};

static double along(const struct slope *s, struct sim_body_id body) {
    return sim_dot(sim_body_centre(s->world, body), downhill(s));
}

static double speed_along(const struct slope *s, struct sim_body_id body) {
    return sim_dot(sim_body_velocity(s->world, body), downhill(s));
}

// 30 s on 95 % of the friction angle: it does not creep.
static void block_sticks_below_the_friction_angle(void **state) {
    (void)state;
    const double mu = 0.5;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        struct slope s = make_slope(physics_solvers[k], 0.95 * atan(mu), 0.01);
        add_ground(&s, mu);
        const struct sim_body_id body = place(&s, block, 0.1);
        physics_run(s.world, 1.0); // sags into the ground's stiffness
        const double before = along(&s, body);
        physics_run(s.world, 30.0);
        assert_near(along(&s, body), before, 1e-4);
        assert_near(speed_along(&s, body), 0.0, 1e-6);
        // The forces are those of the free-body diagram.
        const struct sim_contact *contacts;
        const int count = sim_world_contacts(s.world, &contacts);
        double normal = 0.0;
        struct sim_vec3 tangential = {0, 0, 0};
        for (int i = 0; i < count; i++) {
            normal += contacts[i].force;
            tangential = sim_add(tangential, contacts[i].tangential);
        }
        assert_near(normal / (120.0 * physics_gravity * cos(s.angle)), 1.0, 1e-3);
        assert_near(sim_length(tangential) / (120.0 * physics_gravity * sin(s.angle)), 1.0, 1e-3);
        finish(&s);
    }
}

// Above it: a = g (sin - mu cos), measured over the second second.
static void block_slides_above_the_friction_angle(void **state) {
    (void)state;
    const double mu = 0.4, angle[] = {0.45, 0.6, 0.8};
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        for (int i = 0; i < 3; i++) {
            struct slope s = make_slope(physics_solvers[k], angle[i], 0.01);
            add_ground(&s, mu);
            const struct sim_body_id body = place(&s, block, 0.1);
            physics_run(s.world, 1.0);
            const double before = speed_along(&s, body);
            physics_run(s.world, 1.0);
            const double expected = physics_gravity * (sin(angle[i]) - mu * cos(angle[i]));
            assert_near((speed_along(&s, body) - before) / expected, 1.0, 1e-3);
            finish(&s);
        }
    }
}

// a = 5/7 g sin for the ball, 2/3 g sin for the cylinder, without sliding: v = w r.
static void round_bodies_roll(void **state) {
    (void)state;
    const double mu = 0.7, angle = 0.4, radius = 0.3;
    const struct sim_shape roller = {
        .kind = SIM_SHAPE_CYLINDER,
        .pose = {{0, 0, 0}, sim_quat_axis_angle(sim_vec3(1, 0, 0), 0.5 * SIM_PI)},
        .radius = {0.3, 0.3},
        .half_length = 0.25,
        .mass = 80.0};
    const struct sim_shape *shapes[] = {&ball, &roller};
    const double share[] = {5.0 / 7.0, 2.0 / 3.0};
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        for (int i = 0; i < 2; i++) {
            struct slope s = make_slope(physics_solvers[k], angle, 0.005);
            add_ground(&s, mu);
            const struct sim_body_id body = place(&s, *shapes[i], radius);
            physics_run(s.world, 1.0);
            const double before = speed_along(&s, body);
            physics_run(s.world, 1.0);
            const double gained = speed_along(&s, body) - before;
            assert_near(gained / (share[i] * physics_gravity * sin(angle)), 1.0, 5e-3);
            assert_near(sim_body_angular_velocity(s.world, body).y * radius / speed_along(&s, body),
                        1.0, 2e-3);
            finish(&s);
        }
    }
}

// Too slippery to roll: slides with a = g (sin - mu cos) and spins up with 5/2 mu g cos / r.
static void ball_skids_on_a_slippery_slope(void **state) {
    (void)state;
    const double mu = 0.1, angle = 0.5, radius = 0.3;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        struct slope s = make_slope(physics_solvers[k], angle, 0.005);
        add_ground(&s, mu);
        const struct sim_body_id body = place(&s, ball, radius);
        physics_run(s.world, 0.5);
        const double v = speed_along(&s, body), w = sim_body_angular_velocity(s.world, body).y;
        physics_run(s.world, 1.0);
        assert_near((speed_along(&s, body) - v) /
                        (physics_gravity * (sin(angle) - mu * cos(angle))),
                    1.0, 1e-3);
        assert_near((sim_body_angular_velocity(s.world, body).y - w) /
                        (2.5 * mu * physics_gravity * cos(angle) / radius),
                    1.0, 5e-3);
        finish(&s);
    }
}

// A ball dropped from 1 m stops without a bounce and rests where m g = k depth.
static void dropped_ball_comes_to_rest(void **state) {
    (void)state;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        struct slope s = make_slope(physics_solvers[k], 0.0, 0.01);
        add_ground(&s, 0.5);
        const struct sim_body_id body = place(&s, ball, 1.3);
        double deepest = 0.0, rebound = 0.0;
        for (int i = 0; i < 300; i++) {
            sim_world_step(s.world);
            deepest = fmax(deepest, 0.3 - sim_body_centre(s.world, body).z);
            if (i > 50) // lands after 0.45 s
                rebound = fmax(rebound, sim_body_centre(s.world, body).z - 0.3);
        }
        assert_true(deepest < 0.02); // lands at 4.4 m/s, less than half a step's way deep
        assert_true(rebound < 0.02);
        // Two materials of 1e7 N/m in series
        assert_near((0.3 - sim_body_centre(s.world, body).z) / (50.0 * physics_gravity / 5e6), 1.0,
                    0.05);
        assert_near(sim_length(sim_body_velocity(s.world, body)), 0.0, 1e-6);
        finish(&s);
    }
}

// ---- gripper ----

// A log hangs between two jaws that are pressed together with the force F each: friction 2 mu F.
struct gripper {
    struct sim_world *world;
    struct sim_body_id log;
};

static struct gripper grip(enum sim_solver solver, double mu, double force, double mass) {
    struct gripper g = {.world = physics_world(solver, 0.01)};
    const struct sim_material material = {.name = "bark", .friction = mu, .stiffness = 1e7};
    const int bark = sim_world_add_material(g.world, &material);
    struct sim_body_def def = sim_default_body_def();
    struct sim_shape shape = {
        .kind = SIM_SHAPE_CAPSULE,
        .pose = {{0, 0, 0}, sim_quat_axis_angle(sim_vec3(0, 1, 0), 0.5 * SIM_PI)},
        .radius = {0.15, 0.15},
        .half_length = 1.5,
        .mass = mass,
        .material = bark,
        .collides = true};
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.p = sim_vec3(0, 0, 2.0);
    g.log = sim_body_create(g.world, &def);
    for (int side = -1; side <= 1; side += 2) {
        // Tall jaws, so that a slipping log stays between them for a while.
        shape = (struct sim_shape){.kind = SIM_SHAPE_BOX,
                                   .pose = sim_pose_identity(),
                                   .half = {0.3, 0.1, 2.0},
                                   .mass = 40.0,
                                   .material = bark,
                                   .collides = true};
        def.pose.p = sim_vec3(0, side * 0.25, 2.0);
        const struct sim_body_id jaw = sim_body_create(g.world, &def);
        struct sim_joint_def joint =
            physics_joint(SIM_JOINT_PRISMATIC, physics_ground, jaw, def.pose.p, sim_vec3(0, 1, 0));
        joint.free_axis[0].motor.mode = SIM_MOTOR_VELOCITY;
        joint.free_axis[0].motor.target = -0.2 * side;
        joint.free_axis[0].motor.force_low = -force;
        joint.free_axis[0].motor.force_high = force;
        physics_join(g.world, &joint);
    }
    return g;
}

static void gripper_holds_what_friction_can_carry(void **state) {
    (void)state;
    const double mu = 0.4, mass = 200.0, needed = mass * physics_gravity / (2.0 * mu);
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        struct gripper g = grip(physics_solvers[k], mu, 1.1 * needed, mass);
        physics_run(g.world, 0.5);
        const double before = sim_body_centre(g.world, g.log).z;
        physics_run(g.world, 5.0);
        assert_near(sim_body_centre(g.world, g.log).z, before, 1e-4);
        sim_world_destroy(g.world);
        // Less than needed: it slips with what is missing, a = g - 2 mu F / m.
        g = grip(physics_solvers[k], mu, 0.9 * needed, mass);
        physics_run(g.world, 0.3);
        const double v = sim_body_velocity(g.world, g.log).z;
        physics_run(g.world, 0.5);
        assert_near((v - sim_body_velocity(g.world, g.log).z) / (0.5 * 0.1 * physics_gravity), 1.0,
                    0.02);
        sim_world_destroy(g.world);
    }
}

// Springs of 1e5 N/m in series carry 500 kg at a depth of m g / k = 9.8 cm: deeper than what is
// pushed out at the largest speed, 1 m/s h / k_er = 6.7 cm, so that the bound must not take force
// away.
static void deep_contact_keeps_its_force(void **state) {
    (void)state;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        struct slope s = make_slope(physics_solvers[k], 0.0, 0.01);
        add_ground(&s, 0.5);
        const struct sim_material soft = {
            .name = "test", .friction = 0.5, .stiffness = 1e5, .damping = 0.0};
        sim_world_add_material(s.world, &soft);
        struct sim_shape heavy = ball;
        heavy.mass = 500.0;
        const struct sim_body_id body = place(&s, heavy, 0.3);
        physics_run(s.world, 5.0);
        assert_near(sim_body_centre(s.world, body).z, 0.3 - 500.0 * physics_gravity / 5e4, 1e-3);
        assert_near(sim_length(sim_body_velocity(s.world, body)), 0.0, 1e-3);
        finish(&s);
    }
}

// A ball that begins 25 cm deep in hard ground comes out slowly, not like a shot.
static void deep_contact_pushes_out_slowly(void **state) {
    (void)state;
    struct slope s = make_slope(SIM_SOLVER_SPARSE, 0.0, 0.01);
    add_ground(&s, 0.5);
    const struct sim_body_id body = place(&s, ball, 0.05);
    double fastest = 0.0;
    for (int i = 0; i < 300; i++) {
        sim_world_step(s.world);
        fastest = fmax(fastest, sim_body_velocity(s.world, body).z);
    }
    assert_true(fastest > 0.5 && fastest <= 1.0);
    assert_near(sim_body_centre(s.world, body).z, 0.3, 1e-3);
    finish(&s);
}

// Beyond its border the ground continues level, at the border's height.
static void ground_continues_beyond_its_border(void **state) {
    (void)state;
    struct slope s = make_slope(SIM_SOLVER_SPARSE, 0.3, 0.01);
    add_ground(&s, 0.5);
    const struct sim_body_id body = place(&s, ball, 0.3);
    const double border = spacing * (SIDE - 1 - SIDE / 2);
    const struct sim_vec3 there = {border + 40.0, -3.0, 0.35 - tan(0.3) * border};
    sim_body_set_pose(s.world, body, (struct sim_pose){there, sim_quat_identity()});
    physics_run(s.world, 5.0);
    const struct sim_vec3 x = sim_body_centre(s.world, body);
    assert_near(x.z, 0.3 - tan(0.3) * border, 1e-3);
    assert_near(x.x, there.x, 1e-6);
    assert_near(x.y, there.y, 1e-6);
    finish(&s);
}

// The ground stands still however large it is: what hangs slowly above it touches it within the
// margin only, not within the distance kept for fast bodies.
static void slow_bodies_touch_the_ground_within_the_margin(void **state) {
    (void)state;
    struct slope s = make_slope(SIM_SOLVER_DANTZIG, 0.0, 0.001);
    const double margin = sim_default_world_def().margin;
    add_ground(&s, 0.5);
    const struct sim_body_id body = place(&s, ball, 0.3 + 2.5 * margin);
    const struct sim_contact *contacts;
    for (int i = 0; i < 20; i++) {
        sim_world_step(s.world);
        const double above = sim_body_centre(s.world, body).z - 0.3;
        if (above > 1.5 * margin)
            assert_int_equal(sim_world_contacts(s.world, &contacts), 0);
    }
    finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_sticks_below_the_friction_angle),
        cmocka_unit_test(block_slides_above_the_friction_angle),
        cmocka_unit_test(round_bodies_roll),
        cmocka_unit_test(ball_skids_on_a_slippery_slope),
        cmocka_unit_test(dropped_ball_comes_to_rest),
        cmocka_unit_test(gripper_holds_what_friction_can_carry),
        cmocka_unit_test(deep_contact_keeps_its_force),
        cmocka_unit_test(deep_contact_pushes_out_slowly),
        cmocka_unit_test(ground_continues_beyond_its_border),
        cmocka_unit_test(slow_bodies_touch_the_ground_within_the_margin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
