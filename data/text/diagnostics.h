// Errors and warnings about a user's file: position, sentence and the quoted line.
// A reader continues after an error and reports everything it finds; dat_diagnostics_ok() tells at
// the end whether the file may be used. A warning does not refuse the file: the text is well
// formed, but probably not what was meant. The first DAT_DIAGNOSTICS_KEPT errors and as many
// warnings are kept, all are counted.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#define DAT_DIAGNOSTICS_KEPT 20

#if defined(__GNUC__)
#define DAT_PRINTF(format_index, first) __attribute__((format(printf, format_index, first)))
#else
#define DAT_PRINTF(format_index, first)
#endif

struct dat_diagnostic {
    bool warning; // else an error
    char file[256];
    int line, column; // from 1; the column counts characters, not bytes. Line 0: no position
    char text[256];   // sentence without the position: "what is wrong, expected what"
    char quote[160];  // the line of the file, or the part of it around the column; "" where unknown
    int caret;        // characters of the quote before the column; -1: no caret
};

struct dat_diagnostics {
    char file[256];
    // Borrowed text of the file for quoting, NULL: no quotes. Read by dat_diagnose() and
    // dat_warn().
    const char *text;
    int errors, warnings; // all of them, also those that were not kept
    int kept;             // filled items, in the order of the reports
    struct dat_diagnostic item[2 * DAT_DIAGNOSTICS_KEPT];
};

// text_or_null stays the caller's and must live until the last report; printing does not need it.
void dat_diagnostics_init(struct dat_diagnostics *d, const char *file, const char *text_or_null);

// An error in the file given to dat_diagnostics_init(). Line 0: about the file as a whole; column
// 0: about the line as a whole. Control characters in the sentence are replaced, so that a file
// cannot steer a terminal.
void dat_diagnose(struct dat_diagnostics *d, int line, int column, const char *format, ...)
    DAT_PRINTF(4, 5);

// A warning, otherwise as dat_diagnose().
void dat_warn(struct dat_diagnostics *d, int line, int column, const char *format, ...)
    DAT_PRINTF(4, 5);

// The same for a part file that the file includes; text (may be NULL) is the text of that part
// file.
void dat_diagnose_in(struct dat_diagnostics *d, const char *file, const char *text, int line,
                     int column, const char *format, ...) DAT_PRINTF(6, 7);

// No error so far; there may be warnings.
bool dat_diagnostics_ok(const struct dat_diagnostics *d);

// The first error, NULL where there is none.
const struct dat_diagnostic *dat_diagnostics_first(const struct dat_diagnostics *d);
// Its sentence.
const char *dat_diagnostics_first_error(const struct dat_diagnostics *d);

// Appends the reports of part to d (for readers that were called with diagnostics of their own).
void dat_diagnostics_append(struct dat_diagnostics *d, const struct dat_diagnostics *part);

// `file:line:col: error: sentence` (or `warning:`), the quoted line and a caret for each kept
// report, then how many more there were. Prints nothing if there is no report.
void dat_diagnostics_print(const struct dat_diagnostics *d, FILE *out);
