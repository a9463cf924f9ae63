#include "ui/scene/canvas.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "ui/text/utf8.h"

const struct ui_colour ui_white = {240, 242, 238, 255};
const struct ui_colour ui_grey = {168, 176, 168, 255};
const struct ui_colour ui_panel = {16, 22, 18, 210};
const struct ui_colour ui_accent = {150, 205, 90, 255};
const struct ui_colour ui_warning = {255, 180, 60, 255};

void ui_canvas_finish(struct ui_canvas *canvas) {
    SIM_ARRAY_FREE(&canvas->vertices);
    memset(canvas, 0, sizeof *canvas);
}

void ui_canvas_begin(struct ui_canvas *canvas, const struct ui_font *font, int width, int height) {
    assert(font != NULL && width > 0 && height > 0);
    canvas->font = font;
    canvas->width = width;
    canvas->height = height;
    canvas->vertices.count = 0;
    if (canvas->record != NULL) {
        canvas->record->lines.count = 0;
        canvas->record->pages.count = 0;
    }
}

void ui_canvas_next_page(struct ui_canvas *canvas) {
    struct ui_canvas_record *record = canvas->record;
    if (record != NULL && SIM_ARRAY_TRY(&record->pages, record->pages.count + 1))
        record->pages.items[record->pages.count++] = canvas->vertices.count;
}

struct rectangle {
    float x0, y0, x1, y1;
};

// Six more vertices; NULL where memory is missing.
static struct ui_canvas_vertex *more_vertices(struct ui_canvas *canvas) {
    if (!SIM_ARRAY_TRY(&canvas->vertices, canvas->vertices.count + 6))
        return NULL;
    canvas->vertices.count += 6;
    return canvas->vertices.items + canvas->vertices.count - 6;
}

static const unsigned char quad_corner[6] = {0, 1, 3, 0, 3, 2};

static void add_quad(struct ui_canvas *canvas, const struct rectangle *at,
                     const struct rectangle *picture, struct ui_colour colour) {
    struct ui_canvas_vertex *vertex = more_vertices(canvas);
    for (int i = 0; vertex != NULL && i < 6; i++) {
        const bool right = (quad_corner[i] & 1) != 0, low = (quad_corner[i] & 2) != 0;
        vertex[i] = (struct ui_canvas_vertex){right ? at->x1 : at->x0, low ? at->y1 : at->y0,
                                              right ? picture->x1 : picture->x0,
                                              low ? picture->y1 : picture->y0, colour};
    }
}

void ui_canvas_line(struct ui_canvas *canvas, double x0, double y0, double x1, double y1,
                    double thickness, struct ui_colour colour) {
    const float full = 1.0F / (float)canvas->font->side;
    const double length = hypot(x1 - x0, y1 - y0);
    struct ui_canvas_vertex *vertex = length > 0.0 ? more_vertices(canvas) : NULL;
    const double aside = length > 0.0 ? 0.5 * thickness / length : 0.0;
    for (int i = 0; vertex != NULL && i < 6; i++) {
        const bool second = (quad_corner[i] & 1) != 0;
        const double side = (quad_corner[i] & 2) != 0 ? aside : -aside;
        vertex[i] = (struct ui_canvas_vertex){(float)((second ? x1 : x0) - side * (y1 - y0)),
                                              (float)((second ? y1 : y0) + side * (x1 - x0)), full,
                                              full, colour};
    }
}

void ui_canvas_box(struct ui_canvas *canvas, double x, double y, double width, double height,
                   struct ui_colour colour) {
    const float full = 1.0F / (float)canvas->font->side; // the middle of the four full pixels
    const struct rectangle at = {(float)x, (float)y, (float)(x + width), (float)(y + height)};
    add_quad(canvas, &at, &(struct rectangle){full, full, full, full}, colour);
}

void ui_canvas_frame(struct ui_canvas *canvas, double x, double y, double width, double height,
                     double t, struct ui_colour colour) {
    ui_canvas_box(canvas, x, y, width, t, colour);
    ui_canvas_box(canvas, x, y + height - t, width, t, colour);
    ui_canvas_box(canvas, x, y + t, t, height - 2.0 * t, colour);
    ui_canvas_box(canvas, x + width - t, y + t, t, height - 2.0 * t, colour);
}

// The first bytes of a text in one line. Returns its width [pixel].
static int draw_line(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                     struct ui_colour colour, const char *text, size_t bytes) {
    // On whole pixels letters stay sharp.
    const int left = (int)(x + 0.5), top = (int)(y + 0.5);
    const float scale = 1.0F / (float)canvas->font->side;
    const char *end = text + bytes;
    int pen = left;
    while (text < end) {
        const struct ui_glyph *g = ui_font_glyph(canvas->font, face, ui_utf8_next(&text));
        const struct rectangle at = {(float)(pen + g->left), (float)top,
                                     (float)(pen + g->left + g->width), (float)(top + g->height)};
        const struct rectangle picture = {(float)g->x * scale, (float)g->y * scale,
                                          (float)(g->x + g->width) * scale,
                                          (float)(g->y + g->height) * scale};
        if (g->width > 0)
            add_quad(canvas, &at, &picture, colour);
        pen += g->advance;
    }
    return pen - left;
}

// A line from that vertex on; NULL where nobody wants to know.
static struct ui_canvas_line *note_line(struct ui_canvas *canvas, int first, const char *text,
                                        size_t bytes) {
    struct ui_canvas_record *record = canvas->record;
    if (record == NULL || !SIM_ARRAY_TRY(&record->lines, record->lines.count + 1))
        return NULL;
    struct ui_canvas_line *line = &record->lines.items[record->lines.count++];
    *line = (struct ui_canvas_line){.first = first, .count = canvas->vertices.count - first};
    const size_t kept = bytes < sizeof line->text ? bytes : sizeof line->text - 1;
    memcpy(line->text, text, kept);
    line->text[kept] = '\0';
    return line;
}

int ui_canvas_text(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                   struct ui_colour colour, const char *text) {
    const int first = canvas->vertices.count;
    const int width = draw_line(canvas, face, x, y, colour, text, strlen(text));
    (void)note_line(canvas, first, text, strlen(text));
    return width;
}

// Bytes of text that are at most width pixels wide, in whole characters.
static size_t bytes_within(const struct ui_font *font, enum ui_face face, const char *text,
                           double width) {
    const char *at = text, *end = text;
    double used = 0.0;
    for (unsigned code = ui_utf8_next(&at); code != 0; code = ui_utf8_next(&at)) {
        used += ui_font_glyph(font, face, code)->advance;
        if (used > width)
            break;
        end = at;
    }
    return (size_t)(end - text);
}

static int write_within(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                        double width, struct ui_colour colour, const char *text, bool name) {
    static const char dots[] = "...";
    const int first = canvas->vertices.count;
    const bool cut = ui_font_width(canvas->font, face, text) > width;
    const double room = width - (cut ? ui_font_width(canvas->font, face, dots) : 0.0);
    const size_t bytes = cut ? bytes_within(canvas->font, face, text, room) : strlen(text);
    int drawn = draw_line(canvas, face, x, y, colour, text, bytes);
    if (cut)
        drawn += draw_line(canvas, face, x + drawn, y, colour, dots, sizeof dots - 1);
    struct ui_canvas_line *line = note_line(canvas, first, text, strlen(text));
    if (line != NULL) {
        line->cut = cut;
        line->name = name;
    }
    return drawn;
}

int ui_canvas_text_within(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                          double width, struct ui_colour colour, const char *text) {
    return write_within(canvas, face, x, y, width, colour, text, false);
}

int ui_canvas_name_within(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                          double width, struct ui_colour colour, const char *name) {
    return write_within(canvas, face, x, y, width, colour, name, true);
}

// Bytes of text before the last blanks, count of them, up to which it is bytes long; 0: none.
static size_t bytes_before_blanks(const char *text, size_t bytes, size_t count) {
    while (bytes > 0 && strspn(text + bytes, " ") < count)
        bytes--;
    return bytes;
}

// Bytes of the next line: up to the last blank that fits, or as much of the first word as does, at
// least a letter. Where there are wide gaps, such as between keys that are listed, a line ends
// there.
static size_t bytes_of_line(const struct ui_font *font, enum ui_face face, const char *text,
                            double width) {
    size_t bytes = bytes_within(font, face, text, width);
    if (text[bytes] == '\0')
        return bytes;
    const size_t gap = bytes_before_blanks(text, bytes, 2);
    bytes = gap > 0 ? gap : bytes_before_blanks(text, bytes, 1);
    if (bytes > 0)
        return bytes;
    const char *second = text;
    (void)ui_utf8_next(&second);
    const size_t fitting = bytes_within(font, face, text, width);
    return fitting > 0 ? fitting : (size_t)(second - text);
}

int ui_canvas_paragraph(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                        double width, double line_height, struct ui_colour colour,
                        const char *text) {
    int lines = 0;
    for (; *text != '\0'; lines++) {
        const size_t bytes = bytes_of_line(canvas->font, face, text, width);
        const int first = canvas->vertices.count;
        (void)draw_line(canvas, face, x, y + lines * line_height, colour, text, bytes);
        struct ui_canvas_line *line = note_line(canvas, first, text, bytes);
        if (line != NULL)
            line->broken = text[bytes] != '\0' && text[bytes] != ' ';
        text += bytes;
        text += strspn(text, " ");
    }
    return lines;
}

int ui_canvas_paragraph_lines(const struct ui_canvas *canvas, enum ui_face face, double width,
                              const char *text) {
    int lines = 0;
    for (; *text != '\0'; lines++) {
        text += bytes_of_line(canvas->font, face, text, width);
        text += strspn(text, " ");
    }
    return lines;
}

void ui_canvas_text_centred(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                            struct ui_colour colour, const char *text) {
    const int width = ui_font_width(canvas->font, face, text);
    ui_canvas_text(canvas, face, x - 0.5 * width, y, colour, text);
}

void ui_canvas_text_right(struct ui_canvas *canvas, enum ui_face face, double x, double y,
                          struct ui_colour colour, const char *text) {
    ui_canvas_text(canvas, face, x - ui_font_width(canvas->font, face, text), y, colour, text);
}
