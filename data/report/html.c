#include "data/report/html.h"

#include <stdarg.h>

#include "data/text/decimal.h"

void dat_html_words(FILE *file, const char *text) {
    for (; *text != '\0'; text++)
        if (*text == '&')
            fputs("&amp;", file);
        else if (*text == '<')
            fputs("&lt;", file);
        else if (*text == '>')
            fputs("&gt;", file);
        else if (*text == '"')
            fputs("&quot;", file);
        else if ((unsigned char)*text >= 0x20)
            fputc(*text, file);
}

// Writes the words of a format and its values.
__attribute__((format(printf, 2, 0))) static void print(const struct dat_report_out *out,
                                                        const char *format, va_list values) {
    char text[512];
    (void)dat_print_decimal(text, sizeof text, out->texts->decimal_mark[0], format, values);
    dat_html_words(out->file, text);
}

void dat_html_print(const struct dat_report_out *out, const char *format, ...) {
    va_list values;
    va_start(values, format);
    print(out, format, values);
    va_end(values);
}

void dat_html_cell(const struct dat_report_out *out, const char *style, const char *format, ...) {
    va_list values;
    fprintf(out->file, "<td%s%s%s>", style[0] != '\0' ? " class=\"" : "", style,
            style[0] != '\0' ? "\"" : "");
    va_start(values, format);
    print(out, format, values);
    va_end(values);
    fputs("</td>", out->file);
}

const char *dat_html_name(const struct dat_report_out *out, const char *name) {
    return out->names != NULL ? veh_names_text(out->names, out->texts->language, name) : name;
}

void dat_html_say(const struct dat_report_out *out, enum dat_report_word word) {
    dat_html_words(out->file, out->texts->word[word]);
}

void dat_html_head(const struct dat_report_out *out, const struct dat_html_column *columns,
                   int count) {
    fputs("<tr>", out->file);
    for (int i = 0; i < count; i++) {
        fputs(columns[i].number ? "<th class=\"n\">" : "<th>", out->file);
        dat_html_say(out, columns[i].title);
        fputs("</th>", out->file);
    }
    fputs("</tr>\n", out->file);
}

void dat_html_begin_table(const struct dat_report_out *out, enum dat_report_word title,
                          const struct dat_html_column *columns, int count) {
    fputs("<h2>", out->file);
    dat_html_say(out, title);
    fputs("</h2>\n<table>\n", out->file);
    dat_html_head(out, columns, count);
}
