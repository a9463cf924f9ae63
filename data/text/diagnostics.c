#include "data/text/diagnostics.h"

#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

// Bytes of a long line that are shown on either side of the column.
enum { QUOTE_BEFORE = 60 };

static void copy(char *to, size_t size, const char *from) {
    const size_t length = strlen(from);
    const size_t n = length < size ? length : size - 1;
    memcpy(to, from, n);
    to[n] = '\0';
}

static bool continues_character(char c) {
    return ((unsigned char)c & 0xC0U) == 0x80U;
}

static void replace_control_characters(char *s) {
    for (; *s != '\0'; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c == '\t')
            *s = ' ';
        else if (c < 0x20 || c == 0x7F)
            *s = '?';
    }
}

// A cut in the middle of a UTF-8 character would leave half a character at the end of the string.
static void drop_cut_character(char *s) {
    const size_t length = strlen(s);
    size_t start = length;
    while (start > 0 && length - start < 4 && continues_character(s[start - 1]))
        start--;
    if (start == 0)
        return;
    const unsigned char lead = (unsigned char)s[start - 1];
    const size_t wanted = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    if (length - start < wanted)
        s[start - 1] = '\0';
}

// Lines end with LF, CR LF or a lone CR. NULL where the text has fewer lines.
static const char *find_line(const char *text, int line) {
    for (int at = 1; at < line; at++) {
        text += strcspn(text, "\r\n");
        if (*text == '\0')
            return NULL;
        text += text[0] == '\r' && text[1] == '\n' ? 2 : 1;
    }
    return text;
}

static void quote_line(struct dat_diagnostic *item, const char *text) {
    item->caret = -1;
    if (text == NULL || item->line <= 0)
        return;
    const char *line = find_line(text, item->line);
    if (line == NULL)
        return;
    const size_t length = strcspn(line, "\r\n");
    size_t at = 0; // byte of the column
    for (int column = 1; column < item->column && at < length; column++)
        do {
            at++;
        } while (at < length && continues_character(line[at]));
    size_t start = 0;
    if (length >= sizeof item->quote && at > QUOTE_BEFORE) {
        start = at - QUOTE_BEFORE;
        while (start < at && continues_character(line[start]))
            start++;
    }
    const size_t rest = length - start;
    const size_t n = rest < sizeof item->quote ? rest : sizeof item->quote - 1;
    memcpy(item->quote, line + start, n);
    item->quote[n] = '\0';
    drop_cut_character(item->quote);
    replace_control_characters(item->quote);
    if (item->column > 0) {
        item->caret = 0;
        for (size_t i = start; i < at; i++)
            item->caret += continues_character(line[i]) ? 0 : 1;
    }
}

// Counts one more report; the item to fill, NULL where it is not kept.
static struct dat_diagnostic *count_one(struct dat_diagnostics *d, bool warning) {
    int *count = warning ? &d->warnings : &d->errors;
    (*count)++;
    if (*count > DAT_DIAGNOSTICS_KEPT)
        return NULL;
    struct dat_diagnostic *item = &d->item[d->kept++];
    memset(item, 0, sizeof *item);
    item->warning = warning;
    return item;
}

static void add(struct dat_diagnostics *d, bool warning, const char *file, const char *text,
                int line, int column, const char *format, va_list arguments) {
    assert(line >= 0 && column >= 0);
    struct dat_diagnostic *item = count_one(d, warning);
    if (item == NULL)
        return;
    copy(item->file, sizeof item->file, file);
    item->line = line;
    item->column = column;
    (void)vsnprintf(item->text, sizeof item->text, format, arguments);
    drop_cut_character(item->text);
    replace_control_characters(item->text);
    quote_line(item, text);
}

void dat_diagnostics_init(struct dat_diagnostics *d, const char *file, const char *text_or_null) {
    memset(d, 0, sizeof *d);
    copy(d->file, sizeof d->file, file);
    d->text = text_or_null;
}

void dat_diagnose(struct dat_diagnostics *d, int line, int column, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(d, false, d->file, d->text, line, column, format, arguments);
    va_end(arguments);
}

void dat_warn(struct dat_diagnostics *d, int line, int column, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(d, true, d->file, d->text, line, column, format, arguments);
    va_end(arguments);
}

void dat_diagnose_in(struct dat_diagnostics *d, const char *file, const char *text, int line,
                     int column, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(d, false, file, text, line, column, format, arguments);
    va_end(arguments);
}

bool dat_diagnostics_ok(const struct dat_diagnostics *d) {
    return d->errors == 0;
}

const struct dat_diagnostic *dat_diagnostics_first(const struct dat_diagnostics *d) {
    for (int i = 0; i < d->kept; i++)
        if (!d->item[i].warning)
            return &d->item[i];
    return NULL;
}

const char *dat_diagnostics_first_error(const struct dat_diagnostics *d) {
    const struct dat_diagnostic *first = dat_diagnostics_first(d);
    return first != NULL ? first->text : NULL;
}

void dat_diagnostics_append(struct dat_diagnostics *d, const struct dat_diagnostics *part) {
    const int errors = d->errors + part->errors;
    const int warnings = d->warnings + part->warnings;
    for (int i = 0; i < part->kept; i++) {
        struct dat_diagnostic *item = count_one(d, part->item[i].warning);
        if (item != NULL)
            *item = part->item[i];
    }
    d->errors = errors;
    d->warnings = warnings;
}

static void print_item(const struct dat_diagnostic *item, FILE *out) {
    fputs(item->file, out);
    if (item->line > 0)
        fprintf(out, ":%d", item->line);
    if (item->line > 0 && item->column > 0)
        fprintf(out, ":%d", item->column);
    fprintf(out, ": %s: %s\n", item->warning ? "warning" : "error", item->text);
    if (item->quote[0] != '\0') {
        fprintf(out, "    %s\n", item->quote);
        if (item->caret >= 0)
            fprintf(out, "    %*s^\n", item->caret, "");
    }
}

static void print_rest(int count, const char *what, FILE *out) {
    const int rest = count - DAT_DIAGNOSTICS_KEPT;
    if (rest > 0)
        fprintf(out, "and %d more %s%s\n", rest, what, rest == 1 ? "" : "s");
}

void dat_diagnostics_print(const struct dat_diagnostics *d, FILE *out) {
    for (int i = 0; i < d->kept; i++)
        print_item(&d->item[i], out);
    print_rest(d->errors, "error", out);
    print_rest(d->warnings, "warning", out);
}
