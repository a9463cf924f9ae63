// Cones in files: errors with their places, and where the ends are.
#include "tests/data/model/model_case.h"

#define CONE "kind: model\nname: t\nbodies:\n  - name: a\n    shapes: [{cone: "

static const struct bad_input rows[] = {
    {CONE "{from: [0, 0, 0], to: [0, 0, 1]}, mass: 1}]\n", 5, 15, "missing key 'radii'"},
    {CONE "{from: [0, 0, 0], to: [0, 0, 1], radii: [1, 0]}, mass: 1}]\n", 5, 65, "must be"},
    {CONE "{from: [0, 0, 0], to: [0, 0, 0], radii: [1, 2]}, mass: 1}]\n", 5, 15,
     "'from' and 'to' are the same point"},
    {CONE "{from: [0, 0, 0], to: [0, 0, 1e-5], radii: [100, 100]}, mass: 1}]\n", 5, 15,
     "the cone is too flat or too thin"},
    {CONE "{from: [0, 0, 0], to: [0, 0, 1], radii: [1, 2]}, position: [1, 0, 0]}]\n", 5, 70,
     "a cone has no 'position'"},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

// A cone along x, 2 m long, with 1000 kg/m^3: V = pi H (a^2 + a b + b^2) / 3, and its centre is
// H (a^2 + 2 a b + 3 b^2) / (4 (a^2 + a b + b^2)) from the wide end.
static void cones_are_placed_by_their_ends(void **state) {
    (void)state;
    static const char text[] = CONE "{from: [1, 0, 0], to: [3, 0, 0], radii: [0.4, 0.2]},\n"
                                    "              density: 1000}]\n";
    must_read(text);
    const struct sim_mass mass = sim_shape_mass(&def.model.shapes[0]);
    assert_near(mass.mass, 1000.0 * SIM_PI * 2.0 * 0.28 / 3.0, 1e-9);
    assert_near(mass.centre.x, 1.0 + 2.0 * (0.16 + 0.16 + 0.12) / (4.0 * 0.28), 1e-12);
    assert_near(mass.inertia.m[0][0], 0.3 * mass.mass * 0.0496 / 0.28, 1e-9);
    veh_machine_def_finish(&def);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_place_and_cause),
        cmocka_unit_test(cones_are_placed_by_their_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
