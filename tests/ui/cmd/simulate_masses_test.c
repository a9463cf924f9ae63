// Masses of bodies and groups against closed forms.
#include "ui/cmd/simulate_masses.h"

#include "data/model/read.h"
#include "tests/near.h"

static struct dat_diagnostics d;
static struct veh_machine_def def;

static double number_of(const json_t *item, const char *key, size_t index) {
    return json_number_value(json_array_get(json_object_get(item, key), index));
}

static void assert_masses(const json_t *item, double mass, struct sim_vec3 centre,
                          const double moments[3]) {
    const double place[3] = {centre.x, centre.y, centre.z};
    assert_true(json_is_false(json_object_get(item, "fixed")));
    assert_near(json_number_value(json_object_get(item, "mass_kg")), mass, 1e-12);
    for (size_t i = 0; i < 3; i++) {
        assert_near(number_of(item, "centre_m", i), place[i], 1e-9);
        assert_near(number_of(item, "principal_moments_kg_m2", i), moments[i], 1e-9);
    }
}

// Two cubes of 1 m and 6 kg, welded into a beam of 2 m that is turned by 30 degrees about z; a ball
// of 0.5 m and 10 kg off its body's origin; a post, and a plate that is welded to it.
static void bodies_and_groups_have_their_masses(void **state) {
    (void)state;
    static const char text[] =
        "kind: model\nname: masses\nworld: {gravity: [0, 0, 0]}\nbodies:\n"
        "  - {name: a, rotation_deg: [0, 0, 30], shapes: [{box: [1, 1, 1], mass: 6}]}\n"
        "  - {name: b, position: [0.86602540378443865, 0.5, 0], rotation_deg: [0, 0, 30],\n"
        "     shapes: [{box: [1, 1, 1], mass: 6}]}\n"
        "  - {name: ball, position: [0, 9, 0],\n"
        "     shapes: [{sphere: 0.5, position: [1, 0, 0], mass: 10}]}\n"
        "  - {name: post, position: [0, 20, 0], fixed: true, shapes: [{box: [1, 1, 1]}]}\n"
        "  - {name: plate, position: [0, 21, 0], shapes: [{box: [1, 1, 1], mass: 2}]}\n"
        "joints:\n"
        "  - {name: weld, kind: rigid, parent: a, child: b}\n"
        "  - {name: screws, kind: rigid, parent: post, child: plate}\n";
    dat_diagnostics_init(&d, "t.yaml", text);
    const bool ok = dat_read_model(text, "t.yaml", NULL, &def, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    struct sim_instance instance;
    struct sim_world *world = sim_world_create(&def.model.world);
    assert_true(sim_instance_create(&instance, world, &def.model, sim_pose_identity()));
    sim_instance_apply(&instance);
    sim_world_step(world);

    json_t *masses = ui_simulate_masses(&instance);
    assert_int_equal(json_array_size(masses), 5);
    assert_masses(json_array_get(masses, 0), 6.0, sim_vec3(0.0, 0.0, 0.0),
                  (const double[]){1.0, 1.0, 1.0});
    assert_string_equal(json_string_value(json_object_get(json_array_get(masses, 2), "body")),
                        "ball");
    assert_masses(json_array_get(masses, 2), 10.0, sim_vec3(1.0, 9.0, 0.0),
                  (const double[]){1.0, 1.0, 1.0});
    assert_true(json_is_true(json_object_get(json_array_get(masses, 3), "fixed")));
    assert_null(json_object_get(json_array_get(masses, 3), "mass_kg"));
    json_decref(masses);

    json_t *groups = ui_simulate_groups(&instance);
    assert_int_equal(json_array_size(groups), 2);
    const json_t *beam = json_array_get(groups, 0);
    const double across = 12.0 / 12.0 * (1.0 + 4.0);
    assert_int_equal(json_array_size(json_object_get(beam, "bodies")), 2);
    assert_masses(beam, 12.0, sim_vec3(0.5 * 0.86602540378443865, 0.25, 0.0),
                  (const double[]){2.0, across, across});
    const json_t *along = json_array_get(json_object_get(beam, "principal_axes"), 0);
    assert_near(fabs(json_number_value(json_array_get(along, 1))), 0.5, 1e-9);
    assert_true(json_is_true(json_object_get(json_array_get(groups, 1), "fixed")));
    json_decref(groups);

    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_and_groups_have_their_masses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
