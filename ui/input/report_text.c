#include "ui/input/report_text.h"

#include <stdlib.h>
#include <string.h>

#include "ui/input/control_text.h"
#include "ui/text/language.h"
#include "ui/text/species_text.h"

static const char *of_metric(int metric, enum ui_metric_text which) {
    return ui_language_text(ui_source_of_metric((enum dat_metric)metric, which), 1.0);
}

void ui_report_texts(struct dat_report_texts *texts) {
    *texts = (struct dat_report_texts){.language = ui_language_code(),
                                       .decimal_mark = ui_language_decimal_mark()};
    for (int i = 0; i < DAT_REPORT_WORD_COUNT; i++)
        texts->word[i] = ui_language_text(UI_SOURCE_REPORT + i, 1.0);
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        texts->title[i] = of_metric(i, UI_METRIC_TITLE);
        texts->advice[i] = of_metric(i, UI_METRIC_ADVICE);
        texts->help[i] = of_metric(i, UI_METRIC_HELP);
        texts->formula[i] = of_metric(i, UI_METRIC_FORMULA);
        texts->novices[i] = of_metric(i, UI_METRIC_NOVICES);
        texts->experts[i] = of_metric(i, UI_METRIC_EXPERTS);
        texts->source[i] = of_metric(i, UI_METRIC_SOURCE);
    }
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        texts->control[i] = ui_text(ui_control_text((enum veh_control)i)->title);
    for (int i = 0; i < VEH_EVENT_COUNT; i++)
        texts->event[i] = ui_language_text(UI_SOURCE_EVENT_TITLES + i, 1.0);
    for (int i = 0; i < TER_SPECIES_COUNT; i++)
        texts->species[i] = ui_species_name((enum ter_species)i);
}

// The struct is nothing but texts, which are copied behind it.
enum { TEXTS = sizeof(struct dat_report_texts) / sizeof(char *) };

struct dat_report_texts *ui_report_texts_copy(void) {
    union {
        struct dat_report_texts texts;
        const char *text[TEXTS];
    } from, *copy;
    ui_report_texts(&from.texts);
    size_t size = sizeof *copy;
    for (int i = 0; i < TEXTS; i++)
        size += from.text[i] != NULL ? strlen(from.text[i]) + 1 : 0;
    copy = malloc(size);
    if (copy == NULL)
        return NULL;
    char *end = (char *)(copy + 1);
    for (int i = 0; i < TEXTS; i++) {
        copy->text[i] = from.text[i] != NULL ? end : NULL;
        if (from.text[i] != NULL)
            end = stpcpy(end, from.text[i]) + 1;
    }
    return &copy->texts;
}
