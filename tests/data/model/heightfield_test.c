// Heightfields in files: errors with their places, places and heights, mirrored parts.
#include "sim/shape/mesh.h"
#include "tests/data/model/model_case.h"
#include "tests/scratch.h"

#define FIELD                                                                                      \
    "kind: model\nname: t\nbodies:\n  - name: a\n    fixed: true\n    shapes: [{heightfield: "

static const struct bad_input rows[] = {
    {FIELD "{spacing: 1}}]\n", 6, 15, "a heightfield needs 'file' or 'heights'"},
    {FIELD "{file: a.asc, heights: [[0, 1], [0, 1]]}}]\n", 6, 15,
     "a heightfield needs 'file' or 'heights'"},
    {FIELD "{heights: [[0, 1], [0, 1]]}}]\n", 6, 15, "'heights' need a 'spacing'"},
    {FIELD "{spacing: 0, heights: [[0, 1], [0, 1]]}}]\n", 6, 38, "'spacing' must be"},
    {FIELD "{spacing: 1, heights: [[0, 1]]}}]\n", 6, 41, "found 1 x 2 heights"},
    {FIELD "{spacing: 1, heights: [[0, 1], [0, 1, 2]]}}]\n", 6, 60,
     "this row has 3 heights, expected 2"},
    {FIELD "{spacing: 1, heights: [[0, 1], [0, x]]}}]\n", 6, 63, "'heights' must be a number"},
    {FIELD "{spacing: 1, heights: [0, 1]}}]\n", 6, 51, "'heights' must be a list of rows"},
    {FIELD "{spacing: 1, heights: [[0, 1], [0, 1]]}, rotation_deg: [0, 0, 9]}]\n", 6, 69,
     "a heightfield has no 'rotation_deg'"},
    {FIELD "{spacing: 1, heights: [[0, 1], [0, 1]]}, mass: 3}]\n", 6, 15, "has no mass"},
    {FIELD "{spacing: 1, file: a.asc}}]\n", 6, 29, "the file says what the 'spacing' is"},
    {FIELD "{file: a.asc}}]\n", 6, 35, "a terrain file cannot be read here"},
    {"kind: model\nname: t\nbodies:\n  - name: a\n    mass: 1\n    inertia: [1, 1, 1]\n"
     "    shapes: [{heightfield: {spacing: 1, heights: [[0, 1], [0, 1]]}}]\n",
     7, 15, "a heightfield is on a body that is fixed"},
    {"kind: model\nname: t\nbodies:\n  - name: a\n    fixed: true\n    rotation_deg: [0, 0, 90]\n"
     "    shapes: [{heightfield: {spacing: 1, heights: [[0, 1], [0, 1]]}}]\n",
     7, 15, "a heightfield is on a body that is fixed and not turned"},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    assert_refused(rows, sizeof rows / sizeof rows[0]);
}

static const struct sim_shape *read_first(const char *text, const char *folder) {
    dat_diagnostics_init(&d, "t.yaml", text);
    const bool ok = dat_read_model(text, "t.yaml", folder, &def, &d);
    dat_diagnostics_print(&d, stderr);
    assert_true(ok);
    assert_int_equal(def.model.shape_count, 1);
    return &def.model.shapes[0];
}

// x grows along a row, y from row to row; between the heights there are two triangles per cell.
static void heights_lie_where_the_list_says(void **state) {
    (void)state;
    const struct sim_shape *shape = read_first(
        FIELD "{spacing: 2, heights: [[0, 1, 2], [3, 4, 6]]}, position: [10, 0, 5]}]\n", NULL);
    const struct sim_heightfield *field = shape->field;
    assert_int_equal(field->columns, 3);
    assert_int_equal(field->rows, 2);
    assert_near(shape->pose.p.x, 10.0, 0.0);
    assert_near(sim_heightfield_height(field, 4.0, 0.0, NULL), 2.0, 1e-15);
    assert_near(sim_heightfield_height(field, 4.0, 2.0, NULL), 6.0, 1e-15);
    assert_near(sim_heightfield_height(field, 3.0, 1.0, NULL), 0.5 * (1.0 + 6.0), 1e-15);
    assert_int_equal(shape->mesh->triangle_count, 4); // of the picture
    veh_machine_def_finish(&def);
}

// The northern row of a terrain file comes first, the southern one lies at the smallest y.
static void files_are_read_from_the_folder(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    tests_scratch_write(&scratch, "a.asc",
                        "ncols 2\nnrows 2\nxllcenter 3\nyllcenter 4\ncellsize 1\n"
                        "0 0.1\n0.2 0.3\n");
    tests_scratch_write(&scratch, "bad.asc",
                        "ncols 2\nnrows 2\nxllcenter 3\nyllcenter 4\ncellsize 1\n"
                        "0 0.1\nx 0.3\n");
    const struct sim_heightfield *field =
        read_first(FIELD "{file: a.asc}}]\n", scratch.folder)->field;
    assert_near(sim_heightfield_height(field, 3.0, 4.0, NULL), 0.2, 1e-15);
    assert_near(sim_heightfield_height(field, 4.0, 5.0, NULL), 0.1, 1e-15);
    veh_machine_def_finish(&def);
    dat_diagnostics_init(&d, "t.yaml", NULL);
    assert_false(dat_read_model(FIELD "{file: bad.asc}}]\n", "t.yaml", scratch.folder, &def, &d));
    assert_int_equal(d.errors, 2);
    assert_non_null(strstr(d.item[1].file, "bad.asc"));
    assert_int_equal(d.item[1].line, 7);
    tests_scratch_remove(&scratch);
}

// The field runs from y = 0 to 3 in its own file and, mirrored, from -3 to 0.
static void a_mirrored_part_has_the_mirror_image(void **state) {
    (void)state;
    struct tests_scratch scratch;
    tests_scratch_create(&scratch);
    tests_scratch_write(&scratch, "field.yaml",
                        "kind: part\nname: f\nbodies:\n  - name: a\n    fixed: true\n"
                        "    shapes: [{heightfield: {spacing: 1.5, heights: [[0, 1], [2, 3], "
                        "[7, 9]]}}]\n");
    const struct sim_heightfield *field =
        read_first("kind: model\nname: t\nparts: [{name: p, file: field.yaml, mirror: true}]\n",
                   scratch.folder)
            ->field;
    assert_near(sim_heightfield_height(field, 1.5, 0.0, NULL), 1.0, 1e-15);
    assert_near(sim_heightfield_height(field, 0.0, -3.0, NULL), 7.0, 1e-15);
    veh_machine_def_finish(&def);
    tests_scratch_remove(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_place_and_cause),
        cmocka_unit_test(heights_lie_where_the_list_says),
        cmocka_unit_test(files_are_read_from_the_folder),
        cmocka_unit_test(a_mirrored_part_has_the_mirror_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
