#include "data/model/names.h"

#include <string.h>

#include "data/text/closest.h"
#include "sim/base/array.h"

void dat_known_names_add(struct dat_known_names *known, const char *name) {
    if (name != NULL && name[0] != '\0')
        *SIM_ARRAY_PUSH(known) = name;
}

void dat_known_names_finish(struct dat_known_names *known) {
    SIM_ARRAY_FREE(known);
}

// False after an error.
static bool check_known(const struct dat_known_names *known, const struct dat_node *item) {
    for (int i = 0; i < known->count; i++)
        if (strcmp(known->items[i], item->key) == 0)
            return true;
    const char *closest = dat_closest(item->key, known->items, known->count);
    if (closest != NULL) {
        dat_yaml_error_key(item, "the file has no name '%.60s' (did you mean '%s'?)", item->key,
                           closest);
    } else {
        dat_yaml_error_key(item, "the file has no name '%.60s'", item->key);
    }
    return false;
}

void dat_read_names(const struct dat_value *group, const char *language,
                    const struct dat_known_names *known, struct veh_names *names) {
    for (const struct dat_node *i = dat_keys_items(group); i != NULL; i = i->next) {
        if (known != NULL && !check_known(known, i))
            continue;
        if (strlen(i->key) >= VEH_NAME_TEXT || strlen(i->text) >= VEH_NAME_TEXT)
            dat_yaml_error(i, "the name is longer than %d bytes", VEH_NAME_TEXT - 1);
        else
            veh_names_add(names, language, i->key, i->text);
    }
}
