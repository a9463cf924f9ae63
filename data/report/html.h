// Pieces of an HTML page.
#pragma once

#include <stdio.h>

// Text with the characters that HTML gives a meaning escaped; without control characters.
void dat_html_words(FILE *file, const char *text);
// A cell of a table. style: "" or "n" (number), "g" (grey), "w" (warning).
__attribute__((format(printf, 3, 4))) void dat_html_cell(FILE *file, const char *style,
                                                         const char *format, ...);
// A heading and the head of a table below it. head: cells in HTML.
void dat_html_begin_table(FILE *file, const char *title, const char *head);
