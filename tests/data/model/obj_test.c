#include "data/model/obj.h"

#include "tests/data/bad_input.h"

static bool read(const char *text, struct dat_obj *obj, struct dat_diagnostics *d) {
    dat_diagnostics_init(d, "t.obj", text);
    return dat_read_obj(text, obj, d);
}

// Polygons become fans; numbers count from 1, or backwards.
static void vertices_and_faces_are_read(void **state) {
    (void)state;
    struct dat_obj obj;
    struct dat_diagnostics d;
    assert_true(read("# two faces\no box\nv 0 0 0 1.0\nv 1 0 -0.5\nv 1 1 0\nv 0 1 1e-1\n\n"
                     "  g side\nusemtl x\nvt 0 1\nf 1/1 2/1 3/1 4/1\r\nf -1 -2 -4",
                     &obj, &d));
    assert_int_equal(obj.vertex_count, 4);
    assert_near(obj.vertices[1].z, -0.5, 0.0);
    assert_near(obj.vertices[3].z, 0.1, 0.0);
    const int expected[3][3] = {{0, 1, 2}, {0, 2, 3}, {3, 2, 0}};
    assert_int_equal(obj.triangle_count, 3);
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < 3; i++)
            assert_int_equal(obj.triangles[t][i], expected[t][i]);
    dat_obj_finish(&obj);
}

static const struct bad_input rows[] = {
    {"", 1, 1, "has no faces"},
    {"v 0 0 0\nv 1 0 0\nv 0 1 0\n", 3, 1, "has no faces"},
    {"v 0 0\n", 1, 6, "after 2 coordinates"},
    {"v 0 x 0\n", 1, 5, "'x', expected a number"},
    {"v 0 nan 0\n", 1, 5, "expected a number"},
    {"v 0 1e7 0\n", 1, 5, "-1e6 to 1e6"},
    {"v 0 0 0\nf 1 1\n", 2, 6, "corners is 2"},
    {"v 0 0 0\nf 1 1 2\n", 2, 7, "no vertex 2"},
    {"v 0 0 0\nf 1 0 1\n", 2, 5, "no vertex 0"},
    {"v 0 0 0\nf 1 1 -2\n", 2, 7, "no vertex -2"},
    {"v 0 0 0\nf 1 1.5 1\n", 2, 5, "the number of a vertex"},
    {"f 1 2 3\n", 1, 3, "no vertex 1"},
    {"solid ascii\n", 1, 1, "unknown line 'solid'"},
    {"v 0 0 0\n\ncurv 0 1\n", 3, 1, "unknown line 'curv'"},
};

static void errors_name_place_and_cause(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct dat_obj obj;
        struct dat_diagnostics d;
        assert_false(read(rows[i].text, &obj, &d));
        assert_reported(&d, &rows[i]);
        assert_null(obj.vertices);
        assert_null(obj.triangles);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_and_faces_are_read),
        cmocka_unit_test(errors_name_place_and_cause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
