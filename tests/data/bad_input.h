#pragma once

// One row of a table of bad inputs: what is read, and the error that must be among those reported.

#include <string.h>

#include "data/text/diagnostics.h"
#include "tests/near.h"

struct bad_input {
    const char *text;
    int line, column;
    const char *words; // part of the sentence
};

// Fails unless d holds the error of the row; the failure prints all that d holds.
static inline void assert_reported(const struct dat_diagnostics *d, const struct bad_input *row) {
    for (int i = 0; i < d->kept; i++)
        if (d->item[i].line == row->line && d->item[i].column == row->column &&
            strstr(d->item[i].text, row->words) != NULL)
            return;
    dat_diagnostics_print(d, stderr);
    fail_msg("expected %d:%d '%s' for:\n%s", row->line, row->column, row->words, row->text);
}
