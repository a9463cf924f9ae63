#include "ui/screen/start.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/input/bind.h"

enum { NAME_FIELD = 0, FIRST_ROW = 1 }; // numbers of widgets

static const struct ui_colour sheet = {14, 20, 15, 215};

void ui_start_screen_init(struct ui_start_screen *screen, const struct ui_exercise *exercise,
                          int exercises, const char *name) {
    memset(screen, 0, sizeof *screen);
    screen->exercise = exercise;
    screen->exercises = exercises;
    snprintf(screen->name, sizeof screen->name, "%s", name);
    screen->widgets.focus = name[0] == '\0' ? NAME_FIELD : FIRST_ROW;
}

static void trim(char *text) {
    const size_t blanks = strspn(text, " ");
    memmove(text, text + blanks, strlen(text + blanks) + 1);
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        text[--length] = '\0';
}

// Keeps the row that has the focus in sight.
static int visible_rows(struct ui_start_screen *screen, double room, double row) {
    int rows = (int)(room / row);
    rows = rows < 1 ? 1 : rows < screen->exercises ? rows : screen->exercises;
    if (screen->chosen < screen->first)
        screen->first = screen->chosen;
    if (screen->chosen >= screen->first + rows)
        screen->first = screen->chosen - rows + 1;
    return rows;
}

static bool draw_list(struct ui_start_screen *screen, struct ui_canvas *c, double x, double y,
                      double width, double room) {
    const double s = c->font->scale, row = 58.0 * s;
    const int rows = visible_rows(screen, room, row);
    bool accepted = false;
    for (int i = screen->first; i < screen->first + rows; i++) {
        const struct ui_exercise *e = &screen->exercise[i];
        const struct ui_rectangle at = {x, y + (i - screen->first) * row, width, row - 6.0 * s};
        const bool was_chosen = screen->chosen == i;
        if (ui_row(&screen->widgets, at, e->title, e->text, was_chosen)) {
            // Enter on what is chosen starts it; a click only chooses.
            accepted = was_chosen && !screen->widgets.input.clicked;
            screen->chosen = i;
        }
    }
    if (screen->exercises == 0)
        ui_canvas_text(c, UI_FACE_SMALL, x, y, ui_warning, "no exercises found in the library");
    if (rows < screen->exercises) {
        char more[48];
        snprintf(more, sizeof more, "%d of %d", screen->chosen + 1, screen->exercises);
        ui_canvas_text_right(c, UI_FACE_SMALL, x + width, y - 26.0 * s, ui_grey, more);
    }
    return accepted;
}

// Down on the last row and up on the first one scroll instead of leaving the list.
static void scroll(struct ui_start_screen *screen, struct ui_widget_input *input, double room,
                   double s) {
    const int rows = visible_rows(screen, room, 58.0 * s);
    const int at = screen->widgets.focus - FIRST_ROW;
    if (at < 0 || at >= rows)
        return;
    if (input->move == UI_MENU_DOWN && at == rows - 1 && screen->first + rows < screen->exercises) {
        screen->chosen = screen->first + rows;
        input->move = UI_MENU_NONE;
    } else if (input->move == UI_MENU_UP && at == 0 && screen->first > 0) {
        screen->chosen = screen->first - 1;
        input->move = UI_MENU_NONE;
    }
}

// With keys the focus chooses; the mouse has to click.
static void choose_focused(struct ui_start_screen *screen, enum ui_menu_move move, int rows) {
    const int row = screen->widgets.focus - FIRST_ROW;
    if ((move == UI_MENU_UP || move == UI_MENU_DOWN) && row >= 0 && row < rows)
        screen->chosen = screen->first + row;
}

static void draw_notes(const struct ui_start_screen *screen, struct ui_canvas *c, double x,
                       double y, double s) {
    const char *note = screen->asks_for_name ? "Please enter your name first." : screen->note;
    ui_canvas_text(c, UI_FACE_SMALL, x, y, ui_warning, note);
    ui_canvas_text(c, UI_FACE_SMALL, x, y + 24.0 * s, ui_grey, screen->devices);
    ui_canvas_text(
        c, UI_FACE_SMALL, x, y + 46.0 * s, ui_grey,
        "Arrows, mouse or lever: choose   Enter: start   F1: controls   F2: change them   "
        "Escape: quit");
}

enum ui_start_result ui_start_screen_draw(struct ui_start_screen *screen, struct ui_canvas *c,
                                          struct ui_widget_input *input) {
    const double s = c->font->scale;
    const double width = fmin(620.0 * s, c->width - 80.0 * s), x = 40.0 * s;
    const double list_y = 236.0 * s, room = c->height - list_y - 186.0 * s;
    const enum ui_menu_move asked = input->move;
    scroll(screen, input, room, s);
    // What is typed belongs into the only field for it, wherever the focus is.
    if (input->typed[0] != '\0' || input->erase)
        screen->widgets.focus = NAME_FIELD;
    ui_widgets_begin(&screen->widgets, c, input);
    ui_canvas_box(c, 0.0, 0.0, width + 2.0 * x, c->height, sheet);
    ui_canvas_box(c, width + 2.0 * x, 0.0, 3.0 * s, c->height, ui_accent);
    ui_canvas_text(c, UI_FACE_LARGE, x, 34.0 * s, ui_white, "Kranich");
    ui_canvas_text(c, UI_FACE_SMALL, x, 74.0 * s, ui_grey, "Training for harvester and forwarder");
    ui_canvas_text(c, UI_FACE_SMALL, x, 112.0 * s, ui_grey, "Your name");
    const bool named =
        ui_text_field(&screen->widgets, (struct ui_rectangle){x, 136.0 * s, width, 44.0 * s},
                      screen->name, sizeof screen->name, "name");
    if (screen->name[strspn(screen->name, " ")] != '\0')
        screen->asks_for_name = false;
    ui_canvas_text(c, UI_FACE_SMALL, x, 208.0 * s, ui_grey, "Exercise");
    bool begin = draw_list(screen, c, x, list_y, width, room);
    const double y = c->height - 170.0 * s;
    if (screen->exercises > 0) {
        char machine[160];
        snprintf(machine, sizeof machine, "Machine: %s", screen->exercise[screen->chosen].machine);
        ui_canvas_text(c, UI_FACE_SMALL, x, y + 12.0 * s, ui_white, machine);
    }
    const struct ui_rectangle button = {x + width - 190.0 * s, y, 190.0 * s, 46.0 * s};
    begin = ui_button(&screen->widgets, button, "Start") || begin;
    draw_notes(screen, c, x, y + 74.0 * s, s);
    if (named)
        screen->widgets.focus = FIRST_ROW + screen->chosen - screen->first;
    ui_widgets_end(&screen->widgets);
    choose_focused(screen, asked, visible_rows(screen, room, 58.0 * s));
    if (asked == UI_MENU_BACK)
        return UI_START_QUITS;
    if (!begin || screen->exercises == 0)
        return UI_START_STAYS;
    trim(screen->name);
    screen->asks_for_name = screen->name[0] == '\0';
    if (screen->asks_for_name)
        screen->widgets.focus = NAME_FIELD;
    return screen->asks_for_name ? UI_START_STAYS : UI_START_BEGINS;
}

// --- help
// ------------------------------------------------------------------------------------------

struct column {
    double x, y, low; // [pixel] low: where the column begins
    double width;
};

static void put_line(struct ui_canvas *c, struct column *at, double x0, struct ui_colour colour,
                     const char *left, const char *right) {
    const double s = c->font->scale, line = 17.6 * s;
    if (at->y + line > c->height - 22.0 * s) {
        at->x += at->width;
        at->y = at->low;
    }
    ui_canvas_text(c, UI_FACE_SMALL, at->x, at->y, colour, left);
    ui_canvas_text(c, UI_FACE_SMALL, at->x + x0, at->y, ui_white, right);
    at->y += line;
}

void ui_help_draw(struct ui_canvas *c) {
    const double s = c->font->scale;
    ui_canvas_box(c, 0.0, 0.0, c->width, c->height, (struct ui_colour){10, 15, 11, 225});
    ui_canvas_text(c, UI_FACE_LARGE, 30.0 * s, 14.0 * s, ui_white, "Controls");
    ui_canvas_text_right(c, UI_FACE_SMALL, c->width - 30.0 * s, 26.0 * s, ui_grey,
                         "F2: change them    F1 or Escape: close");
    struct column at = {30.0 * s, 62.0 * s, 62.0 * s, (c->width - 40.0 * s) / 3.0};
    size_t count, windows;
    const struct ui_binding *binding = ui_bindings(&count);
    const struct ui_window_key *window = ui_window_keys(&windows);
    put_line(c, &at, 0.0, ui_accent, "Window", "");
    for (size_t i = 0; i < windows; i++)
        put_line(c, &at, 150.0 * s, ui_grey, window[i].key, window[i].effect);
    int device = -1;
    for (size_t i = 0; i < count; i++) {
        char source[64], effect[96];
        if ((int)binding[i].device != device) {
            device = (int)binding[i].device;
            put_line(c, &at, 0.0, ui_accent, "", "");
            put_line(c, &at, 0.0, ui_accent, ui_device_name(binding[i].device), "");
            if (device == UI_DEVICE_LEFT)
                put_line(c, &at, 215.0 * s, ui_grey, "button 1", "hold: drives and steers");
        }
        ui_binding_source(&binding[i], source, sizeof source);
        ui_binding_effect(&binding[i], effect, sizeof effect);
        put_line(c, &at, device == UI_DEVICE_KEYBOARD ? 70.0 * s : 215.0 * s, ui_grey, source,
                 effect);
    }
}
