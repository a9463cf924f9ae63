#include "data/text/decimal.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { SPEC = 32, NUMBER = 400 }; // the largest double has 309 digits before its mark

// One value of a format: "%-8.2f" with what follows its '%', or "%.*f" with the precision filled
// in.
struct spec {
    char text[SPEC];
    size_t length; // in the format
    char kind;     // the letter it ends with
    bool is_long;
};

static struct spec read_spec(const char *format, va_list *values) {
    struct spec spec = {.text = "%", .length = 1};
    size_t used = 1;
    for (char c; (c = format[spec.length]) != '\0' && strchr("-+ #0123456789.*l", c) != NULL;
         spec.length++)
        if (c == '*')
            used += (size_t)snprintf(spec.text + used, SPEC - used, "%d", va_arg(*values, int));
        else if (used + 2 < SPEC)
            spec.text[used++] = c;
    spec.is_long = spec.text[used - 1] == 'l';
    spec.kind = format[spec.length++];
    assert(used + 2 <= SPEC && strchr("ducsfg%", spec.kind) != NULL && spec.kind != '\0');
    spec.text[used] = spec.kind;
    spec.text[used + 1] = '\0';
    return spec;
}

static int print_number(char *text, size_t size, char mark, const char *spec, double value) {
    char number[NUMBER];
    const int length = snprintf(number, sizeof number, spec, value);
    char *point = strchr(number, '.');
    if (point != NULL)
        *point = mark;
    (void)snprintf(text, size, "%s", number);
    return length;
}

static int print_value(char *text, size_t size, char mark, const struct spec *spec,
                       va_list *values) {
    switch (spec->kind) {
    case 'f':
    case 'g':
        return print_number(text, size, mark, spec->text, va_arg(*values, double));
    case 's':
        return snprintf(text, size, spec->text, va_arg(*values, const char *));
    case 'u':
        return spec->is_long ? snprintf(text, size, spec->text, va_arg(*values, unsigned long))
                             : snprintf(text, size, spec->text, va_arg(*values, unsigned));
    case '%':
        return snprintf(text, size, "%%");
    default:
        return spec->is_long ? snprintf(text, size, spec->text, va_arg(*values, long))
                             : snprintf(text, size, spec->text, va_arg(*values, int));
    }
}

int dat_print_decimal(char *text, size_t size, char mark, const char *format, va_list values) {
    assert(size > 0 && (mark == '.' || mark == ','));
    if (mark == '.')
        return vsnprintf(text, size, format, values);
    va_list rest; // a parameter's address is that of an array's first element on some machines
    va_copy(rest, values);
    size_t used = 0;
    text[0] = '\0';
    while (*format != '\0') {
        const size_t room = used < size ? size - used : 0;
        char *at = room > 0 ? text + used : NULL;
        if (*format != '%') {
            const size_t plain = strcspn(format, "%");
            used += (size_t)snprintf(at, room, "%.*s", (int)plain, format);
            format += plain;
            continue;
        }
        const struct spec spec = read_spec(format, &rest);
        used += (size_t)print_value(at, room, mark, &spec, &rest);
        format += spec.length;
    }
    va_end(rest);
    return (int)used;
}
