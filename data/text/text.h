// Whole text files. While data/text/copies.h is in use, its copies are all that is there.
#pragma once

#include "data/text/diagnostics.h"

#define DAT_TEXT_MAX_BYTES (256L * 1024 * 1024)

// The text of the file at path, ended by a NUL and without a byte order mark; a line break that is
// a CR alone becomes an LF, so that readers know only LF and CR LF. The caller frees the text. NULL
// with a diagnostic in d where it cannot be read, is not a regular file, is larger than
// DAT_TEXT_MAX_BYTES or holds NUL bytes. d->text points to the text afterwards, for quoting: do not
// call dat_diagnose() once it is freed.
char *dat_text_load(const char *path, struct dat_diagnostics *d);

// Whether there is a file or a folder at path; where not, errno says why.
bool dat_text_is_there(const char *path);
// Whether the two paths are of one file, which is there.
bool dat_text_same_file(const char *a, const char *b);
