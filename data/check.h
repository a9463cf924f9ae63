// Reading a file only to report its errors. A new kind of file is a line in the table of
// data/check.c: its extension, the key that distinguishes it from others with the same extension,
// and the function that reads its text.
#pragma once

#include "data/text/diagnostics.h"

#define DAT_CHECK_NOTE 256

// Checks one file, or a site's folder, and reports errors to d, which is initialised here with that
// path. note (may be NULL) gets a sentence about the contents, "" where there is none to say: of a
// stand, stems and volume per hectare. Returns the kind of file in a word or two ("terrain",
// "stand", ...; static storage), NULL if it is unknown.
const char *dat_check_file(const char *path, char note[DAT_CHECK_NOTE], struct dat_diagnostics *d);
