#include "data/text/expression.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/near.h"

static bool find(void *context, const char *name, double *value, char *problem, size_t size) {
    (void)context;
    *value = 3.0;
    (void)snprintf(problem, size, "there is no '%s'", name);
    return strcmp(name, "three") == 0;
}

static const struct dat_expression_names names = {find, NULL};
static char problem[160];

static bool evaluate(const char *text, double *value) {
    problem[0] = '\0';
    return dat_expression_value(text, strlen(text), &names, value, problem, sizeof problem);
}

// The compiler's arithmetic is the reference: the same bits.
static void values_are_those_of_c(void **state) {
    (void)state;
#define ROW(expression)                                                                            \
    { #expression, expression }
    const double three = 3.0;
    const struct {
        const char *text;
        double value;
    } rows[] = {ROW(1.0 + 2.0 * 3.0), ROW((1.0 + 2.0) * 3.0),
                ROW(7.0 - 2.0 - 1.0), ROW(8.0 / 4.0 / 2.0),
                ROW(-three + 1.0),    ROW(2.0 * -three),
                ROW(0.1 + 0.2),       ROW(1e-3 * three / 7.0),
                ROW(sqrt(2.0)),       ROW(three - (2.0 - +1.0)),
                ROW(.5 * 4.0),        ROW(((((three)))))};
#undef ROW
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double value = -1.0;
        if (!evaluate(rows[i].text, &value))
            fail_msg("%s: %s", rows[i].text, problem);
        assert_near(value, rows[i].value, 0.0);
    }
}

static void functions_take_degrees(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double value;
    } rows[] = {{"sin(30)", 0.5},
                {"cos(60)", 0.5},
                {"tan(45)", 1.0},
                {"min(2, three)", 2.0},
                {"max(2, three)", 3.0},
                {" max ( 1 , min(5,4) ) ", 4.0},
                {"sin(20)*sin(20) + cos(20)*cos(20)", 1.0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double value = -1.0;
        assert_true(evaluate(rows[i].text, &value));
        assert_near(value, rows[i].value, 1e-15); // a unit in the last place or two
    }
}

static void mistakes_are_named(void **state) {
    (void)state;
    static char nested[200];
    memset(nested, '(', sizeof nested - 1);
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"", "expected a number"},
        {"1 +", "expected a number"},
        {"(1 + 2", "a closing bracket is missing"},
        {"min(1, 2", "a closing bracket is missing"},
        {"1 2", "'2' does not belong here"},
        {"1)", "')' does not belong here"},
        {"four + 1", "there is no 'four'"},
        {"log(2)", "there is no function 'log'"},
        {"min(2)", "min needs 2 numbers, found 1"},
        {"sqrt(1, 2, 3)", "sqrt needs 1 number, found 3"},
        {"1 / (three - 3)", "division by zero"},
        {"sqrt(-1)", "sqrt of -1 is not a number"},
        {"1e300 * 1e300", "the result is too large"},
        {"1e999", "'1e999' is not a number"},
        {"1.2.3", "'1.2.3' is not a number"},
        {"a_name_that_is_longer_than_31_char", "longer than 31 characters"},
        {nested, "nested too deeply"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double value = -1.0;
        if (evaluate(rows[i].text, &value) || strstr(problem, rows[i].words) == NULL)
            fail_msg("'%s': expected \"%s\", found \"%s\"", rows[i].text, rows[i].words, problem);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_c),
        cmocka_unit_test(functions_take_degrees),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
