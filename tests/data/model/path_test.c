// Paths and outlines in files: errors with their places, and parts that are turned and mirrored.
#include "tests/data/model/model_case.h"
#include "tests/scratch.h"

#define HEAD                                                                                       \
    "kind: model\nname: t\nbodies:\n  - {name: a, point: true, mass: 1}\n"                         \
    "  - {name: b, mass: 1, shapes: [{sphere: 0.1}]}\njoints:\n"

static const struct bad_input rows[] = {
    {HEAD "  - {name: p, kind: path, parent: world, child: a}\n", 7, 6, "missing key 'path'"},
    {HEAD "  - {name: p, kind: path, parent: world, child: a, path: [[0, 0, 0]]}\n", 7, 52,
     "a curve has at least 2 points, found 1 points"},
    {HEAD
     "  - {name: p, kind: path, parent: world, child: a, closed: true, path: [[0, 0, 0], [1, 0, "
     "0]]}\n",
     7, 66, "a closed curve has at least 3 points"},
    {HEAD "  - {name: p, kind: path, parent: world, child: a, path: [[0, 0, 1], [1, 0, 1]]}\n", 7,
     52, "the anchor is 1 m away from the path, whose nearest place is [0, 0, 1]"},
    {HEAD "  - {name: p, kind: ball, parent: world, child: a, path: [[0, 0, 0], [1, 0, 0]]}\n", 7,
     52, "a joint of kind ball has no 'path'"},
    {HEAD "  - {name: p, kind: rail, axis: x, parent: world, child: a, closed: true}\n", 7, 61,
     "a joint of kind rail has no 'closed'"},
    {HEAD "  - {name: p, kind: path, parent: world, child: a, path: [[0, 0, 0], [1, 0]]}\n", 7, 71,
     "'path' must"},
    {HEAD "  - {name: p, kind: plane, axis: z, parent: world, child: a, outline: [[-1, 0, 0], [1, "
          "0, 0]]}\n",
     7, 62, "an outline has 3 to 100 corners, found 2 corners"},
    {HEAD "  - {name: p, kind: plane, axis: z, parent: world, child: a, outline: []}\n", 7, 62,
     "an outline has 3 to 100 corners, found 0 corners"},
    {HEAD "  - {name: p, kind: plane, axis: z, parent: world, child: a, outline: [[-1, -1, 0], [2, "
          "0, 0], [-1, 1, 0], [0, 0, 0]]}\n",
     7, 62, "the outline is not convex"},
    {HEAD "  - {name: p, kind: plane, axis: z, parent: world, child: a, outline: [[-1, 0, 0], [1, "
          "0, 0], [2, 0, 0]]}\n",
     7, 62, "all corners of the outline are in one line"},
    {HEAD "  - {name: p, kind: plane, axis: z, parent: world, child: a, outline: [[1, -1, 0], [2, "
          "0, 0], [1, 1, 0]]}\n",
     7, 62, "the anchor is outside of the outline"},
    {HEAD "  - {name: p, kind: plane, axis: z, parent: world, child: a, outline: [[-1, -1, 0], [2, "
          "0, 1], [-1, 1, 0]]}\n",
     7, 62, "a corner of the outline is not in the joint's plane"},
    {HEAD "  - {name: p, kind: rail, axis: z, parent: world, child: a, outline: [[0, 0, 0]]}\n", 7,
     61, "a joint of kind rail has no 'outline'"},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

// The part lies 5 m along x, is turned by a right angle and mirrored: y of its file is then -y, and
// turned. Mirrored corners run the other way round.
static void parts_place_their_paths(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    tests_scratch_write(&scratch, "part.yaml",
                        "kind: part\nname: p\nbodies:\n  - {name: a, point: true, mass: 1}\n"
                        "  - {name: c, point: true, mass: 1}\njoints:\n  - {name: p, kind: path, "
                        "parent: world, child: a,\n"
                        "     path: [[0, 0, 0], [1, 2, 0]]}\n"
                        "  - {name: o, kind: plane, parent: world, child: c, axis: z,\n"
                        "     outline: [[-1, -1, 0], [3, 0, 0], [-1, 1, 0]]}\n");
    static const char top[] = "kind: model\nname: t\nparts:\n"
                              "  - {name: q, file: part.yaml, mirror: true, position: [5, 0, 0],\n"
                              "     rotation_deg: [0, 0, 90]}\n";
    dat_diagnostics_init(&d, "t.yaml", top);
    const bool ok = dat_read_model(top, "t.yaml", scratch.folder, &def, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    struct sim_world *world = sim_world_create(&def.model.world);
    struct sim_instance instance;
    const struct sim_pose pose = {{0.0, 0.0, 7.0}, sim_quat_identity()};
    assert_true(sim_instance_create(&instance, world, &def.model, pose));
    const struct sim_vec3 u = sim_joint_axis(world, instance.joints[0], 0);
    assert_near(u.x, 2.0 / sqrt(5.0), 1e-12); // (1, -2) turned is (2, 1)
    assert_near(u.y, 1.0 / sqrt(5.0), 1e-12);
    double metres, radians;
    sim_joint_error(world, instance.joints[0], &metres, &radians);
    assert_near(metres, 0.0, 1e-12);
    // Along x of the file, which the turn makes y, there are 3 m to the corner.
    sim_body_set_velocity(world, instance.bodies[1], sim_vec3(0.0, 200.0, 0.0),
                          sim_vec3(0.0, 0.0, 0.0));
    for (int i = 0; i < 2; i++)
        sim_world_step(world);
    assert_near(sim_body_pose(world, instance.bodies[1]).p.y, 3.0, 1e-9);
    sim_instance_finish(&instance);
    sim_world_destroy(world);
    veh_machine_def_finish(&def);
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_place_and_cause),
        cmocka_unit_test(parts_place_their_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
