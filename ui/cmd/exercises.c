// `kranich exercises`: the ladder, what a trainee has reached on it, and what an instructor
// unlocks.
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "data/metrics/mark.h"
#include "data/record/progress.h"
#include "data/text/closest.h"
#include "data/text/json.h"
#include "data/text/table.h"
#include "ui/cmd/args.h"
#include "ui/cmd/commands.h"
#include "ui/cmd/common_options.h"
#include "ui/screen/exercise_list.h"
#include "ui/screen/exit_status.h"

struct values {
    const char *trainee, *json, *db, *data;
};

static const struct ui_option options[] = {
    {.name = "trainee",
     .type = UI_OPTION_TEXT,
     .value = "NAME",
     .offset = offsetof(struct values, trainee),
     .help = "whose progress is listed, or for whom to unlock"},
    UI_OPTION_JSON_FILE(struct values),
    UI_OPTION_DATABASE(struct values),
    UI_OPTION_LIBRARY(struct values),
};

static const struct ui_args_def def = {
    .verb = "exercises",
    .usage = "[unlock|lock EXERCISE...]",
    .summary = "Lists the exercises in the order of learning, or unlocks them for a trainee",
    .help =
        "  unlock     let the trainee begin these exercises on the start screen, though the one\n"
        "             before has not been passed; 'all' means all of them\n"
        "  lock       take that back\n",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .operands_min = 0,
    .operands_max = UI_OPERANDS_MAX,
};

static const char *state_of(const struct ui_exercise *e) {
    if (e->locked)
        return "locked";
    if (!e->passed)
        return "open";
    return e->mark > 0 ? dat_mark_name((enum dat_mark)e->mark) : "passed";
}

static void print_list(const struct ui_exercise_list *list, bool progress) {
    struct dat_table table;
    dat_table_init(&table, progress ? ">PLACE|EXERCISE|TITLE|MACHINE|STATE"
                                    : ">PLACE|EXERCISE|TITLE|MACHINE");
    for (int i = 0; i < list->count; i++) {
        const struct ui_exercise *e = &list->items[i];
        if (e->ladder > 0)
            dat_table_add(&table, "%d", e->ladder);
        else
            dat_table_add(&table, "-");
        dat_table_add(&table, "%s", e->name);
        dat_table_add(&table, "%s", e->title);
        dat_table_add(&table, "%s", e->machine);
        if (progress)
            dat_table_add(&table, "%s", state_of(e));
    }
    dat_table_print(&table, stdout);
    dat_table_finish(&table);
}

static int write_list(const struct ui_exercise_list *list, bool progress, const char *path) {
    struct dat_problem problem = {""};
    json_t *array = json_array();
    for (int i = 0; i < list->count; i++) {
        const struct ui_exercise *e = &list->items[i];
        json_t *object = json_object();
        dat_json_set_integer(object, "place", e->ladder);
        dat_json_set_text(object, "exercise", e->name);
        dat_json_set_text(object, "title", e->title);
        dat_json_set_text(object, "machine", e->machine);
        if (progress)
            dat_json_set_text(object, "state", state_of(e));
        json_array_append_new(array, object);
    }
    const bool ok = array != NULL && dat_json_write(array, 15, path, &problem);
    json_decref(array);
    return ok ? UI_EXIT_DONE : ui_args_environment_error(&def, "%s", problem.text);
}

static const struct ui_exercise *find(const struct ui_exercise_list *list, const char *name) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0)
            return &list->items[i];
    return NULL;
}

static int report_unknown(const struct ui_exercise_list *list, const char *name) {
    enum { MOST = 256 };
    const char *names[MOST];
    int count = 0;
    for (; count < list->count && count < MOST; count++)
        names[count] = list->items[count].name;
    const char *near = dat_closest(name, names, count);
    return ui_args_error(&def, "there is no exercise '%s'%s%s%s; 'kranich exercises' lists them",
                         name, near != NULL ? " (did you mean '" : "", near != NULL ? near : "",
                         near != NULL ? "'?)" : "");
}

// The exercises are all known before the first is changed.
static int unlock(const struct ui_exercise_list *list, const struct ui_operands *operands,
                  const struct values *values, struct dat_store *store) {
    struct dat_problem problem = {""};
    const bool opens = strcmp(operands->items[0], "unlock") == 0;
    const bool all = operands->count == 2 && strcmp(operands->items[1], "all") == 0;
    for (int i = 1; i < operands->count && !all; i++)
        if (find(list, operands->items[i]) == NULL)
            return report_unknown(list, operands->items[i]);
    const int count = all ? list->count : operands->count - 1;
    const char **names = calloc((size_t)count + 1, sizeof *names);
    if (names == NULL)
        return ui_args_environment_error(&def, "out of memory");
    for (int i = 0; i < count; i++)
        names[i] = all ? list->items[i].name : operands->items[i + 1];
    const bool ok = dat_store_unlock(store, values->trainee, names, count, opens, &problem);
    free(names);
    return ok ? UI_EXIT_DONE : ui_args_environment_error(&def, "%s", problem.text);
}

static int check_operands(const struct ui_operands *operands, const struct values *values) {
    if (operands->count == 0)
        return UI_EXIT_DONE;
    const char *action = operands->items[0];
    if (strcmp(action, "unlock") != 0 && strcmp(action, "lock") != 0)
        return ui_args_error(&def, "unknown action '%s', expected unlock or lock", action);
    if (operands->count == 1)
        return ui_args_error(&def, "'%s' needs an exercise, or 'all'", action);
    if (values->trainee == NULL)
        return ui_args_error(&def, "'%s' needs '--trainee NAME'", action);
    if (values->json != NULL)
        return ui_args_error(&def, "'--json' belongs to the list");
    return UI_EXIT_DONE;
}

static int show(struct ui_exercise_list *list, const struct values *values,
                struct dat_store *store) {
    const bool progress = values->trainee != NULL;
    struct dat_problem problem = {""};
    if (progress && !ui_exercise_list_progress(list, store, values->trainee, &problem))
        return ui_args_environment_error(&def, "%s", problem.text);
    if (values->json != NULL)
        return write_list(list, progress, values->json);
    print_list(list, progress);
    return UI_EXIT_DONE;
}

int ui_cmd_exercises(int argc, char **argv) {
    struct values values = {0};
    struct ui_operands operands;
    struct dat_problem problem = {""};
    struct dat_store *store = NULL;
    struct ui_exercise_list list;
    int status = ui_args_parse(&def, argc, argv, &values, &operands);
    if (status != UI_ARGS_PARSED)
        return status;
    status = check_operands(&operands, &values);
    if (status != UI_EXIT_DONE)
        return status;
    if (!ui_exercise_list_init(&list, values.data, NULL)) {
        ui_exercise_list_finish(&list);
        return ui_args_environment_error(&def, "out of memory");
    }
    const bool changes = operands.count > 0;
    if (values.trainee != NULL) {
        store = dat_store_open(values.db, changes ? DAT_STORE_WRITE : DAT_STORE_READ, &problem);
        if (store == NULL)
            status = ui_args_environment_error(&def, "%s", problem.text);
    }
    if (status == UI_EXIT_DONE)
        status = changes ? unlock(&list, &operands, &values, store) : show(&list, &values, store);
    dat_store_close(store);
    ui_exercise_list_finish(&list);
    return status;
}
