#include "ui/screen/start_sheet.h"

#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "tests/ui/letters.h"
#include "ui/text/text.h"

enum { WIDTH = 1280, HEIGHT = 720 };

struct fixture {
    struct ui_font *font;
    struct ui_canvas canvas;
    struct ui_start_sheet screen;
    struct ui_widget_input input;
};

static const struct ui_exercise exercises[12] = {
    {.title = "First harvest",
     .text = "Fell a tree",
     .machine_title = "harvester",
     .path = "a.yaml"},
    {.title = "First load", .text = "Load logs", .machine_title = "forwarder", .path = "b.yaml"},
    {.title = "Third", .text = "", .machine_title = "harvester", .path = "c.yaml"},
    {.title = "4", .text = "", .machine_title = "harvester", .path = "d"},
    {.title = "5", .text = "", .machine_title = "harvester", .path = "e"},
    {.title = "6", .text = "", .machine_title = "harvester", .path = "f"},
    {.title = "7", .text = "", .machine_title = "harvester", .path = "g"},
    {.title = "8", .text = "", .machine_title = "harvester", .path = "h"},
    {.title = "9", .text = "", .machine_title = "harvester", .path = "i"},
    {.title = "10", .text = "", .machine_title = "harvester", .path = "j"},
    {.title = "11", .text = "", .machine_title = "harvester", .path = "k"},
    {.title = "12", .text = "", .machine_title = "harvester", .path = "l"},
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    char problem[160];
    *state = f;
    if (f == NULL)
        return 1;
    f->font = ui_font_create(1.0, problem, sizeof problem);
    ui_start_sheet_init(&f->screen, exercises, 3, "");
    return f->font == NULL;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    ui_canvas_finish(&f->canvas);
    ui_font_destroy(f->font);
    free(f);
    return 0;
}

static enum ui_start_result draw(struct fixture *f) {
    ui_canvas_begin(&f->canvas, f->font, WIDTH, HEIGHT);
    const enum ui_start_result result = ui_start_sheet_draw(&f->screen, &f->canvas, &f->input);
    assert_true(f->canvas.vertices.count > 300);
    return result;
}

static void type(struct fixture *f, const char *text) {
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};
    snprintf(event.text.text, sizeof event.text.text, "%s", text);
    ui_widget_event(&f->input, &event, 1.0);
}

static void press_unseen(struct fixture *f, SDL_Keycode key) {
    SDL_Event event = {.key = {.type = SDL_KEYDOWN}};
    event.key.keysym.sym = key;
    ui_widget_event(&f->input, &event, 1.0);
}

static enum ui_start_result press(struct fixture *f, SDL_Keycode key) {
    press_unseen(f, key);
    return draw(f);
}

static void keyboard_alone_starts_an_exercise(void **state) {
    struct fixture *f = *state;
    type(f, "Anna ");
    type(f, "M\xC3\xA4k");
    draw(f);
    press(f, SDLK_BACKSPACE);
    assert_string_equal(f->screen.name, "Anna M\xC3\xA4");
    press(f, SDLK_DOWN); // the list
    assert_int_equal(f->screen.rows.chosen, 0);
    press(f, SDLK_DOWN);
    assert_int_equal(f->screen.rows.chosen, 1);
    assert_int_equal(press(f, SDLK_RETURN), UI_START_BEGINS);
    assert_int_equal(f->screen.rows.chosen, 1);
}

static void the_sheet_asks_for_a_name(void **state) {
    struct fixture *f = *state;
    type(f, "   ");
    draw(f);
    press(f, SDLK_DOWN);
    assert_int_equal(press(f, SDLK_RETURN), UI_START_STAYS);
    assert_true(f->screen.asks_for_name);
    // The focus is on the missing name.
    type(f, " Bo ");
    draw(f);
    assert_false(f->screen.asks_for_name);
    press(f, SDLK_DOWN);
    assert_int_equal(press(f, SDLK_RETURN), UI_START_BEGINS);
    assert_string_equal(f->screen.name, "Bo");
    assert_false(f->screen.asks_for_name);
}

// Enter after the name goes to the chosen exercise, not to the first one.
static void enter_after_the_name_keeps_the_choice(void **state) {
    struct fixture *f = *state;
    press(f, SDLK_DOWN);
    press(f, SDLK_DOWN);
    assert_int_equal(f->screen.rows.chosen, 1);
    type(f, "Bo"); // although the list has the focus
    draw(f);
    assert_string_equal(f->screen.name, "Bo");
    assert_int_equal(press(f, SDLK_RETURN), UI_START_STAYS);
    assert_int_equal(press(f, SDLK_RETURN), UI_START_BEGINS);
    assert_int_equal(f->screen.rows.chosen, 1);
}

// Between two pictures that take long.
static void fast_typing_loses_nothing(void **state) {
    struct fixture *f = *state;
    type(f, "Ann");
    draw(f);
    type(f, "aEv");
    for (int i = 0; i < 5; i++)
        press_unseen(f, SDLK_BACKSPACE);
    type(f, "gnes");
    draw(f);
    assert_string_equal(f->screen.name, "Agnes");
}

// Where one types is in view.
static void a_long_name_shows_its_end(void **state) {
    struct fixture *f = *state;
    struct ui_canvas_record record = {0};
    const struct ui_canvas_line *end = NULL;
    type(f, "WILHELMINE AMALIE FRIEDERIKE ");
    type(f, "MOMMSEN-WAGMANN VON Hohenstein");
    f->canvas.record = &record;
    ui_canvas_begin(&f->canvas, f->font, WIDTH / 2, HEIGHT);
    (void)ui_start_sheet_draw(&f->screen, &f->canvas, &f->input);
    f->canvas.record = NULL;
    for (int i = 0; i < record.lines.count; i++)
        if (strstr(record.lines.items[i].text, "Hohenstein") != NULL)
            end = &record.lines.items[i];
    assert_non_null(end);
    assert_true(strlen(end->text) < strlen(f->screen.name));
    SIM_ARRAY_FREE(&record.lines);
    SIM_ARRAY_FREE(&record.pages);
}

static void a_resting_pointer_leaves_the_focus(void **state) {
    struct fixture *f = *state;
    for (int y = 10; y < HEIGHT; y += 20) {
        SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION}};
        event.motion.x = 600;
        event.motion.y = y;
        ui_widget_event(&f->input, &event, 1.0);
        draw(f);
        assert_int_equal(f->screen.widgets.focus, 0);
    }
}

// Clicks from top to bottom: the layout is unknown to the test, but the list and the start must be
// reachable with the mouse.
static enum ui_start_result click(struct fixture *f, int x, int y) {
    SDL_Event event = {.button = {.type = SDL_MOUSEBUTTONDOWN}};
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = x;
    event.button.y = y;
    ui_widget_event(&f->input, &event, 1.0);
    return draw(f);
}

// Down from the list comes the parameter, which Right and clicks change within its range.
static void a_parameter_is_set(void **state) {
    struct fixture *f = *state;
    static struct ui_exercise one = {
        .title = "Slalom",
        .machine_title = "forwarder",
        .parameter_count = 1,
        .parameters = {{.name = "far", .text = "Far", .low = 2, .high = 4, .step = 1, .value = 3}}};
    ui_start_sheet_init(&f->screen, &one, 1, "Anna");
    assert_int_equal(ui_start_sheet_settings(&f->screen).count, 0);
    draw(f);
    press(f, SDLK_DOWN);
    press(f, SDLK_RIGHT);
    press(f, SDLK_RIGHT);
    struct dat_settings set = ui_start_sheet_settings(&f->screen);
    assert_int_equal(set.count, 1);
    assert_string_equal(set.items[0].name, "far");
    assert_near(set.items[0].value, 4.0, 0.0);
    click(f, 100, HEIGHT - 190);
    set = ui_start_sheet_settings(&f->screen);
    assert_near(set.items[0].value, 3.0, 0.0);
}

// A button beside the start button, present only with an interrupted session.
static void an_interrupted_session_can_be_resumed(void **state) {
    struct fixture *f = *state;
    draw(f);
    assert_int_equal(click(f, 200, HEIGHT - 166), UI_START_STAYS);
    snprintf(f->screen.unfinished, sizeof f->screen.unfinished, "First load, 3:20");
    draw(f);
    assert_int_equal(click(f, 200, HEIGHT - 166), UI_START_RESUMES);
}

static void mouse_chooses_and_starts(void **state) {
    struct fixture *f = *state;
    type(f, "Bo");
    draw(f);
    bool second = false, begun = false;
    for (int y = 10; y < HEIGHT && !begun; y += 20) {
        begun = click(f, 600, y) == UI_START_BEGINS;
        second = second || f->screen.rows.chosen == 1;
    }
    assert_true(second);
    assert_true(begun);
}

// Below the start button: the demonstration, also of a locked exercise and without a name, and the
// sessions of whoever is named.
static void demonstration_and_sessions_have_buttons(void **state) {
    struct fixture *f = *state;
    struct ui_exercise locked = exercises[1];
    locked.locked = true;
    ui_start_sheet_init(&f->screen, &locked, 1, "");
    draw(f);
    assert_int_equal(click(f, 100, HEIGHT - 108), UI_START_SHOWS);
    assert_int_equal(click(f, 600, HEIGHT - 108), UI_START_STAYS);
    assert_true(f->screen.asks_for_name);
    type(f, "Bo");
    draw(f);
    assert_int_equal(click(f, 600, HEIGHT - 108), UI_START_LISTS);
    ui_start_sheet_init(&f->screen, NULL, 0, "Bo");
    draw(f);
    assert_int_equal(click(f, 100, HEIGHT - 108), UI_START_STAYS);
}

static void lever_chooses_and_starts(void **state) {
    struct fixture *f = *state;
    ui_start_sheet_init(&f->screen, exercises, 3, "Bo");
    SDL_Event hat = {.jhat = {.type = SDL_JOYHATMOTION}};
    hat.jhat.value = SDL_HAT_DOWN;
    draw(f);
    ui_widget_event(&f->input, &hat, 1.0);
    draw(f);
    assert_int_equal(f->screen.rows.chosen, 1);
    SDL_Event button = {.jbutton = {.type = SDL_JOYBUTTONDOWN}};
    ui_widget_event(&f->input, &button, 1.0);
    assert_int_equal(draw(f), UI_START_BEGINS);
}

static void long_lists_scroll(void **state) {
    struct fixture *f = *state;
    ui_start_sheet_init(&f->screen, exercises, 12, "Bo");
    draw(f);
    for (int i = 1; i < 12; i++) {
        press(f, SDLK_DOWN);
        draw(f);
        assert_int_equal(f->screen.rows.chosen, i);
    }
    assert_int_equal(press(f, SDLK_RETURN), UI_START_BEGINS);
    for (int i = 10; i >= 0; i--) {
        press(f, SDLK_UP);
        draw(f);
        assert_int_equal(f->screen.rows.chosen, i);
    }
}

static void a_locked_exercise_does_not_start(void **state) {
    struct fixture *f = *state;
    struct ui_exercise ladder[2] = {exercises[0], exercises[1]};
    ladder[0].passed = true;
    ladder[0].mark = 2;
    ladder[1].locked = true;
    ui_start_sheet_init(&f->screen, ladder, 2, "Bo");
    draw(f);
    press(f, SDLK_DOWN);
    assert_int_equal(f->screen.rows.chosen, 1);
    assert_int_equal(press(f, SDLK_RETURN), UI_START_STAYS);
    assert_non_null(strstr(f->screen.note, "pass 'First harvest' first"));
    ladder[1].locked = false;
    assert_int_equal(press(f, SDLK_RETURN), UI_START_BEGINS);
}

static void escape_quits_and_an_empty_library_does_not_start(void **state) {
    struct fixture *f = *state;
    ui_start_sheet_init(&f->screen, NULL, 0, "Bo");
    for (int i = 0; i < 3; i++)
        assert_int_equal(press(f, SDLK_RETURN), UI_START_STAYS);
    assert_int_equal(press(f, SDLK_ESCAPE), UI_START_QUITS);
}

static void check_fit(int width, int height) {
    static struct ui_start_sheet sheet;
    struct ui_exercise listed[12];
    struct ui_widget_input input = {.move = UI_MENU_NONE};
    struct ui_canvas canvas = {0};
    char problem[160];
    struct ui_font *font = ui_font_create(height / 720.0, problem, sizeof problem);
    assert_non_null(font);
    memcpy(listed, exercises, sizeof listed);
    listed[1].locked = listed[2].passed = true;
    ui_print(listed[0].text, sizeof listed[0].text, "%s",
             "A long sentence about the exercise, which goes on and on and never ends at all");
    ui_start_sheet_init(&sheet, listed, 12, "");
    for (int resumed = 0; resumed < 2; resumed++) {
        sheet.asks_for_name = resumed == 0;
        ui_print(sheet.devices, sizeof sheet.devices, "%s", ui_text(UI_TEXT_READY_KEYBOARD));
        if (resumed != 0)
            ui_print(sheet.unfinished, sizeof sheet.unfinished, "Tracing of lines, 13:20");
        ui_canvas_begin(&canvas, font, width, height);
        assert_int_equal(ui_start_sheet_draw(&sheet, &canvas, &input), UI_START_STAYS);
        assert_letters_fit(&canvas, 40.0 * font->scale, ui_start_sheet_width(&canvas));
    }
    ui_canvas_finish(&canvas);
    ui_font_destroy(font);
}

static void texts_fit_every_size_and_language(void **state) {
    (void)state;
    letters_each_size(check_fit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keyboard_alone_starts_an_exercise, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_sheet_asks_for_a_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(enter_after_the_name_keeps_the_choice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fast_typing_loses_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_long_name_shows_its_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_resting_pointer_leaves_the_focus, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_parameter_is_set, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_interrupted_session_can_be_resumed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mouse_chooses_and_starts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(demonstration_and_sessions_have_buttons, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lever_chooses_and_starts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_lists_scroll, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_locked_exercise_does_not_start, set_up, tear_down),
        cmocka_unit_test_setup_teardown(escape_quits_and_an_empty_library_does_not_start, set_up,
                                        tear_down),
        cmocka_unit_test(texts_fit_every_size_and_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
