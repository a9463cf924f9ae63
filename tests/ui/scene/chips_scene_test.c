// Chips of the first exercise's saw: only while it cuts, near the bar, the same ones each time.
#include "ui/scene/chips_scene.h"

#include "tests/ui/scene/exercise_scene.h"
#include "vehicles/part/crane.h"
#include "vehicles/part/head.h"

static struct fixture *f;

static int set_up(void **state) {
    const int status = scene_set_up(state, "first-harvest");
    f = *state;
    return status;
}

// Sets the head's state as in the middle of a cut.
static void saw(bool sawing, double cut) {
    struct veh_head_state *head = (struct veh_head_state *)veh_head(&f->practice.site.machines[0]);
    head->saw.sawing = sawing;
    head->saw.cut = cut;
}

static int chips(void) {
    ui_scene_clear_primitives(&f->view.scene);
    assert_true(ui_scene_add_chips(&f->view, &f->practice.site, 0, 1.0));
    return f->view.scene.primitives.count;
}

static void chips_fly_while_it_cuts(void **state) {
    (void)state;
    saw(false, 0.0);
    assert_int_equal(chips(), 0);
    saw(true, 0.0); // in air
    assert_int_equal(chips(), 0);
    saw(true, 0.4);
    const int count = chips();
    assert_in_range(count, UI_CHIPS / 4, UI_CHIPS);
    const struct sim_vec3 tip = veh_machine_crane_tip(&f->practice.site, 0);
    struct sim_pose before[UI_CHIPS];
    for (int i = 0; i < count; i++) {
        before[i] = f->view.scene.primitives.items[i].pose;
        assert_true(sim_length(sim_sub(before[i].p, tip)) < 7.0);
    }
    assert_int_equal(chips(), count);
    for (int i = 0; i < count; i++)
        assert_memory_equal(&before[i], &f->view.scene.primitives.items[i].pose, sizeof before[i]);
    saw(false, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(chips_fly_while_it_cuts)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
