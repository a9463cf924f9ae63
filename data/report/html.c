#include "data/report/html.h"

#include <stdarg.h>

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

void dat_html_cell(FILE *file, const char *style, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(file, "<td%s%s%s>", style[0] != '\0' ? " class=\"" : "", style,
            style[0] != '\0' ? "\"" : "");
    dat_html_words(file, text);
    fputs("</td>", file);
}

void dat_html_begin_table(FILE *file, const char *title, const char *head) {
    fprintf(file, "<h2>%s</h2>\n<table>\n<tr>%s</tr>\n", title, head);
}
