// The characters of a text file.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "data/text/diagnostics.h"

// Whether all of it is UTF-8.
bool dat_utf8_valid(const char *text);

// Makes a foreign text one line for a terminal: bytes that are not UTF-8 and control characters,
// those from U+0080 to U+009F too, become blanks, and it ends before the character that would make
// it longer than most bytes.
void dat_utf8_make_plain(char *text, size_t most);

// False after an error in d at the first byte that is not valid UTF-8 or is a control character
// other than tab, line feed and carriage return. file is the name for messages.
bool dat_utf8_check(const char *text, const char *file, struct dat_diagnostics *d);
