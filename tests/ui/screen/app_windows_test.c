// Several windows of one picture: what each of them shows, and displays that come and go.
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "data/exercise/exercise.h"
#include "data/exercise/library.h"
#include "tests/near.h"
#include "ui/screen/app_inside.h"
#include "ui/screen/cab.h"

enum { WIDTH = 160, HEIGHT = 90 };

// Two projectors on one screen, one for each eye, and a screen at the left.
static const char file[] =
    "screens:\n"
    "  - {title: Front left, display: 0, middle_m: [1.3, 0, 0], width_m: 1.6, height_m: 0.9, eye: "
    "left, corner_px: [0, 0], size_px: [160, 90]}\n"
    "  - {title: Front right, display: 0, middle_m: [1.3, 0, 0], width_m: 1.6, height_m: 0.9, eye: "
    "right, corner_px: [160, 0], size_px: [160, 90]}\n"
    "  - {title: Side, display: 0, middle_m: [0.5, 0.8, 0], width_m: 1, height_m: 1, turn_deg: 90, "
    "corner_px: [0, 90], size_px: [80, 80]}\n";

struct fixture {
    struct ui_app app;
    struct dat_exercise exercise;
    struct dat_practice practice;
    struct ui_cab cab;
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    static struct ui_place place;
    struct ui_app_options options = {.headless = true,
                                     .width = WIDTH,
                                     .height = HEIGHT,
                                     .preferences = ui_default_preferences(),
                                     .place = &place};
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    char path[512], text[256];
    *state = f;
    dat_diagnostics_init(&d, "place.yaml", file);
    if (f == NULL || !ui_place_read(file, "place.yaml", &place, &d) ||
        !ui_app_open(&f->app, &options, text, sizeof text) ||
        dat_library_find(NULL, "exercises", "first-harvest", path, sizeof path, &problem) !=
            DAT_LIBRARY_FOUND ||
        !dat_exercise_load(path, NULL, &f->exercise, &d) ||
        !dat_practice_start(&f->practice, &f->exercise, NULL, "Test", DAT_TRAINEE, &problem) ||
        !ui_cab_init(&f->cab, &f->app, &f->practice, text, sizeof text))
        return 1;
    f->app.scale = 1.0;
    ui_app_push(&f->app, &f->cab.base);
    return 0;
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

// Share of pixels in which two pictures of that size differ by more than rounding.
static double difference(const struct ui_gl_target *a, const struct ui_gl_target *b) {
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    const size_t size = (size_t)a->width * (size_t)a->height * 3;
    unsigned char *p = malloc(size), *q = malloc(size);
    assert_true(p != NULL && q != NULL);
    ui_gl_target_read(a, p);
    ui_gl_target_read(b, q);
    int differ = 0;
    for (size_t i = 0; i < size; i += 3)
        for (size_t k = i; k < i + 3; k++)
            if (abs(p[k] - q[k]) > 3) {
                differ++;
                break;
            }
    free(p);
    free(q);
    return (double)differ / ((double)size / 3.0);
}

// Each projector's window is its eye's picture: as drawn by the formula of parallel eyes before a
// plane at the screen's distance, which knows no screens in metres.
static void projectors_show_their_eyes(void **state) {
    struct fixture *f = *state;
    struct ui_app *app = &f->app;
    struct ui_gl_target eye[2] = {{0}, {0}};
    f->cab.held = true; // nothing moves
    app->stereo = (struct ui_stereo){UI_STEREO_ANAGLYPH, 0.065, 6.0};
    assert_true(app->side[1].open && app->side[2].open);
    assert_true(ui_app_frame(app));
    const struct ui_backdrop backdrop = ui_app_draw_screens(app);
    app->scale = 1.0;
    ui_app_show(app, &backdrop);
    const struct ui_stereo stereo = {UI_STEREO_NONE, 0.065, 1.3};
    for (int i = 0; i < 2; i++) {
        struct ui_view_table views = ui_view_table_of(&backdrop.views.row[0].camera);
        views.row[0].camera.fov_y = 2.0 * atan(0.45 / 1.3);
        views.row[0].behind_glass = true;
        views.row[0].eye = i == 0 ? UI_VIEW_LEFT : UI_VIEW_RIGHT;
        assert_true(ui_app_make_target(app, &eye[i], WIDTH, HEIGHT));
        ui_gl_renderer_again(app->renderer, backdrop.scene, &views, &stereo, &eye[i]);
    }
    assert_true(difference(&app->target, &eye[0]) < 1e-3);
    assert_true(difference(&app->side[1].target, &eye[1]) < 1e-3);
    assert_true(difference(&eye[0], &eye[1]) > 0.05); // they are two
    assert_int_equal(app->side[2].target.width, 80);
    ui_gl_target_finish(&eye[0]);
    ui_gl_target_finish(&eye[1]);
}

// Shutter glasses: the main window has a buffer for each eye, the others show one picture to both.
static void only_the_main_window_has_quad_buffers(void **state) {
    struct fixture *f = *state;
    struct ui_app *app = &f->app;
    static unsigned char mono[80 * 80 * 3], shown[80 * 80 * 3];
    f->cab.held = true;
    assert_true(ui_app_frame(app));
    const struct ui_backdrop backdrop = ui_app_draw_screens(app);
    app->scale = 1.0;
    ui_app_show(app, &backdrop);
    app->scale = 1.0;
    ui_app_draw_sides(app, &backdrop);
    ui_gl_target_read(&app->side[2].target, mono);
    app->stereo.mode = UI_STEREO_QUAD_BUFFER;
    ui_app_draw_sides(app, &backdrop);
    ui_gl_target_read(&app->side[2].target, shown);
    assert_memory_equal(mono, shown, sizeof mono);
    app->stereo.mode = UI_STEREO_ANAGLYPH;
    ui_app_draw_sides(app, &backdrop);
    ui_gl_target_read(&app->side[2].target, shown);
    assert_memory_not_equal(mono, shown, sizeof mono);
}

// Returns what is said about it.
static const char *plug(struct fixture *f, Uint8 what) {
    SDL_Event event = {.display = {.type = SDL_DISPLAYEVENT, .event = what}};
    SDL_PushEvent(&event);
    f->cab.hud.message[0].text[0] = '\0';
    assert_true(ui_app_frame(&f->app));
    return f->cab.hud.message[0].text;
}

static void a_display_may_come_and_go(void **state) {
    struct fixture *f = *state;
    struct ui_app *app = &f->app;
    struct ui_place_screen *side = &app->place.screen[2];
    assert_true(ui_app_frame(app));
    snprintf(side->display, sizeof side->display, "7"); // as if it had been pulled out
    assert_non_null(strstr(plug(f, SDL_DISPLAYEVENT_DISCONNECTED), "'Side'"));
    assert_false(app->side[2].open);
    assert_true(app->side[1].open);
    assert_string_equal(plug(f, SDL_DISPLAYEVENT_DISCONNECTED), ""); // said once
    snprintf(side->display, sizeof side->display, "0");
    assert_non_null(strstr(plug(f, SDL_DISPLAYEVENT_CONNECTED), "'Side'"));
    assert_true(app->side[2].open);
}

static void other_windows_take_keys_and_no_mouse(void **state) {
    struct fixture *f = *state;
    struct ui_app *app = &f->app;
    assert_true(ui_app_frame(app));
    SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION,
                                  .windowID = SDL_GetWindowID(app->side[2].window.window)}};
    assert_true(ui_app_side_event(app, &event));
    event.motion.windowID = SDL_GetWindowID(app->window.window);
    assert_false(ui_app_side_event(app, &event));
    app->input.positions.key[SDL_SCANCODE_W] = true; // keys drive from every window
    event = (SDL_Event){.window = {.type = SDL_WINDOWEVENT,
                                   .event = SDL_WINDOWEVENT_FOCUS_LOST,
                                   .windowID = SDL_GetWindowID(app->side[1].window.window)}};
    assert_true(ui_app_side_event(app, &event));
    assert_false(app->input.positions.key[SDL_SCANCODE_W]);
    event = (SDL_Event){.window = {.type = SDL_WINDOWEVENT,
                                   .event = SDL_WINDOWEVENT_CLOSE,
                                   .windowID = SDL_GetWindowID(app->side[1].window.window)}};
    SDL_PushEvent(&event);
    assert_false(ui_app_frame(app)); // whichever is closed
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(projectors_show_their_eyes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_the_main_window_has_quad_buffers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_display_may_come_and_go, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_windows_take_keys_and_no_mouse, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
