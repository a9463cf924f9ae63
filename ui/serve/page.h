// The instructor's page: three files that the build embeds, and its texts.
#pragma once

extern const char ui_serve_page_html[]; // page/page.html
extern const char ui_serve_page_css[];  // page/style.css
extern const char ui_serve_page_js[];   // page/page.js

// A JSON object {"languages": {CODE: {KEY: TEXT}}, "metrics": {NAME: {"unit", "factor",
// "decimals"}}} with the texts SERVE_... of ui/text/english.h without that prefix, and the titles
// of metrics as "metric.NAME", in every language that there is. The caller frees it; NULL: out of
// memory. Uses the program's language, which is the same afterwards.
char *ui_serve_page_texts(void);
