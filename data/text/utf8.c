#include "data/text/utf8.h"

#include <assert.h>
#include <string.h>

// Bytes of the UTF-8 character at s; 0 for anything else, such as overlong forms and surrogates.
static int character_bytes(const unsigned char *s) {
    if (s[0] < 0x80)
        return 1;
    const int bytes = s[0] >= 0xC2 && s[0] < 0xE0   ? 2
                      : s[0] >= 0xE0 && s[0] < 0xF0 ? 3
                      : s[0] >= 0xF0 && s[0] < 0xF5 ? 4
                                                    : 0;
    for (int i = 1; i < bytes; i++)
        if ((s[i] & 0xC0U) != 0x80U)
            return 0;
    const bool overlong = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90);
    const bool not_a_character = (s[0] == 0xED && s[1] >= 0xA0) || (s[0] == 0xF4 && s[1] >= 0x90);
    return overlong || not_a_character ? 0 : bytes;
}

bool dat_utf8_valid(const char *text) {
    assert(text != NULL);
    const unsigned char *s = (const unsigned char *)text;
    for (int bytes; *s != '\0'; s += bytes)
        if ((bytes = character_bytes(s)) == 0)
            return false;
    return true;
}

void dat_utf8_make_plain(char *text, size_t most) {
    assert(text != NULL);
    unsigned char *s = (unsigned char *)text;
    for (size_t left = most; *s != '\0';) {
        const int bytes = character_bytes(s);
        const bool control = *s < 0x20 || *s == 0x7F || (*s == 0xC2 && s[1] < 0xA0);
        const size_t size = bytes > 0 ? (size_t)bytes : 1;
        if (size > left) {
            *s = '\0';
            return;
        }
        if (bytes == 0 || control)
            memset(s, ' ', size);
        s += size;
        left -= size;
    }
}

bool dat_utf8_check(const char *text, const char *file, struct dat_diagnostics *d) {
    assert(text != NULL && file != NULL && d != NULL);
    int line = 1;
    int column = 1;
    for (const unsigned char *s = (const unsigned char *)text; *s != '\0'; column++) {
        const int bytes = character_bytes(s);
        const bool control = *s == 0x7F || (*s < 0x20 && *s != '\t' && *s != '\n' && *s != '\r');
        if (bytes == 0) {
            dat_diagnose_in(d, file, text, line, column, "byte 0x%02x is not valid UTF-8", *s);
            return false;
        }
        if (control) {
            dat_diagnose_in(d, file, text, line, column, "control character 0x%02x is not allowed",
                            *s);
            return false;
        }
        if (*s == '\n' || (*s == '\r' && s[1] != '\n')) {
            line++;
            column = 0;
        }
        s += bytes;
    }
    return true;
}
