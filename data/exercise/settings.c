#include "data/exercise/settings.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include <jansson.h>

#include "data/exercise/scenario_read.h"
#include "data/text/closest.h"
#include "data/text/number.h"
#include "data/text/parameters.h"

// ---- settings ----

static bool enter(struct dat_settings *settings, const char *name, size_t length, double value) {
    int i = 0;
    while (i < settings->count && (strncmp(settings->items[i].name, name, length) != 0 ||
                                   settings->items[i].name[length] != '\0'))
        i++;
    if (i == DAT_SETTINGS || length == 0 || length >= DAT_SETTING_NAME)
        return false;
    struct dat_setting *s = &settings->items[i];
    (void)snprintf(s->name, sizeof s->name, "%.*s", (int)length, name);
    s->value = value;
    if (i == settings->count)
        settings->count++;
    return true;
}

bool dat_settings_add(struct dat_settings *settings, const char *text,
                      struct dat_problem *problem) {
    const char *equal = strchr(text, '=');
    double value = 0.0;
    if (equal == NULL || equal == text || equal - text >= DAT_SETTING_NAME)
        dat_problem_set(problem, "'%.80s' is no setting, expected NAME=VALUE", text);
    else if (dat_number_read(equal + 1, strlen(equal + 1), &value) != DAT_NUMBER_OK)
        dat_problem_set(problem, "'%.40s' of '%.80s' is not a number", equal + 1, text);
    else if (!enter(settings, text, (size_t)(equal - text), value))
        dat_problem_set(problem, "more than %d settings", DAT_SETTINGS);
    else
        return true;
    return false;
}

bool dat_settings_parse(struct dat_settings *settings, const char *json) {
    *settings = (struct dat_settings){.count = 0};
    if (json == NULL || json[0] == '\0')
        return true;
    json_t *object = json_loads(json, 0, NULL);
    bool ok = json_is_object(object);
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value) {
        ok = ok && json_is_number(value) &&
             enter(settings, name, strlen(name), json_number_value(value));
    }
    json_decref(object);
    return ok;
}

char *dat_settings_json(const struct dat_scenario_parameter *parameters, int count) {
    assert(count >= 0 && count <= DAT_SETTINGS);
    if (count == 0)
        return NULL;
    json_t *object = json_object();
    for (int i = 0; i < count; i++)
        json_object_set_new(object, parameters[i].name, json_real(parameters[i].value));
    char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(object);
    return text;
}

double dat_parameter_nearest(const struct dat_scenario_parameter *p, double value) {
    const double most = floor((p->high - p->low) / p->step + 1e-9); // high may be between two
    const double steps = fmin(round((value - p->low) / p->step), most);
    return fmin(fmax(p->low + steps * p->step, p->low), p->high);
}

// ---- reading ----

static const struct dat_node *scalar_of(const struct dat_node *map, const char *key) {
    const struct dat_node *node = map->kind == DAT_NODE_MAP ? dat_yaml_find(map, key) : NULL;
    return node != NULL && node->kind == DAT_NODE_SCALAR ? node : NULL;
}

static bool is_number(const struct dat_node *node) {
    double number;
    return strstr(node->text, "${") != NULL || dat_yaml_number(node, &number) == DAT_SCALAR_NUMBER;
}

// Those of the list that have a name and a number, which may be an expression of the others.
static int collect(const struct dat_node *root, struct dat_parameter list[DAT_SETTINGS]) {
    const struct dat_node *group = dat_yaml_find(root, "parameters");
    const struct dat_node *first =
        group != NULL && group->kind == DAT_NODE_LIST ? group->first : NULL;
    int count = 0, place = 0;
    for (const struct dat_node *i = first; i != NULL && place < DAT_SETTINGS;
         i = i->next, place++) {
        const struct dat_node *name = scalar_of(i, "name"), *value = scalar_of(i, "default");
        // The reader of the keys reports the errors of the others.
        if (name != NULL && value != NULL && is_number(value))
            list[count++] = (struct dat_parameter){.name = name->text, .node = value};
    }
    return count;
}

static bool set(const struct dat_node *root, const struct dat_setting *setting,
                const struct dat_parameter *list, int count) {
    const char *names[DAT_SETTINGS];
    for (int i = 0; i < count; i++) {
        char text[32];
        (void)snprintf(text, sizeof text, "%.17g", setting->value); // every bit of it
        if (strcmp(list[i].name, setting->name) == 0)
            return dat_yaml_replace(list[i].node, text);
        names[i] = list[i].name;
    }
    const struct dat_node *group = dat_yaml_find(root, "parameters");
    const char *near = dat_closest(setting->name, names, count);
    if (near == NULL && count > 0)
        near = names[0];
    dat_yaml_error_key(group != NULL ? group : root,
                       near != NULL
                           ? "the exercise has no parameter '%s', expected one such as '%s'"
                           : "the exercise has no parameter '%s'%s",
                       setting->name, near != NULL ? near : ", it has none at all");
    return false;
}

bool dat_settings_apply(const struct dat_node *root, const struct dat_settings *settings) {
    struct dat_parameter list[DAT_SETTINGS];
    const int count = collect(root, list);
    bool ok = true;
    for (int i = 0; settings != NULL && i < settings->count; i++)
        ok = set(root, &settings->items[i], list, count) && ok;
    return dat_parameters_evaluate(root, list, count) && ok;
}

static bool is_name(const char *text) {
    bool ok = isalpha((unsigned char)text[0]) || text[0] == '_';
    for (const char *s = text; *s != '\0'; s++)
        ok = ok && (isalnum((unsigned char)*s) || *s == '_');
    return ok;
}

static void check(const struct dat_scenario_parameter_keys *keys,
                  const struct dat_scenario_parameter *p) {
    if (keys->name.node != NULL && !is_name(p->name))
        dat_yaml_error(keys->name.node,
                       "'%.40s' must begin with a letter and have letters, digits and '_' only",
                       p->name);
    if (keys->low.node == NULL || keys->high.node == NULL || keys->standard.node == NULL)
        return;
    if (p->high <= p->low)
        dat_yaml_error(keys->high.node, "'high' is %g, expected more than 'low', %g", p->high,
                       p->low);
    else if (!(fabs(dat_parameter_nearest(p, p->value) - p->value) <= 1e-9 * p->step))
        dat_yaml_error(keys->standard.node,
                       "the parameter '%.40s' is %g, expected %g to %g%s%s in steps of %g", p->name,
                       p->value, p->low, p->high, p->unit[0] != '\0' ? " " : "", p->unit, p->step);
}

int dat_read_parameters(const struct dat_value *list,
                        struct dat_scenario_parameter parameters[DAT_SETTINGS]) {
    int count = 0;
    for (const struct dat_node *item = dat_keys_items(list); item != NULL; item = item->next) {
        struct dat_scenario_parameter_keys keys;
        if (count == DAT_SETTINGS) {
            dat_yaml_error(item, "more than %d parameters", DAT_SETTINGS);
            break;
        }
        (void)dat_keys_read(&dat_scenario_keys, DAT_SCENARIO_PARAMETER, item, &keys);
        struct dat_scenario_parameter *p = &parameters[count];
        *p = (struct dat_scenario_parameter){.low = keys.low.number[0],
                                             .high = keys.high.number[0],
                                             .step = keys.step.number[0],
                                             .value = keys.standard.number[0]};
        dat_read_text(&keys.name, p->name, sizeof p->name);
        dat_read_text(&keys.text, p->text, sizeof p->text);
        dat_read_text(&keys.unit, p->unit, sizeof p->unit);
        check(&keys, p);
        for (int i = 0; i < count; i++)
            if (keys.name.node != NULL && strcmp(parameters[i].name, p->name) == 0)
                dat_yaml_error(keys.name.node, "duplicate parameter '%s'", p->name);
        count++;
    }
    return count;
}
