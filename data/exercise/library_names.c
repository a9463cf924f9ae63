#include "data/exercise/library_names.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/text/text.h"
#include "data/text/yaml.h"

// The text of that key, NULL: there is none that fits.
static const char *text_of(const struct dat_node *map, const char *key, size_t room) {
    const struct dat_node *node = dat_yaml_find(map, key);
    return node != NULL && node->kind == DAT_NODE_SCALAR && strlen(node->text) < room ? node->text
                                                                                      : NULL;
}

// The names of a translation, and the title of an exercise in it.
static void add_translation(const struct dat_node *translation, const char *stem,
                            struct veh_names *names) {
    const char *language = text_of(translation, "language", VEH_NAME_LANGUAGE);
    const char *title = text_of(translation, "exercise", VEH_NAME_TEXT);
    const struct dat_node *map = dat_yaml_find(translation, "names");
    if (language == NULL)
        return;
    if (title != NULL)
        veh_names_add(names, language, stem, title);
    for (const struct dat_node *i = map != NULL ? map->first : NULL; i != NULL; i = i->next)
        if (i->key != NULL && strlen(i->key) < VEH_NAME_TEXT && strlen(i->text) < VEH_NAME_TEXT)
            veh_names_add(names, language, i->key, i->text);
}

// The file's own reader takes the rest, and reports mistakes. stem: its name without folder and
// ending.
static bool add_file(const char *path, const char *stem, struct veh_names *names) {
    struct dat_diagnostics d;
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    struct dat_yaml *yaml = text != NULL ? dat_yaml_load(text, path, &d) : NULL;
    if (yaml != NULL) {
        const struct dat_node *root = dat_yaml_root(yaml);
        const char *title = text_of(root, "exercise", VEH_NAME_TEXT);
        const char *own = title != NULL ? title : text_of(root, "name", VEH_NAME_TEXT);
        const struct dat_node *list = dat_yaml_find(root, "translations");
        if (own != NULL && strlen(stem) < VEH_NAME_TEXT)
            veh_names_add(names, "", stem, own);
        for (const struct dat_node *i = list != NULL ? list->first : NULL; i != NULL; i = i->next)
            add_translation(i, stem, names);
    }
    dat_yaml_destroy(yaml);
    free(text);
    return yaml != NULL;
}

static void add_folder(const char *folder_or_null, const char *kind, struct veh_names *names) {
    struct dat_problem problem;
    struct dat_name_list files;
    char library[PATH_MAX], path[PATH_MAX + 512];
    if (dat_library_list(folder_or_null, kind, &files, &problem) == DAT_LIBRARY_FOUND &&
        dat_library_folder(folder_or_null, library, sizeof library, &problem) == DAT_LIBRARY_FOUND)
        for (int i = 0; i < files.count; i++) {
            (void)snprintf(path, sizeof path, "%s/%s/%s.yaml", library, kind, files.items[i]);
            (void)add_file(path, files.items[i], names);
        }
    dat_name_list_finish(&files);
}

void dat_library_names(const char *folder_or_null, struct veh_names *names) {
    add_folder(folder_or_null, "exercises", names);
    add_folder(folder_or_null, "machines", names);
    add_folder(folder_or_null, "machines/parts", names);
}

bool dat_machine_title(const char *path, const char *language, char *title, size_t size) {
    struct veh_names names = {.items = NULL};
    const bool found = add_file(path, "", &names) && names.count > 0;
    if (found)
        (void)snprintf(title, size, "%s",
                       veh_names_text(&names, language, veh_names_text(&names, "", "")));
    veh_names_finish(&names);
    return found && title[0] != '\0';
}
