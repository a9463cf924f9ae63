#include "data/site/planting_keys.h"

#include "tests/data/key_table.h"
#include "tests/manual.h"

static void print(FILE *out) {
    dat_keys_print_markdown(&dat_planting_keys, out);
}

static const struct manual_part part = {
    .page = "formats.md",
    .after = "<!-- stand.yaml -->\n",
    .until = "<!-- end of stand.yaml -->\n",
    .print = print,
    .test = "data_site_planting_keys_test",
};

static void the_manual_is_the_table(void **state) {
    (void)state;
    manual_part_check(&part);
}

static void every_value_has_one_key(void **state) {
    (void)state;
    assert_int_equal(dat_planting_keys.section_count, DAT_PLANTING_SECTIONS);
    assert_one_key_per_value(&dat_planting_keys);
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
