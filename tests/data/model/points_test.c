// Mass points in files: errors with their places, and what becomes of a point.
#include "tests/data/model/model_case.h"

#define BODY "kind: model\nname: t\nbodies:\n  - {name: p, point: true, "
#define JOINT BODY "mass: 2, position: [0, 0, 1]}\njoints:\n  - {name: j, parent: world, child: p, "

static const struct bad_input rows[] = {
    {BODY "mass: 1, inertia: [1, 1, 1]}\n", 4, 37, "a point has no 'inertia'"},
    {BODY "mass: 1, centre: [1, 1, 1]}\n", 4, 37, "a point has no 'centre'"},
    {BODY "mass: 1, rotation_deg: [1, 1, 1]}\n", 4, 37, "a point has no 'rotation_deg'"},
    {BODY "mass: 1, angular_velocity: [1, 1, 1]}\n", 4, 37, "a point has no 'angular_velocity'"},
    {BODY "mass: 1, fixed: true}\n", 4, 15, "a point moves"},
    {BODY "position: [1, 0, 0]}\n", 4, 6, "body 'p' is a point without mass"},
    {BODY "shapes: [{box: [1, 1, 1], mass: 3}]}\n", 4, 28, "the shapes of a point are spheres"},
    {BODY "shapes: [{sphere: 1, position: [1, 0, 0], mass: 3}]}\n", 4, 28,
     "the shapes of a point are spheres"},
    {BODY "mass: 1, shapes: [{sphere: 1, mass: 3}]}\n", 4, 28, "both have a mass"},
    {JOINT "kind: hinge, axis: x}\n", 6, 37, "a joint of kind hinge cannot hold"},
    {JOINT "kind: rigid}\n", 6, 37, "a joint of kind rigid cannot hold"},
    {JOINT "kind: ball, anchor: [0, 0, 3]}\n", 6, 37, "the joint's anchor is 2 m away from it"},
    {JOINT "kind: link, child_anchor: [0, 0, 0]}\n", 6, 37, "anchor is 1 m away from it"},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

// The mass of a point is its own or that of its shapes, and that of a link's end is added; it has
// no inertia.
static void a_point_has_mass_without_inertia(void **state) {
    (void)state;
    must_read(BODY
              "shapes: [{sphere: 0.1, mass: 3}]}\njoints:\n"
              "  - {name: j, kind: link, parent: world, child: p, anchor: [0, 0, 1], mass: 1}\n");
    assert_near(def.model.bodies[0].mass.mass, 3.5, 0.0);
    for (int i = 0; i < 3; i++)
        assert_near(def.model.bodies[0].mass.inertia.m[i][i], 0.0, 0.0);
    veh_machine_def_finish(&def);
    must_read(JOINT "kind: ball, anchor: [0, 0, 1]}\n");
    assert_near(def.model.bodies[0].mass.mass, 2.0, 0.0);
    veh_machine_def_finish(&def);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_place_and_cause),
        cmocka_unit_test(a_point_has_mass_without_inertia),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
