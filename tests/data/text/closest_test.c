#include "data/text/closest.h"

#include "tests/near.h"

static void near_names_are_found(void **state) {
    (void)state;
    static const char *const names[] = {"mass", "material", "position", "x"};
    assert_string_equal(dat_closest("mas", names, 4), "mass");
    assert_string_equal(dat_closest("mmass", names, 4), "mass");
    assert_string_equal(dat_closest("materail", names, 4), "material"); // swapped neighbours
    assert_string_equal(dat_closest("pos", names, 4), "position");      // the beginning
    assert_null(dat_closest("colour", names, 4));
    assert_null(dat_closest("mass", NULL, 0));
}

static void words_without_a_meaning_get_no_suggestion(void **state) {
    (void)state;
    static const char *const names[] = {"x", "a name far longer than any that is compared at all"};
    assert_null(dat_closest("y", names, 2));
    assert_null(dat_closest("", names, 2));
    assert_null(dat_closest("a name far longer than any that is compared at al", names, 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_names_are_found),
        cmocka_unit_test(words_without_a_meaning_get_no_suggestion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
