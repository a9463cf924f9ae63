#pragma once

// The letters that a canvas shows: none outside a rectangle, none over another one. And the
// languages in which a page is to be looked at.

#include <stdlib.h>

#include "tests/ui/pseudo.h"
#include "ui/scene/canvas.h"

enum { LETTERS_LANGUAGES = 3 };

// English, German, and English made longer.
static inline void letters_language(int number) {
    struct dat_problem problem;
    struct dat_diagnostics d;
    char *text = NULL;
    size_t size;
    if (number < 2) {
        assert_true(ui_language_change(number == 0 ? "en" : "de", false, &problem));
        return;
    }
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    pseudo_print(file);
    assert_int_equal(fclose(file), 0);
    dat_diagnostics_init(&d, "pseudo.po", text);
    assert_true(ui_language_read(text, "pseudo.po", &d));
    free(text);
}

// Calls check with each size of picture in each language.
static inline void letters_each_size(void (*check)(int width, int height)) {
    static const int sizes[][2] = {{640, 480}, {800, 600}, {1280, 720}, {3840, 2160}};
    for (int language = 0; language < LETTERS_LANGUAGES; language++) {
        letters_language(language);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            check(sizes[i][0], sizes[i][1]);
    }
    ui_language_restore();
}

// The corners of a letter; false for the quad of a plain shape, all of which is one pixel of the
// font's picture.
static inline bool letters_box(const struct ui_canvas_vertex v[6], float low[2], float high[2]) {
    bool letter = false;
    low[0] = high[0] = v[0].x;
    low[1] = high[1] = v[0].y;
    for (int i = 1; i < 6; i++) {
        letter = letter || v[i].u > v[0].u || v[i].u < v[0].u;
        low[0] = v[i].x < low[0] ? v[i].x : low[0];
        high[0] = v[i].x > high[0] ? v[i].x : high[0];
        low[1] = v[i].y < low[1] ? v[i].y : low[1];
        high[1] = v[i].y > high[1] ? v[i].y : high[1];
    }
    return letter;
}

// Between left and right, in the height of the picture. Letters may hang over by a pixel or two.
static inline void assert_letters_fit(const struct ui_canvas *canvas, double left, double right) {
    const float touch = 2.0F + 2.0F * (float)canvas->font->scale;
    const int count = canvas->vertices.count / 6;
    float low[2], high[2], low_other[2], high_other[2];
    for (int i = 0; i < count; i++) {
        if (!letters_box(&canvas->vertices.items[6 * i], low, high))
            continue;
        assert_true(low[0] >= (float)left - touch && high[0] <= (float)right + touch);
        assert_true(low[1] >= -1.0F && high[1] <= (float)canvas->height + 1.0F);
        for (int k = 0; k < i; k++)
            if (letters_box(&canvas->vertices.items[6 * k], low_other, high_other))
                assert_false(low[0] + touch < high_other[0] && low_other[0] + touch < high[0] &&
                             low[1] + touch < high_other[1] && low_other[1] + touch < high[1]);
    }
}
