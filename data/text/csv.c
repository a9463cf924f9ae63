#include "data/text/csv.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "data/text/closest.h"
#include "data/text/number.h"

// One field of a line, unchanged.
struct field {
    const char *text;
    size_t size;
    int column;
};

static bool is_line_end(char c) {
    return c == '\0' || c == '\n' || c == '\r';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static const char *line_end(const char *s) {
    return s + strcspn(s, "\r\n");
}

// The first character of the next line, or the end of the text.
static const char *next_line(const char *s) {
    s = line_end(s);
    if (*s == '\0')
        return s;
    return s + (s[0] == '\r' && s[1] == '\n' ? 2 : 1);
}

static bool is_row(const char *s) {
    s += strspn(s, " \t");
    return !is_line_end(*s) && *s != '#';
}

static int count_characters(const char *from, const char *to) {
    int count = 0;
    for (; from < to; from++)
        count += ((unsigned char)*from & 0xC0U) != 0x80U ? 1 : 0;
    return count;
}

// A walk along a line. Columns are counted from field to field, so that a line takes linear time
// however many cells it has.
struct walk {
    const char *at; // where the next field begins; NULL after the last one of the line
    int column;     // of at, or of the end of the line; in characters from 1
};

// Cuts the field that begins at walk->at and moves on to the next one. A quote that is not closed,
// or is followed by more, gives size (size_t)-1.
static void cut_field(struct walk *walk, char separator, struct field *field) {
    const char *begin = walk->at;
    const char *s = begin;
    while (is_blank(*s) && *s != separator)
        s++;
    field->text = s;
    field->column = walk->column + count_characters(begin, s);
    if (*s == '"') {
        const char *close = s + 1;
        while (!is_line_end(*close) && *close != '"')
            close++;
        field->text = s + 1;
        field->size = *close == '"' ? (size_t)(close - s - 1) : (size_t)-1;
        s = *close == '"' ? close + 1 : close;
        while (!is_line_end(*s) && *s != separator) {
            field->size = is_blank(*s) ? field->size : (size_t)-1;
            s++;
        }
    } else {
        while (!is_line_end(*s) && *s != separator)
            s++;
        const char *end = s;
        while (end > field->text && is_blank(end[-1]))
            end--;
        field->size = (size_t)(end - field->text);
    }
    walk->column += count_characters(begin, s);
    walk->at = NULL;
    if (!is_line_end(*s)) {
        walk->at = s + 1;
        walk->column++;
    }
}

static char find_separator(const char *header) {
    const size_t size = (size_t)(line_end(header) - header);
    return memchr(header, ';', size) != NULL ? ';' : memchr(header, ',', size) != NULL ? ',' : '\t';
}

static bool same_name(const struct field *field, const char *name) {
    for (size_t i = 0; i < field->size; i++)
        if (name[i] == '\0' ||
            tolower((unsigned char)field->text[i]) != tolower((unsigned char)name[i]))
            return false;
    return name[field->size] == '\0';
}

static void list_columns(const struct dat_csv *csv, char *list, size_t size) {
    size_t used = 0;
    list[0] = '\0';
    for (int i = 0; i < csv->column_count; i++) {
        const int n =
            snprintf(list + used, size - used, "%s%s", i == 0 ? "" : ", ", csv->columns[i].name);
        if (n < 0 || (size_t)n >= size - used)
            return;
        used += (size_t)n;
    }
}

static void report_unknown(const struct dat_csv *csv, const struct field *field) {
    const char *names[DAT_CSV_MAX_COLUMNS];
    char name[41];
    char list[160];
    (void)snprintf(name, sizeof name, "%.*s", field->size < 40 ? (int)field->size : 40,
                   field->text);
    for (int i = 0; i < csv->column_count; i++)
        names[i] = csv->columns[i].name;
    const char *near = dat_closest(name, names, csv->column_count);
    list_columns(csv, list, sizeof list);
    dat_diagnose(csv->d, csv->line, field->column, "unknown column '%s', expected one of %s%s%s%s",
                 name, list, near != NULL ? " (did you mean '" : "", near != NULL ? near : "",
                 near != NULL ? "'?)" : "");
}

// Finds the column of one name in the header and notes it.
static void read_name(struct dat_csv *csv, const struct field *field, int *first_seen) {
    int column = -1;
    for (int i = 0; i < csv->column_count && field->size != (size_t)-1; i++)
        column = same_name(field, csv->columns[i].name) ? i : column;
    csv->field_column[csv->field_count++] = column;
    if (field->size == (size_t)-1) {
        dat_diagnose(csv->d, csv->line, field->column, "the quote is not closed");
    } else if (column < 0) {
        report_unknown(csv, field);
    } else if (first_seen[column] > 0) {
        dat_diagnose(csv->d, csv->line, field->column, "duplicate column '%s'",
                     csv->columns[column].name);
    } else {
        first_seen[column] = field->column;
    }
}

static bool read_header(struct dat_csv *csv) {
    int first_seen[DAT_CSV_MAX_COLUMNS] = {0};
    bool complete = true;
    struct walk walk = {csv->at, 1};
    while (walk.at != NULL) {
        struct field field;
        cut_field(&walk, csv->separator, &field);
        if (csv->field_count == DAT_CSV_MAX_COLUMNS) {
            dat_diagnose(csv->d, csv->line, field.column, "the table has more than %d columns",
                         DAT_CSV_MAX_COLUMNS);
            return false;
        }
        read_name(csv, &field, first_seen);
    }
    for (int i = 0; i < csv->column_count; i++) {
        if (csv->columns[i].required && first_seen[i] == 0) {
            dat_diagnose(csv->d, csv->line, 1, "missing column '%s'", csv->columns[i].name);
            complete = false;
        }
    }
    return complete;
}

bool dat_csv_open(struct dat_csv *csv, const char *text, const struct dat_csv_column *columns,
                  int column_count, struct dat_diagnostics *d) {
    assert(column_count > 0 && column_count <= DAT_CSV_MAX_COLUMNS);
    memset(csv, 0, sizeof *csv);
    csv->d = d;
    csv->columns = columns;
    csv->column_count = column_count;
    csv->at = text;
    csv->line = 1;
    while (*csv->at != '\0' && !is_row(csv->at)) {
        csv->at = next_line(csv->at);
        csv->line++;
    }
    if (*csv->at == '\0') {
        char list[160];
        list_columns(csv, list, sizeof list);
        dat_diagnose(d, csv->line, 1, "the table has no header, expected the columns %s", list);
        return false;
    }
    csv->separator = find_separator(csv->at);
    const bool ok = read_header(csv);
    csv->at = next_line(csv->at);
    return ok;
}

// Copies one field of a row into its cell; false where it does not fit.
static bool take_cell(struct dat_csv *csv, const struct field *field, int index) {
    if (field->size == (size_t)-1) {
        dat_diagnose(csv->d, csv->line, field->column,
                     "the quote is not closed or is followed by text");
        return false;
    }
    const int column = csv->field_column[index];
    if (column < 0)
        return true;
    if (field->size >= DAT_CSV_CELL_SIZE) {
        dat_diagnose(csv->d, csv->line, field->column,
                     "the cell is %zu bytes long, expected at most %d", field->size,
                     DAT_CSV_CELL_SIZE - 1);
        return false;
    }
    struct dat_csv_cell *cell = &csv->cell[column];
    memcpy(cell->text, field->text, field->size);
    cell->text[field->size] = '\0';
    cell->column = field->column;
    if (field->size == 0 && csv->columns[column].required) {
        dat_diagnose(csv->d, csv->line, field->column, "%s is empty, expected a value",
                     csv->columns[column].name);
        return false;
    }
    return true;
}

static bool read_row(struct dat_csv *csv) {
    struct walk walk = {csv->at, 1};
    int count = 0;
    bool ok = true;
    memset(csv->cell, 0, sizeof csv->cell);
    while (walk.at != NULL) {
        struct field field;
        cut_field(&walk, csv->separator, &field);
        if (count < csv->field_count)
            ok = take_cell(csv, &field, count) && ok;
        count++;
    }
    if (count != csv->field_count) {
        dat_diagnose(csv->d, csv->line, walk.column,
                     "the number of cells is %d, expected %d as in the header", count,
                     csv->field_count);
        return false;
    }
    return ok;
}

bool dat_csv_next(struct dat_csv *csv) {
    assert(csv->at != NULL && csv->field_count > 0);
    while (*csv->at != '\0') {
        csv->line++;
        const bool row = is_row(csv->at), found = row && read_row(csv);
        csv->at = next_line(csv->at);
        csv->refused += row && !found;
        if (found)
            return true;
    }
    return false;
}

bool dat_csv_number(struct dat_csv *csv, int column, double low, double high, double *value) {
    assert(column >= 0 && column < csv->column_count && low <= high);
    const struct dat_csv_cell *cell = &csv->cell[column];
    const char *name = csv->columns[column].name;
    if (cell->text[0] == '\0')
        return false;
    double number = 0.0;
    const enum dat_number result = dat_number_read(cell->text, strlen(cell->text), &number);
    if (result == DAT_NUMBER_NOT_FINITE) {
        dat_diagnose(csv->d, csv->line, cell->column, "%s is '%s', expected a finite number", name,
                     cell->text);
        return false;
    }
    if (result == DAT_NUMBER_NONE) {
        dat_diagnose(csv->d, csv->line, cell->column, "%s is '%s', expected a number%s", name,
                     cell->text, strchr(cell->text, ',') != NULL ? " with a decimal point" : "");
        return false;
    }
    if (number < low || number > high) {
        dat_diagnose(csv->d, csv->line, cell->column, "%s is %s, expected %g to %g", name,
                     cell->text, low, high);
        return false;
    }
    *value = number;
    return true;
}

void dat_csv_header(const char *text, char *names, size_t size) {
    assert(size > 0);
    while (*text != '\0' && !is_row(text))
        text = next_line(text);
    const char separator = find_separator(text);
    size_t used = 0;
    struct walk walk = {*text != '\0' ? text : NULL, 1};
    while (walk.at != NULL) {
        struct field field;
        cut_field(&walk, separator, &field);
        if (field.size == (size_t)-1 || used + field.size + 3 > size)
            break;
        names[used++] = '|';
        for (size_t i = 0; i < field.size; i++)
            names[used++] = (char)tolower((unsigned char)field.text[i]);
    }
    if (used + 2 <= size)
        names[used++] = '|';
    names[used] = '\0';
}

bool dat_csv_comment(const char *text, const char *key, struct dat_csv_cell *value, int *line) {
    const size_t size = strlen(key);
    *line = 1;
    for (; *text != '\0' && !is_row(text); text = next_line(text), ++*line) {
        const char *s = text + strspn(text, " \t");
        if (*s != '#')
            continue;
        s += 1 + strspn(s + 1, " \t");
        if (strncmp(s, key, size) != 0 || s[size] != '=')
            continue;
        s += size + 1;
        s += strspn(s, " \t");
        size_t length = (size_t)(line_end(s) - s);
        while (length > 0 && is_blank(s[length - 1]))
            length--;
        length = length < sizeof value->text ? length : sizeof value->text - 1;
        memcpy(value->text, s, length);
        value->text[length] = '\0';
        value->column = count_characters(text, s) + 1;
        return true;
    }
    return false;
}
