// The window's own texts, by key, in its language. They are all in one table (english.h), so that a
// language is a file (ui/text/language.h).
//
//   UI_WRITE(text, sizeof text, STEREO_MODE, "rows");      "Stereo: rows"
//   UI_WRITE_N(text, sizeof text, TREES, 1, 1);            "1 tree"
//
// Both are ui_print() with the text as the format; the compiler checks the values against the
// English text.
#pragma once

#include <stdio.h>

#include "ui/text/english.h"
#include "ui/text/utf8.h"

enum ui_text_key {
#define UI_TEXT_KEY(key, one, other) UI_TEXT_##key,
    UI_ENGLISH(UI_TEXT_KEY)
#undef UI_TEXT_KEY
        UI_TEXT_COUNT
};

#define UI_TEXT_FORMAT(key, one, other) static const char ui_english_##key[] = one;
UI_ENGLISH(UI_TEXT_FORMAT)
#undef UI_TEXT_FORMAT

#define UI_WRITE(text, size, key, ...)                                                             \
    ((void)sizeof(snprintf(NULL, 0, ui_english_##key, __VA_ARGS__)),                               \
     ui_print(text, size, ui_text(UI_TEXT_##key), __VA_ARGS__))

// count chooses the text's form; it is a value only where it is given again.
#define UI_WRITE_N(text, size, key, count, ...)                                                    \
    ((void)sizeof(snprintf(NULL, 0, ui_english_##key, __VA_ARGS__)),                               \
     ui_print(text, size, ui_text_n(UI_TEXT_##key, count), __VA_ARGS__))

// A text that counts nothing. Valid until the language changes.
const char *ui_text(enum ui_text_key key);
// A text that counts something, in the form for that number.
const char *ui_text_n(enum ui_text_key key, long count);
