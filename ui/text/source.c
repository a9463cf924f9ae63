#include "ui/text/source.h"

#include <assert.h>
#include <string.h>

#include "data/metrics/notes.h"

static const struct {
    const char *key;
    struct ui_source_text text;
} table[] = {
#define UI_TEXT_ROW(key, one, other) {#key, {one, other}},
    UI_ENGLISH(UI_TEXT_ROW)
#undef UI_TEXT_ROW
};

static const char *const metric_words[] = {
    [UI_METRIC_TASK] = "task",       [UI_METRIC_YIELD] = "yield",
    [UI_METRIC_TITLE] = "title",     [UI_METRIC_ADVICE] = "advice",
    [UI_METRIC_HELP] = "help",       [UI_METRIC_FORMULA] = "formula",
    [UI_METRIC_NOVICES] = "novices", [UI_METRIC_EXPERTS] = "experts",
    [UI_METRIC_SOURCE] = "source"};
_Static_assert(sizeof metric_words / sizeof metric_words[0] == UI_METRIC_TEXTS,
               "a text has no name");

int ui_source_of_metric(enum dat_metric metric, enum ui_metric_text which) {
    assert(metric >= 0 && metric < DAT_METRIC_COUNT);
    assert(which >= 0 && which < UI_METRIC_TEXTS);
    return UI_SOURCE_METRICS + (int)metric * UI_METRIC_TEXTS + (int)which;
}

static enum dat_metric metric_of(int source) {
    return (enum dat_metric)((source - UI_SOURCE_METRICS) / UI_METRIC_TEXTS);
}

static enum ui_metric_text metric_text_of(int source) {
    return (enum ui_metric_text)((source - UI_SOURCE_METRICS) % UI_METRIC_TEXTS);
}

static const char *note_english(const struct dat_metric_note *note, enum ui_metric_text which) {
    return which == UI_METRIC_FORMULA   ? note->formula
           : which == UI_METRIC_NOVICES ? note->novice
           : which == UI_METRIC_EXPERTS ? note->expert
                                        : note->source;
}

static struct ui_source_text metric_english(enum dat_metric metric, enum ui_metric_text which) {
    const struct dat_metric_info *info = dat_metric_info(metric);
    if (which >= UI_METRIC_FORMULA)
        return (struct ui_source_text){note_english(dat_metric_note(metric), which), NULL};
    if (which == UI_METRIC_HELP)
        return (struct ui_source_text){dat_metric_help(metric), NULL};
    if (which == UI_METRIC_TITLE)
        return (struct ui_source_text){info->row.title, NULL};
    if (which == UI_METRIC_ADVICE)
        return (struct ui_source_text){info->advice, NULL};
    const struct dat_phrase *phrase = which == UI_METRIC_TASK ? &info->task : &info->yield;
    return (struct ui_source_text){phrase->one, phrase->many};
}

bool ui_source_is_format(int source) {
    const char *english = ui_source_english(source).one;
    return source < UI_SOURCE_METRICS && english != NULL && strchr(english, '%') != NULL;
}

struct ui_source_text ui_source_english(int source) {
    assert(source >= 0 && source < UI_SOURCE_COUNT);
    if (source < UI_SOURCE_EVENTS)
        return table[source].text;
    if (source >= UI_SOURCE_METRICS)
        return metric_english(metric_of(source), metric_text_of(source));
    if (source >= UI_SOURCE_SAYINGS)
        return (struct ui_source_text){
            veh_demo_saying_english((enum veh_demo_saying)(source - UI_SOURCE_SAYINGS)), NULL};
    if (source >= UI_SOURCE_REPORT)
        return (struct ui_source_text){
            dat_report_word_english((enum dat_report_word)(source - UI_SOURCE_REPORT)), NULL};
    if (source >= UI_SOURCE_EVENT_TITLES)
        return (struct ui_source_text){
            veh_event_info((enum veh_event_kind)(source - UI_SOURCE_EVENT_TITLES))->title, NULL};
    const enum veh_event_kind kind = (enum veh_event_kind)(source - UI_SOURCE_EVENTS);
    return (struct ui_source_text){veh_event_info(kind)->sentence, NULL};
}

void ui_source_context(int source, char context[UI_SOURCE_CONTEXT]) {
    assert(source >= 0 && source < UI_SOURCE_COUNT);
    if (source < UI_SOURCE_EVENTS)
        snprintf(context, UI_SOURCE_CONTEXT, "%s", table[source].key);
    else if (source < UI_SOURCE_REPORT && source >= UI_SOURCE_EVENT_TITLES)
        snprintf(context, UI_SOURCE_CONTEXT, "event.%s.title",
                 veh_event_name((enum veh_event_kind)(source - UI_SOURCE_EVENT_TITLES)));
    else if (source < UI_SOURCE_REPORT)
        snprintf(context, UI_SOURCE_CONTEXT, "event.%s",
                 veh_event_name((enum veh_event_kind)(source - UI_SOURCE_EVENTS)));
    else if (source < UI_SOURCE_SAYINGS)
        snprintf(context, UI_SOURCE_CONTEXT, "report.%s",
                 dat_report_word_key((enum dat_report_word)(source - UI_SOURCE_REPORT)));
    else if (source < UI_SOURCE_METRICS)
        snprintf(context, UI_SOURCE_CONTEXT, "demonstrator.%s",
                 veh_demo_saying_key((enum veh_demo_saying)(source - UI_SOURCE_SAYINGS)));
    else
        snprintf(context, UI_SOURCE_CONTEXT, "metric.%s.%s", dat_metric_name(metric_of(source)),
                 metric_words[metric_text_of(source)]);
}

// ---- the template ----

static void print_quoted(FILE *file, const char *what, const char *text) {
    fprintf(file, "%s \"", what);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', file);
        fputc(*text, file);
    }
    fputs("\"\n", file);
}

static void print_entry(FILE *file, int source) {
    const struct ui_source_text english = ui_source_english(source);
    char context[UI_SOURCE_CONTEXT];
    if (english.one == NULL)
        return;
    fputc('\n', file);
    if (ui_source_is_format(source))
        fputs("#, c-format\n", file);
    ui_source_context(source, context);
    print_quoted(file, "msgctxt", context);
    print_quoted(file, "msgid", english.one);
    if (english.other != NULL) {
        print_quoted(file, "msgid_plural", english.other);
        fputs("msgstr[0] \"\"\nmsgstr[1] \"\"\n", file);
    } else {
        fputs("msgstr \"\"\n", file);
    }
}

void ui_source_print_template(FILE *file) {
    fputs(
        "# Texts of Kranich's window. Copy this file to LANGUAGE.po and fill in each msgstr; what\n"
        "# is left empty stays English. Values (%s, %d, ...) must be kept in their order, and "
        "what\n"
        "# is in braces ({}, {length_m}) as it is. docs/translating.md says more.\n"
        "msgid \"\"\n"
        "msgstr \"\"\n"
        "\"Project-Id-Version: kranich\\n\"\n"
        "\"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n\"\n"
        "\"Last-Translator: NAME <ADDRESS>\\n\"\n"
        "\"Language-Team: LANGUAGE\\n\"\n"
        "\"Language: \\n\"\n"
        "\"MIME-Version: 1.0\\n\"\n"
        "\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
        "\"Content-Transfer-Encoding: 8bit\\n\"\n"
        "\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n"
        "\"X-Decimal-Mark: .\\n\"\n",
        file);
    for (int i = 0; i < UI_SOURCE_COUNT; i++)
        print_entry(file, i);
}
