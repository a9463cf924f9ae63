// Whether what stands on a canvas with a record can be read: no text is cut, none leaves the
// picture or its panel, none covers another one and nothing lies over half of one.
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/ui/letters.h"

struct readable_box {
    double x0, y0, x1, y1; // [pixel]
};

// The pixels of a letter that are not empty, in its font's picture.
struct readable_ink {
    int key; // its place in the picture
    int x0, y0, x1, y1;
};

// A font with the ink of all its letters.
struct readable_font {
    struct ui_font *font;
    struct readable_ink ink[UI_FACE_COUNT * UI_FONT_GLYPHS];
    int count;
};

static inline int readable_by_key(const void *a, const void *b) {
    const struct readable_ink *p = a, *q = b;
    return (p->key > q->key) - (p->key < q->key);
}

static inline struct readable_ink readable_ink_of(const struct ui_font *font,
                                                  const struct ui_glyph *g) {
    struct readable_ink ink = {g->y * font->side + g->x, g->width, g->height, 0, 0};
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++) {
            if (font->atlas[(g->y + y) * font->side + g->x + x] < 64)
                continue;
            ink.x0 = x < ink.x0 ? x : ink.x0;
            ink.y0 = y < ink.y0 ? y : ink.y0;
            ink.x1 = x + 1 > ink.x1 ? x + 1 : ink.x1;
            ink.y1 = y + 1 > ink.y1 ? y + 1 : ink.y1;
        }
    return ink;
}

static inline void readable_font_open(struct readable_font *f, int height) {
    char problem[160];
    f->font = ui_font_create(height / 720.0, problem, sizeof problem);
    f->count = 0;
    assert_non_null(f->font);
    for (int face = 0; face < UI_FACE_COUNT; face++)
        for (int i = 0; i < f->font->glyphs[face]; i++)
            if (f->font->glyph[face][i].width > 0)
                f->ink[f->count++] = readable_ink_of(f->font, &f->font->glyph[face][i]);
    qsort(f->ink, (size_t)f->count, sizeof f->ink[0], readable_by_key);
}

// Where the ink of a letter lies on the canvas. False: a blank.
static inline bool readable_letter(const struct readable_font *f,
                                   const struct ui_canvas_vertex v[6], struct readable_box *box) {
    const int side = f->font->side;
    const struct readable_ink key = {.key = (int)lround((double)v[0].v * side) * side +
                                            (int)lround((double)v[0].u * side)};
    const struct readable_ink *ink =
        bsearch(&key, f->ink, (size_t)f->count, sizeof key, readable_by_key);
    assert_non_null(ink);
    *box = (struct readable_box){(double)v[0].x + ink->x0, (double)v[0].y + ink->y0,
                                 (double)v[0].x + ink->x1, (double)v[0].y + ink->y1};
    return ink->x1 > ink->x0;
}

static inline bool readable_meet(const struct readable_box *a, const struct readable_box *b) {
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

// Of a whole line. False: it has blanks only.
static inline bool readable_line(const struct readable_font *f, const struct ui_canvas *c,
                                 const struct ui_canvas_line *line, struct readable_box *box) {
    bool any = false;
    for (int i = line->first; i < line->first + line->count; i += 6) {
        struct readable_box letter;
        if (!readable_letter(f, &c->vertices.items[i], &letter))
            continue;
        box->x0 = any ? fmin(box->x0, letter.x0) : letter.x0;
        box->y0 = any ? fmin(box->y0, letter.y0) : letter.y0;
        box->x1 = any ? fmax(box->x1, letter.x1) : letter.x1;
        box->y1 = any ? fmax(box->y1, letter.y1) : letter.y1;
        any = true;
    }
    return any;
}

// A plain rectangle with upright sides, which is no mark but large enough for text. What is bright
// belongs to a picture: a road on a map is no panel of the name that is written beside it.
static inline bool readable_panel(const struct ui_canvas *c, const struct ui_canvas_vertex v[6],
                                  struct readable_box *box) {
    enum { READABLE_BRIGHT = 140 };                              // of 255
    static const double least_width = 24.0, least_height = 14.0; // [pixel] at scale 1
    float low[2], high[2];
    const struct ui_colour colour = v[0].colour;
    const double bright = 0.3 * colour.r + 0.59 * colour.g + 0.11 * colour.b;
    if (letters_box(v, low, high) || bright > READABLE_BRIGHT || v[0].y < v[1].y ||
        v[0].y > v[1].y || v[1].x < v[2].x || v[1].x > v[2].x)
        return false;
    *box = (struct readable_box){(double)low[0], (double)low[1], (double)high[0], (double)high[1]};
    return box->x1 - box->x0 >= least_width * c->font->scale &&
           box->y1 - box->y0 >= least_height * c->font->scale;
}

enum { READABLE_DIM = 40, READABLE_OPAQUE = 200 }; // alphas of what is over a text, of 255

// Something lies over all of a part of the letter of that vertex.
static inline bool readable_is_gone(const struct ui_canvas *c, int vertex,
                                    const struct readable_box *part) {
    for (int i = vertex + 6; i < c->vertices.count; i += 6) {
        struct readable_box over;
        if (c->vertices.items[i].colour.a >= READABLE_OPAQUE &&
            readable_panel(c, &c->vertices.items[i], &over) && over.x0 <= part->x0 &&
            over.y0 <= part->y0 && over.x1 >= part->x1 && over.y1 >= part->y1)
            return true;
    }
    return false;
}

// Letters of both lie over each other; a comes later.
static inline bool readable_cross(const struct readable_font *f, const struct ui_canvas *c,
                                  const struct ui_canvas_line *a, const struct ui_canvas_line *b) {
    for (int i = a->first; i < a->first + a->count; i += 6)
        for (int k = b->first; k < b->first + b->count; k += 6) {
            struct readable_box one, other;
            if (!readable_letter(f, &c->vertices.items[i], &one) ||
                !readable_letter(f, &c->vertices.items[k], &other) || !readable_meet(&one, &other))
                continue;
            const struct readable_box both = {fmax(one.x0, other.x0), fmax(one.y0, other.y0),
                                              fmin(one.x1, other.x1), fmin(one.y1, other.y1)};
            if (!readable_is_gone(c, k, &both))
                return true;
        }
    return false;
}

static inline int readable_page(const struct ui_canvas *c, int vertex) {
    int page = 0;
    while (page < c->record->pages.count && c->record->pages.items[page] <= vertex)
        page++;
    return page;
}

enum readable_cover { READABLE_FREE, READABLE_HALF, READABLE_HIDDEN };

// What lies over a line. A page over another one may hide a part of it.
static inline enum readable_cover readable_covered(const struct ui_canvas *c,
                                                   const struct ui_canvas_line *line,
                                                   const struct readable_box *box) {
    enum readable_cover cover = READABLE_FREE;
    const double area = (box->x1 - box->x0) * (box->y1 - box->y0);
    for (int i = line->first + line->count; i < c->vertices.count; i += 6) {
        const int alpha = c->vertices.items[i].colour.a;
        struct readable_box over;
        if (alpha < READABLE_DIM || !readable_panel(c, &c->vertices.items[i], &over) ||
            !readable_meet(box, &over))
            continue;
        const double part = (fmin(box->x1, over.x1) - fmax(box->x0, over.x0)) *
                            (fmin(box->y1, over.y1) - fmax(box->y0, over.y0)) / area;
        if (part > 0.98 && alpha >= READABLE_OPAQUE)
            return READABLE_HIDDEN;
        const bool same_page = readable_page(c, line->first) == readable_page(c, i);
        cover = same_page && part > 0.02 ? READABLE_HALF : cover;
    }
    return cover;
}

// The panel on which the line begins; the whole picture where there is none.
static inline struct readable_box readable_panel_of(const struct ui_canvas *c,
                                                    const struct ui_canvas_line *line,
                                                    const struct readable_box *box) {
    struct readable_box found = {0.0, 0.0, c->width, c->height}, panel;
    const double x = box->x0 + 1.0, y = 0.5 * (box->y0 + box->y1);
    for (int i = 0; i < line->first; i += 6)
        if (readable_panel(c, &c->vertices.items[i], &panel) && x > panel.x0 && x < panel.x1 &&
            y > panel.y0 && y < panel.y1)
            found = panel;
    return found;
}

struct readable_check {
    const struct readable_font *font;
    const struct ui_canvas *canvas;
    const char *where; // for the complaints
    int complaints;
};

static inline void readable_complain(struct readable_check *check, const char *what,
                                     const struct ui_canvas_line *line, const char *other) {
    check->complaints++;
    fprintf(stderr, "%s, %d x %d: %s: '%s'%s%s%s\n", check->where, check->canvas->width,
            check->canvas->height, what, line->text, other != NULL ? " and '" : "",
            other != NULL ? other : "", other != NULL ? "'" : "");
}

static inline void readable_check_line(struct readable_check *check, int number,
                                       struct readable_box *box, bool *seen) {
    const struct ui_canvas *c = check->canvas;
    const struct ui_canvas_line *line = &c->record->lines.items[number];
    *seen = readable_line(check->font, c, line, box);
    if (!*seen)
        return;
    const enum readable_cover cover = readable_covered(c, line, box);
    const struct readable_box panel = readable_panel_of(c, line, box);
    *seen = cover != READABLE_HIDDEN;
    if (!*seen)
        return;
    if (cover == READABLE_HALF)
        readable_complain(check, "half hidden", line, NULL);
    if ((line->cut && !line->name) || (line->broken && strchr(line->text, '/') == NULL))
        readable_complain(check, line->cut ? "cut" : "broken within a word", line, NULL);
    if (box->x0 < 0.0 || box->y0 < 0.0 || box->x1 > c->width || box->y1 > c->height)
        readable_complain(check, "outside of the picture", line, NULL);
    else if (box->x0 < panel.x0 || box->y0 < panel.y0 || box->x1 > panel.x1 || box->y1 > panel.y1)
        readable_complain(check, "outside of its panel", line, NULL);
}

// Returns the number of complaints, which it prints.
static inline int readable_complaints(const struct readable_font *font,
                                      const struct ui_canvas *canvas, const char *where) {
    struct readable_check check = {font, canvas, where, 0};
    const int count = canvas->record->lines.count;
    struct readable_box *box = calloc((size_t)count + 1, sizeof *box);
    bool *seen = calloc((size_t)count + 1, sizeof *seen);
    assert_true(box != NULL && seen != NULL && count > 0);
    for (int i = 0; i < count; i++) {
        const struct ui_canvas_line *line = &canvas->record->lines.items[i];
        readable_check_line(&check, i, &box[i], &seen[i]);
        for (int k = 0; k < i && seen[i]; k++)
            if (seen[k] && readable_meet(&box[i], &box[k]) &&
                readable_cross(font, canvas, line, &canvas->record->lines.items[k]))
                readable_complain(&check, "over another one", line,
                                  canvas->record->lines.items[k].text);
    }
    free(box);
    free(seen);
    return check.complaints;
}
