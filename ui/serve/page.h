// The instructor's page: four files that the build embeds, and its texts.
#pragma once

#include "data/exercise/library_names.h"
#include "data/report/words.h"
#include "ui/text/language.h"

extern const char ui_serve_page_html[]; // page/page.html
extern const char ui_serve_page_css[];  // page/style.css
extern const char ui_serve_page_js[];   // page/page.js
extern const char ui_serve_page_icon[]; // page/icon.svg

// The words of reports in every language that there is, English first; made beforehand, since the
// language of the program is that of its window.
struct ui_serve_languages {
    struct dat_report_texts *texts[UI_LANGUAGES]; // owned
    int count;
    struct veh_names names; // of the library's exercises and machines
};

// A JSON object {"languages": {CODE: {KEY: TEXT}}, "metrics": {NAME: {"unit", "factor",
// "decimals"}}} with the texts SERVE_... of ui/text/english.h without that prefix, and the titles
// of metrics as "metric.NAME", in every language that there is, and "names": {CODE: {NAME: TEXT}}
// of the library (NULL: the default one), "" for all other languages. The caller frees it; NULL:
// out of memory. Uses the program's language, which is the same afterwards. reports is filled in,
// too.
char *ui_serve_page_texts(const char *library, struct ui_serve_languages *reports);
void ui_serve_languages_finish(struct ui_serve_languages *reports); // accepts a zeroed struct
// The words of the language of that code; English where there is none.
const struct dat_report_texts *ui_serve_language(const struct ui_serve_languages *reports,
                                                 const char *code);
