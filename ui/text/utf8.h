// Characters of texts in UTF-8.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Reads one character and moves text behind it; broken bytes are read as U+FFFD. 0 at the end.
unsigned ui_utf8_next(const char **text);
// Appends the characters to a text of at most size bytes with its zero; false where they do not
// fit.
bool ui_utf8_append(char *text, size_t size, const char *more);
// Removes the last character.
void ui_utf8_remove_last(char *text);
// Removes the beginning of a character that was cut off at the end of the text.
void ui_utf8_trim(char *text);
// snprintf() that writes numbers with the decimal mark of the window's language, and cuts off whole
// characters where the text does not fit. Values as in dat_print_decimal().
__attribute__((format(printf, 3, 4))) void ui_print(char *text, size_t size, const char *format,
                                                    ...);
// '.' or ',' in what is printed from now on; that of a language is set with it.
void ui_print_mark(char mark);
