#include "data/report/page_style.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const char style[] =
    "body{font:15px/1.45 sans-serif;color:#222;max-width:60em;margin:2em auto;padding:0 1em}"
    "h1{margin:0}h2{margin:1.6em 0 .4em;font-size:1.15em;break-after:avoid}"
    "table{border-collapse:collapse;width:100%}td,th{padding:.2em .6em .2em 0;text-align:left;"
    "border-bottom:1px solid #ddd;vertical-align:top}td.n,th.n{text-align:right}"
    "td.n,td:first-child{white-space:nowrap}.w{color:#b04a00}.g{color:#666}tr{break-inside:avoid}"
    "svg{width:100%;height:auto}"
    "svg text{font:11px sans-serif;fill:#444}@media print{body{margin:0;max-width:none}}";

void dat_report_begin(const struct dat_report_out *o, const char *title, const char *heading) {
    fprintf(o->file, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head><meta charset=\"utf-8\">\n<title>",
            o->texts->language);
    dat_html_words(o->file, title);
    fprintf(o->file, "</title>\n<style>%s</style></head>\n<body>\n<h1>", style);
    dat_html_words(o->file, heading);
    fputs("</h1>\n", o->file);
}

void dat_report_clock(double seconds, char *text, size_t size) {
    const int whole = seconds > 0.0 ? (int)fmin(seconds, 1e9) : 0;
    (void)snprintf(text, size, "%d:%02d", whole / 60, whole % 60);
}

enum dat_report_word dat_report_outcome(enum dat_outcome outcome) {
    static const enum dat_report_word words[] = {
        [DAT_RUNNING] = DAT_WORD_RUNNING, [DAT_PASSED] = DAT_WORD_PASSED,
        [DAT_FAILED] = DAT_WORD_FAILED,   [DAT_STOPPED] = DAT_WORD_STOPPED,
        [DAT_ERROR] = DAT_WORD_ERROR,     [DAT_INTERRUPTED] = DAT_WORD_INTERRUPTED};
    assert((size_t)outcome < sizeof words / sizeof words[0]);
    return words[outcome];
}

const char *dat_report_mark(const struct dat_report_out *o, enum dat_mark mark) {
    static const enum dat_report_word words[DAT_MARK_COUNT] = {[DAT_NO_MARK] = DAT_WORD_NO_MARK,
                                                               [DAT_BRONZE] = DAT_WORD_BRONZE,
                                                               [DAT_SILVER] = DAT_WORD_SILVER,
                                                               [DAT_GOLD] = DAT_WORD_GOLD};
    assert(mark >= 0 && mark < DAT_MARK_COUNT);
    return o->texts->word[words[mark]];
}

const char *dat_report_mark_of(const struct dat_report_out *o, const char *name) {
    for (int i = 0; i < DAT_MARK_COUNT; i++)
        if (strcmp(dat_mark_name((enum dat_mark)i), name) == 0)
            return dat_report_mark(o, (enum dat_mark)i);
    return name;
}
