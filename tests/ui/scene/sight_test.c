// What hides a point: each kind of shape by its size, glass not.
#include "ui/scene/sight.h"

#include "tests/near.h"

static const float grey[3] = {0.5F, 0.5F, 0.5F};

// Whether the primitive, 5 m before the eye, hides a point 10 m away that is so far aside.
static bool hides(struct ui_primitive p, double aside, double up) {
    struct ui_scene scene;
    ui_scene_init(&scene);
    p.pose.p = sim_vec3(5.0, 0.0, 0.0);
    assert_true(ui_scene_add_primitive(&scene, &p));
    const bool hidden = ui_scene_hides(&scene, sim_vec3(0.0, 0.0, 0.0), sim_vec3(10.0, aside, up));
    ui_scene_finish(&scene);
    return hidden;
}

// Half as far away as the point, a shape hides twice its size.
static void shapes_hide_what_is_behind_them(void **state) {
    (void)state;
    const struct ui_primitive box = ui_box(sim_vec3(0.01, 0.3, 0.2), grey);
    struct ui_primitive post = ui_cylinder(0.3, 0.2, grey), ball = post, wheel = post, rod = post;
    ball.kind = UI_SHAPE_SPHERE;
    wheel.kind = UI_SHAPE_WHEEL;
    rod.kind = UI_SHAPE_CAPSULE;
    const struct ui_primitive all[] = {box, post, ball, wheel, rod};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        assert_true(hides(all[i], 0.57, 0.0));
        assert_false(hides(all[i], 0.63, 0.0));
    }
    assert_true(hides(box, 0.0, 0.39));
    assert_false(hides(box, 0.0, 0.41));
    assert_true(hides(rod, 0.0, 0.97)); // with round ends
    assert_false(hides(rod, 0.0, 1.05));
}

static void glass_hides_nothing(void **state) {
    (void)state;
    struct ui_primitive pane = ui_box(sim_vec3(0.01, 0.3, 0.2), grey);
    pane.look = UI_LOOK_GLASS;
    assert_false(hides(pane, 0.0, 0.0));
}

// What lies behind the point, or around the eye, is not between them.
static void only_what_is_between_hides(void **state) {
    (void)state;
    struct ui_scene scene;
    ui_scene_init(&scene);
    struct ui_primitive box = ui_box(sim_vec3(0.5, 0.5, 0.5), grey);
    assert_true(ui_scene_add_primitive(&scene, &box)); // around the eye
    box.pose.p.x = 12.0;
    assert_true(ui_scene_add_primitive(&scene, &box)); // behind the point
    assert_false(ui_scene_hides(&scene, sim_vec3(0.0, 0.0, 0.0), sim_vec3(10.0, 0.0, 0.0)));
    assert_true(ui_scene_hides(&scene, sim_vec3(0.0, 0.0, 0.0), sim_vec3(14.0, 0.0, 0.0)));
    assert_false(ui_scene_hides(&scene, sim_vec3(0.0, 0.0, 0.0), sim_vec3(0.0, 0.0, 0.0)));
    ui_scene_finish(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_hide_what_is_behind_them),
        cmocka_unit_test(glass_hides_nothing),
        cmocka_unit_test(only_what_is_between_hides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
