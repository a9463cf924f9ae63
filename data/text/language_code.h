// Codes of languages in files: those of ISO 639-1, also with a region, as in the names of
// translations: "de", "pt_BR".
#pragma once

#include <stdbool.h>

#include "data/text/keys.h"

bool dat_language_known(const char *code);
// Reports a value that is no such code. False: it was, or the value is missing.
bool dat_language_check(const struct dat_value *value);
