// Tables for a terminal: columns as wide as their widest cell, numbers to the right.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "sim/base/array.h"

#define DAT_TABLE_COLUMNS 16

struct dat_table {
    int columns;
    bool right[DAT_TABLE_COLUMNS]; // the column is set to the right
    SIM_ARRAY(char *) cells;       // owned, row by row; the first row is the head
};

// head: one title per column, separated by '|'; a title that begins with '>' (which is not printed)
// sets its column to the right. Must be called first; finish in any case.
void dat_table_init(struct dat_table *table, const char *head);
void dat_table_finish(struct dat_table *table);

// The next cell, row by row from the left. Control characters are replaced. Cells are dropped where
// memory is missing.
void dat_table_add(struct dat_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Prints the head and all rows.
void dat_table_print(const struct dat_table *table, FILE *file);
// The same as CSV (RFC 4180): commas, quotes where a cell needs them, one row per line.
void dat_table_print_csv(const struct dat_table *table, FILE *file);

// Columns of a terminal that a UTF-8 text takes, one per character.
size_t dat_text_width(const char *text);
