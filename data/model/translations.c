// The names in a model file in other languages.
#include "data/model/names.h"
#include "data/model/reader.h"
#include "data/text/language_code.h"

// The value of that key in each entry of a list of the file.
static void add_list(const struct dat_node *root, const char *list, const char *key,
                     struct dat_known_names *known) {
    const struct dat_node *items = dat_yaml_find(root, list);
    for (const struct dat_node *i = items != NULL ? items->first : NULL; i != NULL; i = i->next) {
        const struct dat_node *name = dat_yaml_find(i, key);
        dat_known_names_add(known, name != NULL ? name->text : NULL);
    }
}

// The names that a person reads in the window, in a report, or on the instructor's page.
static void collect(const struct dat_model_use *use, struct dat_known_names *known) {
    const struct dat_node *root = dat_yaml_root(use->yaml);
    dat_known_names_add(known, use->keys.name.text);
    add_list(root, "sensors", "label", known);
    add_list(root, "sensors", "name", known);
    add_list(root, "bodies", "name", known);
    add_list(root, "joints", "name", known);
    add_list(root, "valves", "name", known);
    add_list(root, "locks", "name", known);
    add_list(root, "parts", "name", known);
}

void dat_model_read_translations(struct dat_model_reader *r, const struct dat_model_use *use) {
    struct dat_known_names known = {.items = NULL};
    if (use->yaml == NULL) // a part that could not be read
        return;
    collect(use, &known);
    for (const struct dat_node *i = dat_keys_items(&use->keys.translations); i != NULL;
         i = i->next) {
        struct dat_model_translation keys;
        (void)dat_keys_read(dat_model_keys(), DAT_SECTION_TRANSLATION, i, &keys);
        if (dat_language_check(&keys.language))
            dat_read_names(&keys.names, keys.language.text, &known, &r->out->names);
    }
    dat_known_names_finish(&known);
}
