#pragma once

// English made 40 % longer, which shows the texts that do not fit or that no translation reaches:
// "Trees felled" is "[Trees felled~~]".

#include <string.h>

#include "tests/near.h"
#include "ui/text/language.h"

static inline void pseudo_text(const char *english, char *text, size_t size) {
    const int longer = (int)strlen(english) * 2 / 5, more = longer > 2 ? longer - 2 : 0;
    assert_true(more < 120);
    char tail[128];
    memset(tail, '~', sizeof tail);
    for (size_t i = 11; i < sizeof tail; i += 12)
        tail[i] = ' '; // words that lines can be broken at
    assert_true(snprintf(text, size, "[%s%.*s]", english, more, tail) < (int)size);
}

static inline void pseudo_print_string(FILE *file, const char *keyword, const char *text) {
    fprintf(file, "%s \"", keyword);
    for (; *text != '\0'; text++)
        fprintf(file, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputs("\"\n", file);
}

static inline void pseudo_print(FILE *file) {
    char context[UI_SOURCE_CONTEXT], text[512];
    for (int i = 0; i < UI_SOURCE_COUNT; i++) {
        const struct ui_source_text english = ui_source_english(i);
        if (english.one == NULL)
            continue;
        ui_source_context(i, context);
        pseudo_print_string(file, "\nmsgctxt", context);
        pseudo_print_string(file, "msgid", english.one);
        pseudo_text(english.one, text, sizeof text);
        if (english.other != NULL)
            pseudo_print_string(file, "msgid_plural", english.other);
        pseudo_print_string(file, english.other != NULL ? "msgstr[0]" : "msgstr", text);
        if (english.other == NULL)
            continue;
        pseudo_text(english.other, text, sizeof text);
        pseudo_print_string(file, "msgstr[1]", text);
    }
}
