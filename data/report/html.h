// Pieces of an HTML page.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "data/report/words.h"
#include "vehicles/names.h"

// Destination and words of a report.
struct dat_report_out {
    FILE *file;
    const struct dat_report_texts *texts;
    const struct veh_names *names; // NULL: names stay as in the record
};

// Text with the characters that HTML gives a meaning escaped; without control characters.
void dat_html_words(FILE *file, const char *text);
void dat_html_say(const struct dat_report_out *out, enum dat_report_word word);
// Words with numbers, which have the language's decimal mark; values as in dat_print_decimal().
__attribute__((format(printf, 2, 3))) void dat_html_print(const struct dat_report_out *out,
                                                          const char *format, ...);
// A cell of a table with such words. style: "" or "n" (number), "g" (grey), "w" (warning).
__attribute__((format(printf, 3, 4))) void
dat_html_cell(const struct dat_report_out *out, const char *style, const char *format, ...);

// A name of the record in the language.
const char *dat_html_name(const struct dat_report_out *out, const char *name);

struct dat_html_column {
    enum dat_report_word title;
    bool number; // to the right
};

// The first row of a table, and a heading with a table that begins with it.
void dat_html_head(const struct dat_report_out *out, const struct dat_html_column *columns,
                   int count);
void dat_html_begin_table(const struct dat_report_out *out, enum dat_report_word title,
                          const struct dat_html_column *columns, int count);
