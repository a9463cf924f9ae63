// Pictures of a model, and the window in which it runs, drawn without a display.
#include "ui/screen/model_window.h"

#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <png.h>

#include "data/model/read.h"
#include "tests/near.h"
#include "tests/scratch.h"
#include "ui/screen/model_shots.h"

static const char text[] = "kind: model\n"
                           "name: Lift\n"
                           "inputs:\n"
                           "  - {name: lift, range: [-1, 1]}\n"
                           "  - {name: share, range: [0, 1]}\n"
                           "bodies:\n"
                           "  - name: post\n"
                           "    fixed: true\n"
                           "    shapes: [{box: [0.2, 0.2, 3], position: [0, 0, 1.5]}]\n"
                           "  - name: car\n"
                           "    position: [0.5, 0, 1]\n"
                           "    mass: 100\n"
                           "    colour: '#ff0000'\n"
                           "    shapes: [{box: [0.6, 0.6, 0.6]}]\n"
                           "joints:\n"
                           "  - name: rail\n"
                           "    kind: prismatic\n"
                           "    parent: post\n"
                           "    child: car\n"
                           "    axis: z\n"
                           "    motor: {mode: velocity, input: lift, force: 5000}\n";

struct fixture {
    struct veh_machine_def def;
    struct dat_diagnostics d;
    struct sim_world *world;
    struct sim_instance instance;
    struct tests_scratch scratch;
    struct ui_app app;
    struct ui_model_window window;
    int steps;
};

static bool step(void *context) {
    struct fixture *f = context;
    sim_instance_apply(&f->instance);
    sim_world_step(f->world);
    return ++f->steps < 100000;
}

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    if (f == NULL)
        return 1;
    *state = f;
    tests_scratch_create(&f->scratch);
    dat_diagnostics_init(&f->d, "lift.yaml", text);
    if (!dat_read_model(text, "lift.yaml", NULL, &f->def, &f->d))
        return 1;
    f->world = sim_world_create(&f->def.model.world);
    return f->world == NULL ||
           !sim_instance_create(&f->instance, f->world, &f->def.model, sim_pose_identity());
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    tests_scratch_remove(&f->scratch);
    sim_instance_finish(&f->instance);
    sim_world_destroy(f->world);
    veh_machine_def_finish(&f->def);
    free(f);
    return 0;
}

// ---- pictures ----

// Mean row [pixel] of the red pixels of a picture, counted from the top.
static double red_row(const struct fixture *f, const char *name) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    assert_true(png_image_begin_read_from_file(&image, tests_scratch_path(&f->scratch, name)));
    assert_int_equal(image.width, 320);
    assert_int_equal(image.height, 180);
    image.format = PNG_FORMAT_RGB;
    unsigned char *pixel = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixel);
    assert_true(png_image_finish_read(&image, NULL, pixel, 0, NULL));
    double sum = 0.0;
    int count = 0;
    for (int i = 0; i < 320 * 180; i++) {
        const unsigned char *p = pixel + (size_t)i * 3;
        if (p[0] > 90 && p[1] < p[0] / 3 && p[2] < p[0] / 3) {
            sum += i / 320; // NOLINT(bugprone-integer-division)
            count++;
        }
    }
    free(pixel);
    assert_true(count > 300);
    return sum / count;
}

static void pictures_show_where_the_model_is(void **state) {
    struct fixture *f = *state;
    char problem[256] = "";
    const struct ui_model_shots_def def = {.folder = f->scratch.folder,
                                           .model = "some/where/lift.yaml",
                                           .every = 0.5,
                                           .width = 320,
                                           .angle = ui_default_model_angle(),
                                           .plain = true};
    struct ui_model_shots shots;
    assert_true(ui_model_shots_begin(&shots, &def, &f->instance, problem, sizeof problem));
    sim_instance_set_input(&f->instance, 0, 1.0); // 1 m/s upwards
    for (int i = 1; i <= 100; i++) {
        (void)step(f);
        assert_true(ui_model_shots_step(&shots, i == 100));
    }
    assert_int_equal(shots.frames.count, 3); // the last one is not taken twice
    assert_true(ui_model_shots_write(&shots, problem, sizeof problem));
    // All pictures have the same camera: the car rises as the projection of its centre does.
    const struct ui_camera camera = ui_model_camera(&shots.bounds, &def.angle, 16.0 / 9.0);
    const struct ui_view view = ui_view_mono(&camera, 16.0 / 9.0);
    static const char *const names[] = {"lift-0.00s.png", "lift-0.50s.png", "lift-1.00s.png"};
    for (int i = 0; i < 3; i++) {
        double ndc[3];
        assert_true(ui_view_project(&view, sim_vec3(0.5, 0.0, 1.0 + 0.5 * i), ndc));
        // The visible faces of a box have another centre than the box: 3 % of the height.
        assert_near(red_row(f, names[i]), (0.5 - 0.5 * ndc[1]) * 180.0, 5.0);
    }
    ui_model_shots_finish(&shots);
}

static void a_folder_that_cannot_be_made_is_named(void **state) {
    struct fixture *f = *state;
    char problem[256] = "";
    const struct ui_model_shots_def def = {.folder = "/nowhere/at/all", .model = "a", .width = 64};
    struct ui_model_shots shots;
    assert_false(ui_model_shots_begin(&shots, &def, &f->instance, problem, sizeof problem));
    assert_non_null(strstr(problem, "/nowhere/at/all: the folder cannot be made"));
    ui_model_shots_finish(&shots);
}

// ---- the window ----

static int open_window(void **state) {
    if (set_up(state) != 0)
        return 1;
    struct fixture *f = *state;
    char problem[256];
    const struct ui_app_options options = {
        .headless = true, .width = 96, .height = 54, .preferences = ui_default_preferences()};
    if (!ui_app_open(&f->app, &options, problem, sizeof problem) ||
        !ui_model_window_init(&f->window, &f->app, &f->instance, step, f, false))
        return 1;
    ui_app_push(&f->app, &f->window.base);
    return 0;
}

static int close_window(void **state) {
    struct fixture *f = *state;
    ui_app_close(&f->app);
    SDL_Quit();
    return tear_down(state);
}

static void press(SDL_Scancode key, bool down) {
    SDL_Event e;
    memset(&e, 0, sizeof e);
    e.type = down ? SDL_KEYDOWN : SDL_KEYUP;
    e.key.keysym.scancode = key;
    e.key.keysym.sym = SDL_GetKeyFromScancode(key);
    assert_int_equal(SDL_PushEvent(&e), 1);
}

static bool tap(struct fixture *f, SDL_Scancode key) {
    press(key, true);
    press(key, false);
    return ui_app_frame(&f->app);
}

static void keys_move_inputs(void **state) {
    struct fixture *f = *state;
    press(SDL_SCANCODE_RIGHT, true);
    assert_true(ui_app_frame(&f->app));
    assert_near(f->instance.input[0], 1.0, 0.0); // a lever goes to its end
    press(SDL_SCANCODE_RIGHT, false);
    assert_true(ui_app_frame(&f->app));
    assert_near(f->instance.input[0], 0.0, 0.0); // and springs back
    assert_true(tap(f, SDL_SCANCODE_DOWN));
    assert_int_equal(f->window.chosen, 1);
    press(SDL_SCANCODE_RIGHT, true);
    while (f->instance.input[1] < 0.05)
        assert_true(ui_app_frame(&f->app));
    press(SDL_SCANCODE_RIGHT, false);
    assert_true(ui_app_frame(&f->app));
    const double stays = f->instance.input[1];
    assert_true(ui_app_frame(&f->app));
    assert_near(f->instance.input[1], stays, 0.0); // a slider stays where it was put
    assert_true(tap(f, SDL_SCANCODE_0));
    assert_near(f->instance.input[1], 0.0, 0.0);
    assert_true(tap(f, SDL_SCANCODE_DOWN));
    assert_int_equal(f->window.chosen, 0); // round again
}

static void a_paused_run_takes_single_steps_to_its_end(void **state) {
    struct fixture *f = *state;
    assert_true(tap(f, SDL_SCANCODE_SPACE));
    const int before = f->steps;
    assert_true(ui_app_frame(&f->app));
    assert_int_equal(f->steps, before);
    assert_true(tap(f, SDL_SCANCODE_N));
    assert_int_equal(f->steps, before + 1);
    assert_true(tap(f, SDL_SCANCODE_F1));
    assert_true(f->window.help);
    assert_true(tap(f, SDL_SCANCODE_J));
    assert_true(f->window.marks.axes && !f->window.marks.names);
    f->steps = 100000; // the next step is the last
    assert_true(tap(f, SDL_SCANCODE_N));
    assert_true(f->window.over);
    assert_true(tap(f, SDL_SCANCODE_SPACE));
    assert_int_equal(f->steps, 100001); // nothing moves any more, the picture stays
    assert_false(tap(f, SDL_SCANCODE_ESCAPE));
}

// However far the model falls between two pictures, the next one shows it.
static void the_view_follows_a_falling_model(void **state) {
    struct fixture *f = *state;
    const struct sim_body_id car = f->instance.bodies[1];
    f->window.paused = true; // only the test moves it
    assert_true(ui_app_frame(&f->app));
    for (int i = 1; i <= 20; i++) {
        const struct sim_pose pose = {sim_vec3(0.5, 0.0, -4.9 * 0.09 * i * i), sim_quat_identity()};
        sim_body_set_pose(f->world, car, pose);
        f->window.frame.body[1] = pose;
        assert_true(ui_app_frame(&f->app));
        const struct sim_aabb box = {sim_sub(f->window.aim, f->window.half),
                                     sim_add(f->window.aim, f->window.half)};
        const struct ui_camera camera = ui_model_camera(&box, &f->window.angle, 96.0 / 54.0);
        const struct ui_view view = ui_view_mono(&camera, 96.0 / 54.0);
        double ndc[3];
        assert_true(ui_view_project(&view, pose.p, ndc));
        assert_true(fabs(ndc[0]) < 1.0 && fabs(ndc[1]) < 1.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pictures_show_where_the_model_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_made_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_move_inputs, open_window, close_window),
        cmocka_unit_test_setup_teardown(the_view_follows_a_falling_model, open_window,
                                        close_window),
        cmocka_unit_test_setup_teardown(a_paused_run_takes_single_steps_to_its_end, open_window,
                                        close_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
