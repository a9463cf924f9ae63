#include "data/text/table.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

size_t dat_text_width(const char *text) {
    size_t width = 0;
    for (; *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80; // not a following byte of a character
    return width;
}

void dat_table_init(struct dat_table *table, const char *head) {
    *table = (struct dat_table){0};
    while (table->columns < DAT_TABLE_COLUMNS) {
        bool right = head[0] == '>';
        table->right[table->columns++] = right;
        size_t length = strcspn(head, "|");
        dat_table_add(table, "%.*s", (int)length - right, head + right);
        if (head[length] == '\0')
            return;
        head += length + 1;
    }
}

void dat_table_finish(struct dat_table *table) {
    for (int i = 0; i < table->cells.count; i++)
        free(table->cells.items[i]);
    SIM_ARRAY_FREE(&table->cells);
    *table = (struct dat_table){0};
}

void dat_table_add(struct dat_table *table, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    char *copy = SIM_ARRAY_TRY(&table->cells, table->cells.count + 1) ? strdup(text) : NULL;
    if (copy != NULL)
        table->cells.items[table->cells.count++] = copy;
}

void dat_table_print(const struct dat_table *table, FILE *file) {
    size_t width[DAT_TABLE_COLUMNS] = {0};
    int columns = table->columns;
    assert(columns > 0);
    for (int i = 0; i < table->cells.count; i++) {
        size_t cell = dat_text_width(table->cells.items[i]);
        if (cell > width[i % columns])
            width[i % columns] = cell;
    }
    for (int i = 0; i < table->cells.count; i++) {
        int column = i % columns;
        int blanks = (int)(width[column] - dat_text_width(table->cells.items[i]));
        bool last = column + 1 == columns;
        if (table->right[column])
            fprintf(file, "%*s%s", blanks, "", table->cells.items[i]);
        else
            fprintf(file, "%s%*s", table->cells.items[i], last ? 0 : blanks, "");
        fputs(last ? "\n" : "  ", file);
    }
}

static void print_cell_csv(const char *cell, FILE *file) {
    if (strpbrk(cell, ",\"\n") == NULL) {
        fputs(cell, file);
        return;
    }
    fputc('"', file);
    for (; *cell != '\0'; cell++) {
        if (*cell == '"')
            fputc('"', file);
        fputc(*cell, file);
    }
    fputc('"', file);
}

void dat_table_print_csv(const struct dat_table *table, FILE *file) {
    for (int i = 0; i < table->cells.count; i++) {
        print_cell_csv(table->cells.items[i], file);
        fputc((i + 1) % table->columns == 0 ? '\n' : ',', file);
    }
}
