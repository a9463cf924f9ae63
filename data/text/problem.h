// The reason for a failure outside the program: of a database, a disk, a display. (A mistake in a
// user's file is a diagnostic, see data/text/diagnostics.h.)
#pragma once

#include "data/text/diagnostics.h"

struct dat_problem {
    char text[768]; // one sentence for the user; "" while there is no problem
};

// Writes the sentence. Control characters are replaced, so that a file name cannot steer a
// terminal. problem may be NULL.
void dat_problem_set(struct dat_problem *problem, const char *format, ...) DAT_PRINTF(2, 3);
