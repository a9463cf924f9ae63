// The characters of a text file.
#pragma once

#include <stdbool.h>

#include "data/text/diagnostics.h"

// Whether all of it is UTF-8.
bool dat_utf8_valid(const char *text);

// False after an error in d at the first byte that is not valid UTF-8 or is a control character
// other than tab, line feed and carriage return. file is the name for messages.
bool dat_utf8_check(const char *text, const char *file, struct dat_diagnostics *d);
