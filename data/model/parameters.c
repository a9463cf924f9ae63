// Parameters of a file and the expressions ${...} that use them. Each scalar that is an expression
// becomes the number it stands for before the keys are read, so that no reader knows of them.
#include <stdio.h>
#include <string.h>

#include "data/model/reader.h"
#include "data/text/closest.h"
#include "data/text/expression.h"

enum state { UNKNOWN, BUSY, KNOWN, REFUSED };

enum { MOST_DEPTH = 20 }; // of parameters that need each other; bounds the stack

// The parameters of one file, by their place in the map.
struct scope {
    const struct dat_node *map;   // NULL: the file has none
    const struct dat_node *given; // what the file that names this one sets, NULL: nothing
    enum state state[DAT_YAML_KEYS];
    double value[DAT_YAML_KEYS];
    int depth; // parameters that are being evaluated, each for the one before
};

static const struct dat_node *child_of(const struct dat_node *map, const char *name) {
    return map != NULL && map->kind == DAT_NODE_MAP ? dat_yaml_find(map, name) : NULL;
}

static bool is_expression(const struct dat_node *node) {
    return node->kind == DAT_NODE_SCALAR && strstr(node->text, "${") != NULL;
}

static bool find(void *context, const char *name, double *value, char *problem, size_t size);

// The number of a scalar, which may be an expression; false after an error.
static bool number_of(struct scope *scope, const struct dat_node *node, double *value) {
    if (!is_expression(node))
        return dat_yaml_number(node, value) == DAT_SCALAR_NUMBER;
    const size_t length = strlen(node->text);
    if (strncmp(node->text, "${", 2) != 0 || strchr(node->text, '}') != node->text + length - 1) {
        dat_yaml_error(node, "'%.60s' must be a single expression such as ${2 * radius}",
                       node->text);
        return false;
    }
    char problem[160];
    const struct dat_expression_names names = {find, scope};
    if (dat_expression_value(node->text + 2, length - 3, &names, value, problem, sizeof problem))
        return true;
    if (problem[0] != '\0')
        dat_yaml_error(node, "%s in '%.60s'", problem, node->text);
    return false;
}

static void report_unknown(const struct scope *scope, const char *name, char *problem,
                           size_t size) {
    const char *names[DAT_YAML_KEYS];
    int count = 0;
    const struct dat_node *first = scope->map != NULL ? scope->map->first : NULL;
    for (const struct dat_node *i = first; i != NULL && count < DAT_YAML_KEYS; i = i->next)
        names[count++] = i->key;
    const char *closest = dat_closest(name, names, count);
    (void)snprintf(problem, size, "there is no parameter '%s'%s%s%s", name,
                   closest != NULL ? " (did you mean '" : "", closest != NULL ? closest : "",
                   closest != NULL ? "'?)" : "");
}

static void evaluate(struct scope *scope, const struct dat_node *node, int index) {
    const struct dat_node *given = child_of(scope->given, node->key);
    scope->depth++;
    scope->state[index] = BUSY;
    const bool known = number_of(scope, given != NULL ? given : node, &scope->value[index]);
    scope->state[index] = known ? KNOWN : REFUSED;
    scope->depth--;
}

// For dat_expression_names; problem is "" where it has been reported. Parameters are evaluated when
// they are first used, in any order.
static bool find(void *context, const char *name, double *value, char *problem, size_t size) {
    struct scope *scope = context;
    const struct dat_node *node = child_of(scope->map, name);
    if (node == NULL) {
        report_unknown(scope, name, problem, size);
        return false;
    }
    int index = 0;
    for (const struct dat_node *i = scope->map->first; i != node; i = i->next)
        index++;
    if (scope->state[index] == BUSY) {
        (void)snprintf(problem, size, "the parameter '%s' depends on itself", name);
        return false;
    }
    if (scope->state[index] == UNKNOWN && scope->depth >= MOST_DEPTH) {
        (void)snprintf(problem, size, "'%s' is more than %d parameters away from numbers", name,
                       MOST_DEPTH);
        return false;
    }
    if (scope->state[index] == UNKNOWN)
        evaluate(scope, node, index);
    problem[0] = '\0'; // a parameter that is refused has been reported
    *value = scope->value[index];
    return scope->state[index] == KNOWN;
}

// Replaces the expressions below the node; false after an error.
static bool replace_below(struct scope *scope, const struct dat_node *node) {
    bool ok = true;
    for (const struct dat_node *i = node->first; i != NULL; i = i->next) {
        ok = replace_below(scope, i) && ok;
        if (!is_expression(i))
            continue;
        double value = 0.0;
        char text[32];
        char problem[160]; // find() has reported what is wrong with a parameter
        const bool known = node == scope->map ? find(scope, i->key, &value, problem, sizeof problem)
                                              : number_of(scope, i, &value);
        (void)snprintf(text, sizeof text, "%.17g", value); // every bit of it
        ok = dat_yaml_replace(i, known ? text : NULL) && known && ok;
    }
    return ok;
}

bool dat_model_evaluate(const struct dat_model_use *use) {
    const struct dat_node *root = dat_yaml_root(use->yaml);
    struct scope scope = {.map = dat_yaml_find(root, "parameters"),
                          .given = use->part.parameters.node};
    if (scope.map != NULL && scope.map->kind != DAT_NODE_MAP)
        scope.map = NULL; // the key's type is checked later
    return replace_below(&scope, root);
}

void dat_model_check_parameters(const struct dat_model_use *use) {
    for (const struct dat_node *i = dat_keys_items(&use->part.parameters); i != NULL; i = i->next) {
        if (child_of(use->keys.parameters.node, i->key) == NULL) {
            dat_yaml_error_key(i, "there is no parameter '%.40s' in '%.80s'", i->key,
                               use->part.file.text);
        }
    }
}
