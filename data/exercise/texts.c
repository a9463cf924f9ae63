// The texts of an exercise: steps of its task with their prompts, and all texts in other languages.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/scenario_read.h"
#include "data/model/names.h"
#include "data/text/language_code.h"

void dat_read_steps(const struct dat_value *list, struct dat_scenario *scenario) {
    if (dat_keys_items(list) == NULL)
        return;
    scenario->steps = calloc(DAT_SCENARIO_MAX_STEPS, sizeof *scenario->steps);
    if (scenario->steps == NULL) {
        dat_yaml_error(list->node, "not enough memory to read the file");
        return;
    }
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        struct dat_scenario_step_keys keys;
        if (scenario->step_count == DAT_SCENARIO_MAX_STEPS) {
            dat_yaml_error(item, "more than %d steps", DAT_SCENARIO_MAX_STEPS);
            return;
        }
        (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_STEP, item, &keys);
        struct dat_scenario_step *step = &scenario->steps[scenario->step_count++];
        dat_read_text(&keys.prompt, step->prompt, sizeof step->prompt);
        if (keys.until.node != NULL)
            dat_read_until(&keys.until, scenario, step);
    }
}

static void read_prompts(const struct dat_value *list, const struct dat_scenario *scenario,
                         struct dat_scenario_translation *t) {
    if (list->node == NULL || list->node->count != scenario->step_count) {
        if (list->node != NULL)
            dat_yaml_error(list->node, "%d prompts, but the exercise has %d steps",
                           list->node->count, scenario->step_count);
        return;
    }
    t->prompts = calloc((size_t)scenario->step_count + 1, sizeof *t->prompts);
    if (t->prompts == NULL)
        dat_yaml_error(list->node, "not enough memory to read the file");
    int i = 0;
    for (const struct dat_node *item = dat_keys_items(list); item != NULL && t->prompts != NULL;
         item = item->next, i++) {
        if (strlen(item->text) >= DAT_SCENARIO_PROMPT)
            dat_yaml_error(item, "the prompt is longer than %d bytes", DAT_SCENARIO_PROMPT - 1);
        (void)snprintf(t->prompts[i], sizeof t->prompts[i], "%s", item->text);
    }
}

static void read_parameters(const struct dat_value *list, const struct dat_scenario *scenario,
                            struct dat_scenario_translation *t) {
    if (list->node == NULL)
        return;
    t->has_parameters = list->node->count == scenario->parameter_count;
    if (!t->has_parameters)
        dat_yaml_error(list->node, "%d texts, expected %d, one for each parameter",
                       list->node->count, scenario->parameter_count);
    int i = 0;
    for (const struct dat_node *item = dat_keys_items(list); item != NULL && t->has_parameters;
         item = item->next, i++) {
        if (strlen(item->text) >= DAT_SETTING_TEXT)
            dat_yaml_error(item, "the text is longer than %d bytes", DAT_SETTING_TEXT - 1);
        (void)snprintf(t->parameters[i], sizeof t->parameters[i], "%s", item->text);
    }
}

// Those of assortments; names in files of products are known only once these are read.
static void read_names(const struct dat_value *group, const char *language,
                       struct dat_scenario *scenario) {
    struct dat_known_names known = {.items = NULL};
    const struct veh_products *products = scenario->products;
    for (int i = 0; products != NULL && i < products->count; i++)
        dat_known_names_add(&known, products->product[i].name);
    if (dat_language_known(language))
        dat_read_names(group, language, products != NULL ? &known : NULL, &scenario->names);
    dat_known_names_finish(&known);
}

static void read_translation(const struct dat_node *item, struct dat_scenario *scenario) {
    struct dat_scenario_translation_keys keys;
    (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_TRANSLATION, item, &keys);
    struct dat_scenario_translation *t = &scenario->translations[scenario->translation_count];
    for (int i = 0; i < scenario->translation_count; i++)
        if (strcmp(scenario->translations[i].language, keys.language.text) == 0)
            dat_yaml_error(keys.language.node, "duplicate language '%s'", keys.language.text);
    scenario->translation_count++;
    (void)dat_language_check(&keys.language);
    dat_read_text(&keys.language, t->language, sizeof t->language);
    dat_read_text(&keys.exercise, t->title, sizeof t->title);
    t->description = strdup(keys.description.text);
    if (t->description == NULL)
        dat_yaml_error(item, "not enough memory to read the file");
    read_prompts(&keys.prompts, scenario, t);
    read_parameters(&keys.parameters, scenario, t);
    read_names(&keys.names, keys.language.text, scenario);
}

void dat_read_translations(const struct dat_value *list, struct dat_scenario *scenario) {
    if (dat_keys_items(list) == NULL)
        return;
    scenario->translations = calloc(DAT_SCENARIO_MAX_TRANSLATIONS, sizeof *scenario->translations);
    if (scenario->translations == NULL) {
        dat_yaml_error(list->node, "not enough memory to read the file");
        return;
    }
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        if (scenario->translation_count == DAT_SCENARIO_MAX_TRANSLATIONS) {
            dat_yaml_error(item, "more than %d translations", DAT_SCENARIO_MAX_TRANSLATIONS);
            return;
        }
        read_translation(item, scenario);
    }
}

// ---- in a language ----

static const struct dat_scenario_translation *find(const struct dat_scenario *scenario,
                                                   const char *language) {
    for (int i = 0; i < scenario->translation_count; i++)
        if (strcmp(scenario->translations[i].language, language) == 0)
            return &scenario->translations[i];
    return NULL;
}

const char *dat_scenario_title(const struct dat_scenario *scenario, const char *language) {
    const struct dat_scenario_translation *t = find(scenario, language);
    return t != NULL ? t->title : scenario->title;
}

const char *dat_scenario_description(const struct dat_scenario *scenario, const char *language) {
    const struct dat_scenario_translation *t = find(scenario, language);
    return t != NULL && t->description[0] != '\0' ? t->description : scenario->description;
}

const char *dat_scenario_prompt(const struct dat_scenario *scenario, int step,
                                const char *language) {
    const struct dat_scenario_translation *t = find(scenario, language);
    assert(step >= 0 && step < scenario->step_count);
    return t != NULL && t->prompts != NULL ? t->prompts[step] : scenario->steps[step].prompt;
}

const char *dat_scenario_parameter_text(const struct dat_scenario *scenario, int parameter,
                                        const char *language) {
    const struct dat_scenario_translation *t = find(scenario, language);
    assert(parameter >= 0 && parameter < scenario->parameter_count);
    return t != NULL && t->has_parameters ? t->parameters[parameter]
                                          : scenario->parameters[parameter].text;
}

void dat_scenario_texts_finish(struct dat_scenario *scenario) {
    for (int i = 0; i < scenario->translation_count; i++) {
        free(scenario->translations[i].description);
        free(scenario->translations[i].prompts);
    }
    veh_names_finish(&scenario->names);
    free(scenario->translations);
    free(scenario->steps);
    free(scenario->description);
}
