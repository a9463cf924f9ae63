// Every text that a person reads in the window, wherever its English is written: in the table of
// english.h, with the events (vehicles/events.c), with the report (data/report/words.h), with the
// demonstrator (vehicles/operator/sayings.h) or with the metrics (data/metrics).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "data/metrics/metric.h"
#include "data/report/words.h"
#include "ui/text/text.h"
#include "vehicles/operator/sayings.h"

enum ui_metric_text {
    UI_METRIC_TASK,    // "fell {} trees"
    UI_METRIC_YIELD,   // "{} trees felled"
    UI_METRIC_TITLE,   // "Trees felled"
    UI_METRIC_ADVICE,  // "Set the head down on the ground before you saw."
    UI_METRIC_HELP,    // "standing trees that were cut off their stumps"
    UI_METRIC_FORMULA, // these of data/metrics/notes.h
    UI_METRIC_NOVICES,
    UI_METRIC_EXPERTS,
    UI_METRIC_SOURCE,
    UI_METRIC_TEXTS
};

// A source is an index: a text's key, or one of those behind the keys.
enum {
    UI_SOURCE_EVENTS = UI_TEXT_COUNT,                             // + enum veh_event_kind
    UI_SOURCE_EVENT_TITLES = UI_SOURCE_EVENTS + VEH_EVENT_COUNT,  // the same
    UI_SOURCE_REPORT = UI_SOURCE_EVENT_TITLES + VEH_EVENT_COUNT,  // + enum dat_report_word
    UI_SOURCE_SAYINGS = UI_SOURCE_REPORT + DAT_REPORT_WORD_COUNT, // + enum veh_demo_saying
    UI_SOURCE_METRICS = UI_SOURCE_SAYINGS + VEH_DEMO_SAYING_COUNT,
    UI_SOURCE_COUNT = UI_SOURCE_METRICS + UI_METRIC_TEXTS * DAT_METRIC_COUNT
};
int ui_source_of_metric(enum dat_metric metric, enum ui_metric_text which);

struct ui_source_text {
    const char *one;   // NULL: nothing is said
    const char *other; // for other numbers than one; NULL: the text counts nothing
};
// Whether the text is a format with values of printf(), and not only words.
bool ui_source_is_format(int source);
// The English text. Static storage.
struct ui_source_text ui_source_english(int source);

#define UI_SOURCE_CONTEXT 64
// The name of the text in a translation: "LOADING", "event.log_cut", "metric.trees_felled.task".
void ui_source_context(int source, char context[UI_SOURCE_CONTEXT]);

// All of them as a template for translations, in the form of GNU gettext (.pot).
void ui_source_print_template(FILE *file);
