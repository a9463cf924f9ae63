#include "ui/text/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "data/text/decimal.h"

unsigned ui_utf8_next(const char **text) {
    const unsigned char *s = (const unsigned char *)*text;
    if (s[0] == 0)
        return 0;
    const int more = s[0] < 0x80 ? 0 : s[0] >= 0xF0 ? 3 : s[0] >= 0xE0 ? 2 : s[0] >= 0xC0 ? 1 : -1;
    unsigned code = more == 0 ? s[0] : s[0] & (0x3FU >> (more > 0 ? more : 0));
    bool whole = more >= 0 && s[0] < 0xF8;
    for (int i = 1; whole && i <= more; i++) {
        whole = (s[i] & 0xC0U) == 0x80U;
        code = code << 6 | (s[i] & 0x3FU);
    }
    *text += whole ? more + 1 : 1;
    return whole ? code : 0xFFFD;
}

bool ui_utf8_append(char *text, size_t size, const char *more) {
    assert(size > 0);
    const size_t length = strlen(text), add = strlen(more);
    if (length + add + 1 > size)
        return false;
    memcpy(text + length, more, add + 1);
    return true;
}

// The begin of the last character.
static char *last_character(char *text) {
    size_t length = strlen(text);
    while (length > 0 && ((unsigned char)text[length - 1] & 0xC0U) == 0x80U)
        length--;
    return text + (length > 0 ? length - 1 : 0);
}

void ui_utf8_remove_last(char *text) {
    *last_character(text) = '\0';
}

void ui_utf8_trim(char *text) {
    char *last = last_character(text);
    const char *at = last;
    if (ui_utf8_next(&at) == 0xFFFD && (unsigned char)*last >= 0xC0U)
        *last = '\0';
}

static char decimal_mark = '.';

void ui_print_mark(char mark) {
    assert(mark == '.' || mark == ',');
    decimal_mark = mark;
}

void ui_print(char *text, size_t size, const char *format, ...) {
    assert(size > 0);
    va_list values;
    va_start(values, format);
    const int length = dat_print_decimal(text, size, decimal_mark, format, values);
    va_end(values);
    if (length >= (int)size)
        ui_utf8_trim(text);
}
