// The machine of another run in the picture.
#include "ui/scene/ghost.h"

#include "tests/ui/scene/exercise_scene.h"

static int set_up(void **state) {
    return scene_set_up(state, "two-logs");
}

static int ghost_of(struct fixture *f, const struct fixture *other) {
    ui_scene_clear_primitives(&f->view.scene);
    assert_true(ui_ghost_machine(&f->view.scene, &f->practice.site, &other->practice.site));
    return f->view.scene.primitives.count;
}

// Nothing where both are the same; then the crane, and later the whole machine.
static void what_differs_is_shown(void **state) {
    struct fixture *f = *state, *other;
    void *more;
    struct veh_controls levers = {{0.0}};
    assert_int_equal(scene_set_up(&more, "two-logs"), 0);
    other = more;
    assert_int_equal(ghost_of(f, other), 0);
    levers.value[VEH_SLEW] = 1.0;
    for (int i = 0; i < 150; i++)
        dat_practice_step(&other->practice, &levers);
    const int crane = ghost_of(f, other);
    levers.value[VEH_DRIVE] = 1.0;
    for (int i = 0; i < 300; i++)
        dat_practice_step(&other->practice, &levers);
    const int whole = ghost_of(f, other);
    assert_true(crane > 5 && whole > crane + 20);
    assert_int_equal(f->view.scene.primitives.items[0].look, UI_LOOK_LAMP);
    (void)tear_down(&more);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_differs_is_shown, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
