#include "ui/screen/start_sheet.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/metrics/mark.h"
#include "ui/text/text.h"

enum { NAME_FIELD = 0, FIRST_ROW = 1 }; // numbers of widgets

static const struct ui_colour sheet_colour = {14, 20, 15, 215};
static const double row_height = 58.0; // [pixel] at scale 1

void ui_start_sheet_init(struct ui_start_sheet *sheet, const struct ui_exercise *exercise,
                         int exercises, const char *name) {
    assert(exercises >= 0 && (exercises == 0 || exercise != NULL));
    memset(sheet, 0, sizeof *sheet);
    sheet->exercise = exercise;
    sheet->exercises = exercises;
    sheet->values_of = -1;
    ui_print(sheet->name, sizeof sheet->name, "%s", name);
    sheet->widgets.focus = name[0] == '\0' ? NAME_FIELD : FIRST_ROW;
}

static void trim(char *text) {
    const size_t blanks = strspn(text, " ");
    memmove(text, text + blanks, strlen(text + blanks) + 1);
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        text[--length] = '\0';
}

void ui_start_sheet_name(const struct ui_start_sheet *sheet, char name[UI_START_NAME]) {
    memcpy(name, sheet->name, sizeof sheet->name);
    trim(name);
}

// The number of rows that room [pixel] shows; scrolls so that the chosen one is among them.
static int visible_rows(struct ui_start_sheet *sheet, double room, double row) {
    int rows = (int)(room / row);
    rows = rows < 1 ? 1 : rows < sheet->exercises ? rows : sheet->exercises;
    if (sheet->chosen < sheet->first)
        sheet->first = sheet->chosen;
    if (sheet->chosen >= sheet->first + rows)
        sheet->first = sheet->chosen - rows + 1;
    return rows;
}

// At the right end of a row: what the trainee has reached there.
static void draw_state(struct ui_canvas *c, const struct ui_rectangle *at,
                       const struct ui_exercise *e) {
    static const struct ui_colour colours[DAT_MARK_COUNT] = {
        {170, 200, 170, 255}, {205, 140, 80, 255}, {205, 210, 215, 255}, {240, 200, 70, 255}};
    static const enum ui_text_key marks[DAT_MARK_COUNT] = {
        UI_TEXT_EXERCISE_PASSED, UI_TEXT_MARK_BRONZE, UI_TEXT_MARK_SILVER, UI_TEXT_MARK_GOLD};
    if (!e->locked && !e->passed)
        return;
    assert(e->mark >= 0 && e->mark < DAT_MARK_COUNT);
    const double s = c->font->scale;
    ui_canvas_text_right(c, UI_FACE_SMALL, at->x + at->width - 14.0 * s, at->y + 8.0 * s,
                         e->locked ? ui_grey : colours[e->mark],
                         ui_text(e->locked ? UI_TEXT_EXERCISE_LOCKED : marks[e->mark]));
}

static bool draw_list(struct ui_start_sheet *sheet, struct ui_canvas *c, double x, double y,
                      double width, double room) {
    const double s = c->font->scale, row = row_height * s;
    const int rows = visible_rows(sheet, room, row);
    bool accepted = false;
    for (int i = sheet->first; i < sheet->first + rows; i++) {
        const struct ui_exercise *e = &sheet->exercise[i];
        const struct ui_rectangle at = {x, y + (i - sheet->first) * row, width, row - 6.0 * s};
        const bool was_chosen = sheet->chosen == i;
        if (ui_row(&sheet->widgets, at, e->title, e->text, was_chosen)) {
            // Enter on what is chosen starts it; a click only chooses.
            accepted = was_chosen && !sheet->widgets.input.clicked;
            sheet->chosen = i;
        }
        draw_state(c, &at, e);
    }
    if (sheet->exercises == 0)
        ui_canvas_text(c, UI_FACE_SMALL, x, y, ui_warning, ui_text(UI_TEXT_NO_EXERCISES));
    if (rows < sheet->exercises) {
        char more[48];
        UI_WRITE(more, sizeof more, N_OF_M, sheet->chosen + 1, sheet->exercises);
        ui_canvas_text_right(c, UI_FACE_SMALL, x + width, y - 26.0 * s, ui_grey, more);
    }
    return accepted;
}

// Down on the last row and up on the first one scroll instead of leaving the list.
static void scroll(struct ui_start_sheet *sheet, struct ui_widget_input *input, double room,
                   double s) {
    const int rows = visible_rows(sheet, room, row_height * s);
    const int at = sheet->widgets.focus - FIRST_ROW;
    if (at < 0 || at >= rows)
        return;
    if (input->move == UI_MENU_DOWN && at == rows - 1 && sheet->first + rows < sheet->exercises) {
        sheet->chosen = sheet->first + rows;
        input->move = UI_MENU_NONE;
    } else if (input->move == UI_MENU_UP && at == 0 && sheet->first > 0) {
        sheet->chosen = sheet->first - 1;
        input->move = UI_MENU_NONE;
    }
}

// With keys the focus chooses; the mouse has to click.
static void choose_focused(struct ui_start_sheet *sheet, enum ui_menu_move move, int rows) {
    const int row = sheet->widgets.focus - FIRST_ROW;
    if ((move == UI_MENU_UP || move == UI_MENU_DOWN) && row >= 0 && row < rows)
        sheet->chosen = sheet->first + row;
}

static void draw_notes(const struct ui_start_sheet *sheet, struct ui_canvas *c, double x, double y,
                       double width, double s) {
    const char *note = sheet->asks_for_name ? ui_text(UI_TEXT_ENTER_NAME) : sheet->note;
    ui_canvas_text_within(c, UI_FACE_SMALL, x, y, width, ui_warning, note);
    ui_canvas_text_within(c, UI_FACE_SMALL, x, y + 24.0 * s, width, ui_grey, sheet->devices);
    ui_canvas_paragraph(c, UI_FACE_SMALL, x, y + 46.0 * s, width, 20.0 * s, ui_grey,
                        ui_text(UI_TEXT_START_KEYS));
}

// Left of the start button: the interrupted session, or the machine of the chosen exercise. True:
// the trainee wants to resume.
static bool draw_left_of_start(struct ui_start_sheet *sheet, struct ui_canvas *c, double x,
                               double y, double width) {
    const double s = c->font->scale;
    char text[192];
    if (sheet->unfinished[0] != '\0') {
        UI_WRITE(text, sizeof text, RESUME, sheet->unfinished);
        return ui_button(&sheet->widgets, (struct ui_rectangle){x, y, width, 46.0 * s}, text);
    }
    if (sheet->exercises == 0)
        return false;
    UI_WRITE(text, sizeof text, MACHINE, sheet->exercise[sheet->chosen].machine);
    ui_canvas_text_within(c, UI_FACE_SMALL, x, y + 12.0 * s, width, ui_white, text);
    return false;
}

// ---- parameters of the chosen exercise ----

static const double value_height = 32.0; // [pixel] of a row at scale 1, with its gap

// Those of another exercise begin with their defaults.
static void take_defaults(struct ui_start_sheet *sheet) {
    if (sheet->exercises == 0 || sheet->values_of == sheet->chosen)
        return;
    const struct ui_exercise *e = &sheet->exercise[sheet->chosen];
    sheet->values_of = sheet->chosen;
    for (int i = 0; i < e->parameter_count; i++)
        sheet->value[i] = e->parameters[i].value;
}

static int parameters_of(const struct ui_start_sheet *sheet) {
    return sheet->exercises > 0 ? sheet->exercise[sheet->chosen].parameter_count : 0;
}

static void draw_parameters(struct ui_start_sheet *sheet, struct ui_canvas *c, double x, double y,
                            double width) {
    const double s = c->font->scale;
    take_defaults(sheet);
    for (int i = 0; i < parameters_of(sheet); i++) {
        const struct dat_scenario_parameter *p = &sheet->exercise[sheet->chosen].parameters[i];
        const struct ui_rectangle at = {x, y + i * value_height * s, width,
                                        (value_height - 4.0) * s};
        char value[48];
        ui_print(value, sizeof value, "%g%s%s", sheet->value[i], p->unit[0] != '\0' ? " " : "",
                 p->unit);
        const int by = ui_value_row(&sheet->widgets, at, p->text, value);
        sheet->value[i] = dat_parameter_nearest(p, sheet->value[i] + by * p->step);
    }
}

struct dat_settings ui_start_sheet_settings(const struct ui_start_sheet *sheet) {
    struct dat_settings settings = {.count = 0};
    assert(sheet->exercises > 0);
    if (sheet->values_of != sheet->chosen)
        return settings;
    for (int i = 0; i < parameters_of(sheet); i++) {
        struct dat_setting *s = &settings.items[settings.count++];
        ui_print(s->name, sizeof s->name, "%s", sheet->exercise[sheet->chosen].parameters[i].name);
        s->value = sheet->value[i];
    }
    return settings;
}

static double margin_of(const struct ui_canvas *c) {
    return 40.0 * c->font->scale;
}

double ui_start_sheet_width(const struct ui_canvas *c) {
    static const double widest = 700.0, least = 380.0; // [pixel] at scale 1
    const double s = c->font->scale;
    return fmin(fmax(fmin(widest * s, 0.55 * c->width), least * s), c->width);
}

// Says what is to be passed before the chosen exercise. False: it is open.
static bool refuse_locked(struct ui_start_sheet *sheet) {
    if (!sheet->exercise[sheet->chosen].locked)
        return false;
    assert(sheet->chosen > 0); // the first one of the ladder is never locked
    UI_WRITE(sheet->note, sizeof sheet->note, PASS_FIRST, sheet->exercise[sheet->chosen - 1].title);
    return true;
}

enum ui_start_result ui_start_sheet_draw(struct ui_start_sheet *sheet, struct ui_canvas *c,
                                         struct ui_widget_input *input) {
    const double s = c->font->scale;
    const double sheet_width = ui_start_sheet_width(c), x = margin_of(c);
    const double width = sheet_width - 2.0 * x;
    const double list_y = 236.0 * s, below = parameters_of(sheet) * value_height * s;
    const double room = c->height - list_y - 186.0 * s - below;
    const enum ui_menu_move asked = input->move;
    scroll(sheet, input, room, s);
    // There is only one field to type in, so that typing moves the focus there.
    if (input->typed[0] != '\0' || input->erase)
        sheet->widgets.focus = NAME_FIELD;
    ui_widgets_begin(&sheet->widgets, c, input);
    ui_canvas_box(c, 0.0, 0.0, sheet_width, c->height, sheet_colour);
    ui_canvas_box(c, sheet_width - 3.0 * s, 0.0, 3.0 * s, c->height, ui_accent);
    ui_canvas_text(c, UI_FACE_LARGE, x, 34.0 * s, ui_white, "Kranich");
    ui_canvas_text(c, UI_FACE_SMALL, x, 74.0 * s, ui_grey, ui_text(UI_TEXT_START_SUBTITLE));
    ui_canvas_text(c, UI_FACE_SMALL, x, 112.0 * s, ui_grey, ui_text(UI_TEXT_YOUR_NAME));
    const bool named =
        ui_text_field(&sheet->widgets, (struct ui_rectangle){x, 136.0 * s, width, 44.0 * s},
                      sheet->name, sizeof sheet->name, ui_text(UI_TEXT_NAME_FIELD));
    if (sheet->name[strspn(sheet->name, " ")] != '\0')
        sheet->asks_for_name = false;
    ui_canvas_text(c, UI_FACE_SMALL, x, 208.0 * s, ui_grey, ui_text(UI_TEXT_EXERCISE));
    bool begin = draw_list(sheet, c, x, list_y, width, room);
    const double y = c->height - 170.0 * s;
    draw_parameters(sheet, c, x, y - below - 10.0 * s, width);
    const bool resume = draw_left_of_start(sheet, c, x, y, width - 200.0 * s);
    const struct ui_rectangle button = {x + width - 190.0 * s, y, 190.0 * s, 46.0 * s};
    begin = ui_button(&sheet->widgets, button, ui_text(UI_TEXT_START)) || begin;
    draw_notes(sheet, c, x, y + 74.0 * s, width + 0.8 * x, s);
    if (named)
        sheet->widgets.focus = FIRST_ROW + sheet->chosen - sheet->first;
    ui_widgets_end(&sheet->widgets);
    choose_focused(sheet, asked, visible_rows(sheet, room, row_height * s));
    if (asked == UI_MENU_BACK)
        return UI_START_QUITS;
    if (resume)
        return UI_START_RESUMES;
    if (!begin || sheet->exercises == 0)
        return UI_START_STAYS;
    trim(sheet->name);
    sheet->asks_for_name = sheet->name[0] == '\0';
    if (sheet->asks_for_name)
        sheet->widgets.focus = NAME_FIELD;
    if (sheet->asks_for_name || refuse_locked(sheet))
        return UI_START_STAYS;
    return UI_START_BEGINS;
}
