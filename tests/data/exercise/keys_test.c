#include "data/exercise/keys.h"

#include "tests/data/key_table.h"
#include "tests/manual.h"

static void print(FILE *out) {
    dat_keys_print_markdown(&dat_scenario_keys, out);
}

static const struct manual_part part = {
    .page = "instructor.md",
    .after = "--write` renews them).\n",
    .print = print,
    .test = "data_exercise_keys_test",
};

static void the_manual_is_the_table(void **state) {
    (void)state;
    manual_part_check(&part);
}

static void every_value_has_one_key(void **state) {
    (void)state;
    assert_one_key_per_value(&dat_scenario_keys);
}

int main(int argc, char **argv) {
    if (manual_asked_to_write(argc, argv))
        return manual_part_write(&part);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_manual_is_the_table),
        cmocka_unit_test(every_value_has_one_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
