// The stop of a footing, beyond which a contact stiffens, against its closed forms: where a weight
// comes to rest, how deep a fall goes at most, and that it gives back no more than it took.
#include "tests/sim/physics.h"

static const double stiffness = 4e5, stop = 0.05, stop_length = 0.01; // [N/m], [m], [m]
static const double radius = 0.5;

struct scene {
    struct sim_world *world;
    struct sim_body_id ball;
};

// A ball of that mass [kg], height [m] above a floor that is as good as rigid.
static struct scene make_scene(enum sim_solver solver, double step, double mass, double height) {
    struct sim_world_def def = sim_default_world_def();
    def.solver = solver;
    def.step = step;
    def.iterations = 200;
    struct scene s = {.world = sim_world_create(&def)};
    const struct sim_material rock = {.name = "rock", .friction = 0.5, .stiffness = 1e14};
    const struct sim_material rubber = {
        .name = "rubber", .friction = 0.5, .stiffness = stiffness, .damping = 1.0};
    struct sim_shape shape = {.kind = SIM_SHAPE_BOX,
                              .pose = sim_pose_identity(),
                              .half = {10.0, 10.0, 0.5},
                              .material = sim_world_add_material(s.world, &rock),
                              .collides = true};
    struct sim_body_def body = sim_default_body_def();
    body.fixed = true;
    body.pose.p.z = -0.5;
    body.shapes = &shape;
    body.shape_count = 1;
    sim_body_create(s.world, &body);
    const struct sim_footing footing = {.on = shape.material,
                                        .grain = {1.0, 0.0, 0.0},
                                        .friction = 0.5,
                                        .friction_across = 0.5,
                                        .stop = stop,
                                        .stop_length = stop_length};
    shape = (struct sim_shape){.kind = SIM_SHAPE_SPHERE,
                               .pose = sim_pose_identity(),
                               .radius = {radius},
                               .mass = mass,
                               .material = sim_world_add_material(s.world, &rubber),
                               .collides = true};
    body.fixed = false;
    body.pose.p.z = radius + height;
    s.ball = sim_body_create(s.world, &body);
    sim_body_set_footing(s.world, s.ball, &footing);
    return s;
}

static double depth(const struct scene *s) {
    return radius - sim_body_pose(s->world, s->ball).p.z;
}

// k (d + (d - s)^2 / (2 L)) = m g
static void weights_rest_where_the_curve_says(void **state) {
    (void)state;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        for (double at = 0.02; at < 0.12; at += 0.02) {
            const double over = fmax(at - stop, 0.0);
            const double force = stiffness * (at + 0.5 * over * over / stop_length);
            struct scene s =
                make_scene(physics_solvers[k], 0.01, force / physics_gravity, -0.9 * at);
            physics_run(s.world, 20.0);
            assert_near(depth(&s), at, 1e-3 * at);
            sim_world_destroy(s.world);
        }
    }
}

// k d^2 / 2 + k (d - s)^3 / (6 L) = m g (H + d) without losses. A deep contact is pushed apart
// slowly, so that it loses some at any step.
static double deepest_by_energy(double mass, double height) {
    double low = 0.0, high = 1.0;
    while (high - low > 1e-9) {
        const double d = 0.5 * (low + high), over = fmax(d - stop, 0.0);
        const double stored = 0.5 * d * d + over * over * over / (6.0 * stop_length);
        *(stiffness * stored < mass * physics_gravity * (height + d) ? &low : &high) = d;
    }
    return low;
}

static void falls_go_no_deeper_than_their_energy(void **state) {
    (void)state;
    static const double mass = 2000.0;
    for (double step = 1e-4; step < 0.02; step *= 10.0) {
        for (double height = 0.1; height < 3.0; height *= 3.0) {
            struct scene s = make_scene(SIM_SOLVER_SPARSE, step, mass, height);
            double deepest = 0.0;
            for (int i = 0; i < 1.0 / step; i++) {
                sim_world_step(s.world);
                deepest = fmax(deepest, depth(&s));
            }
            assert_true(deepest > stop && deepest < deepest_by_energy(mass, height));
            sim_world_destroy(s.world);
        }
    }
}

// At 10 ms a step may begin far from the stop and end far beyond it.
static void a_fall_comes_back_no_higher(void **state) {
    (void)state;
    for (size_t k = 0; k < PHYSICS_SOLVERS; k++) {
        for (double height = 0.02; height < 3.0; height *= 1.13) {
            struct scene s = make_scene(physics_solvers[k], 0.01, 1000.0, height);
            bool touched = false;
            double highest = -1.0;
            for (int i = 0; i < 600; i++) {
                sim_world_step(s.world);
                touched = touched || depth(&s) > 0.0;
                if (touched)
                    highest = fmax(highest, -depth(&s));
            }
            assert_true(touched && highest < height);
            sim_world_destroy(s.world);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_rest_where_the_curve_says),
        cmocka_unit_test(falls_go_no_deeper_than_their_energy),
        cmocka_unit_test(a_fall_comes_back_no_higher),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
