#include "ui/serve/catalogue.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "data/exercise/library.h"
#include "data/exercise/scenario.h"
#include "data/record/json.h"
#include "data/text/json.h"
#include "data/text/text.h"

static const char *const languages[] = {"en", "de"}; // of exercises
enum { LANGUAGES = sizeof languages / sizeof languages[0] };

static json_t *parameter_json(const struct dat_scenario *scenario, int index) {
    const struct dat_scenario_parameter *parameter = &scenario->parameters[index];
    json_t *object = json_object(), *texts = json_object();
    dat_json_set_text(object, "name", parameter->name);
    for (int i = 0; i < LANGUAGES; i++)
        dat_json_set_text(texts, languages[i],
                          dat_scenario_parameter_text(scenario, index, languages[i]));
    dat_json_set(object, "texts", texts);
    dat_json_set_text(object, "unit", parameter->unit);
    dat_json_set_number(object, "low", parameter->low);
    dat_json_set_number(object, "high", parameter->high);
    dat_json_set_number(object, "step", parameter->step);
    dat_json_set_number(object, "value", parameter->value);
    return object;
}

static json_t *exercise_json(const char *name, const struct dat_scenario *scenario) {
    json_t *object = json_object(), *titles = json_object(), *parameters = json_array();
    dat_json_set_text(object, "name", name);
    for (int i = 0; i < LANGUAGES; i++)
        dat_json_set_text(titles, languages[i], dat_scenario_title(scenario, languages[i]));
    dat_json_set(object, "titles", titles);
    for (int i = 0; i < scenario->parameter_count; i++)
        json_array_append_new(parameters, parameter_json(scenario, i));
    dat_json_set(object, "parameters", parameters);
    return object;
}

// Puts the exercise of that name behind those that are learned before it. One that has mistakes is
// left out: nobody can begin it.
static void add_exercise(const char *library, const char *name, json_t *list, int ladder[]) {
    static struct dat_scenario scenario; // large
    char path[PATH_MAX];
    struct dat_problem problem = {""};
    struct dat_diagnostics d;
    if (dat_library_find(library, "exercises", name, path, sizeof path, &problem) !=
        DAT_LIBRARY_FOUND)
        return;
    dat_diagnostics_init(&d, path, NULL);
    char *text = dat_text_load(path, &d);
    if (text != NULL && dat_read_scenario(text, path, &scenario, &d)) {
        const int place = scenario.ladder > 0 ? scenario.ladder : INT_MAX;
        int at = (int)json_array_size(list);
        for (; at > 0 && ladder[at - 1] > place; at--)
            ladder[at] = ladder[at - 1];
        ladder[at] = place;
        json_array_insert_new(list, (size_t)at, exercise_json(name, &scenario));
        dat_scenario_finish(&scenario);
    }
    free(text);
}

static bool add_exercises(const char *library, json_t *list, struct dat_problem *problem) {
    struct dat_name_list names = {0};
    const bool found = dat_library_list(library, "exercises", &names, problem) == DAT_LIBRARY_FOUND;
    int *ladder = found ? calloc((size_t)names.count + 1, sizeof *ladder) : NULL;
    for (int i = 0; ladder != NULL && i < names.count; i++)
        add_exercise(library, names.items[i], list, ladder);
    free(ladder);
    dat_name_list_finish(&names);
    return found;
}

void ui_serve_catalogue(const char *library, const char *seat_token,
                        struct ui_serve_answer *answer) {
    struct dat_name_list machines = {0};
    struct dat_problem problem = {""};
    json_t *object = json_object(), *exercises = json_array();
    if (add_exercises(library, exercises, &problem) &&
        dat_library_list(library, "machines", &machines, &problem) == DAT_LIBRARY_FOUND) {
        dat_json_set(object, "exercises", json_incref(exercises));
        dat_json_set(object, "machines", dat_names_json(&machines));
        dat_json_set_text(object, "seat_token", seat_token);
        ui_serve_give(answer, "application/json",
                      json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12)));
    } else {
        ui_serve_refuse(answer, 503, "%s", problem.text);
    }
    dat_name_list_finish(&machines);
    json_decref(exercises);
    json_decref(object);
}
