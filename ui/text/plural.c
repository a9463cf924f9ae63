// The rule is short and evaluated as it is read: a parser by recursive descent, whose functions
// follow the precedence of C's operators.
#include "ui/text/plural.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct ui_plural ui_plural_english = {2, "(n != 1)"};

#define DEPTH 32 // of parentheses, signs and conditions in each other

struct reader {
    const char *at;
    unsigned long n;
    int depth;
    bool failed;
};

static unsigned long condition(struct reader *r);

static bool take(struct reader *r, const char *sign) {
    r->at += strspn(r->at, " \t");
    const size_t length = strlen(sign);
    if (strncmp(r->at, sign, length) != 0)
        return false;
    r->at += length;
    return true;
}

static void expect(struct reader *r, bool found) {
    r->failed |= !found;
}

static unsigned long number(struct reader *r) {
    char *end;
    r->at += strspn(r->at, " \t");
    const bool digit = *r->at >= '0' && *r->at <= '9';
    expect(r, digit);
    const unsigned long value = digit ? strtoul(r->at, &end, 10) : 0;
    r->at = digit ? end : r->at;
    return value;
}

static unsigned long operand(struct reader *r) {
    unsigned long value;
    expect(r, ++r->depth <= DEPTH);
    if (r->failed)
        return 0;
    if (take(r, "!")) {
        value = !operand(r);
    } else if (take(r, "(")) {
        value = condition(r);
        expect(r, take(r, ")"));
    } else {
        value = take(r, "n") ? r->n : number(r);
    }
    r->depth--;
    return value;
}

// A sign comes before those that it begins with.
enum operator{
    OR,
    AND,
    EQUAL,
    UNEQUAL,
    AT_MOST,
    AT_LEAST,
    LESS,
    MORE,
    PLUS,
    MINUS,
    TIMES,
    OVER,
    REST
};
static const struct {
    const char *sign;
    int level; // a higher one binds tighter
} operators[] = {
    [OR] = {"||", 0},      [AND] = {"&&", 1},      [EQUAL] = {"==", 2}, [UNEQUAL] = {"!=", 2},
    [AT_MOST] = {"<=", 3}, [AT_LEAST] = {">=", 3}, [LESS] = {"<", 3},   [MORE] = {">", 3},
    [PLUS] = {"+", 4},     [MINUS] = {"-", 4},     [TIMES] = {"*", 5},  [OVER] = {"/", 5},
    [REST] = {"%", 5},
};
enum { OPERATORS = sizeof operators / sizeof operators[0], LEVELS = 6 };

static unsigned long apply(struct reader *r, enum operator o, unsigned long a, unsigned long b) {
    switch (o) {
    case OR:
        return a || b;
    case AND:
        return a && b;
    case EQUAL:
        return a == b;
    case UNEQUAL:
        return a != b;
    case AT_MOST:
        return a <= b;
    case AT_LEAST:
        return a >= b;
    case LESS:
        return a < b;
    case MORE:
        return a > b;
    case PLUS:
        return a + b;
    case MINUS:
        return a - b;
    case TIMES:
        return a * b;
    case OVER:
    case REST:
        expect(r, b != 0);
        return b == 0 ? 0 : o == OVER ? a / b : a % b;
    }
    return 0;
}

static unsigned long binary(struct reader *r, int level) {
    if (level == LEVELS)
        return operand(r);
    unsigned long value = binary(r, level + 1);
    for (int o = 0; o < OPERATORS && !r->failed; o++)
        if (operators[o].level == level && take(r, operators[o].sign)) {
            value = apply(r, (enum operator)o, value, binary(r, level + 1));
            o = -1; // a chain: from the first sign again
        }
    return value;
}

static unsigned long condition(struct reader *r) {
    expect(r, ++r->depth <= DEPTH);
    if (r->failed)
        return 0;
    unsigned long value = binary(r, 0);
    if (take(r, "?")) {
        const unsigned long yes = condition(r);
        expect(r, take(r, ":"));
        const unsigned long no = condition(r);
        value = value ? yes : no;
    }
    r->depth--;
    return value;
}

// The form, -1: the rule gives none.
static int form(const struct ui_plural *plural, unsigned long n) {
    struct reader r = {.at = plural->rule, .n = n};
    const unsigned long value = condition(&r);
    r.at += strspn(r.at, " \t");
    return !r.failed && *r.at == '\0' && value < (unsigned long)plural->forms ? (int)value : -1;
}

const char *ui_plural_read(struct ui_plural *plural, const char *text, char *problem, size_t size) {
    assert(plural != NULL && text != NULL && size > 0);
    struct reader r = {.at = text};
    expect(&r, take(&r, "nplurals"));
    expect(&r, take(&r, "="));
    const unsigned long forms = r.failed ? 0 : number(&r);
    expect(&r, take(&r, ";"));
    expect(&r, take(&r, "plural"));
    expect(&r, take(&r, "="));
    const size_t length = strcspn(r.at, ";\n");
    if (r.failed || length >= sizeof plural->rule) {
        snprintf(problem, size, "expected 'nplurals=NUMBER; plural=RULE;'");
        return problem;
    }
    if (forms < 1 || forms > UI_PLURAL_FORMS) {
        snprintf(problem, size, "nplurals is %lu, expected 1 to %d", forms, UI_PLURAL_FORMS);
        return problem;
    }
    plural->forms = (int)forms;
    memcpy(plural->rule, r.at, length);
    plural->rule[length] = '\0';
    for (unsigned long n = 0; n <= 1000; n++)
        if (form(plural, n) < 0) {
            snprintf(problem, size, "the rule '%.60s' gives no form from 0 to %d for n = %lu",
                     plural->rule, plural->forms - 1, n);
            return problem;
        }
    return NULL;
}

int ui_plural_form(const struct ui_plural *plural, double number) {
    assert(plural->forms > 0);
    const double size = fabs(number);
    const int found = size == floor(size) && size < 1e15 ? form(plural, (unsigned long)size) : -1;
    return found >= 0 ? found : plural->forms - 1;
}
