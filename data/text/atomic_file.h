// Files that are written as a whole or not at all.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "data/text/problem.h"

// Writes size bytes to path: into a temporary file beside it, which then takes its place, so that a
// failure or a kill leaves what was there before. "-" is the standard output; anything but a
// regular file (a pipe, /dev/null) is written to directly. False with a sentence in problem.
bool dat_write_file(const char *path, const void *bytes, size_t size, struct dat_problem *problem);

// Makes the folders above path that do not exist. False with a sentence in problem.
bool dat_make_folders(const char *path, struct dat_problem *problem);

// Whether dat_write_file() could write to path now; changes nothing. False with the same sentence.
bool dat_can_write_file(const char *path, struct dat_problem *problem);
