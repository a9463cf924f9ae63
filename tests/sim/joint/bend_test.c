// Chains of links that resist bending, against the elastica and the modes of a beam.
#include "tests/rk4.h"
#include "tests/sim/physics.h"

enum { PARTS = 20 };
static const double length = 1.0, stiffness = 2.0; // [m], EI [N m^2]

struct beam {
    struct sim_world *world;
    struct sim_body_id point[PARTS + 1]; // [0] is none, its place is on the wall
    struct sim_joint_id link[PARTS];
};

static void bend(struct sim_world *world, int count, const struct sim_joint_id *links,
                 const double *ways, double k, double damping) {
    struct sim_differential_def def = sim_default_differential_def();
    def.count = count;
    def.bends = true;
    for (int i = 0; i < count; i++) {
        def.joint[i] = links[i];
        def.ratio[i] = ways[i];
    }
    def.softness = (struct sim_softness){.stiffness = k, .damping = damping};
    assert_null(sim_differential_def_problem(&def));
    (void)sim_differential_create(world, &def);
}

// A beam of points, built into a wall at the origin, along x. turned: every second link runs
// towards the wall. tip: mass [kg] at its end, each: of each point.
static struct beam build(enum sim_solver solver, double step, double gravity, bool turned,
                         double each, double tip, double damping) {
    struct beam beam = {.world = physics_world_with(solver, step, gravity)};
    struct sim_joint_id *link = beam.link;
    double way[PARTS];
    const double s = length / PARTS;
    for (int i = 1; i <= PARTS; i++)
        beam.point[i] = physics_body(beam.world, sim_vec3(i * s, 0.0, 0.0),
                                     i < PARTS ? each : 0.5 * each + tip, sim_vec3(0.0, 0.0, 0.0));
    for (int i = 0; i < PARTS; i++) {
        const bool back = turned && i % 2 == 1;
        struct sim_joint_def def = sim_default_joint_def();
        def.kind = SIM_JOINT_DISTANCE;
        def.a = back ? beam.point[i + 1] : i == 0 ? physics_ground : beam.point[i];
        def.b = back ? beam.point[i] : beam.point[i + 1];
        def.anchor = sim_vec3((back ? i + 1 : i) * s, 0.0, 0.0);
        def.anchor_b = sim_vec3((back ? i : i + 1) * s, 0.0, 0.0);
        def.axis[0] = sim_vec3(1.0, 0.0, 0.0);
        link[i] = physics_join(beam.world, &def);
        way[i] = back ? -1.0 : 1.0;
    }
    // The wall holds the first half of the first part.
    bend(beam.world, 1, link, way, 2.0 * stiffness / s, 2.0 * damping / s);
    for (int i = 1; i < PARTS; i++)
        bend(beam.world, 2, &link[i - 1], &way[i - 1], stiffness / s, damping / s);
    return beam;
}

// ---- elastica ----

static double load; // [N] at the tip

// y: angle below the horizontal, its derivative, x and depth, along the beam.
static void elastica(const double *y, double *rate, const void *context) {
    (void)context;
    rate[0] = y[1];
    rate[1] = -load / stiffness * cos(y[0]);
    rate[2] = cos(y[0]);
    rate[3] = sin(y[0]);
}

// The curvature at the wall is that with which there is none at the tip.
static void shoot(double *x, double *depth) {
    double low = 0.0, high = 2.0 * load * length / stiffness;
    double y[4];
    for (int i = 0; i < 60; i++) {
        y[0] = y[2] = y[3] = 0.0;
        y[1] = 0.5 * (low + high);
        const double begin = y[1];
        rk4_run(y, 4, length, 200, elastica, NULL);
        *(y[1] > 0.0 ? &high : &low) = begin;
    }
    *x = y[2];
    *depth = y[3];
}

// P L^2 / EI = 1 and 3: the tip sinks by 0.3017 L and by 0.6033 L (Bisshopp and Drucker 1945). The
// chain's error is of second order, 1 / PARTS^2.
static void a_loaded_beam_is_an_elastica(void **state) {
    (void)state;
    static const double published[2] = {0.3017, 0.6033};
    for (size_t s = 0; s < 2; s++) { // Gauss-Seidel needs thousands of sweeps for a stiff beam
        for (int i = 0; i < 2; i++) {
            const double mass = (i == 0 ? 1.0 : 3.0) * stiffness / (length * length * 9.81);
            const struct beam beam =
                build(physics_solvers[s], 0.005, 9.81, i == 1, 1e-4, mass, 0.6);
            for (int k = 0; k < 4000; k++)
                sim_world_step(beam.world);
            double x, depth;
            load = mass * 9.81;
            shoot(&x, &depth);
            assert_near(depth / length, published[i], 2e-4);
            const struct sim_vec3 tip = sim_body_centre(beam.world, beam.point[PARTS]);
            assert_near(tip.x, x, 2e-3);
            assert_near(tip.z, -depth, 2e-3);
            sim_world_destroy(beam.world);
        }
    }
}

// The lowest mode of a beam that is built in swings with (1.8751 / L)^2 sqrt(EI / (m / L)). Kinetic
// and elastic energy fall as those of any implicit spring, by exp(-w^2 h t).
static void a_beam_has_its_lowest_mode(void **state) {
    (void)state;
    const double mass = 0.5, w = 1.875104 * 1.875104 * sqrt(stiffness / mass);
    const double h = 2.0 * SIM_PI / w / 1000.0;
    const struct beam beam = build(SIM_SOLVER_SPARSE, h, 0.0, false, mass / PARTS, 0.0, 0.0);
    const double b = 1.875104, c = (cosh(b) + cos(b)) / (sinh(b) + sin(b));
    for (int i = 1; i <= PARTS; i++) {
        const double t = b * i / PARTS;
        const double shape = cosh(t) - cos(t) - c * (sinh(t) - sin(t));
        sim_body_set_velocity(beam.world, beam.point[i], sim_vec3(0.0, 1e-3 * shape, 0.0),
                              sim_vec3(0.0, 0.0, 0.0));
    }
    const double energy = sim_world_energy(beam.world).kinetic;
    double before = 0.0, time = 0.0;
    int zeros = 0;
    for (int k = 0; k < 2600 && zeros < 3; k++) {
        sim_world_step(beam.world);
        const double now = sim_body_centre(beam.world, beam.point[PARTS]).y;
        const struct sim_energy e = sim_world_energy(beam.world);
        assert_near((e.kinetic + e.elastic) / energy / exp(-w * w * h * sim_world_time(beam.world)),
                    1.0, 0.01);
        if (k > 10 && now * before < 0.0) {
            time = sim_world_time(beam.world) - h * now / (now - before);
            zeros++;
        }
        before = now;
    }
    assert_int_equal(zeros, 3);
    assert_near(time * w / (3.0 * SIM_PI), 1.0, 5e-3); // PARTS^-2
    sim_world_destroy(beam.world);
}

// What hung on it falls, and takes its energy with it.
static void a_torn_beam_has_no_energy(void **state) {
    (void)state;
    const struct beam beam = build(SIM_SOLVER_SPARSE, 0.005, 9.81, false, 0.01, 0.2, 0.1);
    physics_run(beam.world, 2.0);
    const double whole = sim_world_energy(beam.world).elastic;
    assert_true(whole > 0.1);
    sim_joint_break(beam.world, beam.link[PARTS / 2]);
    const double rest = sim_world_energy(beam.world).elastic;
    assert_true(rest > 0.0 && rest < whole);
    for (int i = 0; i < PARTS; i++)
        sim_joint_break(beam.world, beam.link[i]);
    assert_near(sim_world_energy(beam.world).elastic, 0.0, 0.0);
    sim_world_destroy(beam.world);
}

static void definitions_without_a_chain_are_refused(void **state) {
    (void)state;
    struct sim_differential_def def = sim_default_differential_def();
    def.bends = true;
    assert_string_equal(sim_differential_def_problem(&def),
                        "one that bends has one or two links and a stiffness above 0");
    def.softness.stiffness = 1.0;
    assert_null(sim_differential_def_problem(&def));
    def.count = 3;
    assert_non_null(sim_differential_def_problem(&def));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_beam_is_an_elastica),
        cmocka_unit_test(a_beam_has_its_lowest_mode),
        cmocka_unit_test(a_torn_beam_has_no_energy),
        cmocka_unit_test(definitions_without_a_chain_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
