#include "ui/screen/assign.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "data/text/paths.h"
#include "ui/input/bind_file.h"
#include "ui/input/response.h"
#include "ui/text/problem_text.h"
#include "ui/text/text.h"

static const struct ui_colour page = {10, 15, 11, 245};
static const struct ui_colour chosen_colour = {96, 140, 56, 150};

void ui_assign_init(struct ui_assign_screen *screen, const char *path, unsigned functions) {
    _Static_assert(2 * VEH_CONTROL_COUNT <= UI_ASSIGN_ROWS, "a side of a control has no row");
    assert(path != NULL);
    memset(screen, 0, sizeof *screen);
    snprintf(screen->path, sizeof screen->path, "%s", path);
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        if ((functions >> i & 1u) == 0)
            continue;
        screen->row[screen->rows++] = (struct ui_assign_row){(enum veh_control)i, 1.0};
        if (veh_control_info((enum veh_control)i)->negative != NULL)
            screen->row[screen->rows++] = (struct ui_assign_row){(enum veh_control)i, -1.0};
    }
}

// ---- rows ----

static void row_title(const struct ui_assign_row *row, char *text, size_t size) {
    const struct ui_binding one = {
        .part = UI_PART_BUTTON, .scale = row->side, .control = row->control};
    ui_binding_effect(&one, text, size);
}

static void save(struct ui_assign_screen *screen) {
    struct dat_problem problem = {""};
    if (screen->path[0] != '\0' && !ui_bindings_save(screen->path, &problem))
        ui_problem_text(screen->note, sizeof screen->note, ui_text(UI_TEXT_NOT_KEPT), problem.text);
}

// "keyboard: D", "lever 1: left and right"
static void part_title(const struct ui_binding *b, char *text, size_t size) {
    char source[64];
    ui_binding_source(b, source, sizeof source);
    ui_print(text, size, "%s: %s", ui_device_name(b->device), source);
}

static void assign(struct ui_assign_screen *screen, struct ui_binding part) {
    const struct ui_assign_row *row = &screen->row[screen->chosen];
    char title[96], source[96], lost[96];
    part.control = row->control;
    // An axis that was pushed to this end moves the function to this side, and back.
    part.scale *= row->side;
    row_title(row, title, sizeof title);
    part_title(&part, source, sizeof source);
    if (ui_binding_is_reserved(&part)) {
        UI_WRITE(screen->note, sizeof screen->note, ASSIGN_RESERVED, source);
        return;
    }
    screen->waiting = false;
    if (!ui_bindings_assign(&part, lost, sizeof lost)) {
        ui_print(screen->note, sizeof screen->note, "%s", ui_text(UI_TEXT_ASSIGN_FULL));
        return;
    }
    if (lost[0] != '\0')
        UI_WRITE(screen->note, sizeof screen->note, ASSIGN_DONE_INSTEAD, source, title, lost);
    else
        UI_WRITE(screen->note, sizeof screen->note, ASSIGN_DONE, source, title);
    save(screen);
}

static void take_away(struct ui_assign_screen *screen) {
    const struct ui_assign_row *row = &screen->row[screen->chosen];
    char title[96];
    row_title(row, title, sizeof title);
    ui_bindings_remove(row->control, row->side);
    UI_WRITE(screen->note, sizeof screen->note, ASSIGN_REMOVED, title);
    save(screen);
}

// False where the page is to be closed.
static bool accept(struct ui_assign_screen *screen) {
    screen->note[0] = '\0';
    if (screen->chosen == screen->rows + 1)
        return false;
    if (screen->chosen < screen->rows) {
        screen->waiting = true;
        return true;
    }
    ui_bindings_restore();
    ui_responses_restore();
    ui_print(screen->note, sizeof screen->note, "%s", ui_text(UI_TEXT_ASSIGN_RESTORED));
    save(screen);
    return true;
}

// ---- events ----

static bool is_escape(const SDL_Event *e) {
    return e->type == SDL_KEYDOWN && e->key.keysym.sym == SDLK_ESCAPE;
}

static bool wait_for_part(struct ui_assign_screen *screen, const struct ui_input *input,
                          const SDL_Event *e) {
    struct ui_binding part;
    if (is_escape(e))
        screen->waiting = false;
    else if (ui_input_part(input, e, &part))
        assign(screen, part);
    return true;
}

static void move(struct ui_assign_screen *screen, int by) {
    const int count = screen->rows + 2;
    screen->chosen = (screen->chosen + by + count) % count;
}

static bool key(struct ui_assign_screen *screen, SDL_Keycode symbol) {
    switch (symbol) {
    case SDLK_UP:
        move(screen, -1);
        break;
    case SDLK_DOWN:
        move(screen, 1);
        break;
    case SDLK_PAGEUP:
    case SDLK_PAGEDOWN:
        for (int i = 0; i < 8; i++)
            move(screen, symbol == SDLK_PAGEUP ? -1 : 1);
        break;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        return accept(screen);
    case SDLK_DELETE:
        if (screen->chosen < screen->rows)
            take_away(screen);
        break;
    case SDLK_ESCAPE:
    case SDLK_F2:
        return false;
    default:
        break;
    }
    return true;
}

static int row_at(const struct ui_assign_screen *screen, double y) {
    for (int i = 0; i < screen->shown; i++)
        if (y >= screen->y[i] && y < screen->y[i + 1])
            return screen->first + i;
    return -1;
}

bool ui_assign_event(struct ui_assign_screen *screen, const struct ui_input *input,
                     const union SDL_Event *e, double scale) {
    if (screen->waiting)
        return wait_for_part(screen, input, e);
    if (e->type == SDL_KEYDOWN)
        return key(screen, e->key.keysym.sym);
    if (e->type == SDL_MOUSEWHEEL)
        move(screen, e->wheel.y > 0 ? -1 : 1);
    if (e->type == SDL_MOUSEBUTTONDOWN) {
        const int row = row_at(screen, e->button.y * scale);
        const bool again = row == screen->chosen;
        screen->chosen = row >= 0 ? row : screen->chosen;
        // A row needs two clicks, to choose it and to change it; the two buttons need one.
        return row < 0 || !(again || row >= screen->rows) || accept(screen);
    }
    switch (ui_input_menu_move(e)) {
    case UI_MENU_UP:
        move(screen, -1);
        break;
    case UI_MENU_DOWN:
        move(screen, 1);
        break;
    case UI_MENU_ACCEPT:
        return accept(screen);
    case UI_MENU_BACK:
        return false;
    default:
        break;
    }
    return true;
}

// ---- drawing ----

// The end of an axis that moves the function to the side: what the hand does.
static void axis_end(const struct ui_binding *b, double side, char *text, size_t size) {
    static const enum ui_text_key lever[] = {UI_TEXT_LEFT, UI_TEXT_RIGHT, UI_TEXT_PUSH,
                                             UI_TEXT_PULL};
    static const enum ui_text_key left_stick[] = {UI_TEXT_LEFT_STICK_LEFT, UI_TEXT_LEFT_STICK_RIGHT,
                                                  UI_TEXT_LEFT_STICK_UP, UI_TEXT_LEFT_STICK_DOWN};
    static const enum ui_text_key right_stick[] = {
        UI_TEXT_RIGHT_STICK_LEFT, UI_TEXT_RIGHT_STICK_RIGHT, UI_TEXT_RIGHT_STICK_UP,
        UI_TEXT_RIGHT_STICK_DOWN};
    const bool pad = b->device == UI_DEVICE_PAD, farther = b->scale * side > 0.0;
    const int end = b->index % 2 * 2 + (farther ? 1 : 0);
    char name[64];
    if (pad && b->index < 4)
        ui_print(name, sizeof name, "%s", ui_text((b->index < 2 ? left_stick : right_stick)[end]));
    else if (b->device == UI_DEVICE_KEYBOARD)
        UI_WRITE(name, sizeof name, MOUSE_END, ui_text(lever[end]));
    else if (!pad && b->index < 2)
        ui_print(name, sizeof name, "%s", ui_text(lever[end]));
    else if (pad)
        ui_binding_source(b, name, sizeof name); // a trigger has one end
    else
        UI_WRITE(name, sizeof name, AXIS_END, b->index + 1, farther ? '+' : '-');
    if (b->shifted)
        UI_WRITE(text, size, WITH_SHIFT, name, ui_shift_name(b->device));
    else
        ui_print(text, size, "%s", name);
}

static bool moves(const struct ui_binding *b, const struct ui_assign_row *row) {
    return b->control == row->control && (ui_binding_is_two_sided(b) || b->scale * row->side > 0.0);
}

// All parts of the devices that move the function to the side.
static void list_parts(const struct ui_assign_row *row, enum ui_device first, enum ui_device last,
                       char *text, size_t size) {
    static const char *const devices[UI_DEVICE_COUNT] = {"", "1: ", "2: ", "", ""};
    size_t count, used = 0;
    const struct ui_binding *b = ui_bindings(&count);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char source[64];
        if (b[i].device < first || b[i].device > last || !moves(&b[i], row))
            continue;
        if (b[i].part == UI_PART_AXIS)
            axis_end(&b[i], row->side, source, sizeof source);
        else
            ui_binding_source(&b[i], source, sizeof source);
        ui_print(text + used, size - used, "%s%s%s", used > 0 ? ", " : "", devices[b[i].device],
                 source);
        used += strlen(text + used);
    }
}

// The first one has the functions, the others what moves them.
enum { COLUMNS = 5, TEXT = 128 };

static const struct column {
    enum ui_text_key title;
    enum ui_device first, last;
    bool yields; // where the page is narrow, its texts get several lines
} columns[COLUMNS] = {{.yields = true},
                      {UI_TEXT_COLUMN_KEY, UI_DEVICE_KEYBOARD, UI_DEVICE_KEYBOARD, false},
                      {UI_TEXT_COLUMN_LEVERS, UI_DEVICE_LEFT, UI_DEVICE_RIGHT, true},
                      {UI_TEXT_COLUMN_PEDALS, UI_DEVICE_PEDALS, UI_DEVICE_PEDALS, false},
                      {UI_TEXT_COLUMN_PAD, UI_DEVICE_PAD, UI_DEVICE_PAD, true}};

struct layout {
    double x[COLUMNS], width[COLUMNS]; // [pixel]
};

static const double line_height = 18.0; // [pixel] at the font's scale

static void text_of(const struct ui_assign_row *row, int column, char text[TEXT]) {
    if (column == 0)
        row_title(row, text, TEXT);
    else
        list_parts(row, columns[column].first, columns[column].last, text, TEXT);
}

static double widest_of(const struct ui_assign_screen *screen, const struct ui_font *font,
                        int column) {
    double widest =
        column > 0 ? ui_font_width(font, UI_FACE_SMALL, ui_text(columns[column].title)) : 0.0;
    for (int i = 0; i < screen->rows; i++) {
        char text[TEXT];
        text_of(&screen->row[i], column, text);
        widest = fmax(widest, ui_font_width(font, UI_FACE_SMALL, text));
    }
    return widest;
}

// [pixel] of a row, as high as its longest text.
static double height_of(const struct ui_assign_screen *screen, const struct ui_canvas *c,
                        const struct layout *layout, int i) {
    int most = 1;
    for (int k = 0; k < COLUMNS && i < screen->rows; k++) {
        char text[TEXT];
        text_of(&screen->row[i], k, text);
        const int lines = ui_canvas_paragraph_lines(c, UI_FACE_SMALL, layout->width[k], text);
        most = lines > most ? lines : most;
    }
    return (line_height * most + 4.0) * c->font->scale;
}

// Rows from the first one on that are high enough for room. Where they are, is kept.
static int place_rows(struct ui_assign_screen *screen, const struct ui_canvas *c,
                      const struct layout *layout, double room) {
    const int count = screen->rows + 2;
    const double end = screen->y[0] + room;
    int shown = 0;
    for (; screen->first + shown < count; shown++) {
        const double height = height_of(screen, c, layout, screen->first + shown);
        if (shown > 0 && screen->y[shown] + height > end)
            break;
        screen->y[shown + 1] = screen->y[shown] + height;
    }
    return shown;
}

// Scrolls so that the chosen row is seen, and no row is missing that there would be room for.
static void scroll(struct ui_assign_screen *screen, const struct ui_canvas *c,
                   const struct layout *layout, double room) {
    if (screen->chosen < screen->first)
        screen->first = screen->chosen;
    screen->shown = place_rows(screen, c, layout, room);
    while (screen->chosen >= screen->first + screen->shown) {
        screen->first++;
        screen->shown = place_rows(screen, c, layout, room);
    }
    while (screen->first > 0 && screen->first + screen->shown == screen->rows + 2 &&
           screen->y[screen->shown] + height_of(screen, c, layout, screen->first - 1) <=
               screen->y[0] + room) {
        screen->first--;
        screen->shown = place_rows(screen, c, layout, room);
    }
}

// As wide as the texts; what is missing is taken from the columns that yield, in proportion.
static struct layout lay_out(const struct ui_assign_screen *screen, const struct ui_canvas *c) {
    const double s = c->font->scale, gap = 14.0 * s;
    const double room = c->width - 74.0 * s - (COLUMNS - 1) * gap;
    struct layout layout;
    double all = 0.0, yielding = 0.0;
    for (int k = 0; k < COLUMNS; k++) {
        layout.width[k] = widest_of(screen, c->font, k) + 1.0;
        all += layout.width[k];
        yielding += columns[k].yields ? layout.width[k] : 0.0;
    }
    double x = 44.0 * s;
    for (int k = 0; k < COLUMNS; k++) {
        if (columns[k].yields)
            layout.width[k] *= fmax(1.0 + (room - all) / yielding, 0.2);
        layout.x[k] = x;
        x += layout.width[k] + gap;
    }
    return layout;
}

static void draw_row(const struct ui_assign_screen *screen, const struct layout *layout, int place,
                     struct ui_canvas *c) {
    const double s = c->font->scale, x = 30.0 * s, y = screen->y[place];
    const double height = screen->y[place + 1] - y;
    const int i = screen->first + place;
    if (i == screen->chosen) {
        ui_canvas_box(c, x, y, c->width - 2.0 * x, height, chosen_colour);
        ui_canvas_box(c, x, y, 4.0 * s, height, ui_accent);
    }
    if (i >= screen->rows) {
        ui_canvas_text(c, UI_FACE_SMALL, layout->x[0], y + 2.0 * s, ui_accent,
                       ui_text(i == screen->rows ? UI_TEXT_ASSIGN_RESTORE : UI_TEXT_ASSIGN_CLOSE));
        return;
    }
    for (int k = 0; k < COLUMNS; k++) {
        char text[TEXT];
        text_of(&screen->row[i], k, text);
        ui_canvas_paragraph(c, UI_FACE_SMALL, layout->x[k], y + 2.0 * s, layout->width[k],
                            line_height * s, k == 0 ? ui_white : ui_grey, text);
    }
}

// Over the page, which is darker then.
static void draw_question(const struct ui_assign_screen *screen, struct ui_canvas *c) {
    const double s = c->font->scale, edge = 24.0 * s, line = 22.0 * s;
    char title[96];
    row_title(&screen->row[screen->chosen], title, sizeof title);
    const char *const texts[] = {ui_text(UI_TEXT_ASSIGN_QUESTION),
                                 screen->note[0] != '\0' ? screen->note
                                                         : ui_text(UI_TEXT_ASSIGN_CANCEL)};
    const double width = fmin(700.0 * s, c->width - 2.0 * edge), inside = width - 2.0 * edge;
    double height = 78.0 * s;
    for (int i = 0; i < 2; i++)
        height += line * ui_canvas_paragraph_lines(c, UI_FACE_SMALL, inside, texts[i]);
    const double x = 0.5 * (c->width - width);
    double y = 0.5 * (c->height - height);
    ui_canvas_next_page(c);
    ui_canvas_box(c, 0.0, 0.0, c->width, c->height, (struct ui_colour){10, 15, 11, 170});
    ui_canvas_box(c, x, y, width, height, (struct ui_colour){30, 42, 32, 255});
    ui_canvas_frame(c, x, y, width, height, 2.0 * s, ui_accent);
    ui_canvas_paragraph(c, UI_FACE_NORMAL, x + edge, y + 16.0 * s, inside, line, ui_white, title);
    y += 50.0 * s;
    for (int i = 0; i < 2; i++)
        y += line * ui_canvas_paragraph(c, UI_FACE_SMALL, x + edge, y, inside, line,
                                        i > 0 && screen->note[0] != '\0' ? ui_warning : ui_grey,
                                        texts[i]) +
             6.0 * s;
}

void ui_assign_draw(struct ui_assign_screen *screen, struct ui_canvas *c) {
    const double s = c->font->scale;
    const struct layout layout = lay_out(screen, c);
    screen->y[0] = 104.0 * s;
    scroll(screen, c, &layout, c->height - screen->y[0] - 32.0 * s);
    ui_canvas_box(c, 0.0, 0.0, c->width, c->height, page);
    ui_canvas_text(c, UI_FACE_LARGE, 30.0 * s, 14.0 * s, ui_white, ui_text(UI_TEXT_ASSIGN_TITLE));
    ui_canvas_text(c, UI_FACE_SMALL, 30.0 * s, 56.0 * s, ui_grey, ui_text(UI_TEXT_ASSIGN_KEYS));
    for (int k = 1; k < COLUMNS; k++)
        ui_canvas_text(c, UI_FACE_SMALL, layout.x[k], 80.0 * s, ui_accent,
                       ui_text(columns[k].title));
    for (int i = 0; i < screen->shown; i++)
        draw_row(screen, &layout, i, c);
    ui_canvas_text(c, UI_FACE_SMALL, 30.0 * s, c->height - 28.0 * s, ui_warning,
                   screen->waiting ? "" : screen->note);
    if (screen->waiting)
        draw_question(screen, c);
}

// ---- the page as a screen ----

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    struct ui_assign_screen *screen = (struct ui_assign_screen *)base;
    const bool stays = ui_assign_event(screen, &app->input, e, ui_app_mouse_scale(app));
    ui_input_release_keys(&app->input); // nobody drives meanwhile
    if (!stays)
        ui_app_pop(app);
    return true;
}

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    (void)base;
    (void)app;
    (void)dt;
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    (void)backdrop;
    ui_assign_draw((struct ui_assign_screen *)base, &app->canvas);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    (void)app;
    free(base);
}

void ui_assign_open(struct ui_app *app) {
    static const struct ui_screen_kind kind = {"assign", on_event,  on_step,
                                               on_draw,  on_finish, NULL};
    char path[4096];
    struct ui_assign_screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL)
        return;
    (void)dat_default_controls(path, sizeof path);
    ui_input_release_keys(&app->input);
    ui_assign_init(screen, app->keeps_settings ? path : "", app->functions);
    screen->base.kind = &kind;
    ui_app_push(app, &screen->base);
}
