#include "vehicles/names.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "sim/base/array.h"

void veh_names_add(struct veh_names *names, const char *language, const char *name,
                   const char *text) {
    assert(strlen(language) < VEH_NAME_LANGUAGE && strlen(name) < VEH_NAME_TEXT &&
           strlen(text) < VEH_NAME_TEXT);
    struct veh_name *added = SIM_ARRAY_PUSH(names);
    (void)snprintf(added->language, sizeof added->language, "%s", language);
    (void)snprintf(added->name, sizeof added->name, "%s", name);
    (void)snprintf(added->text, sizeof added->text, "%s", text);
}

const char *veh_names_text(const struct veh_names *names, const char *language, const char *name) {
    const char *text = name;
    for (int i = 0; i < names->count; i++) {
        const struct veh_name *item = &names->items[i];
        if (strcmp(item->name, name) != 0)
            continue;
        if (strcmp(item->language, language) == 0)
            return item->text;
        if (item->language[0] == '\0')
            text = item->text;
    }
    return text;
}

void veh_names_finish(struct veh_names *names) {
    SIM_ARRAY_FREE(names);
}
