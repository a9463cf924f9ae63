#include "data/report/metric_notes.h"

void dat_report_metric_link(const struct dat_report_out *out, enum dat_metric metric) {
    const char *title = out->texts->title[metric], *name = dat_metric_name(metric);
    fprintf(out->file, "<td><a href=\"#%s\">", name);
    dat_html_words(out->file, title != NULL ? title : name);
    fputs("</a></td>", out->file);
}

static void cell(const struct dat_report_out *out, const char *text) {
    dat_html_cell(out, "g", "%s", text != NULL ? text : "");
}

void dat_report_metric_notes(const struct dat_report_out *out, const bool shows[DAT_METRIC_COUNT]) {
    static const struct dat_html_column columns[] = {{DAT_WORD_FIGURE, false},
                                                     {DAT_WORD_FORMULA, false},
                                                     {DAT_WORD_NOVICES, false},
                                                     {DAT_WORD_EXPERTS, false},
                                                     {DAT_WORD_SOURCE, false}};
    dat_html_begin_table(out, DAT_WORD_METRIC_NOTES, columns, 5);
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        const struct dat_report_texts *texts = out->texts;
        const char *title = texts->title[i];
        if (!shows[i])
            continue;
        fprintf(out->file, "<tr id=\"%s\">", dat_metric_name(metric));
        dat_html_cell(out, "", "%s", title != NULL ? title : dat_metric_name(metric));
        cell(out, texts->formula[i]);
        cell(out, texts->novices[i]);
        cell(out, texts->experts[i]);
        cell(out, texts->source[i]);
        fputs("</tr>\n", out->file);
    }
    fputs("</table>\n", out->file);
}
