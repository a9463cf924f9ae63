#include "data/text/json.h"

#include <math.h>

#include "tests/scratch.h"

static struct tests_scratch scratch;

static int set_up(void **state) {
    (void)state;
    tests_scratch_create(&scratch);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tests_scratch_remove(&scratch);
    return 0;
}

static void values_are_written_in_order(void **state) {
    (void)state;
    json_t *object = json_object();
    dat_json_set_text(object, "name", "Größe");
    dat_json_set_number(object, "tenth", 0.1);
    dat_json_set_number(object, "nan", (double)NAN);
    dat_json_set_number(object, "infinite", HUGE_VAL);
    dat_json_set_integer(object, "big", INT64_MAX);
    dat_json_set_yes_no(object, "yes", true);
    dat_json_set_hash(object, "hash", 0x0123456789abcdefU);
    dat_json_set_text(object, "none", NULL);
    dat_json_set_text(object, "no utf-8", "\xff");
    struct dat_problem problem = {""};
    assert_true(dat_json_write(object, 15, tests_scratch_path(&scratch, "a.json"), &problem));
    json_decref(object);
    char *text = tests_scratch_read(&scratch, "a.json");
    assert_string_equal(text, "{\n"
                              "  \"name\": \"Größe\",\n"
                              "  \"tenth\": 0.1,\n"
                              "  \"nan\": null,\n"
                              "  \"infinite\": null,\n"
                              "  \"big\": 9223372036854775807,\n"
                              "  \"yes\": true,\n"
                              "  \"hash\": \"0123456789abcdef\",\n"
                              "  \"none\": null,\n"
                              "  \"no utf-8\": null\n"
                              "}\n");
    free(text);
}

static void seventeen_digits_keep_every_bit(void **state) {
    (void)state;
    const double numbers[] = {0.1, 1.0 / 3.0, 1e-300, 123456789.123456789, -5e-324};
    json_t *array = json_array();
    for (size_t i = 0; i < 5; i++)
        json_array_append_new(array, dat_json_number(numbers[i]));
    assert_true(dat_json_write(array, 17, tests_scratch_path(&scratch, "b.json"), NULL));
    json_decref(array);
    array = json_load_file(tests_scratch_path(&scratch, "b.json"), 0, NULL);
    for (size_t i = 0; i < 5; i++)
        assert_near(json_real_value(json_array_get(array, i)), numbers[i], 0.0);
    json_decref(array);
}

static void a_failure_has_a_sentence(void **state) {
    (void)state;
    struct dat_problem problem = {""};
    json_t *value = json_true();
    assert_false(dat_json_write(value, 15, tests_scratch_path(&scratch, "no/b.json"), &problem));
    assert_non_null(strstr(problem.text, "no/b.json cannot be written: No such file"));
    assert_false(dat_json_write(NULL, 15, tests_scratch_path(&scratch, "c.json"), &problem));
    assert_non_null(strstr(problem.text, "out of memory"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_written_in_order),
        cmocka_unit_test(seventeen_digits_keep_every_bit),
        cmocka_unit_test(a_failure_has_a_sentence),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
