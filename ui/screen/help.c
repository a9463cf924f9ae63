#include "ui/screen/help.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "ui/screen/assign.h"
#include "ui/screen/lever_picture.h"
#include "ui/text/text.h"

// ---- rows ----

static struct ui_help_row *add(struct ui_help *help, const char *source, const char *effect) {
    struct ui_help_row *row = &help->row[help->rows];
    if (help->rows < UI_HELP_ROWS - 1)
        help->rows++;
    ui_print(row->source, sizeof row->source, "%s", source);
    ui_print(row->effect, sizeof row->effect, "%s", effect);
    return row;
}

static void add_heading(struct ui_help *help, const char *title) {
    if (help->rows > 0)
        add(help, "", "");
    add(help, title, "");
}

// The same kind of part of the same device that moves the function the other way.
static bool are_a_pair(const struct ui_binding *a, const struct ui_binding *b) {
    return a->device == b->device && a->part == b->part && a->control == b->control &&
           a->scale * b->scale < 0.0 && a->part != UI_PART_AXIS;
}

// Two keys of a function share a row.
static void add_pair(struct ui_help *help, const struct ui_binding *a, const struct ui_binding *b) {
    char first[64], second[64], source[130], effect[128];
    ui_binding_source(a, first, sizeof first);
    ui_binding_source(b, second, sizeof second);
    ui_print(source, sizeof source, "%s, %s", first, second);
    ui_binding_pair_effect(a, b, effect, sizeof effect);
    add(help, source, effect);
}

static void add_device(struct ui_help *help, enum ui_device device, unsigned functions) {
    size_t count;
    const struct ui_binding *b = ui_bindings(&count);
    add_heading(help, ui_device_name(device));
    if (ui_bindings_use_shift(device))
        add(help, ui_shift_name(device), ui_shift_effect(device));
    for (size_t i = 0; i < count; i++) {
        char source[64], effect[96];
        if (b[i].device != device || (functions >> b[i].control & 1u) == 0)
            continue;
        if (i + 1 < count && are_a_pair(&b[i], &b[i + 1])) {
            add_pair(help, &b[i], &b[i + 1]);
            i++;
            continue;
        }
        ui_binding_source(&b[i], source, sizeof source);
        ui_binding_effect(&b[i], effect, sizeof effect);
        add(help, source, effect);
    }
}

void ui_help_init(struct ui_help *help, unsigned devices, unsigned functions) {
    memset(help, 0, sizeof *help);
    if (ui_bindings_keep_tip_control() && (functions >> VEH_TIP_CONTROL & 1u) != 0)
        add(help, ui_text(UI_TEXT_TIP_CONTROL), ui_text(UI_TEXT_TIP_LAYOUT));
    for (int i = 0; i < UI_DEVICE_COUNT; i++)
        if ((devices >> i & 1u) != 0)
            add_device(help, (enum ui_device)i, functions);
    size_t windows;
    const struct ui_window_key *window = ui_window_keys(&windows);
    add_heading(help, ui_text(UI_TEXT_WINDOW));
    for (size_t i = 0; i < windows; i++)
        add(help, ui_text(window[i].key), ui_text(window[i].effect));
}

// ---- places ----

static bool is_gap(const struct ui_help_row *row) {
    return row->source[0] == '\0';
}

static bool is_heading(const struct ui_help_row *row) {
    return row->effect[0] == '\0' && !is_gap(row);
}

static int lines_of(const struct ui_help *help, int first, int end) {
    int lines = 0;
    for (int i = first; i < end; i++)
        lines += help->row[i].lines;
    return lines;
}

// Rows from first that fit below each other, room: in lines; a heading is not left alone at the
// foot.
static int rows_of_column(const struct ui_help *help, int first, int room) {
    int count = 1;
    while (first + count < help->rows && lines_of(help, first, first + count + 1) <= room)
        count++;
    if (first + count == help->rows || is_gap(&help->row[first + count]))
        return count;
    int begin = first + count, end = first + count;
    while (begin > first && !is_gap(&help->row[begin]))
        begin--;
    while (end < help->rows && !is_gap(&help->row[end]))
        end++;
    // The section that would be cut moves to the next column as a whole where it fits there.
    if (begin > first && lines_of(help, begin, end) <= room)
        return begin - first;
    while (count > 1 && is_heading(&help->row[first + count - 1]))
        count--;
    return count;
}

struct widths {
    double source, effect; // [pixel] of the widest
};

static struct widths measure(const struct ui_help *help, int first, int count,
                             const struct ui_font *font) {
    struct widths w = {0.0, 0.0};
    for (int i = first; i < first + count; i++) {
        const struct ui_help_row *row = &help->row[i];
        const double source = ui_font_width(font, UI_FACE_SMALL, row->source);
        const double effect = ui_font_width(font, UI_FACE_SMALL, row->effect);
        if (!is_heading(row))
            w.source = fmax(w.source, source);
        w.effect = fmax(w.effect, effect);
    }
    return w;
}

static double top_of(int page, double s) {
    return page == 0 ? 62.0 * s + ui_lever_picture_height(s) : 62.0 * s;
}

// [pixel] that an effect has where its column is the only one; longer ones have several lines.
static double break_effects(struct ui_help *help, const struct ui_canvas *c, double left,
                            double gap) {
    const struct widths all = measure(help, 0, help->rows, c->font);
    const double room = c->width - 2.0 * left - all.source - gap;
    for (int i = 0; i < help->rows; i++) {
        const int lines = ui_canvas_paragraph_lines(c, UI_FACE_SMALL, room, help->row[i].effect);
        help->row[i].lines = lines > 1 ? lines : 1;
    }
    return room;
}

static void place_rows(struct ui_help *help, int first, int count, double y, double line) {
    for (int i = first; i < first + count; i++) {
        help->row[i].y = y;
        help->row[i].line_height = help->row[i].lines * line;
        y += help->row[i].line_height;
    }
}

void ui_help_arrange(struct ui_help *help, const struct ui_canvas *c) {
    const double s = c->font->scale, line = 18.0 * s, left = 30.0 * s, gap = 14.0 * s;
    const double most = break_effects(help, c, left, gap);
    double x = left;
    int page = 0, first = 0;
    while (first < help->rows) {
        while (first < help->rows - 1 && is_gap(&help->row[first]))
            first++; // a column begins with words
        const int room = (int)((c->height - 24.0 * s - top_of(page, s)) / line);
        const int count = rows_of_column(help, first, room > 1 ? room : 1);
        struct widths w = measure(help, first, count, c->font);
        w.effect = fmin(w.effect, most);
        if (x > left && x + w.source + gap + w.effect > c->width - left) {
            page++;
            x = left;
            continue;
        }
        for (int i = 0; i < count; i++) {
            struct ui_help_row *row = &help->row[first + i];
            row->page = page;
            row->x = x;
            row->effect_x = x + w.source + gap;
            row->width = w.source + gap + w.effect;
        }
        place_rows(help, first, count, top_of(page, s), line);
        x += w.source + gap + w.effect + 30.0 * s;
        first += count;
    }
    help->pages = page + 1;
    help->page = help->page < page ? help->page : page;
}

// ---- drawing ----

void ui_help_draw(struct ui_help *help, unsigned functions, struct ui_canvas *c) {
    const double s = c->font->scale;
    char keys[160];
    ui_help_arrange(help, c);
    ui_canvas_box(c, 0.0, 0.0, c->width, c->height, (struct ui_colour){10, 15, 11, 245});
    const int title =
        ui_canvas_text(c, UI_FACE_LARGE, 30.0 * s, 8.0 * s, ui_white, ui_text(UI_TEXT_HELP_TITLE));
    if (help->pages > 1)
        UI_WRITE(keys, sizeof keys, HELP_KEYS_PAGES, help->page + 1, help->pages);
    else
        ui_print(keys, sizeof keys, "%s", ui_text(UI_TEXT_HELP_KEYS));
    const double x = c->width - 30.0 * s - ui_font_width(c->font, UI_FACE_SMALL, keys);
    // Beside the title, or below it where there is no room.
    if (x > 50.0 * s + title)
        ui_canvas_text(c, UI_FACE_SMALL, x, 26.0 * s, ui_grey, keys);
    else
        ui_canvas_text_within(c, UI_FACE_SMALL, 30.0 * s, 44.0 * s, c->width - 60.0 * s, ui_grey,
                              keys);
    if (help->page == 0)
        ui_lever_picture_draw(c, 62.0 * s, functions);
    for (int i = 0; i < help->rows; i++) {
        const struct ui_help_row *row = &help->row[i];
        if (row->page != help->page)
            continue;
        ui_canvas_text(c, UI_FACE_SMALL, row->x, row->y, is_heading(row) ? ui_accent : ui_grey,
                       row->source);
        // A hair more than the widest one, which must not be broken.
        ui_canvas_paragraph(c, UI_FACE_SMALL, row->effect_x, row->y,
                            row->x + row->width - row->effect_x + 0.5, 18.0 * s, ui_white,
                            row->effect);
    }
}

// ---- the page as a screen ----

static void turn(struct ui_help *help, int by) {
    help->page = (help->page + by + help->pages) % help->pages;
}

static bool on_event(struct ui_screen *base, struct ui_app *app, const SDL_Event *e) {
    struct ui_help *help = (struct ui_help *)base;
    const enum ui_menu_move move = ui_input_menu_move(e);
    if (move == UI_MENU_BACK || move == UI_MENU_ACCEPT) {
        ui_app_pop(app);
    } else if (move == UI_MENU_LEFT || move == UI_MENU_RIGHT) {
        turn(help, move == UI_MENU_LEFT ? -1 : 1);
    } else if (e->type == SDL_MOUSEWHEEL) {
        turn(help, e->wheel.y > 0 ? -1 : 1);
    } else if (e->type == SDL_KEYDOWN) {
        switch (e->key.keysym.sym) {
        case SDLK_F1:
        case SDLK_ESCAPE:
            ui_app_pop(app);
            return true;
        case SDLK_F2:
            ui_app_pop(app);
            ui_assign_open(app);
            return true;
        case SDLK_LEFT:
        case SDLK_UP:
        case SDLK_PAGEUP:
            turn(help, -1);
            return true;
        case SDLK_RIGHT:
        case SDLK_DOWN:
        case SDLK_SPACE:
        case SDLK_PAGEDOWN:
            turn(help, 1);
            return true;
        default:
            return false;
        }
    }
    return true;
}

static void on_step(struct ui_screen *base, struct ui_app *app, double dt) {
    (void)base;
    (void)app;
    (void)dt;
}

static void on_draw(struct ui_screen *base, struct ui_app *app, struct ui_backdrop *backdrop) {
    (void)backdrop;
    ui_help_draw((struct ui_help *)base, app->functions, &app->canvas);
}

static void on_finish(struct ui_screen *base, struct ui_app *app) {
    (void)app;
    free(base);
}

void ui_help_open(struct ui_app *app) {
    static const struct ui_screen_kind kind = {"help", on_event, on_step, on_draw, on_finish, NULL};
    struct ui_help *help = malloc(sizeof *help);
    if (help == NULL)
        return;
    ui_help_init(help, ui_input_devices(&app->input), app->functions);
    help->pages = 1;
    help->base.kind = &kind;
    ui_app_push(app, &help->base);
}
