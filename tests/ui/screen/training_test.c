// Operators who take turns at one place.
#include "ui/screen/training.h"

#include <stdlib.h>

#include "data/exercise/library.h"
#include "tests/near.h"
#include "tests/ui/screen/small_app.h"
#include "ui/screen/exit_status.h"

static struct ui_training training;
static struct dat_exercise exercise;

static void begin(const char *trainee) {
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512];
    assert_int_equal(dat_library_find(NULL, "exercises", "first-load", path, sizeof path, &problem),
                     DAT_LIBRARY_FOUND);
    assert_true(dat_exercise_load(path, NULL, &exercise, &d));
    assert_int_equal(ui_training_begin(&training, &app, &exercise, NULL, trainee), UI_EXIT_DONE);
}

static void end(void) {
    ui_app_pop(&app);
    assert_int_equal(ui_training_end(&training), UI_EXIT_DONE);
    dat_exercise_finish(&exercise);
}

static void switch_on(enum veh_control aid, double value) {
    app.input.setting.value[aid] = value;
    app.input.settings_pressed |= 1u << aid;
    ui_cab_advance(&training.cab, 0.03);
}

static double aid(enum veh_control which) {
    ui_cab_advance(&training.cab, 0.03);
    return training.cab.controls.value[which];
}

static void each_operator_has_aids_of_his_own(void **state) {
    (void)state;
    begin("Anna Berg");
    switch_on(VEH_SOFT_CRANE, 0.5);
    switch_on(VEH_CRANE_SLOWER, 0.3);
    end();
    begin("Ben");
    assert_near(aid(VEH_SOFT_CRANE), 0.0, 0.0);
    switch_on(VEH_TIP_CONTROL, 1.0);
    end();
    begin("Anna Berg");
    assert_near(aid(VEH_SOFT_CRANE), 0.5, 0.0);
    assert_near(aid(VEH_CRANE_SLOWER), 0.3, 0.0);
    assert_near(aid(VEH_TIP_CONTROL), 0.0, 0.0);
    end();
}

static void the_exercise_comes_before_the_layout(void **state) {
    (void)state;
    begin("Ben");
    ui_bindings_set_tip_control(true);
    assert_near(aid(VEH_TIP_CONTROL), 1.0, 0.0);
    exercise.scenario.aid_fixed[VEH_TIP_CONTROL] = true; // at 0
    assert_near(aid(VEH_TIP_CONTROL), 0.0, 0.0);
    exercise.scenario.aid_fixed[VEH_TIP_CONTROL] = false;
    ui_bindings_restore();
    assert_near(aid(VEH_TIP_CONTROL), app.input.setting.value[VEH_TIP_CONTROL], 0.0);
    end();
}

static void turn_wheel(int notches) {
    struct ui_screen *cab = &training.cab.base;
    const SDL_Event e = {.wheel = {.type = SDL_MOUSEWHEEL, .y = notches}};
    (void)cab->kind->event(cab, &app, &e);
}

static void each_operator_finds_the_seat_as_it_was(void **state) {
    (void)state;
    begin("Anna Berg");
    turn_wheel(3);
    assert_near(training.cab.rig.seat_up, 0.03, 1e-12);
    end();
    begin("Ben");
    assert_near(training.cab.rig.seat_up, 0.0, 0.0);
    training.cab.rig.mode = UI_CAMERA_ORBIT; // outside, the wheel is for the distance
    turn_wheel(3);
    assert_near(training.cab.rig.seat_up, 0.0, 0.0);
    end();
    begin("Anna Berg");
    assert_near(training.cab.rig.seat_up, 0.03, 1e-6);
    end();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_operator_has_aids_of_his_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_exercise_comes_before_the_layout, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_operator_finds_the_seat_as_it_was, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
