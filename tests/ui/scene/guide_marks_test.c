// Guidance in the picture.
#include "ui/scene/guide_marks.h"

#include "tests/ui/scene/exercise_scene.h"
#include "vehicles/part/crane.h"

static int add_with(struct fixture *f, unsigned guides) {
    f->practice.guides = guides;
    ui_scene_clear_primitives(&f->view.scene);
    assert_true(ui_guide_marks_add(&f->view, &f->practice, 1.0));
    return f->view.scene.primitives.count;
}

static int set_up_logs(void **state) {
    return scene_set_up(state, "two-logs");
}

static int set_up_balls(void **state) {
    return scene_set_up(state, "touch-points");
}

// Each guide is shown by itself, and none where none is on.
static void each_guide_is_shown(void **state) {
    struct fixture *f = *state;
    assert_int_equal(add_with(f, 0u), 0);
    assert_int_equal(add_with(f, 1u << DAT_GUIDE_LEVER), 0); // is drawn on the canvas
    const int arrow = add_with(f, 1u << DAT_GUIDE_ARROW);
    const int ghost = add_with(f, 1u << DAT_GUIDE_GHOST);
    assert_true(arrow > 20 && ghost > 5);
    assert_int_equal(add_with(f, 1u << DAT_GUIDE_ARROW | 1u << DAT_GUIDE_GHOST), arrow + ghost);
}

// The ghost is the grapple, moved to the log: its middle is above the log's.
static void the_ghost_is_at_the_log(void **state) {
    struct fixture *f = *state;
    const struct dat_guide_target target = dat_guide_find(&f->practice);
    struct sim_vec3 low = {1e9, 1e9, 1e9}, high = {-1e9, -1e9, -1e9};
    const int count = add_with(f, 1u << DAT_GUIDE_GHOST);
    for (int i = 0; i < count; i++) {
        const struct sim_vec3 p = f->view.scene.primitives.items[i].pose.p;
        low = sim_vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = sim_vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    assert_near(0.5 * (low.x + high.x), target.place.x, 0.15);
    assert_near(0.5 * (low.y + high.y), target.place.y, 0.15);
    assert_true(high.z > target.place.z && high.z < target.place.z + 1.5);
}

// Plumb lines from the ground up, below the ball and below the tip.
static void plumb_lines_stand_on_the_ground(void **state) {
    struct fixture *f = *state;
    assert_int_equal(add_with(f, 1u << DAT_GUIDE_DEPTH), 2);
    const struct sim_vec3 tip = veh_machine_crane_tip(&f->practice.site, 0);
    for (int i = 0; i < 2; i++) {
        const struct ui_primitive *p = &f->view.scene.primitives.items[i];
        const struct sim_vec3 top = i == 0 ? f->exercise.course[0].place : tip;
        assert_near(p->pose.p.x, top.x, 1e-6);
        assert_near(p->pose.p.z - p->half_length, 10.0, 1e-6);
        assert_near(p->pose.p.z + p->half_length, top.z, 1e-6);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_guide_is_shown, set_up_logs, tear_down),
        cmocka_unit_test_setup_teardown(the_ghost_is_at_the_log, set_up_logs, tear_down),
        cmocka_unit_test_setup_teardown(plumb_lines_stand_on_the_ground, set_up_balls, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
