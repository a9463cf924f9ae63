#include "data/text/parameters.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "data/text/closest.h"
#include "data/text/expression.h"

enum state { UNKNOWN, BUSY, KNOWN, REFUSED };

enum { MOST_DEPTH = 20 }; // of parameters that need each other; bounds the stack

struct scope {
    const struct dat_parameter *list;
    int count;
    enum state state[DAT_PARAMETERS];
    double value[DAT_PARAMETERS];
    int depth; // parameters that are being evaluated, each for the one before
};

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
    const char *names[DAT_PARAMETERS];
    for (int i = 0; i < scope->count; i++)
        names[i] = scope->list[i].name;
    const char *closest = dat_closest(name, names, scope->count);
    (void)snprintf(problem, size, "there is no parameter '%s'%s%s%s", name,
                   closest != NULL ? " (did you mean '" : "", closest != NULL ? closest : "",
                   closest != NULL ? "'?)" : "");
}

static void evaluate(struct scope *scope, int index) {
    const struct dat_parameter *p = &scope->list[index];
    scope->depth++;
    scope->state[index] = BUSY;
    const bool known =
        number_of(scope, p->given != NULL ? p->given : p->node, &scope->value[index]);
    scope->state[index] = known ? KNOWN : REFUSED;
    scope->depth--;
}

// For dat_expression_names; problem is "" where it has been reported. Parameters are evaluated when
// they are first used, in any order.
static bool find(void *context, const char *name, double *value, char *problem, size_t size) {
    struct scope *scope = context;
    int index = 0;
    while (index < scope->count && strcmp(scope->list[index].name, name) != 0)
        index++;
    if (index == scope->count) {
        report_unknown(scope, name, problem, size);
        return false;
    }
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
        evaluate(scope, index);
    problem[0] = '\0'; // a parameter that is refused has been reported
    *value = scope->value[index];
    return scope->state[index] == KNOWN;
}

// The parameter whose value the node is; NULL: none's.
static const struct dat_parameter *owner(const struct scope *scope, const struct dat_node *node) {
    for (int i = 0; i < scope->count; i++)
        if (scope->list[i].node == node)
            return &scope->list[i];
    return NULL;
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
        const struct dat_parameter *p = owner(scope, i);
        const bool known = p != NULL ? find(scope, p->name, &value, problem, sizeof problem)
                                     : number_of(scope, i, &value);
        (void)snprintf(text, sizeof text, "%.17g", value); // every bit of it
        ok = dat_yaml_replace(i, known ? text : NULL) && known && ok;
    }
    return ok;
}

bool dat_parameters_evaluate(const struct dat_node *root, const struct dat_parameter *list,
                             int count) {
    assert(count >= 0 && count <= DAT_PARAMETERS);
    struct scope scope = {.list = list, .count = count};
    return replace_below(&scope, root);
}
