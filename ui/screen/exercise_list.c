#include "ui/screen/exercise_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/text/paths.h"
#include "data/text/text.h"
#include "sim/base/array.h"
#include "ui/text/language.h"
#include "ui/text/text.h"

// "harvester" from "../machines/harvester.yaml".
static void base_name(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    const char *file = slash != NULL ? slash + 1 : path;
    const size_t length = strnlen(file, size - 1);
    memcpy(name, file, length);
    name[length] = '\0';
    ui_utf8_trim(name);
    char *dot = strrchr(name, '.');
    if (dot != NULL)
        *dot = '\0';
}

// A description, whose lines are those of its file, as one line.
static void write_description(const char *description, char *text, size_t size) {
    size_t n = 0;
    for (; description[n] != '\0' && n + 1 < size; n++)
        text[n] = description[n] == '\n' ? ' ' : description[n];
    while (n > 0 && text[n - 1] == ' ')
        n--;
    text[n] = '\0';
    ui_utf8_trim(text);
}

static void describe_parameters(struct ui_exercise *item, const struct dat_scenario *scenario) {
    item->parameter_count = scenario->parameter_count;
    for (int i = 0; i < scenario->parameter_count; i++) {
        item->parameters[i] = scenario->parameters[i];
        ui_print(item->parameters[i].text, sizeof item->parameters[i].text, "%s",
                 dat_scenario_parameter_text(scenario, i, ui_language_code()));
    }
}

// The machine's name in its file; where that cannot be read, the file's.
static void describe_machine(struct ui_exercise *item, const char *machine, const char *own) {
    const char *slash = strrchr(item->path, '/');
    const int folder = slash != NULL ? (int)(slash + 1 - item->path) : 0;
    char path[2 * DAT_SCENARIO_PATH];
    if (machine != NULL)
        ui_print(path, sizeof path, "%s", machine);
    else
        ui_print(path, sizeof path, "%.*s%s", folder, item->path, own);
    base_name(path, item->machine, sizeof item->machine);
    if (!dat_machine_title(path, ui_language_code(), item->machine_title,
                           sizeof item->machine_title))
        ui_print(item->machine_title, sizeof item->machine_title, "%s", item->machine);
}

static void describe(struct ui_exercise *item, const char *machine) {
    struct dat_diagnostics d;
    struct dat_scenario scenario;
    base_name(item->path, item->name, sizeof item->name);
    dat_diagnostics_init(&d, item->path, NULL);
    char *text = dat_text_load(item->path, &d);
    if (text != NULL && dat_read_scenario(text, item->path, &scenario, &d)) {
        ui_print(item->title, sizeof item->title, "%s",
                 dat_scenario_title(&scenario, ui_language_code()));
        write_description(dat_scenario_description(&scenario, ui_language_code()), item->text,
                          sizeof item->text);
        item->ladder = scenario.ladder;
        describe_parameters(item, &scenario);
        describe_machine(item, machine, scenario.machine);
        dat_scenario_finish(&scenario);
    } else {
        base_name(item->path, item->title, sizeof item->title);
        ui_print(item->machine, sizeof item->machine, "?");
        ui_print(item->machine_title, sizeof item->machine_title, "?");
        UI_WRITE(item->text, sizeof item->text, EXERCISE_HAS_MISTAKES, item->path);
    }
    free(text);
}

static bool add_folder(struct ui_exercise_list *list, const char *folder, const char *machine) {
    struct dat_problem problem = {""};
    struct dat_name_list names = {0};
    const bool found = dat_library_list(folder, "exercises", &names, &problem) == DAT_LIBRARY_FOUND;
    const int more = found ? names.count : 0;
    const bool room = SIM_ARRAY_TRY(list, list->count + more);
    for (int i = 0; i < more && room; i++) {
        struct ui_exercise *e = &list->items[list->count];
        memset(e, 0, sizeof *e);
        if (dat_library_find(folder, "exercises", names.items[i], e->path, sizeof e->path,
                             &problem) != DAT_LIBRARY_FOUND)
            continue;
        describe(e, machine);
        list->count++;
    }
    dat_name_list_finish(&names);
    return room;
}

// By the order of learning; those without a place keep their order behind the others.
static void sort_by_ladder(struct ui_exercise_list *list) {
    for (int i = 1; i < list->count; i++) {
        const struct ui_exercise e = list->items[i];
        int at = i;
        for (; at > 0 && e.ladder > 0 &&
               (list->items[at - 1].ladder == 0 || list->items[at - 1].ladder > e.ladder);
             at--)
            list->items[at] = list->items[at - 1];
        list->items[at] = e;
    }
}

static bool shares_title(const struct ui_exercise_list *list, int i) {
    for (int k = 0; k < list->count; k++)
        if (k != i && strcmp(list->items[k].title, list->items[i].title) == 0)
            return true;
    return false;
}

// "First harvest (first-harvest)": by the file's name, and where that is the same, by its path.
static bool tell_apart(struct ui_exercise_list *list) {
    bool *shared = calloc((size_t)list->count + 1, sizeof *shared);
    if (shared == NULL)
        return false;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < list->count; i++)
            shared[i] = shares_title(list, i);
        for (int i = 0; i < list->count; i++) {
            struct ui_exercise *e = &list->items[i];
            char name[DAT_SCENARIO_PATH];
            const size_t length = strlen(e->title);
            if (!shared[i])
                continue;
            base_name(e->path, name, sizeof name);
            ui_print(e->title + length, sizeof e->title - length, " (%.60s)",
                     round == 0 ? name : e->path);
        }
    }
    free(shared);
    return true;
}

bool ui_exercise_list_init(struct ui_exercise_list *list, const char *library,
                           const char *machine) {
    char own[DAT_SCENARIO_PATH];
    memset(list, 0, sizeof *list);
    dat_library_names(library, &list->names);
    if (!add_folder(list, library, machine))
        return false;
    if (dat_user_library(own, sizeof own)) {
        dat_library_names(own, &list->names);
        if (!add_folder(list, own, machine))
            return false;
    }
    sort_by_ladder(list);
    return tell_apart(list);
}

bool ui_exercise_list_progress(struct ui_exercise_list *list, struct dat_store *store,
                               const char *trainee, struct dat_problem *problem) {
    struct dat_progress progress = {0};
    if (store != NULL && !dat_store_progress(store, trainee, &progress, problem)) {
        dat_progress_finish(&progress);
        return false;
    }
    bool before = true; // passed
    for (int i = 0; i < list->count; i++) {
        struct ui_exercise *e = &list->items[i];
        const struct dat_progress_entry *p = dat_progress_find(&progress, e->name);
        e->passed = p != NULL && p->passed;
        e->mark = p != NULL ? p->mark : 0;
        e->locked =
            store != NULL && e->ladder > 0 && !before && !e->passed && !(p != NULL && p->unlocked);
        before = e->passed;
    }
    dat_progress_finish(&progress);
    return true;
}

void ui_exercise_list_finish(struct ui_exercise_list *list) {
    veh_names_finish(&list->names);
    SIM_ARRAY_FREE(list);
}
