// The way of the tip behind a replay.
#include "ui/scene/tip_trail.h"

#include "tests/ui/scene/exercise_scene.h"

static int set_up(void **state) {
    return scene_set_up(state, "path-tracing");
}

static void play(struct fixture *f, struct ui_tip_trail *trail, int steps, double slewing) {
    struct veh_controls levers = {{0.0}};
    levers.value[VEH_SLEW] = slewing;
    for (int i = 0; i < steps; i++) {
        dat_practice_step(&f->practice, &levers);
        ui_tip_trail_note(trail, &f->practice.site);
    }
}

static int drawn(struct fixture *f, const struct ui_tip_trail *trail, double time) {
    static const float red[3] = {1.0f, 0.0f, 0.0f};
    ui_scene_clear_primitives(&f->view.scene);
    assert_true(ui_tip_trail_add(&f->view.scene, trail, time, red));
    return f->view.scene.primitives.count;
}

// Ten samples a second, from which a line is drawn up to a moment, and none where the tip rests.
static void the_way_is_drawn_up_to_the_moment(void **state) {
    struct fixture *f = *state;
    struct ui_tip_trail trail = {{0}};
    const double start = veh_worksite_time(&f->practice.site);
    play(f, &trail, 300, 1.0);
    assert_int_equal(trail.samples.count, 30);
    const int whole = drawn(f, &trail, start + 3.0), half = drawn(f, &trail, start + 1.5);
    assert_in_range(whole, 15, 29);
    assert_in_range(half, 3, whole - 8);
    assert_int_equal(drawn(f, &trail, start), 0);
    ui_tip_trail_note(&trail, &f->practice.site); // known
    assert_int_equal(trail.samples.count, 30);
    play(f, &trail, 400, 0.0);
    const int before = drawn(f, &trail, start + 5.0);
    assert_int_equal(drawn(f, &trail, start + 7.0), before);
    ui_tip_trail_finish(&trail);
}

// Samples before others are put in their place; a jump leaves a gap, and no line across it.
static void a_jump_leaves_a_gap(void **state) {
    struct fixture *f = *state;
    struct ui_tip_trail trail = {{0}}, unused = {{0}};
    play(f, &trail, 100, 1.0);
    play(f, &unused, 300, 1.0);
    play(f, &trail, 100, 1.0);
    const double time = veh_worksite_time(&f->practice.site);
    const int with_gap = drawn(f, &trail, time);
    for (int i = 0; i < unused.samples.count; i += 2)
        assert_true(unused.samples.items[i].time > trail.samples.items[9].time);
    assert_int_equal(trail.samples.count, 20);
    assert_in_range(with_gap, 10, 18); // 2 x 9
    ui_tip_trail_finish(&trail);
    ui_tip_trail_finish(&unused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_way_is_drawn_up_to_the_moment, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_jump_leaves_a_gap, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
