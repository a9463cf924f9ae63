#include "ui/screen/start_sheet.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/metrics/mark.h"
#include "ui/text/text.h"

enum { NAME_FIELD = 0, FIRST_ROW = 1 }; // numbers of widgets

static const struct ui_colour sheet_colour = {14, 20, 15, 215};
static const double row_height = 40.0; // [pixel] at scale 1

void ui_start_sheet_init(struct ui_start_sheet *sheet, const struct ui_exercise *exercise,
                         int exercises, const char *name) {
    assert(exercises >= 0 && (exercises == 0 || exercise != NULL));
    memset(sheet, 0, sizeof *sheet);
    sheet->exercise = exercise;
    sheet->rows = (struct ui_row_list){.count = exercises, .widget = FIRST_ROW};
    sheet->values_of = -1;
    sheet->visible = 1;
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

// The mark in an exercise, or that it is locked, for the right end of its row; "": neither.
static const char *state_of(const struct ui_exercise *e, struct ui_colour *colour) {
    static const struct ui_colour colours[DAT_MARK_COUNT] = {
        {170, 200, 170, 255}, {205, 140, 80, 255}, {205, 210, 215, 255}, {240, 200, 70, 255}};
    static const enum ui_text_key marks[DAT_MARK_COUNT] = {
        UI_TEXT_EXERCISE_PASSED, UI_TEXT_MARK_BRONZE, UI_TEXT_MARK_SILVER, UI_TEXT_MARK_GOLD};
    *colour = ui_grey;
    if (!e->locked && !e->passed)
        return "";
    assert(e->mark >= 0 && e->mark < DAT_MARK_COUNT);
    if (!e->locked)
        *colour = colours[e->mark];
    return ui_text(e->locked ? UI_TEXT_EXERCISE_LOCKED : marks[e->mark]);
}

// Where the parts of the sheet are [pixel]: the list takes what the others leave.
struct layout {
    double x, width, notes_width;
    double list, text, values, start, notes; // upper borders
    bool says;                               // there is room for the text
};

static const double value_height = 32.0; // [pixel] of a row at scale 1, with its gap
static const double line_height = 20.0;

static double margin_of(const struct ui_canvas *c) {
    return 40.0 * c->font->scale;
}

static double height_of(const struct ui_canvas *c, double width, const char *text) {
    return line_height * c->font->scale * ui_canvas_paragraph_lines(c, UI_FACE_SMALL, width, text);
}

static const struct ui_exercise *chosen_of(const struct ui_start_sheet *sheet) {
    return sheet->rows.count > 0 ? &sheet->exercise[sheet->rows.chosen] : NULL;
}

static const char *note_of(const struct ui_start_sheet *sheet) {
    return sheet->asks_for_name ? ui_text(UI_TEXT_ENTER_NAME) : sheet->note;
}

static struct layout lay_out(const struct ui_start_sheet *sheet, const struct ui_canvas *c) {
    const double s = c->font->scale, gap = 10.0 * s;
    const struct ui_exercise *e = chosen_of(sheet);
    struct layout l = {.x = margin_of(c), .list = 194.0 * s};
    l.width = ui_start_sheet_width(c) - 2.0 * l.x;
    l.notes_width = l.width + 0.8 * l.x;
    const double note = fmax(height_of(c, l.notes_width, note_of(sheet)), line_height * s);
    l.notes = c->height - gap - note - height_of(c, l.notes_width, sheet->devices) -
              height_of(c, l.notes_width, ui_text(UI_TEXT_START_KEYS));
    l.start = l.notes - 34.0 * s - 46.0 * s - 2.0 * gap;
    l.values = l.start - 0.5 * gap - (e != NULL ? e->parameter_count : 0) * value_height * s;
    const double text = e != NULL ? height_of(c, l.width, e->text) + 0.5 * gap : 0.0;
    l.says = l.values - text - l.list >= (row_height + 4.0) * s;
    l.text = l.values - (l.says ? text : 0.0);
    return l;
}

static bool draw_list(struct ui_start_sheet *sheet, struct ui_canvas *c, const struct layout *l) {
    const double s = c->font->scale, row = row_height * s;
    const int rows = ui_row_list_visible(&sheet->rows, l->text - l->list, row);
    bool accepted = false;
    for (int i = sheet->rows.first; i < sheet->rows.first + rows; i++) {
        const struct ui_exercise *e = &sheet->exercise[i];
        const struct ui_rectangle at = {l->x, l->list + (i - sheet->rows.first) * row, l->width,
                                        row - 4.0 * s};
        const bool was_chosen = sheet->rows.chosen == i;
        struct ui_colour colour;
        const char *state = state_of(e, &colour);
        if (ui_line_row(&sheet->widgets, at, e->title, state, colour, was_chosen)) {
            // Enter on what is chosen starts it; a click only chooses.
            accepted = was_chosen && !sheet->widgets.input.clicked;
            sheet->rows.chosen = i;
        }
    }
    if (sheet->rows.count == 0)
        ui_canvas_paragraph(c, UI_FACE_SMALL, l->x, l->list, l->width, line_height * s, ui_warning,
                            ui_text(UI_TEXT_NO_EXERCISES));
    if (rows < sheet->rows.count) {
        char more[48];
        UI_WRITE(more, sizeof more, N_OF_M, sheet->rows.chosen + 1, sheet->rows.count);
        ui_canvas_text_right(c, UI_FACE_SMALL, l->x + l->width, l->list - 24.0 * s, ui_grey, more);
    }
    return accepted;
}

static void draw_notes(const struct ui_start_sheet *sheet, struct ui_canvas *c,
                       const struct layout *l) {
    const double line = line_height * c->font->scale;
    const char *const texts[] = {ui_text(UI_TEXT_START_KEYS), sheet->devices, note_of(sheet)};
    double y = c->height - 0.5 * line;
    for (int i = 0; i < 3; i++) {
        y -= height_of(c, l->notes_width, texts[i]);
        ui_canvas_paragraph(c, UI_FACE_SMALL, l->x, y, l->notes_width, line,
                            i < 2 ? ui_grey : ui_warning, texts[i]);
    }
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
    if (sheet->rows.count == 0)
        return false;
    UI_WRITE(text, sizeof text, MACHINE, chosen_of(sheet)->machine_title);
    const double height = height_of(c, width, text);
    ui_canvas_paragraph(c, UI_FACE_SMALL, x, y + 23.0 * s - 0.5 * height, width, line_height * s,
                        ui_white, text);
    return false;
}

// ---- parameters of the chosen exercise ----

// Those of another exercise begin with their defaults.
static void take_defaults(struct ui_start_sheet *sheet) {
    if (sheet->rows.count == 0 || sheet->values_of == sheet->rows.chosen)
        return;
    const struct ui_exercise *e = &sheet->exercise[sheet->rows.chosen];
    sheet->values_of = sheet->rows.chosen;
    for (int i = 0; i < e->parameter_count; i++)
        sheet->value[i] = e->parameters[i].value;
}

static int parameters_of(const struct ui_start_sheet *sheet) {
    return sheet->rows.count > 0 ? sheet->exercise[sheet->rows.chosen].parameter_count : 0;
}

static void draw_parameters(struct ui_start_sheet *sheet, struct ui_canvas *c, double x, double y,
                            double width) {
    const double s = c->font->scale;
    take_defaults(sheet);
    for (int i = 0; i < parameters_of(sheet); i++) {
        const struct dat_scenario_parameter *p = &sheet->exercise[sheet->rows.chosen].parameters[i];
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
    assert(sheet->rows.count > 0);
    if (sheet->values_of != sheet->rows.chosen)
        return settings;
    for (int i = 0; i < parameters_of(sheet); i++) {
        struct dat_setting *s = &settings.items[settings.count++];
        ui_print(s->name, sizeof s->name, "%s",
                 sheet->exercise[sheet->rows.chosen].parameters[i].name);
        s->value = sheet->value[i];
    }
    return settings;
}

// Below the start button: what else one may do with the chosen exercise and with the record.
static enum ui_start_result draw_others(struct ui_start_sheet *sheet, const struct ui_canvas *c,
                                        double x, double y, double width) {
    const double s = c->font->scale, half = 0.5 * (width - 10.0 * s);
    const struct ui_rectangle left = {x, y, half, 34.0 * s};
    const struct ui_rectangle right = {x + width - half, y, half, 34.0 * s};
    const bool shows = ui_button(&sheet->widgets, left, ui_text(UI_TEXT_SHOW_EXERCISE));
    const bool lists = ui_button(&sheet->widgets, right, ui_text(UI_TEXT_MY_SESSIONS));
    return shows && sheet->rows.count > 0 ? UI_START_SHOWS
           : lists                        ? UI_START_LISTS
                                          : UI_START_STAYS;
}

double ui_start_sheet_width(const struct ui_canvas *c) {
    static const double widest = 700.0, least = 380.0; // [pixel] at scale 1
    const double s = c->font->scale;
    return fmin(fmax(fmin(widest * s, 0.55 * c->width), least * s), c->width);
}

// Says what is to be passed before the chosen exercise. False: it is open.
static bool refuse_locked(struct ui_start_sheet *sheet) {
    if (!sheet->exercise[sheet->rows.chosen].locked)
        return false;
    assert(sheet->rows.chosen > 0); // the first one of the ladder is never locked
    UI_WRITE(sheet->note, sizeof sheet->note, PASS_FIRST,
             sheet->exercise[sheet->rows.chosen - 1].title);
    return true;
}

// Asks for the name where it is missing. True: it is there, without blanks around it.
static bool is_named(struct ui_start_sheet *sheet) {
    trim(sheet->name);
    sheet->asks_for_name = sheet->name[0] == '\0';
    if (sheet->asks_for_name)
        sheet->widgets.focus = NAME_FIELD;
    return !sheet->asks_for_name;
}

// The list shows more or fewer rows than the last time: the focus stays with what had it.
static void keep_focus(struct ui_start_sheet *sheet, int visible) {
    const int at = sheet->widgets.focus - FIRST_ROW;
    if (at >= sheet->visible)
        sheet->widgets.focus += visible - sheet->visible;
    else if (at >= 0)
        sheet->widgets.focus = FIRST_ROW + sheet->rows.chosen - sheet->rows.first;
    sheet->visible = visible;
}

static int show_rows(struct ui_start_sheet *sheet, const struct ui_canvas *c) {
    const struct layout l = lay_out(sheet, c);
    const int visible =
        ui_row_list_visible(&sheet->rows, l.text - l.list, row_height * c->font->scale);
    keep_focus(sheet, visible);
    return visible;
}

// The title and the field for the name. True: Enter was pressed there.
static bool draw_head(struct ui_start_sheet *sheet, struct ui_canvas *c, const struct layout *l) {
    const double s = c->font->scale, width = ui_start_sheet_width(c);
    ui_canvas_box(c, 0.0, 0.0, width, c->height, sheet_colour);
    ui_canvas_box(c, width - 3.0 * s, 0.0, 3.0 * s, c->height, ui_accent);
    ui_canvas_text(c, UI_FACE_LARGE, l->x, 20.0 * s, ui_white, "Kranich");
    ui_canvas_text(c, UI_FACE_SMALL, l->x, 58.0 * s, ui_grey, ui_text(UI_TEXT_START_SUBTITLE));
    ui_canvas_text(c, UI_FACE_SMALL, l->x, 90.0 * s, ui_grey, ui_text(UI_TEXT_YOUR_NAME));
    const bool named =
        ui_text_field(&sheet->widgets, (struct ui_rectangle){l->x, 112.0 * s, l->width, 40.0 * s},
                      sheet->name, sizeof sheet->name, ui_text(UI_TEXT_NAME_FIELD));
    if (sheet->name[strspn(sheet->name, " ")] != '\0')
        sheet->asks_for_name = false;
    ui_canvas_text(c, UI_FACE_SMALL, l->x, 170.0 * s, ui_grey, ui_text(UI_TEXT_EXERCISE));
    return named;
}

static void draw_description(const struct ui_start_sheet *sheet, struct ui_canvas *c,
                             const struct layout *l) {
    const struct ui_exercise *e = chosen_of(sheet);
    if (l->says && e != NULL)
        ui_canvas_paragraph(c, UI_FACE_SMALL, l->x, l->text, l->width, line_height * c->font->scale,
                            ui_white, e->text);
}

enum ui_start_result ui_start_sheet_draw(struct ui_start_sheet *sheet, struct ui_canvas *c,
                                         struct ui_widget_input *input) {
    const enum ui_menu_move asked = input->move;
    ui_row_list_scroll(&sheet->rows, sheet->widgets.focus, input, show_rows(sheet, c));
    const int visible = show_rows(sheet, c);
    const struct layout l = lay_out(sheet, c);
    const double s = c->font->scale;
    // There is only one field to type in, so that typing moves the focus there.
    if (input->typed[0] != '\0' || input->erase > 0)
        sheet->widgets.focus = NAME_FIELD;
    ui_widgets_begin(&sheet->widgets, c, input);
    const bool named = draw_head(sheet, c, &l);
    bool begin = draw_list(sheet, c, &l);
    draw_description(sheet, c, &l);
    draw_parameters(sheet, c, l.x, l.values, l.width);
    const bool resume = draw_left_of_start(sheet, c, l.x, l.start, l.width - 200.0 * s);
    const struct ui_rectangle button = {l.x + l.width - 190.0 * s, l.start, 190.0 * s, 46.0 * s};
    begin = ui_button(&sheet->widgets, button, ui_text(UI_TEXT_START)) || begin;
    const enum ui_start_result other = draw_others(sheet, c, l.x, l.start + 56.0 * s, l.width);
    draw_notes(sheet, c, &l);
    if (named)
        sheet->widgets.focus = FIRST_ROW + sheet->rows.chosen - sheet->rows.first;
    ui_widgets_end(&sheet->widgets);
    ui_row_list_choose(&sheet->rows, sheet->widgets.focus, asked, visible);
    if (asked == UI_MENU_BACK)
        return UI_START_QUITS;
    if (resume)
        return UI_START_RESUMES;
    if (other != UI_START_STAYS)
        return other == UI_START_SHOWS || is_named(sheet) ? other : UI_START_STAYS;
    if (!begin || sheet->rows.count == 0 || !is_named(sheet) || refuse_locked(sheet))
        return UI_START_STAYS;
    return UI_START_BEGINS;
}
