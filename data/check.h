#pragma once

#include "data/text/diagnostics.h"

// Reading a file only to say what is wrong with it. A new kind of file is a line in the table of
// data/check.c: its extension, what tells it from others with the same extension, and the function
// that reads its text.

// Checks one file, or a site's folder, and puts what is wrong into d, which is initialised here
// with that path. Returns the kind of file in a word or two ("terrain", "stand", ...), NULL where
// it could not be told.
const char *dat_check_file(const char *path, struct dat_diagnostics *d);
