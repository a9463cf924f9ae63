#include "ui/serve/page.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/text/json.h"
#include "ui/input/control_text.h"
#include "ui/input/report_text.h"
#include "ui/text/language.h"
#include "ui/text/source.h"

static const char prefix[] = "SERVE_";

static json_t *texts_of_language(void) {
    json_t *object = json_object();
    char key[UI_SOURCE_CONTEXT + 8];
    for (int i = 0; i < UI_TEXT_COUNT; i++) {
        char context[UI_SOURCE_CONTEXT];
        ui_source_context(i, context);
        if (strncmp(context, prefix, sizeof prefix - 1) == 0)
            dat_json_set_text(object, context + sizeof prefix - 1, ui_language_text(i, 1.0));
    }
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        const char *title = ui_language_text(ui_source_of_metric(metric, UI_METRIC_TITLE), 1.0);
        snprintf(key, sizeof key, "metric.%s", dat_metric_name(metric));
        dat_json_set_text(object, key, title != NULL ? title : dat_metric_name(metric));
    }
    for (int i = 0; i < VEH_CONTROL_COUNT; i++) {
        snprintf(key, sizeof key, "control.%s", veh_control_info((enum veh_control)i)->name);
        dat_json_set_text(object, key, ui_text(ui_control_text((enum veh_control)i)->title));
    }
    for (int i = 0; i < DAT_GUIDE_COUNT; i++) {
        snprintf(key, sizeof key, "control.%s", dat_guide_name((enum dat_guide)i));
        dat_json_set_text(object, key, ui_guide_title((enum dat_guide)i));
    }
    return object;
}

// The display of a metric: its value times the factor, in that unit.
static json_t *metrics_json(void) {
    json_t *object = json_object();
    for (int i = 0; i < DAT_METRIC_COUNT; i++) {
        const enum dat_metric metric = (enum dat_metric)i;
        const struct dat_result_row *row = &dat_metric_info(metric)->row;
        const bool shown = row->title != NULL && row->unit != NULL;
        dat_json_set(object, dat_metric_name(metric),
                     json_pack("{s:s, s:f, s:i}", "unit",
                               shown ? row->unit : dat_metric_unit(metric), "factor",
                               shown ? row->per_si : 1.0, "decimals", shown ? row->decimals : 1));
    }
    return object;
}

void ui_serve_languages_finish(struct ui_serve_languages *reports) {
    for (int i = 0; i < reports->count; i++)
        free(reports->texts[i]);
    reports->count = 0;
    veh_names_finish(&reports->names);
}

static json_t *names_json(const struct veh_names *names) {
    json_t *object = json_object();
    for (int i = 0; i < names->count; i++) {
        const struct veh_name *name = &names->items[i];
        if (json_object_get(object, name->language) == NULL)
            dat_json_set(object, name->language, json_object());
        json_t *language = json_object_get(object, name->language);
        if (json_object_get(language, name->name) == NULL) // the first one counts
            dat_json_set_text(language, name->name, name->text);
    }
    return object;
}

const struct dat_report_texts *ui_serve_language(const struct ui_serve_languages *reports,
                                                 const char *code) {
    for (int i = 0; i < reports->count; i++)
        if (strcmp(reports->texts[i]->language, code) == 0)
            return reports->texts[i];
    return dat_report_english();
}

char *ui_serve_page_texts(const char *library, struct ui_serve_languages *reports) {
    char names[UI_LANGUAGES][UI_LANGUAGE_NAME], before[4096];
    json_t *object = json_object(), *languages = json_object();
    *reports = (struct ui_serve_languages){.count = 0};
    (void)dat_report_english(); // before other threads ask for it
    snprintf(before, sizeof before, "%s", ui_language_name());
    const int count = ui_languages(names);
    for (int i = 0; i < count; i++)
        if (ui_language_change(names[i], false, NULL)) {
            dat_json_set(languages, ui_language_code(), texts_of_language());
            reports->texts[reports->count] = ui_report_texts_copy();
            reports->count += reports->texts[reports->count] != NULL;
        }
    if (!ui_language_change(before, false, NULL))
        ui_language_restore();
    dat_json_set(object, "languages", languages);
    dat_json_set(object, "metrics", metrics_json());
    dat_library_names(library, &reports->names);
    dat_json_set(object, "names", names_json(&reports->names));
    char *text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return text;
}
