// Changing keys and levers in the window: events in, the table and the file out.
#include "ui/screen/assign.h"

#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "tests/near.h"
#include "tests/scratch.h"
#include "tests/ui/virtual_sticks.h"
#include "ui/input/bind_file.h"
#include "ui/text/language.h"

enum { WIDTH = 1280, HEIGHT = 800 };

struct fixture {
    struct ui_font *font;
    struct ui_canvas canvas;
    struct ui_assign_screen screen;
    struct ui_input input;
    struct tests_scratch scratch;
    int lever; // SDL's instance id of the virtual lever
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    char problem[160];
    *state = f;
    if (f == NULL)
        return 1;
    ui_bindings_restore();
    tests_scratch_create(&f->scratch);
    f->font = ui_font_create(1.0, problem, sizeof problem);
    if (f->font == NULL || !ui_input_init(&f->input, problem, sizeof problem))
        return 1;
    f->lever = virtual_plug_in("Crane lever left", SDL_JOYSTICK_TYPE_FLIGHT_STICK, 1);
    virtual_poll(&f->input, 0.01);
    ui_assign_init(&f->screen, tests_scratch_path(&f->scratch, "controls.yaml"), ~0u);
    return f->lever < 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    ui_bindings_restore();
    ui_input_finish(&f->input);
    SDL_Quit();
    ui_canvas_finish(&f->canvas);
    ui_font_destroy(f->font);
    tests_scratch_remove(&f->scratch);
    free(f);
    return 0;
}

static bool press(struct fixture *f, SDL_Scancode code) {
    SDL_Event e;
    memset(&e, 0, sizeof e);
    e.type = SDL_KEYDOWN;
    e.key.keysym.scancode = code;
    // Without a window SDL does not know the keyboard's layout.
    e.key.keysym.sym = code == SDL_SCANCODE_RETURN   ? SDLK_RETURN
                       : code == SDL_SCANCODE_ESCAPE ? SDLK_ESCAPE
                       : code == SDL_SCANCODE_DELETE ? SDLK_DELETE
                       : code == SDL_SCANCODE_DOWN   ? SDLK_DOWN
                                                     : SDLK_UNKNOWN;
    ui_input_event(&f->input, &e);
    return ui_assign_event(&f->screen, &f->input, &e, 1.0);
}

// Delivers all events of the virtual lever.
static void deliver(struct fixture *f) {
    SDL_Event e;
    while (SDL_PollEvent(&e)) {
        ui_input_event(&f->input, &e);
        ui_assign_event(&f->screen, &f->input, &e, 1.0);
    }
}

static void choose(struct fixture *f, enum veh_control control, double side) {
    for (f->screen.chosen = 0; f->screen.row[f->screen.chosen].control != control ||
                               f->screen.row[f->screen.chosen].side * side < 0.0;)
        f->screen.chosen++;
}

static const struct ui_binding *find(enum ui_device device, enum ui_part part, int index) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    for (size_t i = 0; i < count; i++)
        if (b[i].device == device && b[i].part == part && b[i].index == index)
            return &b[i];
    return NULL;
}

static void a_key_is_changed_and_kept(void **state) {
    struct fixture *f = *state;
    choose(f, VEH_SAW, 1.0);
    assert_true(press(f, SDL_SCANCODE_RETURN));
    assert_true(f->screen.waiting);
    assert_true(press(f, SDL_SCANCODE_F1)); // the window's own
    assert_true(f->screen.waiting);
    assert_non_null(strstr(f->screen.note, "reserved for the program"));
    assert_true(press(f, SDL_SCANCODE_Z));
    assert_false(f->screen.waiting);
    assert_int_equal(find(UI_DEVICE_KEYBOARD, UI_PART_KEY, SDL_SCANCODE_Z)->control, VEH_SAW);
    assert_null(find(UI_DEVICE_KEYBOARD, UI_PART_KEY, SDL_SCANCODE_X));
    char *text = tests_scratch_read(&f->scratch, "controls.yaml");
    assert_non_null(strstr(text, "part: \"Z\", function: saw"));
    free(text);
    assert_true(press(f, SDL_SCANCODE_DELETE));
    assert_null(find(UI_DEVICE_KEYBOARD, UI_PART_KEY, SDL_SCANCODE_Z));
    // The last two rows: as shipped, and done.
    assert_true(press(f, SDL_SCANCODE_RETURN));
    assert_true(press(f, SDL_SCANCODE_ESCAPE)); // leaves the question, not the page
    assert_false(f->screen.waiting);
    f->screen.chosen = f->screen.rows;
    assert_true(press(f, SDL_SCANCODE_RETURN));
    assert_true(ui_bindings_are_standard());
    assert_int_not_equal(access(f->screen.path, F_OK), 0);
    assert_true(press(f, SDL_SCANCODE_DOWN));
    assert_false(press(f, SDL_SCANCODE_RETURN)); // done
    assert_false(press(f, SDL_SCANCODE_ESCAPE));
}

// Moved to the side that the row asks for, whichever way the driver counts.
static void a_lever_is_moved_to_the_wanted_side(void **state) {
    struct fixture *f = *state;
    SDL_Joystick *stick = virtual_stick(f->lever);
    choose(f, VEH_SLEW, 1.0); // left
    assert_true(press(f, SDL_SCANCODE_RETURN));
    SDL_JoystickSetVirtualAxis(stick, 2, 9000); // on its way
    deliver(f);
    assert_true(f->screen.waiting);
    SDL_JoystickSetVirtualAxis(stick, 2, 30000);
    deliver(f);
    assert_false(f->screen.waiting);
    const struct ui_binding *b = find(UI_DEVICE_LEFT, UI_PART_AXIS, 2);
    assert_non_null(b);
    assert_int_equal(b->control, VEH_SLEW);
    assert_false(b->shifted); // without its button 1
    assert_near(b->scale, 1.0, 0.0);
    SDL_JoystickSetVirtualAxis(stick, 2, 0);
    deliver(f);
    choose(f, VEH_SLEW, -1.0); // right, with the same axis to the same end: turned round
    assert_true(press(f, SDL_SCANCODE_RETURN));
    SDL_JoystickSetVirtualAxis(stick, 2, 30000);
    deliver(f);
    assert_near(find(UI_DEVICE_LEFT, UI_PART_AXIS, 2)->scale, -1.0, 0.0);
    choose(f, VEH_BRAKE, 1.0);
    assert_true(press(f, SDL_SCANCODE_RETURN));
    SDL_JoystickSetVirtualButton(stick, 7, 1);
    deliver(f);
    assert_int_equal(find(UI_DEVICE_LEFT, UI_PART_BUTTON, 7)->control, VEH_BRAKE);
}

static void the_page_is_drawn_and_clicked(void **state) {
    struct fixture *f = *state;
    ui_canvas_begin(&f->canvas, f->font, WIDTH, HEIGHT);
    ui_assign_draw(&f->screen, &f->canvas);
    const int page = f->canvas.vertices.count;
    assert_true(page > 2000);
    assert_in_range(f->screen.shown, 28, f->screen.rows + 2); // the page scrolls
    SDL_Event e;
    memset(&e, 0, sizeof e);
    e.type = SDL_MOUSEBUTTONDOWN;
    e.button.y = (int)(0.5 * (f->screen.y[3] + f->screen.y[4]));
    assert_true(ui_assign_event(&f->screen, &f->input, &e, 1.0));
    assert_int_equal(f->screen.chosen, 3);
    assert_false(f->screen.waiting);
    assert_true(ui_assign_event(&f->screen, &f->input, &e, 1.0)); // the second click
    assert_true(f->screen.waiting);
    ui_canvas_begin(&f->canvas, f->font, WIDTH, HEIGHT);
    ui_assign_draw(&f->screen, &f->canvas);
    assert_true(f->canvas.vertices.count > page); // and the question
    // On a small window the chosen row is in sight.
    f->screen.chosen = f->screen.rows;
    ui_canvas_begin(&f->canvas, f->font, 640, 240);
    ui_assign_draw(&f->screen, &f->canvas);
    assert_true(f->screen.first + f->screen.shown > f->screen.chosen);
}

// Every letter of the page lies on it, in German too, also where texts need several lines.
static void no_text_leaves_the_page(void **state) {
    static const int sizes[][2] = {{800, 600}, {1024, 768}, {1280, 720}, {1920, 1080}};
    struct fixture *f = *state;
    for (int i = 0; i < 8; i++) {
        const int width = sizes[i / 2][0], height = sizes[i / 2][1];
        char problem[160];
        struct ui_font *font = ui_font_create(height / 720.0, problem, sizeof problem);
        assert_non_null(font);
        if (i % 2 == 1)
            assert_true(ui_language_change("de", false, NULL));
        ui_canvas_begin(&f->canvas, font, width, height);
        ui_assign_draw(&f->screen, &f->canvas);
        ui_language_restore();
        assert_true(f->screen.shown >= 8);
        for (int k = 0; k < f->canvas.vertices.count; k++) {
            const struct ui_canvas_vertex *v = &f->canvas.vertices.items[k];
            assert_true(v->x >= -1.0F && v->x <= (float)width + 1.0F);
            assert_true(v->y >= -1.0F && v->y <= (float)height + 1.0F);
        }
        ui_font_destroy(font);
    }
}

// A forwarder has no saw: the page lists what its machine moves, as F1 does.
static void only_functions_of_the_machine_are_listed(void **state) {
    struct fixture *f = *state;
    ui_assign_init(&f->screen, "", 1u << VEH_SLEW | 1u << VEH_BRAKE);
    assert_int_equal(f->screen.rows, 3);
    for (int i = 0; i < f->screen.rows; i++)
        assert_true(f->screen.row[i].control == VEH_SLEW || f->screen.row[i].control == VEH_BRAKE);
    for (int i = 0; i < 3; i++)
        assert_true(press(f, SDL_SCANCODE_DOWN));
    assert_int_equal(f->screen.chosen, f->screen.rows); // "restore the defaults" comes next
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_key_is_changed_and_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_lever_is_moved_to_the_wanted_side, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_text_leaves_the_page, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_page_is_drawn_and_clicked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_functions_of_the_machine_are_listed, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
