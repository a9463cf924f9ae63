// Reading a file only to report its errors. A new kind of file is a line in the table of
// data/check.c: its extension, the key that distinguishes it from others with the same extension,
// and the function that reads its text.
#pragma once

#include "data/text/diagnostics.h"

// Checks one file, or a site's folder, and reports errors to d, which is initialised here with that
// path. Returns the kind of file in a word or two ("terrain", "stand", ...; static storage), NULL
// if it is unknown.
const char *dat_check_file(const char *path, struct dat_diagnostics *d);
