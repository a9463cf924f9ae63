#pragma once

#include "data/text/diagnostics.h"

// Tables as text: a header line of column names, then a line per row. Cells are separated by
// semicolons, commas or tabs, whichever the header uses first in that order; a cell may be in
// double quotes. Lines that begin with '#' and empty lines are skipped; '#key=value' lines can be
// asked for. Spaces around cells are ignored. Any kind of line break is accepted.

#define DAT_CSV_MAX_COLUMNS 64
#define DAT_CSV_CELL_SIZE 64 // longer cells are an error

struct dat_csv_column {
    const char *name; // compared without case
    bool required;    // the column must be there and no cell of it empty
};

struct dat_csv_cell {
    char text[DAT_CSV_CELL_SIZE];
    int column; // position in the line, in characters from 1; 0: the file has no such column
};

struct dat_csv {
    struct dat_diagnostics *d;
    const struct dat_csv_column *columns;
    int column_count;
    const char *at; // rest of the text
    int line;       // of the row that dat_csv_next() gave, from 1
    int refused;    // rows that it has reported and skipped so far
    char separator;
    int field_count;
    int field_column[DAT_CSV_MAX_COLUMNS]; // index into columns of each field of a line, -1:
                                           // unknown
    struct dat_csv_cell cell[DAT_CSV_MAX_COLUMNS]; // the row, by index into columns
};

// Reads the header. Its mistakes (unknown, missing and double columns) go to d; false
// where the rows cannot be read then. text must outlive csv.
bool dat_csv_open(struct dat_csv *csv, const char *text, const struct dat_csv_column *columns,
                  int column_count, struct dat_diagnostics *d);
// The next row that has the right number of cells; others are reported and skipped. False at the
// end.
bool dat_csv_next(struct dat_csv *csv);
// The cell of a column as number within [low, high]; false, and an error that names the column,
// where it is not. An empty cell gives false without an error where the column is not required.
bool dat_csv_number(struct dat_csv *csv, int column, double low, double high, double *value);
// Copies the names in the header, lower case, into one string "|a|b|c|" for telling tables apart.
void dat_csv_header(const char *text, char *names, size_t size);
// The value of a line '#key=value' before the header, with its position; false where there is none.
bool dat_csv_comment(const char *text, const char *key, struct dat_csv_cell *value, int *line);
