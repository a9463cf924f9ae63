#include "terrain/ground.h"

#include <math.h>

#include "tests/near.h"

// A plane z = 3 + 0.2 x - 0.1 y, 20 m x 10 m.
static struct ter_ground plane(void) {
    struct ter_ground ground;
    assert_true(ter_ground_init(&ground, 11, 6, -5.0, 2.0, 2.0));
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 11; c++)
            ground.heights[r * 11 + c] = 3.0 + 0.2 * (-5.0 + 2.0 * c) - 0.1 * (2.0 + 2.0 * r);
    return ground;
}

static void a_plane_is_a_plane(void **state) {
    (void)state;
    struct ter_ground ground = plane();
    const double length = sqrt(0.2 * 0.2 + 0.1 * 0.1 + 1.0);
    for (double x = -5.0; x <= 15.0; x += 0.37) {
        for (double y = 2.0; y <= 12.0; y += 0.41) {
            struct sim_vec3 normal;
            assert_near(ter_ground_height(&ground, x, y, &normal), 3.0 + 0.2 * x - 0.1 * y, 1e-12);
            assert_near(normal.x, -0.2 / length, 1e-12);
            assert_near(normal.y, 0.1 / length, 1e-12);
            assert_near(normal.z, 1.0 / length, 1e-12);
        }
    }
    ter_ground_finish(&ground);
}

static void borders_are_those_of_the_samples(void **state) {
    (void)state;
    struct ter_ground ground = plane();
    assert_near(ter_ground_x_max(&ground), 15.0, 1e-12);
    assert_near(ter_ground_y_max(&ground), 12.0, 1e-12);
    assert_true(ter_ground_contains(&ground, -5.0, 2.0));
    assert_true(ter_ground_contains(&ground, 15.0, 12.0));
    assert_false(ter_ground_contains(&ground, 15.1, 5.0));
    assert_false(ter_ground_contains(&ground, (double)NAN, 5.0));
    assert_near(ter_ground_height(&ground, 99.0, 12.0, NULL), 3.0 + 3.0 - 1.2, 1e-12);
    ter_ground_finish(&ground);
}

static void shape_of_the_ground_is_valid(void **state) {
    (void)state;
    struct ter_ground ground = plane();
    const struct sim_shape shape = ter_ground_shape(&ground, 3);
    assert_null(sim_shape_problem(&shape));
    assert_int_equal(shape.material, 3);
    assert_ptr_equal(shape.field->heights, ground.heights);
    ter_ground_finish(&ground);
    struct ter_ground zeroed = {0};
    ter_ground_finish(&zeroed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plane_is_a_plane),
        cmocka_unit_test(borders_are_those_of_the_samples),
        cmocka_unit_test(shape_of_the_ground_is_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
