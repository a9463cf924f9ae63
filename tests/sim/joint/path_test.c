// Beads on curves: a cycloid, a ring that turns, limits and motors along a path.
#include "tests/sim/physics.h"

enum { POINTS = 41 };
static const double g = physics_gravity, r = 0.5; // [m] of the wheel that draws the cycloid

static struct sim_joint_def path(struct sim_body_id a, struct sim_body_id b,
                                 const struct sim_vec3 *points, int count, bool closed,
                                 struct sim_vec3 anchor) {
    struct sim_joint_def def = sim_default_joint_def();
    def.kind = SIM_JOINT_PATH;
    def.a = a;
    def.b = b;
    def.anchor = anchor;
    def.path = points;
    def.path_count = count;
    def.path_closed = closed;
    return def;
}

static struct sim_vec3 cycloid(double t) {
    return sim_vec3(r * (t - sin(t)), 0.0, -r * (1.0 - cos(t)));
}

// A bead on a cycloid takes 4 pi sqrt(r / g) to and fro from wherever it begins (Huygens 1673).
static void a_bead_on_a_cycloid_keeps_time(void **state) {
    (void)state;
    struct sim_vec3 points[POINTS];
    for (int i = 0; i < POINTS; i++)
        points[i] = cycloid(0.3 + (2.0 * SIM_PI - 0.6) * i / (POINTS - 1));
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int i = 0; i < 3; i++) {
            const double from = i == 0 ? 1.0 : i == 1 ? 2.0 : 2.8, h = 0.001;
            struct sim_world *world = physics_world(physics_solvers[s], h);
            const double inertia = i == 1 ? 0.1 : 0.0; // a point, or a body whose turning is free
            const struct sim_body_id bead =
                physics_body(world, cycloid(from), 2.0, sim_vec3(inertia, inertia, inertia));
            const struct sim_joint_def def =
                path(physics_ground, bead, points, POINTS, false, cycloid(from));
            (void)physics_join(world, &def);
            const double energy = sim_world_energy(world).potential;
            double before = -1.0, first = 0.0, last = 0.0;
            for (int passes = 0; passes < 5;) {
                sim_world_step(world);
                const double now = sim_body_centre(world, bead).x - r * SIM_PI;
                if (now * before < 0.0) {
                    last = sim_world_time(world) - h * now / (now - before);
                    first = passes++ == 0 ? last : first;
                }
                before = now;
            }
            assert_near((last - first) / 2.0 / (4.0 * SIM_PI * sqrt(r / g)), 1.0, 1e-3);
            const struct sim_energy end = sim_world_energy(world);
            assert_near((end.kinetic + end.potential - energy) / (2.0 * g * r), 0.0, 5e-3);
            sim_world_destroy(world);
        }
    }
}

// A ring of radius 1 turns about its vertical diameter with w: the bead comes to rest where
// cos(angle) = g / w^2, measured from the lowest point.
static void a_bead_climbs_a_turning_ring(void **state) {
    (void)state;
    struct sim_vec3 points[24];
    for (int i = 0; i < 24; i++)
        points[i] = sim_vec3(sin(SIM_PI * i / 12.0), 0.0, -cos(SIM_PI * i / 12.0));
    const double w = 5.0, start = 0.3;
    const struct sim_vec3 at = sim_vec3(sin(start), 0.0, -cos(start)), zero = {0.0, 0.0, 0.0};
    struct sim_world *world = physics_world(SIM_SOLVER_SPARSE, 0.001);
    const struct sim_body_id ring = physics_body(world, zero, 5.0, sim_vec3(2.0, 2.0, 2.0));
    const struct sim_body_id bead = physics_body(world, at, 0.1, zero);
    struct sim_joint_def axle =
        physics_joint(SIM_JOINT_HINGE, physics_ground, ring, zero, sim_vec3(0.0, 0.0, 1.0));
    axle.free_axis[0].motor = (struct sim_motor){
        .mode = SIM_MOTOR_VELOCITY, .target = w, .force_low = -1e4, .force_high = 1e4};
    (void)physics_join(world, &axle);
    struct sim_joint_def def = path(ring, bead, points, 24, true, at);
    def.free_axis[0].damping = 0.3;
    const struct sim_joint_id joint = physics_join(world, &def);
    physics_run(world, 10.0);
    assert_near(start + sim_joint_position(world, joint, 0), acos(g / (w * w)), 2e-3);
    double metres, radians;
    sim_joint_error(world, joint, &metres, &radians);
    assert_true(metres < 1e-3);
    sim_world_destroy(world);
}

// A motor drives a trolley around, and a limit stops it, along the path.
static void axes_count_the_way_along_the_path(void **state) {
    (void)state;
    struct sim_vec3 points[16];
    for (int i = 0; i < 16; i++)
        points[i] = sim_vec3(2.0 * cos(SIM_PI * i / 8.0), 2.0 * sin(SIM_PI * i / 8.0), 0.0);
    for (int limited = 0; limited < 2; limited++) {
        struct sim_world *world = physics_world_without_gravity(SIM_SOLVER_SPARSE, 0.01);
        const struct sim_body_id trolley =
            physics_body(world, points[0], 1.0, sim_vec3(0.1, 0.1, 0.1));
        struct sim_joint_def def = path(physics_ground, trolley, points, 16, true, points[0]);
        def.free_axis[0].motor = (struct sim_motor){
            .mode = SIM_MOTOR_VELOCITY, .target = 1.0, .force_low = -50.0, .force_high = 50.0};
        def.free_axis[0].limited = limited == 1;
        def.free_axis[0].upper = 3.0;
        const struct sim_joint_id joint = physics_join(world, &def);
        physics_run(world, 20.0);
        assert_near(sim_joint_position(world, joint, 0), limited == 1 ? 3.0 : 20.0, 0.02);
        const double angle = sim_joint_position(world, joint, 0) / 2.0;
        const struct sim_vec3 place = sim_vec3(2.0 * cos(angle), 2.0 * sin(angle), 0.0);
        assert_near(sim_length(sim_sub(sim_body_centre(world, trolley), place)), 0.0, 5e-3);
        sim_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bead_on_a_cycloid_keeps_time),
        cmocka_unit_test(a_bead_climbs_a_turning_ring),
        cmocka_unit_test(axes_count_the_way_along_the_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
