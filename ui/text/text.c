#include "ui/text/text.h"

#include <assert.h>

#include "ui/text/language.h"

const char *ui_text(enum ui_text_key key) {
    assert(key >= 0 && key < UI_TEXT_COUNT && ui_source_english((int)key).other == NULL);
    return ui_language_text((int)key, 1.0);
}

const char *ui_text_n(enum ui_text_key key, long count) {
    assert(key >= 0 && key < UI_TEXT_COUNT && ui_source_english((int)key).other != NULL);
    return ui_language_text((int)key, (double)count);
}
