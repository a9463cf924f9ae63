// Shock propagation on the three boxes of figures 4.8 and 4.9, and on a tower.
#include "tests/sim/physics.h"

static struct sim_body_id add_box(struct sim_world *world, struct sim_vec3 p, struct sim_vec3 half,
                                  double mass, struct sim_quat q) {
    const struct sim_shape shape = {.kind = SIM_SHAPE_BOX,
                                    .pose = sim_pose_identity(),
                                    .half = half,
                                    .mass = mass,
                                    .collides = true};
    struct sim_body_def def = sim_default_body_def();
    def.pose = (struct sim_pose){sim_rotate(q, p), q};
    def.fixed = !(mass > 0.0);
    def.shapes = &shape;
    def.shape_count = 1;
    assert_null(sim_body_def_problem(&def));
    return sim_body_create(world, &def);
}

static struct sim_world *make_world(enum sim_solver solver, enum sim_shock shock,
                                    struct sim_quat turned) {
    struct sim_world_def def = sim_default_world_def();
    def.solver = solver;
    def.iterations = 100;
    def.shock = shock;
    def.gravity = sim_rotate(turned, sim_vec3(0, 0, -physics_gravity));
    struct sim_world *world = sim_world_create(&def);
    add_box(world, sim_vec3(0, 0, -0.5), sim_vec3(20, 20, 0.5), 0.0, turned);
    return world;
}

// The angle by which the middle box of three has turned after 1.5 s. The common centre of the upper
// two lies 5 cm outside of the lower one, that of the middle one inside.
static double tilt(enum sim_solver solver, enum sim_shock shock, struct sim_quat turned) {
    const struct sim_vec3 half = {0.5, 0.5, 0.25};
    struct sim_world *world = make_world(solver, shock, turned);
    add_box(world, sim_vec3(0, 0, 0.25), half, 100.0, turned);
    const struct sim_body_id middle = add_box(world, sim_vec3(0.4, 0, 0.75), half, 100.0, turned);
    add_box(world, sim_vec3(0.7, 0, 1.25), half, 100.0, turned);
    physics_run(world, 1.5);
    const struct sim_quat q = sim_body_pose(world, middle).q;
    sim_world_destroy(world);
    return sim_length(sim_quat_log(sim_quat_mul(q, sim_quat_conj(turned))));
}

static void offset_load_tips_unless_plain(void **state) {
    (void)state;
    // Down is where gravity points, not z.
    const struct sim_quat turned[] = {sim_quat_identity(), sim_quat_rpy(0.7, -0.4, 1.0)};
    for (size_t s = 0; s < PHYSICS_SOLVERS; s++) {
        for (int i = 0; i < 2; i++) {
            assert_true(tilt(physics_solvers[s], SIM_SHOCK_NONE, turned[i]) > 0.3);
            assert_true(tilt(physics_solvers[s], SIM_SHOCK_PLAIN, turned[i]) < 0.01);
            assert_true(tilt(physics_solvers[s], SIM_SHOCK_OPTIMISED, turned[i]) > 0.3);
        }
    }
}

// Contact forces under the boxes of a pile of equal ones, with and without the load on top.
static void loads_are_passed_on_or_not(void **state) {
    (void)state;
    const enum sim_shock shocks[] = {SIM_SHOCK_NONE, SIM_SHOCK_PLAIN, SIM_SHOCK_OPTIMISED};
    for (int k = 0; k < 3; k++) {
        struct sim_world *world = make_world(SIM_SOLVER_SPARSE, shocks[k], sim_quat_identity());
        struct sim_body_id box[5];
        for (int i = 0; i < 5; i++)
            box[i] = add_box(world, sim_vec3(0, 0, 0.1 + 0.2 * i), sim_vec3(0.3, 0.3, 0.1), 10.0,
                             sim_quat_identity());
        physics_run(world, 2.0);
        const struct sim_contact *contacts;
        const int count = sim_world_contacts(world, &contacts);
        double below[5] = {0};
        for (int i = 0; i < count; i++)
            for (int b = 0; b < 5; b++)
                if (contacts[i].a.index == box[b].index || contacts[i].b.index == box[b].index)
                    below[b] +=
                        b == 0 || contacts[i].point.position.z < sim_body_centre(world, box[b]).z
                            ? contacts[i].force
                            : 0.0;
        const double weight = 10.0 * physics_gravity;
        for (int b = 1; b < 5; b++)
            assert_near(below[b], shocks[k] == SIM_SHOCK_NONE ? (5 - b) * weight : weight, 1.0);
        for (int b = 0; b < 5; b++)
            assert_near(sim_body_centre(world, box[b]).z, 0.1 + 0.2 * b, 2e-3);
        sim_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offset_load_tips_unless_plain),
        cmocka_unit_test(loads_are_passed_on_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
