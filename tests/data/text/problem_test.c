#include "data/text/problem.h"

#include <string.h>

#include "tests/near.h"

static void sentence_is_safe_for_a_terminal(void **state) {
    (void)state;
    struct dat_problem problem;
    dat_problem_set(&problem, "%s cannot be written", "a\x1b[2J\n\x7f");
    assert_string_equal(problem.text, "a?[2J?? cannot be written");
}

static void long_sentence_is_cut(void **state) {
    (void)state;
    struct dat_problem problem;
    dat_problem_set(&problem, "%2000s", "x");
    assert_int_equal(strlen(problem.text), sizeof problem.text - 1);
    dat_problem_set(NULL, "nobody reads this");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentence_is_safe_for_a_terminal),
        cmocka_unit_test(long_sentence_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
