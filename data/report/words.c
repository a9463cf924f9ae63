#include "data/report/words.h"

#include <assert.h>

#include "data/metrics/notes.h"

static const struct {
    const char *key, *english;
} words[] = {
#define WORD_ROW(KEY, english) {#KEY, english},
    DAT_REPORT_WORDS(WORD_ROW)
#undef WORD_ROW
};

const char *dat_report_word_key(enum dat_report_word word) {
    assert(word >= 0 && word < DAT_REPORT_WORD_COUNT);
    return words[word].key;
}

const char *dat_report_word_english(enum dat_report_word word) {
    assert(word >= 0 && word < DAT_REPORT_WORD_COUNT);
    return words[word].english;
}

const struct dat_report_texts *dat_report_english(void) {
    static struct dat_report_texts texts;
    if (texts.language != NULL)
        return &texts;
    for (int i = 0; i < DAT_REPORT_WORD_COUNT; i++)
        texts.word[i] = words[i].english;
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const struct dat_metric_info *info = dat_metric_info((enum dat_metric)i);
        texts.title[i] = info->row.title;
        texts.advice[i] = info->advice;
        texts.help[i] = dat_metric_help((enum dat_metric)i);
        const struct dat_metric_note *note = dat_metric_note((enum dat_metric)i);
        texts.formula[i] = note->formula;
        texts.novices[i] = note->novice;
        texts.experts[i] = note->expert;
        texts.source[i] = note->source;
    }
    for (int i = 0; i < VEH_CONTROL_COUNT; i++)
        texts.control[i] = veh_control_info((enum veh_control)i)->title;
    for (int i = 0; i < VEH_EVENT_COUNT; i++)
        texts.event[i] = veh_event_info((enum veh_event_kind)i)->title;
    for (int i = 0; i < TER_SPECIES_COUNT; i++)
        texts.species[i] = ter_species_name((enum ter_species)i);
    texts.decimal_mark = ".";
    texts.language = "en";
    return &texts;
}

const char *dat_report_species(const struct dat_report_texts *texts, const char *name) {
    enum ter_species species;
    return ter_species_find(name, &species) && species < TER_SPECIES_COUNT ? texts->species[species]
                                                                           : name;
}
