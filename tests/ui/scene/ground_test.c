#include "ui/scene/ground.h"

#include <math.h>
#include <stdlib.h>

#include "tests/near.h"
#include "tests/ui/forest.h"

static int set_up(void **state) {
    *state = forest_create(200);
    return *state == NULL;
}

static int tear_down(void **state) {
    forest_destroy(*state);
    return 0;
}

static void height_is_that_of_the_collision_shape(void **state) {
    struct forest *f = *state;
    for (int i = 0; i < 200; i++) {
        const double x = 0.497 * i, y = fmod(0.731 * i * 3.0, 100.0);
        assert_near(ui_ground_height(&f->scene, x, y),
                    sim_heightfield_height(&f->field, x, y, NULL), 1e-9);
    }
}

static void surrounding_land_joins_at_the_border(void **state) {
    struct forest *f = *state;
    for (int i = 0; i <= 100; i += 5) {
        const double border = ui_ground_height(&f->scene, 100.0, i);
        assert_near(ui_ground_height(&f->scene, 100.001, i), border, 1e-3);
        assert_true(fabs(ui_ground_height(&f->scene, 160.0, i) - border) < 10.0);
    }
}

static void road_distance_is_measured_across(void **state) {
    struct forest *f = *state;
    struct sim_vec3 line[2] = {{10.0, 20.0, 0.0}, {90.0, 20.0, 0.0}};
    f->scene.road[0] = (struct ui_road){line, 2, 4.0};
    assert_near(ui_ground_road_distance(&f->scene, 50.0, 20.0), -2.0, 1e-12);
    assert_near(ui_ground_road_distance(&f->scene, 50.0, 27.0), 5.0, 1e-12);
    assert_near(ui_ground_road_distance(&f->scene, 94.0, 23.0), 3.0, 1e-12);  // 3-4-5 past the end
    assert_near(ui_ground_road_distance(&f->scene, 130.0, 23.0), 1.0, 1e-12); // continues outside
}

static void cover_is_gravel_on_the_road_and_shade_under_trees(void **state) {
    struct forest *f = *state;
    enum { SIZE = 256 };
    unsigned char *rgba = malloc(SIZE * SIZE * 4);
    assert_non_null(rgba);
    ui_ground_cover(&f->scene, SIZE, rgba);
    for (int i = 0; i < SIZE; i += 16) {
        const double x = 100.0 * (i + 0.5) / SIZE;
        const int track = (int)((forest_road_y(x) + 1.2) / 100.0 * SIZE);
        assert_true(rgba[4 * (track * SIZE + i)] > 128);
    }
    double shade = 0.0, all = 0.0;
    for (int i = 0; i < f->scene.trees.count; i++) {
        const struct sim_vec3 p = f->scene.trees.items[i].pose.p;
        shade += rgba[4 * ((int)(p.y / 100.0 * SIZE) * SIZE + (int)(p.x / 100.0 * SIZE)) + 3];
    }
    for (int i = 0; i < SIZE * SIZE; i++)
        all += rgba[4 * i + 3];
    assert_true(shade / f->scene.trees.count > 1.5 * all / (SIZE * SIZE));
    free(rgba);
}

struct count {
    const struct ui_scene *scene;
    int trees;
};

static void count_tree(void *context, const struct ui_tree *tree) {
    struct count *count = context;
    const struct sim_vec3 p = tree->pose.p;
    assert_true(p.x < 0.0 || p.x > 100.0 || p.y < 0.0 || p.y > 100.0);
    assert_true(ui_ground_road_distance(count->scene, p.x, p.y) >= 2.0);
    count->trees++;
}

static void surroundings_are_as_dense_as_the_stand(void **state) {
    struct forest *f = *state;
    struct count count = {&f->scene, 0};
    ui_ground_surroundings(&f->scene, 50.0, count_tree, &count);
    // 3 ha around 1 ha of 200 trees, less the road's strip.
    assert_near(count.trees, 600.0, 60.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(height_is_that_of_the_collision_shape, set_up, tear_down),
        cmocka_unit_test_setup_teardown(surrounding_land_joins_at_the_border, set_up, tear_down),
        cmocka_unit_test_setup_teardown(road_distance_is_measured_across, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cover_is_gravel_on_the_road_and_shade_under_trees, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(surroundings_are_as_dense_as_the_stand, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
