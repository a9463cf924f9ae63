#include "ui/scene/font.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <SDL.h>
#include <SDL_ttf.h>

#include "ui/scene/pixel_font.h"
#include "ui/text/utf8.h"

// Where distributions keep families of fonts, the best first.
static const struct {
    const char *family, *regular, *bold;
} families[] = {
    {"DejaVu", "truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf"},
    {"DejaVu", "TTF/DejaVuSans.ttf", "TTF/DejaVuSans-Bold.ttf"},
    {"DejaVu", "dejavu-sans-fonts/DejaVuSans.ttf", "dejavu-sans-fonts/DejaVuSans-Bold.ttf"},
    {"DejaVu", "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"},
    {"Liberation", "truetype/liberation/LiberationSans-Regular.ttf",
     "truetype/liberation/LiberationSans-Bold.ttf"},
    {"Liberation", "liberation-sans/LiberationSans-Regular.ttf",
     "liberation-sans/LiberationSans-Bold.ttf"},
    {"Noto", "truetype/noto/NotoSans-Regular.ttf", "truetype/noto/NotoSans-Bold.ttf"},
    {"Noto", "noto/NotoSans-Regular.ttf", "noto/NotoSans-Bold.ttf"},
    {"Free", "truetype/freefont/FreeSans.ttf", "truetype/freefont/FreeSansBold.ttf"},
    {"Ubuntu", "truetype/ubuntu/Ubuntu-R.ttf", "truetype/ubuntu/Ubuntu-B.ttf"}};

static const struct {
    bool bold;
    double height; // [pixel] at scale 1
} faces[UI_FACE_COUNT] = {{false, 16.0}, {false, 19.0}, {true, 30.0}};

// Latin, Cyrillic and some signs.
static const struct {
    unsigned first, last;
} ranges[] = {{0x20, 0x7E},     {0xA0, 0x17F},    {0x3A6, 0x3A6},   {0x3C0, 0x3C0},
              {0x401, 0x45F},   {0x2013, 0x2014}, {0x2018, 0x201E}, {0x2022, 0x2022},
              {0x2026, 0x2026}, {0x20AC, 0x20AC}, {0x2190, 0x2193}, {0x2205, 0x2205},
              {0x2212, 0x2212}, {0x25B2, 0x25B2}, {0x25B6, 0x25B6}, {0x25BC, 0x25BC},
              {0x25C0, 0x25C0}, {0x25CF, 0x25CF}, {0x2713, 0x2713}, {0x26A0, 0x26A0},
              {0xFFFD, 0xFFFD}};

// All letters of a scale up to room have room in a picture of least_side, those of twice the scale
// in one of twice the side.
static const int least_side = 1024;
static const double room = 1.5, most_scale = 6.0;

static int side_for(double scale) {
    int side = least_side;
    while (scale > room * side / least_side)
        side *= 2;
    return side;
}

double ui_font_scale(double wanted, int most_side) {
    int side = least_side;
    while (2 * side <= most_side)
        side *= 2;
    return fmin(wanted, room * side / least_side);
}

struct packer {
    int x, y, row_height;
    int side; // of the picture
};

static bool place(struct packer *packer, int width, int height, int *x, int *y) {
    if (packer->x + width + 1 > packer->side) {
        packer->x = 0;
        packer->y += packer->row_height + 1;
        packer->row_height = 0;
    }
    if (packer->y + height + 1 > packer->side)
        return false;
    *x = packer->x;
    *y = packer->y;
    packer->x += width + 1;
    if (height > packer->row_height)
        packer->row_height = height;
    return true;
}

// A surface's rows are longer than its pixels: the pitch says how long.
static void copy_alpha(struct ui_font *font, const SDL_Surface *surface, int x, int y) {
    for (int row = 0; row < surface->h; row++) {
        const unsigned char *from =
            (const unsigned char *)surface->pixels + (size_t)row * (size_t)surface->pitch;
        unsigned char *to = font->atlas + (size_t)(y + row) * (size_t)font->side + x;
        for (int i = 0; i < surface->w; i++) {
            Uint32 pixel;
            memcpy(&pixel, from + 4 * i, sizeof pixel);
            to[i] = (unsigned char)(pixel >> 24); // ARGB8888
        }
    }
}

static void add_glyph(struct ui_font *font, enum ui_face face, TTF_Font *ttf, struct packer *packer,
                      unsigned code) {
    int min_x, max_x, min_y, max_y, advance, x, y;
    if (font->glyphs[face] >= UI_FONT_GLYPHS || !TTF_GlyphIsProvided32(ttf, code) ||
        TTF_GlyphMetrics32(ttf, code, &min_x, &max_x, &min_y, &max_y, &advance) != 0)
        return;
    struct ui_glyph glyph = {.code = code, .advance = (short)advance};
    SDL_Surface *surface = TTF_RenderGlyph32_Blended(ttf, code, (SDL_Color){255, 255, 255, 255});
    if (surface != NULL && surface->format->BytesPerPixel == 4 &&
        place(packer, surface->w, surface->h, &x, &y)) {
        copy_alpha(font, surface, x, y);
        glyph.x = (short)x;
        glyph.y = (short)y;
        glyph.width = (short)surface->w;
        glyph.height = (short)surface->h;
        glyph.left = (short)(min_x < 0 ? min_x : 0);
    }
    SDL_FreeSurface(surface);
    font->glyph[face][font->glyphs[face]++] = glyph;
}

const char *ui_font_find(const char *folder, bool bold, char *path, size_t size) {
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        const char *const file[2] = {families[i].regular, families[i].bold};
        for (int k = bold ? 1 : 0; k >= 0; k--) {
            (void)snprintf(path, size, "%s/%s", folder, file[k]);
            if (access(path, R_OK) == 0)
                return families[i].family;
        }
    }
    return NULL;
}

// Once, not for each size of the window.
static void say_what_replaces(const char *used) {
    static bool said = false;
    if (!said)
        fprintf(stderr,
                "kranich: warning: the font DejaVuSans.ttf is missing, %s used instead; "
                "install fonts-dejavu-core\n",
                used);
    said = true;
}

// NULL: there is no font that can be read.
static TTF_Font *open_face(enum ui_face face, double scale) {
    const char *folder = getenv("KRANICH_FONTS");
    char path[512], used[600];
    const char *family = ui_font_find(folder != NULL ? folder : "/usr/share/fonts",
                                      faces[face].bold, path, sizeof path);
    // The point size that gives about this height.
    TTF_Font *ttf =
        family != NULL ? TTF_OpenFont(path, (int)lround(faces[face].height * 0.86 * scale)) : NULL;
    snprintf(used, sizeof used, "%s is", path);
    if (ttf == NULL || strcmp(family, families[0].family) != 0)
        say_what_replaces(ttf != NULL ? used : "letters of dots are");
    return ttf;
}

// ---- letters of dots ----

// Each pixel is covered by the dots' shares of it.
static void add_dots(struct ui_font *font, const struct ui_glyph *glyph,
                     const struct ui_pixel_letter *letter, double dot) {
    for (int y = 0; y < glyph->height; y++)
        for (int x = 0; x < glyph->width; x++) {
            double covered = 0.0;
            for (int i = 0; i < UI_PIXEL_ROWS; i++)
                for (int k = 0; k < UI_PIXEL_COLUMNS; k++) {
                    const double high = fmin(y + 1.0, (i + 1) * dot) - fmax(y, i * dot);
                    const double wide = fmin(x + 1.0, (k + 1) * dot) - fmax(x, k * dot);
                    if (letter->dot[i][k] && high > 0.0 && wide > 0.0)
                        covered += high * wide;
                }
            font->atlas[(size_t)(glyph->y + y) * (size_t)font->side + (size_t)(glyph->x + x)] =
                (unsigned char)lround(255.0 * fmin(covered, 1.0));
        }
}

static void add_pixel_glyph(struct ui_font *font, enum ui_face face, double dot,
                            struct packer *packer, unsigned code) {
    struct ui_pixel_letter letter;
    int x, y;
    if (font->glyphs[face] >= UI_FONT_GLYPHS || !ui_pixel_letter(code, &letter))
        return;
    const int width = (int)ceil(letter.width * dot), height = (int)ceil(UI_PIXEL_ROWS * dot);
    struct ui_glyph glyph = {.code = code, .advance = (short)lround((letter.width + 1) * dot)};
    if (place(packer, width, height, &x, &y)) {
        glyph.x = (short)x;
        glyph.y = (short)y;
        glyph.width = (short)width;
        glyph.height = (short)height;
        add_dots(font, &glyph, &letter, dot);
    }
    font->glyph[face][font->glyphs[face]++] = glyph;
}

static void add_pixel_face(struct ui_font *font, enum ui_face face, struct packer *packer) {
    const double dot = faces[face].height * font->scale / (UI_PIXEL_ROWS + 1);
    font->ascent[face] = (int)lround(UI_PIXEL_ASCENT * dot);
    font->line_height[face] = (int)ceil((UI_PIXEL_ROWS + 1) * dot);
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++)
        for (unsigned code = ranges[r].first; code <= ranges[r].last; code++)
            add_pixel_glyph(font, face, dot, packer, code);
}

// ---- all letters ----

static void add_face(struct ui_font *font, enum ui_face face, struct packer *packer) {
    TTF_Font *ttf = open_face(face, font->scale);
    if (ttf == NULL) {
        add_pixel_face(font, face, packer);
        return;
    }
    TTF_SetFontHinting(ttf, TTF_HINTING_LIGHT);
    font->ascent[face] = TTF_FontAscent(ttf);
    font->line_height[face] = TTF_FontLineSkip(ttf);
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++)
        for (unsigned code = ranges[r].first; code <= ranges[r].last; code++)
            add_glyph(font, face, ttf, packer, code);
    TTF_CloseFont(ttf);
}

static int by_code(const void *a, const void *b) {
    const struct ui_glyph *p = a, *q = b;
    return p->code < q->code ? -1 : p->code > q->code;
}

struct ui_font *ui_font_create(double scale, char *problem, size_t size) {
    assert(scale > 0.0);
    struct ui_font *font = calloc(1, sizeof *font);
    const double limited = fmin(fmax(scale, 0.5), most_scale);
    const int side = side_for(limited);
    unsigned char *atlas = calloc((size_t)side, (size_t)side);
    bool done = font != NULL && atlas != NULL;
    snprintf(problem, size, "out of memory");
    if (done && TTF_Init() != 0) {
        snprintf(problem, size, "letters cannot be drawn: %s", TTF_GetError());
        done = false;
    }
    if (!done) {
        free(atlas);
        free(font);
        return NULL;
    }
    font->atlas = atlas;
    font->side = side;
    font->scale = limited;
    struct packer packer = {3, 0, 3, side};
    for (int i = 0; i < 2; i++)
        memset(atlas + i * side, 255, 2);
    for (int face = 0; face < UI_FACE_COUNT; face++) {
        add_face(font, (enum ui_face)face, &packer);
        qsort(font->glyph[face], (size_t)font->glyphs[face], sizeof(struct ui_glyph), by_code);
    }
    TTF_Quit();
    problem[0] = '\0';
    return font;
}

void ui_font_destroy(struct ui_font *font) {
    if (font != NULL)
        free(font->atlas);
    free(font);
}

const struct ui_glyph *ui_font_glyph(const struct ui_font *font, enum ui_face face, unsigned code) {
    assert(face < UI_FACE_COUNT);
    const struct ui_glyph key = {.code = code};
    const struct ui_glyph *found =
        bsearch(&key, font->glyph[face], (size_t)font->glyphs[face], sizeof key, by_code);
    if (found != NULL || code == '?')
        return found != NULL ? found : &font->glyph[face][0];
    return ui_font_glyph(font, face, '?');
}

int ui_font_width(const struct ui_font *font, enum ui_face face, const char *text) {
    int width = 0;
    for (unsigned code = ui_utf8_next(&text); code != 0; code = ui_utf8_next(&text))
        width += ui_font_glyph(font, face, code)->advance;
    return width;
}
