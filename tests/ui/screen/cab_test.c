#include "ui/screen/cab.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "tests/near.h"
#include "tests/ui/virtual_sticks.h"
#include "ui/input/response.h"
#include "ui/input/stop.h"
#include "ui/screen/hud_practice.h"
#include "vehicles/operator/demonstrator.h"
#include "vehicles/part/head.h"
#include "vehicles/site.h"

struct fixture {
    struct ui_app app;
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct ui_cab cab;
    int left, right; // SDL's instance ids of the virtual levers
};

static int set_up(void **state, const char *exercise) {
    struct fixture *f = calloc(1, sizeof *f);
    const struct ui_app_options options = {
        .headless = true, .width = 96, .height = 54, .preferences = ui_default_preferences()};
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512], text[256];
    *state = f;
    if (f == NULL || !ui_app_open(&f->app, &options, text, sizeof text) ||
        dat_library_find(NULL, "exercises", exercise, path, sizeof path, &problem) !=
            DAT_LIBRARY_FOUND ||
        !dat_exercise_load(path, NULL, &f->exercise, &d) ||
        !dat_practice_start(&f->practice, &f->exercise, NULL, "Test", DAT_TRAINEE, &problem) ||
        !ui_cab_init(&f->cab, &f->app, &f->practice, text, sizeof text))
        return 1;
    ui_app_push(&f->app, &f->cab.base);
    f->left = virtual_plug_in("Crane lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    f->right = virtual_plug_in("Crane lever", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    return f->left < 0 || f->right < 0;
}

static int set_up_in_forest(void **state) {
    return set_up(state, "first-harvest");
}

// The picture of an open ground is quick to make.
static int set_up_in_yard(void **state) {
    return set_up(state, "free-levers");
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    struct dat_problem problem;
    ui_app_close(&f->app);
    dat_practice_finish(&f->practice, DAT_STOPPED, &problem);
    dat_exercise_finish(&f->exercise);
    SDL_Quit();
    free(f);
    return 0;
}

// Position of an axis for the value [-1, 1]: the dead zone and the response curve inverted.
static Sint16 travel(double value) {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 30; i++) {
        const double middle = 0.5 * (low + high);
        if (ui_response(ui_dead_zone(middle, 0.08), 0.55) < fabs(value))
            low = middle;
        else
            high = middle;
    }
    return (Sint16)(fabs(value) < 1e-9 ? 0.0 : copysign(32767.0 * high, value));
}

static void hold(SDL_Joystick *stick, int button, bool down) {
    SDL_JoystickSetVirtualButton(stick, button, down ? 1 : 0);
}

// A hat is on or off; its mean value follows from how long it is pressed.
static int hat_side(double wanted, double now) {
    return wanted > now + 0.02 ? 1 : wanted < now - 0.02 ? -1 : 0;
}

// Moves two levers as hands would for these controls.
static void move_levers(const struct fixture *f, const struct veh_controls *want) {
    SDL_Joystick *left = virtual_stick(f->left), *right = virtual_stick(f->right);
    const double *v = want->value, *ramped = f->app.input.ramped.value;
    const bool drive = fabs(v[VEH_DRIVE]) > 0.01;
    hold(left, 0, drive); // trigger
    SDL_JoystickSetVirtualAxis(left, 0, travel(-v[drive ? VEH_STEER : VEH_SLEW]));
    SDL_JoystickSetVirtualAxis(left, 1, travel(-v[drive ? VEH_DRIVE : VEH_JIB]));
    SDL_JoystickSetVirtualAxis(right, 0, travel(-v[VEH_ROTATOR]));
    SDL_JoystickSetVirtualAxis(right, 1, travel(v[VEH_BOOM]));
    const int telescope = hat_side(v[VEH_TELESCOPE], ramped[VEH_TELESCOPE]);
    const int tilt = hat_side(v[VEH_TILT], ramped[VEH_TILT]);
    SDL_JoystickSetVirtualHat(left, 0,
                              telescope > 0   ? SDL_HAT_UP
                              : telescope < 0 ? SDL_HAT_DOWN
                                              : SDL_HAT_CENTERED);
    SDL_JoystickSetVirtualHat(right, 0,
                              tilt > 0   ? SDL_HAT_UP
                              : tilt < 0 ? SDL_HAT_DOWN
                                         : SDL_HAT_CENTERED);
    hold(left, 1, v[VEH_BRAKE] > 0.5);
    for (int i = 0; i < 4; i++)
        hold(left, 2 + i, v[VEH_ASSORTMENT_1 + i] > 0.5);
    hold(right, 0, v[VEH_SAW] > 0.5);
    hold(right, 1, v[VEH_FEED] > 0.5);
    hold(right, 2, v[VEH_FEED] < -0.5);
    hold(right, 3, v[VEH_GRIP] > 0.5);
    hold(right, 4, v[VEH_GRIP] < -0.5);
    hold(right, 5, v[VEH_STEM_RELEASE] > 0.5);
}

static void poll(struct fixture *f) {
    SDL_Event event;
    while (SDL_PollEvent(&event))
        ui_input_event(&f->app.input, &event);
}

// The states of the assortments that the display has shown while a stem is held.
struct seen {
    bool standing_is_feasible, some_feasible, some_not, chosen;
};

static void look_at_assortments(const struct fixture *f, struct seen *seen) {
    struct ui_hud hud;
    memset(&hud, 0, sizeof hud);
    ui_hud_from_practice(&hud, &f->practice, &f->cab.controls, 0);
    const int stem = veh_head(&f->practice.site.machines[0])->stem;
    if (!hud.gripped)
        return;
    assert_int_equal(hud.assortments, f->practice.site.def.products->count);
    assert_string_equal(hud.assortment[0].key, "5");
    for (int i = 0; i < hud.assortments; i++) {
        const struct ui_hud_assortment *a = &hud.assortment[i];
        const bool standing = f->practice.site.stems.items[stem].kind == VEH_STEM_STANDING;
        seen->standing_is_feasible |= standing && a->feasible;
        seen->some_feasible |= a->feasible;
        seen->some_not |= !a->feasible && !standing;
        seen->chosen |= a->chosen && a->feasible;
    }
}

// The demonstrator decides, hands move two levers, and only the levers control the machine.
static void two_levers_harvest_a_tree(void **state) {
    struct fixture *f = *state;
    const struct veh_demo_task task = dat_exercise_task(&f->exercise);
    const char *reason;
    struct veh_demonstrator *demo = veh_demo_create(&f->practice.site, &task, &reason);
    assert_non_null(demo);
    const double h = sim_world_step_size(f->practice.site.world);
    enum veh_demo_result result = VEH_DEMO_GOING;
    long steps = 0;
    struct seen seen = {false, false, false, false};
    poll(f);
    while (result == VEH_DEMO_GOING && f->cab.end == UI_CAB_RUNNING && steps < 60000) {
        struct veh_controls want;
        result = veh_demo_step(demo, &f->practice.site, &want);
        move_levers(f, &want);
        poll(f);
        ui_cab_advance(&f->cab, h * 1.000001);
        steps++;
        if (steps % 50 == 0)
            look_at_assortments(f, &seen);
    }
    if (result != VEH_DEMO_DONE)
        print_error("after %ld steps: %s\n", steps, veh_demo_message(demo));
    veh_demo_destroy(demo);
    assert_int_equal(result, VEH_DEMO_DONE);
    assert_true(dat_score_value(&f->practice.score, DAT_DRIVEN) > 5.0);
    assert_near(dat_score_value(&f->practice.score, DAT_TREES_FELLED), 1.0, 0.0);
    assert_true(f->practice.logs.count >= 3);
    assert_true(dat_score_value(&f->practice.score, DAT_MAX_LENGTH_ERROR) < 0.03);
    assert_true(dat_score_passed(&f->practice.score));
    assert_false(seen.standing_is_feasible);
    assert_true(seen.some_feasible && seen.some_not && seen.chosen);
}

static void a_slow_computer_is_reported(void **state) {
    struct fixture *f = *state;
    for (int i = 0; i < 8; i++)
        ui_cab_advance(&f->cab, 0.01);
    f->practice.behind = 0.0; // whatever this computer can do
    f->cab.hud.pace = 1.0;
    ui_cab_advance(&f->cab, 3.0); // as if the last picture had taken so long
    assert_true(f->practice.behind > 2.5);
    assert_true(f->cab.hud.pace < 0.9);
    json_t *result = dat_practice_result(&f->practice);
    assert_near(json_number_value(json_object_get(result, "behind_clock_s")), f->practice.behind,
                0.0);
    json_decref(result);
}

static void untouched_cab_draws_and_stands_still(void **state) {
    struct fixture *f = *state;
    const struct sim_vec3 before = veh_machine_pose(&f->practice.site, 0).p;
    for (int mode = 0; mode < 3; mode++) {
        ui_camera_rig_choose(&f->cab.rig, (enum ui_camera_mode)mode);
        assert_true(ui_app_frame(&f->app));
    }
    const struct sim_vec3 after = veh_machine_pose(&f->practice.site, 0).p;
    assert_true(sim_length(sim_sub(after, before)) < 0.05); // it settles on its tyres
    assert_true(f->cab.view.scene.primitives.count > 50);
    assert_true(f->cab.view.scene.trees.count >= 400);
}

static void unplugged_lever_shows_in_the_picture(void **state) {
    struct fixture *f = *state;
    ui_app_frame(&f->app);
    SDL_JoystickSetVirtualAxis(virtual_stick(f->right), 1, 32767);
    ui_app_frame(&f->app);
    virtual_unplug(f->right);
    ui_app_frame(&f->app);
    ui_cab_advance(&f->cab, 0.05);
    assert_string_equal(f->cab.hud.message[0].text, "Lever 2 unplugged: axis neutral");
    assert_true(f->cab.hud.message[0].warning);
    assert_near(f->cab.controls.value[VEH_BOOM], 0.0, 0.0);
}

static void send_key(struct fixture *f, SDL_Scancode code, bool down) {
    SDL_Event event = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP}};
    event.key.keysym.scancode = code;
    SDL_PushEvent(&event);
    poll(f);
}

// A key of the crane swells by 3 per second, so its value says how many steps have used it: all
// that began after the event.
static void each_step_after_an_event_uses_it(void **state) {
    struct fixture *f = *state;
    static const int rates[] = {1, 30, 60, 240}; // pictures per second
    const double h = sim_world_step_size(f->practice.site.world), rise = 3.0;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        ui_cab_advance(&f->cab, 1.0); // the key before has faded
        send_key(f, SDL_SCANCODE_A, true);
        const double pressed = veh_worksite_time(&f->practice.site);
        double time = pressed;
        for (int k = 0; k < 40 && time < pressed + 4.5 * h; k++) {
            ui_cab_advance(&f->cab, 1.0 / rates[i]);
            time = veh_worksite_time(&f->practice.site);
        }
        assert_true(time > pressed);
        assert_near(fabs(f->cab.controls.value[VEH_SLEW]), rise * (time - pressed), 1e-9);
        send_key(f, SDL_SCANCODE_A, false);
        ui_cab_advance(&f->cab, 1.0);
    }
    assert_true(f->app.input.latency.used >= 8);
    assert_int_equal(f->app.input.latency.most_between, 0);
}

// Between two pictures a key goes down and up: one step uses the press, the next one the release.
static void no_press_is_too_short_for_a_step(void **state) {
    struct fixture *f = *state;
    static const int rates[] = {1, 30, 60, 240}; // pictures per second
    poll(f);
    poll(f); // levers that are plugged in say where they are
    ui_cab_advance(&f->cab, 0.1);
    const long used = f->app.input.latency.used;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        const double before = f->app.input.setting.value[VEH_TIP_CONTROL];
        send_key(f, SDL_SCANCODE_9, true);
        send_key(f, SDL_SCANCODE_9, false);
        for (int k = 0; k < 8; k++)
            ui_cab_advance(&f->cab, 1.0 / rates[i]);
        assert_true(fabs(f->app.input.setting.value[VEH_TIP_CONTROL] - before) > 0.5);
    }
    assert_int_equal(f->app.input.latency.used - used, 8);
    assert_int_equal(f->app.input.latency.most_between, 1);
}

static void push_key(SDL_Keycode key) {
    SDL_Event event = {.key = {.type = SDL_KEYDOWN}};
    event.key.keysym.sym = key;
    event.key.keysym.scancode = SDL_GetScancodeFromKey(key);
    SDL_PushEvent(&event);
    event.type = SDL_KEYUP;
    SDL_PushEvent(&event);
}

static const char *top(const struct fixture *f) {
    return ui_app_top(&f->app)->kind->name;
}

static void press(struct fixture *f, SDL_Keycode key) {
    push_key(key);
    assert_true(ui_app_frame(&f->app));
}

static void keys_choose_cameras(void **state) {
    struct fixture *f = *state;
    press(f, SDLK_2);
    assert_int_equal(f->cab.rig.mode, UI_CAMERA_ORBIT);
    press(f, SDLK_3);
    assert_int_equal(f->cab.rig.mode, UI_CAMERA_CRANE);
}

// The exercise waits while another screen is above the cab, and its keys do nothing.
static void assert_waits(struct fixture *f, const char *name) {
    assert_string_equal(top(f), name);
    const double time = veh_worksite_time(&f->practice.site);
    SDL_Delay(30);
    press(f, SDLK_2);
    assert_near(veh_worksite_time(&f->practice.site), time, 0.0);
    assert_int_equal(f->cab.rig.mode, UI_CAMERA_MACHINE);
}

static void the_exercise_waits_below_other_screens(void **state) {
    struct fixture *f = *state;
    press(f, SDLK_F10);
    assert_waits(f, "pause");
    press(f, SDLK_F10);
    assert_string_equal(top(f), "cab");
    press(f, SDLK_F1);
    assert_waits(f, "help");
    press(f, SDLK_F2); // from help to changing the controls
    assert_waits(f, "assign");
    press(f, SDLK_ESCAPE);
    assert_string_equal(top(f), "cab");
    assert_int_equal(f->cab.end, UI_CAB_RUNNING);
}

static void escape_asks_before_the_exercise_ends(void **state) {
    struct fixture *f = *state;
    press(f, SDLK_ESCAPE);
    assert_string_equal(top(f), "pause");
    press(f, SDLK_ESCAPE); // a second one leads back
    assert_string_equal(top(f), "cab");
    press(f, SDLK_ESCAPE);
    press(f, SDLK_RETURN); // continue has the focus
    press(f, SDLK_UNKNOWN);
    assert_string_equal(top(f), "cab");
    press(f, SDLK_ESCAPE);
    press(f, SDLK_DOWN);
    press(f, SDLK_RETURN);
    press(f, SDLK_UNKNOWN);
    assert_string_equal(top(f), "settings");
    press(f, SDLK_F3);
    assert_string_equal(top(f), "pause");
    press(f, SDLK_DOWN);
    press(f, SDLK_RETURN);
    press(f, SDLK_UNKNOWN);
    assert_string_equal(top(f), "site_plan");
    press(f, SDLK_ESCAPE);
    press(f, SDLK_UNKNOWN);
    assert_string_equal(top(f), "cab");
    press(f, SDLK_ESCAPE);
    for (int i = 0; i < 3; i++)
        press(f, SDLK_DOWN);
    push_key(SDLK_RETURN);
    assert_true(ui_app_frame(&f->app));
    assert_false(ui_app_frame(&f->app));
    assert_int_equal(f->cab.end, UI_CAB_LEFT);
}

static void the_pause_begins_the_exercise_again(void **state) {
    struct fixture *f = *state;
    f->cab.may_restart = true;
    press(f, SDLK_F10);
    for (int i = 0; i < 3; i++)
        press(f, SDLK_DOWN);
    push_key(SDLK_RETURN);
    assert_true(ui_app_frame(&f->app));
    assert_false(ui_app_frame(&f->app)); // for the caller
    assert_int_equal(f->cab.end, UI_CAB_LEFT);
    assert_int_equal(f->app.seat->wish, UI_SEAT_RESTARTS);
    f->app.seat->wish = UI_SEAT_GOES_ON;
}

static void a_signal_ends_the_exercise(void **state) {
    struct fixture *f = *state;
    ui_stop_on_signals();
    assert_true(ui_app_frame(&f->app));
    assert_int_equal(raise(SIGTERM), 0);
    assert_false(ui_app_frame(&f->app));
    assert_int_equal(f->cab.end, UI_CAB_LEFT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(untouched_cab_draws_and_stands_still, set_up_in_forest,
                                        tear_down),
        cmocka_unit_test_setup_teardown(unplugged_lever_shows_in_the_picture, set_up_in_yard,
                                        tear_down),
        cmocka_unit_test_setup_teardown(keys_choose_cameras, set_up_in_yard, tear_down),
        cmocka_unit_test_setup_teardown(each_step_after_an_event_uses_it, set_up_in_yard,
                                        tear_down),
        cmocka_unit_test_setup_teardown(no_press_is_too_short_for_a_step, set_up_in_yard,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_exercise_waits_below_other_screens, set_up_in_yard,
                                        tear_down),
        cmocka_unit_test_setup_teardown(escape_asks_before_the_exercise_ends, set_up_in_yard,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_slow_computer_is_reported, set_up_in_yard, tear_down),
        cmocka_unit_test_setup_teardown(the_pause_begins_the_exercise_again, set_up_in_yard,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_signal_ends_the_exercise, set_up_in_yard, tear_down),
        cmocka_unit_test_setup_teardown(two_levers_harvest_a_tree, set_up_in_forest, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
