// What shows the targets of an exercise in the picture.
#include "ui/scene/target_marks.h"

#include <stdlib.h>

#include "tests/near.h"

static struct dat_exercise exercise;
static struct dat_practice practice;
static struct ui_scene scene;

static void start(const char *name) {
    struct dat_diagnostics d;
    struct dat_problem problem = {""};
    char path[600];
    const char *root = getenv("KRANICH_ROOT");
    (void)snprintf(path, sizeof path, "%s/data/library/exercises/%s.yaml", root ? root : ".", name);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    assert_true(dat_practice_start(&practice, &exercise, NULL, "Test", DAT_TRAINEE, &problem));
    ui_scene_init(&scene);
    assert_true(ui_target_marks_add(&scene, &practice));
}

static void finish(void) {
    struct dat_problem problem = {""};
    ui_scene_finish(&scene);
    assert_true(dat_practice_finish(&practice, DAT_STOPPED, &problem));
    dat_exercise_finish(&exercise);
}

// A ball per target, the present one in its size and glowing.
static void the_present_ball_glows(void **state) {
    (void)state;
    int balls = 0, glowing = 0;
    start("touch-points");
    for (int i = 0; i < scene.primitives.count; i++) {
        const struct ui_primitive *p = &scene.primitives.items[i];
        const bool ball = p->kind == UI_SHAPE_SPHERE;
        balls += ball;
        glowing += ball && p->look == UI_LOOK_LAMP;
        if (ball && p->look == UI_LOOK_LAMP)
            assert_near(p->radius[0], exercise.course[0].radius, 0.0);
    }
    assert_int_equal(balls, 8);
    assert_int_equal(glowing, 1);
    finish();
}

static void what_is_reached_is_gone(void **state) {
    (void)state;
    start("slalom");
    assert_int_equal(scene.primitives.count, 2 * 5);
    practice.observer.course.reached = 3;
    ui_scene_clear_primitives(&scene);
    assert_true(ui_target_marks_add(&scene, &practice));
    assert_int_equal(scene.primitives.count, 2 * 2);
    finish();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_present_ball_glows),
        cmocka_unit_test(what_is_reached_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
