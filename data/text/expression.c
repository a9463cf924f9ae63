// By recursive descent:
//   sum     = product { ("+" | "-") product }
//   product = factor { ("*" | "/") factor }
//   factor  = ("+" | "-") factor | number | name | name "(" sum { "," sum } ")" | "(" sum ")"
#include "data/text/expression.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/text/number.h"
#include "sim/base/math.h"

enum { MOST_ARGUMENTS = 2, MOST_DEPTH = 20 };

struct scan {
    const char *at, *end;
    const struct dat_expression_names *names;
    int depth;
    char *problem;
    size_t size;
    bool failed;
};

static double fail(struct scan *scan, const char *sentence) {
    if (!scan->failed)
        (void)snprintf(scan->problem, scan->size, "%s", sentence);
    scan->failed = true;
    return 0.0;
}

static void skip_spaces(struct scan *scan) {
    while (scan->at < scan->end && isspace((unsigned char)*scan->at))
        scan->at++;
}

// Takes the character if it is the next one.
static bool take(struct scan *scan, char c) {
    skip_spaces(scan);
    if (scan->at == scan->end || *scan->at != c)
        return false;
    scan->at++;
    return true;
}

// ---- functions ----

static double radians(double degrees) {
    return degrees * SIM_PI / 180.0;
}

static double sine(const double *x) {
    return sim_sin(radians(x[0]));
}

static double cosine(const double *x) {
    return sim_cos(radians(x[0]));
}

static double tangent(const double *x) {
    return sim_sin(radians(x[0])) / sim_cos(radians(x[0]));
}

static double root(const double *x) {
    return sqrt(x[0]);
}

static double least(const double *x) {
    return x[0] < x[1] ? x[0] : x[1];
}

static double largest(const double *x) {
    return x[0] > x[1] ? x[0] : x[1];
}

static const struct function {
    const char *name;
    int arguments;
    double (*value)(const double *arguments);
} functions[] = {
    {"sqrt", 1, root},   {"sin", 1, sine},  {"cos", 1, cosine},
    {"tan", 1, tangent}, {"min", 2, least}, {"max", 2, largest},
};

static double sum(struct scan *scan);

// Behind the opening bracket.
static double call(struct scan *scan, const char *name) {
    const struct function *function = NULL;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(functions[i].name, name) == 0)
            function = &functions[i];
    char sentence[128];
    if (function == NULL) {
        (void)snprintf(sentence, sizeof sentence,
                       "there is no function '%s', expected sqrt, sin, cos, tan, min or max", name);
        return fail(scan, sentence);
    }
    double arguments[MOST_ARGUMENTS] = {0.0};
    int count = 0;
    do {
        const double argument = sum(scan);
        if (count < MOST_ARGUMENTS)
            arguments[count] = argument;
        count++;
    } while (!scan->failed && take(scan, ','));
    if (!scan->failed && !take(scan, ')'))
        return fail(scan, "a closing bracket is missing");
    if (!scan->failed && count != function->arguments) {
        (void)snprintf(sentence, sizeof sentence, "%s needs %d number%s, found %d", name,
                       function->arguments, function->arguments == 1 ? "" : "s", count);
        return fail(scan, sentence);
    }
    const double value = function->value(arguments);
    if (!scan->failed && !isfinite(value)) {
        (void)snprintf(sentence, sizeof sentence, "%s of %g is not a number", name, arguments[0]);
        return fail(scan, sentence);
    }
    return value;
}

// ---- grammar ----

static bool begins_name(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

static double name(struct scan *scan) {
    char word[DAT_EXPRESSION_NAME];
    size_t length = 0;
    while (scan->at < scan->end && (begins_name(*scan->at) || isdigit((unsigned char)*scan->at))) {
        if (length + 1 == sizeof word)
            return fail(scan, "a name is longer than 31 characters");
        word[length++] = *scan->at++;
    }
    word[length] = '\0';
    if (take(scan, '('))
        return call(scan, word);
    double value = 0.0;
    char problem[160];
    if (!scan->names->find(scan->names->context, word, &value, problem, sizeof problem))
        return fail(scan, problem);
    return value;
}

static double number(struct scan *scan) {
    const char *s = scan->at;
    while (s < scan->end && (isdigit((unsigned char)*s) || *s == '.'))
        s++;
    if (s < scan->end && (*s == 'e' || *s == 'E')) {
        s++;
        s += s < scan->end && (*s == '+' || *s == '-');
        while (s < scan->end && isdigit((unsigned char)*s))
            s++;
    }
    double value = 0.0;
    const size_t length = (size_t)(s - scan->at);
    if (length == 0)
        return fail(scan, "expected a number, a name or a bracket");
    if (dat_number_read(scan->at, length, &value) != DAT_NUMBER_OK) {
        char sentence[64];
        (void)snprintf(sentence, sizeof sentence, "'%.*s' is not a number",
                       length < 30 ? (int)length : 30, scan->at);
        return fail(scan, sentence);
    }
    scan->at = s;
    return value;
}

static double factor(struct scan *scan) {
    if (scan->failed)
        return 0.0;
    if (++scan->depth > MOST_DEPTH)
        return fail(scan, "the expression is nested too deeply");
    double value = 0.0;
    if (take(scan, '-')) {
        value = -factor(scan);
    } else if (take(scan, '+')) {
        value = factor(scan);
    } else if (take(scan, '(')) {
        value = sum(scan);
        if (!scan->failed && !take(scan, ')'))
            (void)fail(scan, "a closing bracket is missing");
    } else {
        value = scan->at < scan->end && begins_name(*scan->at) ? name(scan) : number(scan);
    }
    scan->depth--;
    return value;
}

static double product(struct scan *scan) {
    double value = factor(scan);
    while (!scan->failed) {
        if (take(scan, '*')) {
            value *= factor(scan);
        } else if (take(scan, '/')) {
            const double divisor = factor(scan);
            if (!scan->failed && !(divisor < 0.0 || divisor > 0.0))
                return fail(scan, "division by zero");
            value /= divisor;
        } else {
            break;
        }
    }
    return value;
}

static double sum(struct scan *scan) {
    double value = product(scan);
    while (!scan->failed)
        if (take(scan, '+'))
            value += product(scan);
        else if (take(scan, '-'))
            value -= product(scan);
        else
            break;
    return value;
}

bool dat_expression_value(const char *text, size_t length, const struct dat_expression_names *names,
                          double *value, char *problem, size_t size) {
    assert(text != NULL && names != NULL && size > 0);
    struct scan scan = {text, text + length, names, 0, problem, size, false};
    const double result = sum(&scan);
    skip_spaces(&scan);
    if (!scan.failed && scan.at < scan.end) {
        char sentence[64];
        const int rest = scan.end - scan.at < 20 ? (int)(scan.end - scan.at) : 20;
        (void)snprintf(sentence, sizeof sentence, "'%.*s' does not belong here", rest, scan.at);
        (void)fail(&scan, sentence);
    }
    if (!scan.failed && !isfinite(result))
        (void)fail(&scan, "the result is too large");
    *value = scan.failed ? 0.0 : result;
    return !scan.failed;
}
